// @ts-check
/** The board by keyboard: the cursor goes by arrow keys, letters fall where it stands. Only while the board has the focus. */

import { sheet } from "../dialogs.js";
import { after, free, moved, squareName } from "./geometry.js";

/** @type {Record<string, [number, number]>} columns and rows */
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-99, 0],
  End: [99, 0],
  PageUp: [0, -99],
  PageDown: [0, 99],
};

/**
 * @param {object} parts
 * @param {import("../types.js").App} parts.app
 * @param {ReturnType<typeof import("./board.js").createBoard>} parts.board
 * @param {import("./desk.js").Desk} parts.desk
 * @param {import("./moves.js").Moves} parts.moves
 */
export function createKeys({ app, board, desk, moves }) {
  const { size } = app.config;

  /** @type {Record<string, () => void>} */
  const keys = {
    " ": () => (desk.selected === null ? turn() : void desk.put(desk.selected, board.cursor)),
    Enter: () => (desk.selected === null ? void moves.play() : void desk.put(desk.selected, board.cursor)),
    Backspace: back,
    Escape: () => (desk.selected === null ? desk.backAll() : desk.select(null)),
    "#": () => desk.shuffle(),
    2: () => void moves.pass(),
    3: () => void moves.challenge(),
    4: () => void moves.exchange(),
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

  function back() {
    const square = desk.backLast();
    if (square !== null) board.go(square);
  }

  /** @param {string} letter @param {boolean} blank */
  async function lay(letter, blank) {
    const square = free(board.cursor, board.down, size, desk.covered);
    if (square === null) return app.announce(`No square is free from ${squareName(app.config, board.cursor)} on.`);
    // The cursor goes on at once: the next letter may come before this one is judged.
    const laid = desk.type(letter, blank, square);
    if (desk.covered(square)) board.go(after(square, board.down, size, desk.covered));
    else if (await laid) board.go(after(square, board.down, size, desk.covered));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    // Some keyboards need Alt for a number sign.
    if (event.ctrlKey || event.metaKey || (event.altKey && event.key !== "#") || event.isComposing) return;
    const step = STEPS[event.key];
    if (step && event.shiftKey) return;
    if (step) board.go(moved(board.cursor, step[0], step[1], size));
    else if (/^[a-z]$/i.test(event.key)) void lay(event.key.toUpperCase(), event.shiftKey);
    else if (keys[event.key] && !(event.repeat && event.key === "Enter")) keys[event.key]();
    else if (event.key !== "Enter") return;
    event.preventDefault();
  }

  /** @param {MouseEvent} event */
  function click(event) {
    const square = /** @type {Element} */ (event.target).closest("[data-square]");
    if (!(square instanceof HTMLElement)) return;
    const number = Number(square.dataset.square);
    const here = number === board.cursor && document.activeElement === square;
    const mine = square.dataset.mine;
    if (desk.selected !== null) {
      void desk.put(desk.selected, number);
      board.go(number);
    } else if (mine !== undefined) {
      desk.back(Number(mine));
      board.go(number);
    } else if (here && pressed === number) turn();
    else board.go(number);
  }

  // A press focuses the square before it is clicked: whether the cursor was there already is seen at the press.
  let pressed = -1;
  board.grid.addEventListener("pointerdown", (event) => {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const square = /** @type {Element} */ (event.target).closest("[data-square]");
    pressed = active && active === square ? Number(active.dataset.square) : -1;
  });
  board.grid.addEventListener("keydown", key);
  board.grid.addEventListener("click", click);
}
