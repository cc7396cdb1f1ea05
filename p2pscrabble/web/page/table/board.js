// @ts-check
/**
 * The board: a grid of buttons that is built once; an update touches the squares that look different, and no other.
 * The table plays on it, a replay only shows it.
 */

import { attribute, h, list } from "../dom.js";
import { spoken } from "./geometry.js";
import { letterOf } from "./slots.js";
import { createTile, showTile } from "./tile.js";

/**
 * @typedef {object} Look what the board shows
 * @property {string} board 225 letters
 * @property {number[]} last squares of the last play's tiles
 * @property {import("./slots.js").Slots} [slots] tiles that are tried
 * @property {import("../types.js").Judgement | null} [judgement] of these
 * @property {number | null} [held] the slot in the hand, shown faintly where it lies
 * @property {number[]} [hint] squares that are pointed out
 * @property {boolean} [arrive] whether new tiles come softly, one after another
 */

/**
 * @param {import("../types.js").Config} config
 * @param {string} [label]
 */
export function createBoard(config, label = "Board") {
  const { size, columns, premiums, centre } = config;
  /** What each square shows now. @type {string[]} */
  const drawn = [];
  /** @type {number | null} */
  let target = null;

  // The label of a premium square is drawn by the style: the name says it in full.
  const squares = premiums.map((premium, square) =>
    h("button.square", {
      type: "button",
      tabIndex: square === centre ? 0 : -1,
      "aria-label": spoken(config, square, {}),
      "data-square": square,
      "data-premium": premium || null,
      "data-mark": square === centre ? "★" : premium || null,
    }),
  );
  const rows = Array.from({ length: size }, (_, row) =>
    h("div.squares", { role: "row" }, ...squares.slice(row * size, (row + 1) * size).map((square) => h("div", { role: "gridcell" }, square))),
  );
  const grid = h("div.grid", { role: "grid", "aria-label": label, "data-direction": "across" }, ...rows);
  const outlines = h("div.outlines");
  const bubble = h("div.bubble");
  const edge = (/** @type {string} */ looks, /** @type {string[]} */ marks) =>
    h("div", { class: `edge ${looks}`, "aria-hidden": "true" }, ...marks.map((mark) => h("span", mark)));
  const element = h(
    "div.board",
    edge("lettered", [...columns]),
    edge("numbered", rows.map((_, row) => String(row + 1))),
    h("div.play", grid, h("div.above", { "aria-hidden": "true" }, outlines, bubble)),
  );

  // Were it a container of the style (cqw), all squares would be styled anew at whatever changes.
  new ResizeObserver(([{ contentRect }]) => element.style.setProperty("--cell", `${contentRect.width / size}px`)).observe(grid);

  /** @param {number} square @param {number} [width] @param {number} [height] */
  const area = (square, width = 1, height = 1) => `${Math.floor(square / size) + 1} / ${(square % size) + 1} / span ${height} / span ${width}`;

  /**
   * The play as outlines around its words, and what it scores at its last tile.
   * @param {number[]} tried
   * @param {import("../types.js").Judgement | null} judgement
   */
  function judge(tried, judgement) {
    list(outlines, judgement?.words ?? [], ({ square, down }) => `${square}${down}`, () => h("i"), (outline, { square, down, text, good }) => {
      outline.style.gridArea = down ? area(square, 1, text.length) : area(square, text.length);
      outline.className = good === false ? "bad" : good ? "good" : "open";
    });
    const last = Math.max(...tried);
    bubble.hidden = !judgement?.legal || !tried.length;
    if (bubble.hidden) return;
    bubble.textContent = String(judgement?.total);
    bubble.style.gridArea = area(last);
    // It covers as little of the word as can be, and stays on the board.
    const low = judgement?.words[0].down ? last < size * (size - 1) : last < size;
    bubble.className = `bubble${last % size === size - 1 ? " inner" : ""}${low ? " low" : ""}`;
  }

  const shown = {
    element,
    grid,
    /** The square where the keyboard is, and whether it writes down the board. */
    cursor: centre,
    down: false,
    /** @param {Look} look */
    update({ board, last, slots = [], judgement = null, held = null, hint = [], arrive = false }) {
      const tried = new Map(slots.map((slot) => [slot.square, slot]));
      tried.delete(null);
      // The outline of a word that is wrong says it already.
      const wrong = judgement?.words.some(({ good }) => good === false) ? [] : (judgement?.squares ?? []);
      let delay = 0;
      for (const [square, button] of squares.entries()) {
        const lies = board[square] && board[square] !== ".";
        const slot = lies ? undefined : tried.get(square);
        const letter = lies ? board[square] : slot ? letterOf(slot) : "";
        const looks = {
          laid: letter,
          trying: slot,
          last: last.includes(square),
          wrong: wrong.includes(square),
          hint: hint.includes(square),
          held: slot && slot.id === held,
        };
        const classes = Object.entries(looks).flatMap(([name, on]) => (on ? name : [])).join(" ");
        const key = `${classes}${letter}${slot?.id ?? ""}`;
        const before = drawn[square];
        if (key === (before ?? "")) continue;
        drawn[square] = key;
        button.className = `square ${classes}`;
        attribute(button, "data-mine", slot?.id);
        attribute(button, "aria-label", spoken(config, square, { letter, mine: Boolean(slot), ...looks }));
        const tile = button.firstElementChild;
        if (!letter) tile?.remove();
        else if (tile) showTile(config, tile, letter);
        else {
          const fresh = createTile(config, letter);
          if (slot) fresh.classList.add("settles");
          else if (arrive && looks.last) {
            fresh.classList.add("arrives");
            fresh.style.animationDelay = `${90 * delay++}ms`;
          }
          button.append(fresh);
        }
      }
      judge([.../** @type {Iterable<number>} */ (tried.keys())], judgement);
    },
    turn() {
      shown.down = !shown.down;
      grid.dataset.direction = shown.down ? "down" : "across";
    },
    /**
     * @param {number} square
     * @param {boolean} [focus]
     */
    go(square, focus = true) {
      squares[shown.cursor].tabIndex = -1;
      squares[square].tabIndex = 0;
      shown.cursor = square;
      if (focus) squares[square].focus({ preventScroll: true });
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
  return shown;
}
