// @ts-check
/** The board by keyboard: the cursor goes by arrow keys, letters fall where it stands. Only while the board has the focus. */

import { sheet } from "../dialogs.js";
import { after, free, moved, squareName } from "./geometry.js";

/** Columns and rows. @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-99, 0], End: [99, 0], PageUp: [0, -99], PageDown: [0, 99] };

/**
 * Arrow keys among some buttons that stand in rows. True where the key was one.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} buttons
 */
export function steps(event, buttons) {
  const here = buttons.findIndex((button) => button === event.target);
  const step = STEPS[event.key];
  if (here < 0 || !step) return false;
  const row = buttons.filter((button) => button.offsetTop === buttons[0].offsetTop).length;
  buttons[Math.max(0, Math.min(buttons.length - 1, here + step[0] + step[1] * row))].focus();
  event.preventDefault();
  return true;
}

/**
 * @param {object} parts
 * @param {import("../types.js").App} parts.app
 * @param {ReturnType<typeof import("./board.js").createBoard>} parts.board
 * @param {import("./desk.js").Desk} parts.desk
 * @param {import("./moves.js").Moves} parts.moves
 */
export function createKeys({ app, board, desk, moves }) {
  const { size } = app.config;
  /** The chosen tile goes to the cursor; without one, something else is done. @param {() => void} other */
  const put = (other) => () => (desk.selected === null ? other() : void desk.put(desk.selected, board.cursor));

  /** @type {Record<string, () => void>} */
  const keys = {
    " ": put(turn),
    Enter: put(moves.play),
    Backspace: () => board.go(desk.backLast() ?? board.cursor),
    Escape: () => (desk.selected === null ? desk.backAll() : desk.select(null)),
    "#": desk.shuffle,
    2: moves.pass,
    3: moves.challenge,
    4: moves.exchange,
    "?": help,
  };

  async function help() {
    const { helpContent } = await import("../screens/help.js");
    sheet("How to play", helpContent(app)).dialog.classList.add("wide");
  }

  function turn() {
    board.turn();
    app.announce(board.down ? "Down." : "Across.");
  }

  /** @param {string} letter @param {boolean} blank */
  function lay(letter, blank) {
    const square = free(board.cursor, board.down, size, desk.covered);
    if (square === null) return app.announce(`No square is free from ${squareName(app.config, board.cursor)} on.`);
    void desk.type(letter, blank, square);
    // It lies there at once: the next letter may come before this one is judged.
    if (desk.covered(square)) board.go(after(square, board.down, size, desk.covered));
  }

  board.grid.addEventListener("keydown", (event) => {
    const { key } = event;
    // Some keyboards need Alt for a number sign.
    if (event.ctrlKey || event.metaKey || (event.altKey && key !== "#")) return;
    if (STEPS[key]) board.go(moved(board.cursor, ...STEPS[key], size));
    else if (/^[a-z]$/i.test(key)) lay(key.toUpperCase(), event.shiftKey);
    else if (!keys[key]) return;
    else if (!event.repeat || key === "Backspace") keys[key]();
    event.preventDefault();
  });

  // A press focuses the square before it is clicked: whether the cursor was there already is seen at the press.
  /** @type {Element | null} */
  let before = null;
  board.grid.addEventListener("pointerdown", () => (before = document.activeElement), true);
  board.grid.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-square]");
    if (!(button instanceof HTMLElement)) return;
    const square = Number(button.dataset.square);
    if (desk.selected !== null) void desk.put(desk.selected, square);
    else if (button.dataset.mine) desk.back(Number(button.dataset.mine));
    else if (before === button) turn();
    board.go(square, !document.querySelector("dialog[open]"));
  });
}
