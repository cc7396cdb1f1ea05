// @ts-check
/**
 * The board: a grid of buttons that is built once; an update touches the squares that look different, and no other.
 * The table plays on it, a replay only shows it.
 */

import { attribute, h, list, text } from "../dom.js";
import { spoken } from "./geometry.js";
import { letterOf } from "./slots.js";
import { createTile, showTile } from "./tile.js";

/**
 * @typedef {import("../types.js").Slot} Slot
 * @typedef {import("../types.js").Judgement} Judgement
 */

/**
 * @typedef {object} Look what the board shows
 * @property {string} board 225 letters
 * @property {number[]} last squares of the last play's tiles
 * @property {readonly Slot[]} [slots] tiles that are tried
 * @property {Judgement | null} [judgement] of these
 * @property {number | null} [held] the slot in the hand, shown faintly where it lies
 * @property {number[]} [hint] squares that a typed move would cover
 * @property {boolean} [arrive] whether new tiles come softly, one after another
 */

/**
 * @param {import("../types.js").Config} config
 * @param {string} [label]
 */
export function createBoard(config, label = "Board") {
  const { size, columns, premiums, centre } = config;
  /** @type {HTMLButtonElement[]} */
  const squares = [];
  /** @type {string[]} */
  const drawn = [];
  let cursor = centre;
  let down = false;
  /** @type {number | null} */
  let target = null;

  const rows = Array.from({ length: size }, (_, row) =>
    h("div", { role: "row", class: "squares" }, ...Array.from({ length: size }, (_, column) => cell(row * size + column))),
  );
  /** @param {number} square */
  function cell(square) {
    const button = h("button", { type: "button", tabIndex: square === cursor ? 0 : -1, data: { square: String(square) }, class: "square" });
    // The label of a premium square is drawn by the style: the name says it in full.
    if (premiums[square]) button.dataset.premium = premiums[square];
    if (square === centre || premiums[square]) button.dataset.mark = square === centre ? "★" : premiums[square];
    attribute(button, "aria-label", spoken(config, square, { letter: "" }));
    squares.push(button);
    drawn.push("");
    return h("div", { role: "gridcell" }, button);
  }
  const grid = h("div", { class: "grid", role: "grid", "aria-label": label }, ...rows);
  const outlines = h("div", { class: "outlines", "aria-hidden": "true" });
  const bubble = h("div", { class: "bubble", "aria-hidden": "true", hidden: true });
  const edge = (/** @type {string} */ name, /** @type {string[]} */ marks) =>
    h("div", { class: `edge ${name}`, "aria-hidden": "true" }, ...marks.map((mark) => h("span", {}, mark)));
  const element = h(
    "div",
    { class: "board" },
    edge("lettered", [...columns]),
    edge("numbered", rows.map((_, row) => String(row + 1))),
    h("div", { class: "play" }, grid, h("div", { class: "above" }, outlines, bubble)),
  );

  /**
   * @param {number} square
   * @param {string} letter
   * @param {Slot | undefined} slot
   * @param {{last: boolean, fault: boolean, hint: boolean, held: boolean, delay: number | null}} how
   */
  function draw(square, letter, slot, { last, fault, hint, held, delay }) {
    const button = squares[square];
    const had = button.querySelector(".tile");
    button.className = `square${letter ? " laid" : ""}${slot ? " trying" : ""}${last ? " last" : ""}${fault ? " fault" : ""}${hint ? " hint" : ""}${held ? " held" : ""}`;
    attribute(button, "data-mine", slot?.id);
    attribute(button, "aria-label", spoken(config, square, { letter, mine: slot !== undefined, last, fault }));
    if (!letter) had?.remove();
    else if (had) showTile(config, had, letter);
    else {
      const tile = createTile(config, letter);
      if (slot) tile.classList.add("settles");
      else if (delay !== null) {
        tile.classList.add("arrives");
        tile.style.animationDelay = `${delay}ms`;
      }
      button.append(tile);
    }
  }

  /**
   * The play as outlines around its words, and what it scores at its last tile.
   * @param {readonly Slot[]} slots
   * @param {Judgement | null} judgement
   */
  function judge(slots, judgement) {
    list(
      outlines,
      judgement?.words ?? [],
      ({ square, down }) => `${square}${down}`,
      () => h("i"),
      (outline, word) => {
        const [row, column] = [Math.floor(word.square / size) + 1, (word.square % size) + 1];
        const length = word.text.length;
        outline.style.gridArea = `${row} / ${column} / span ${word.down ? length : 1} / span ${word.down ? 1 : length}`;
        outline.className = word.good === false ? "bad" : word.good ? "good" : "open";
      },
    );
    const tried = slots.flatMap((slot) => slot.square ?? []);
    bubble.hidden = !judgement?.legal || judgement.total === null || !tried.length;
    if (bubble.hidden) return;
    const last = Math.max(...tried);
    text(bubble, String(judgement?.total));
    bubble.classList.toggle("wide", (judgement?.total ?? 0) > 99);
    bubble.style.gridArea = `${Math.floor(last / size) + 1} / ${(last % size) + 1}`;
    bubble.classList.toggle("left", last % size === size - 1);
    bubble.classList.toggle("below", last < size);
  }

  /** The cursor's arrow, on its square. */
  function turned() {
    grid.dataset.direction = down ? "down" : "across";
  }
  turned();

  return {
    element,
    grid,
    /** @param {Look} look */
    update({ board, last, slots = [], judgement = null, held = null, hint = [], arrive = false }) {
      const tried = new Map(slots.flatMap((slot) => (slot.square === null ? [] : [[slot.square, slot]])));
      const fresh = new Set(last);
      // The outline of a word that is wrong says it already.
      const faults = new Set(judgement?.words.some((word) => word.good === false) ? [] : judgement?.squares);
      const hints = new Set(hint);
      let arrived = 0;
      for (let square = 0; square < squares.length; square++) {
        const lies = board[square];
        const slot = tried.get(square);
        const letter = lies && lies !== "." ? lies : slot ? letterOf(slot) : "";
        const mine = letter && letter !== lies ? slot : undefined;
        const how = {
          last: fresh.has(square),
          fault: faults.has(square),
          hint: hints.has(square),
          held: mine !== undefined && mine.id === held,
          delay: null,
        };
        const key = letter || how.fault || how.hint ? `${letter}${mine?.id ?? ""}|${+how.last}${+how.fault}${+how.hint}${+how.held}` : "";
        if (key === drawn[square]) continue;
        const comes = arrive && how.last && !drawn[square];
        drawn[square] = key;
        draw(square, letter, mine, comes ? { ...how, delay: 90 * arrived++ } : how);
      }
      judge(slots, judgement);
    },
    get cursor() {
      return cursor;
    },
    get down() {
      return down;
    },
    turn() {
      down = !down;
      turned();
    },
    /**
     * @param {number} square
     * @param {boolean} [focus]
     */
    go(square, focus = true) {
      squares[cursor].tabIndex = -1;
      cursor = square;
      squares[cursor].tabIndex = 0;
      if (focus) squares[cursor].focus({ preventScroll: true });
    },
    /**
     * Shows where a tile in the hand would fall.
     * @param {number | null} square
     * @param {boolean} [good] whether it can lie there
     */
    aim(square, good = true) {
      if (target !== null) attribute(squares[target], "data-aim", null);
      target = square;
      if (square !== null) attribute(squares[square], "data-aim", good ? "yes" : "no");
    },
    /** Where the squares are on the screen. */
    box: () => grid.getBoundingClientRect(),
    /** @param {number} square */
    squareElement: (square) => squares[square],
  };
}
