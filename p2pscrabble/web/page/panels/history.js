// @ts-check
/** Every move of the game, as a table that follows its end. */

import { h, list, put, text } from "../dom.js";
import { follow } from "./following.js";
import { plain, signed } from "./wording.js";

/**
 * @typedef {import("../types.js").RoomState} RoomState
 * @typedef {import("../types.js").Step} Step
 */

/** What is told in a sentence, for it is about somebody else's play too. */
const TOLD = ["withdrawn", "upheld", "accepted", "left"];
const MARKS = { played: "", exchanged: "⇄", passed: "–", accepted: "✓", withdrawn: "✗", upheld: "✓", left: "→" };

/**
 * @param {import("../types.js").App} _app
 * @param {{onShow?: (squares: number[] | null) => void}} [options]
 *   onShow: the squares of the play that is pointed at or has the focus, null when none is any more
 */
export function createHistory(_app, { onShow } = {}) {
  const body = h("tbody");
  const head = h("tr", {}, ...["No.", "Player", "Move", "Points", "Total"].map((name) => h("th", { scope: "col" }, name)));
  const table = h("table", { "aria-label": "Moves" }, h("thead", {}, head), body);
  const empty = h("p", { class: "empty muted" }, "No move has been made yet.");
  const newest = h("button", { class: "button newest", type: "button" }, "↓ Newest move");
  const scroller = h("div", { class: "scroller" }, table, empty);
  const element = h("section", { class: "panel history", "aria-label": "Moves" }, h("h2", {}, "Moves"), scroller, newest);
  const end = follow(scroller, newest);
  let game = -1;
  /** @type {readonly Step[]} */
  let steps = [];

  /** @param {Event} event */
  const stepOf = (event) => {
    const row = /** @type {Element} */ (event.target).closest("tr[data-key]");
    return row ? steps[Number(/** @type {HTMLElement} */ (row).dataset.key)] : undefined;
  };
  if (onShow) {
    const show = (/** @type {Event} */ event) => onShow(stepOf(event)?.squares ?? null);
    const hide = () => onShow(null);
    body.addEventListener("pointerover", show);
    body.addEventListener("pointerleave", hide);
    body.addEventListener("focusin", (event) => {
      stop(/** @type {HTMLElement} */ (event.target));
      show(event);
    });
    body.addEventListener("focusout", hide);
    body.addEventListener("keydown", walk);
  }

  // One stop for Tab; the arrows walk from move to move.
  /** @param {KeyboardEvent} event */
  function walk(event) {
    const all = buttons();
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    all[Math.min(Math.max(to, 0), all.length - 1)].focus();
  }
  const buttons = () => Array.from(body.querySelectorAll("button"));
  /** @param {HTMLElement | undefined} chosen */
  function stop(chosen) {
    for (const button of buttons()) button.tabIndex = button === chosen ? 0 : -1;
  }

  /** @param {Step} step */
  function make(step) {
    const mark = MARKS[step.kind] && h("span", { class: "mark", "aria-hidden": "true" }, MARKS[step.kind]);
    const number = h("td", {}, String(step.number + 1));
    const points = h("td", { class: "worth" }, TOLD.includes(step.kind) && !step.points ? "" : signed(step.points));
    const total = h("td", {}, plain(step.total));
    if (TOLD.includes(step.kind)) return h("tr", { class: step.kind }, number, h("th", { scope: "row", colSpan: 2 }, mark, step.text), points, total);
    const move = onShow && step.squares.length ? h("button", { type: "button", class: "said", tabIndex: -1 }, step.move) : h("span", { class: "said" }, step.move);
    const worth = step.words.map((word) => `${word.text} ${word.points}`);
    if (step.bonus) worth.push(`all seven tiles ${signed(step.bonus)}`);
    return h(
      "tr",
      { class: step.kind },
      number,
      h("th", { scope: "row", title: step.name }, step.name),
      h("td", {}, mark, move, h("span", { class: "worths" }, worth.join(" · ")), h("span", { class: "taken" })),
      points,
      total,
    );
  }

  return {
    element,
    /**
     * @param {RoomState} state
     * @param {RoomState | null} _before
     */
    update(state, _before) {
      const grew = state.steps.length - (state.game === game ? steps.length : 0);
      if (state.game !== game) put(body);
      if (state.game === game && state.steps === steps) return;
      ({ game, steps } = state);
      list(body, steps, (step) => step.number, make, (row, step, index) => {
        row.classList.toggle("own", step.seat === state.seat);
        const taken = step.kind === "played" && steps[index + 1]?.kind === "withdrawn";
        row.classList.toggle("off", taken);
        const note = row.querySelector(".taken");
        if (note) text(note, taken ? "challenged and taken back" : "");
      });
      empty.hidden = steps.length > 0;
      table.hidden = !steps.length;
      if (!grew) return;
      if (!body.contains(document.activeElement)) stop(buttons().at(-1));
      end.added();
    },
  };
}
