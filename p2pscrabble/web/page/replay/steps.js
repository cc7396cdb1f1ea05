// @ts-check
/** Every step of a game, in the table of moves that a game itself has; a press goes there. */

import { attribute } from "../dom.js";
import { createHistory } from "../panels/history.js";

/**
 * @param {import("../types.js").App} app
 * @param {import("../types.js").Replay} replay
 * @param {(turn: number) => void} go
 */
export function createSteps(app, { frames, names }, go) {
  const { element, update } = createHistory(app, { onShow() {} });
  const steps = frames.flatMap(({ step }) => (step ? { ...step, name: names[step.seat] } : []));
  update(/** @type {any} */ ({ game: 1, steps, seat: null }), null);
  const scroller = /** @type {HTMLElement} */ (element.querySelector(".scroller"));
  const rows = /** @type {HTMLElement[]} */ ([...element.querySelectorAll("tbody tr")]);
  rows.forEach((row, index) => row.addEventListener("click", () => go(index + 1)));
  let shown = 0;

  /** @param {number} turn */
  function show(turn) {
    shown = turn;
    rows.forEach((row, index) => attribute(row, "aria-current", index + 1 === turn && "step"));
    // Only the list scrolls, never the page.
    scroller.scrollTop = (rows[turn - 1]?.offsetTop ?? 0) - scroller.clientHeight / 2;
  }
  new ResizeObserver(() => show(shown)).observe(scroller);
  return { element, update: show };
}
