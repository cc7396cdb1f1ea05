// @ts-check
/** Every move of the game, as a table that follows its end. */

import { h, list, put, text } from "../dom.js";
import { follow } from "./following.js";
import { plain, signed } from "./wording.js";

/** @typedef {import("../types.js").Step} Step */

/** @type {Partial<Record<Step["kind"], string>>} */
const MARKS = { exchanged: "⇄", accepted: "✓", withdrawn: "✗", upheld: "✓", left: "→" };
/** What is told in a sentence, for it is about somebody else's play too. */
const TOLD = ["withdrawn", "upheld", "accepted", "left"];

/**
 * @param {import("../types.js").App} _app
 * @param {{onShow: (squares: number[] | null) => void}} options
 *   onShow: the squares of the play that is pointed at or has the focus, null when none is any more
 * @returns {import("../types.js").Panel}
 */
export function createHistory(_app, { onShow }) {
  const body = h("tbody");
  const head = h("tr", ...["No.", "Player", "Move", "Points", "Total"].map((name) => h("th", { scope: "col" }, name)));
  const table = h("table", { "aria-label": "Moves" }, h("thead", head), body);
  const empty = h("p.muted", "No move has been made yet.");
  const scroller = h("div.scroller", table, empty);
  const end = follow(scroller, "Newest move");
  const element = h("section.card.panel.history", { "aria-label": "Moves" }, h("h2", "Moves"), scroller, end.newest);
  let game = -1;
  /** @type {readonly Step[]} */
  let steps = [];

  const buttons = () => Array.from(body.querySelectorAll("button"));
  /** One button is a stop for Tab. @param {EventTarget | null | undefined} chosen */
  const stop = (chosen) => buttons().forEach((button) => (button.tabIndex = button === chosen ? 0 : -1));
  /** @param {Event} event */
  function show({ type, target }) {
    if (type === "focusin") stop(target);
    const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("tr"));
    onShow(steps[Number(row?.dataset.key)]?.squares ?? null);
  }
  for (const type of ["pointerover", "focusin"]) body.addEventListener(type, show);
  for (const type of ["pointerleave", "focusout"]) body.addEventListener(type, () => onShow(null));
  // The arrows walk from play to play.
  body.addEventListener("keydown", (event) => {
    const all = buttons();
    const at = all.findIndex((button) => button === event.target);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    all[to]?.focus();
  });

  /** @param {Step} step */
  function make({ number, kind, name, move, squares, words, points, total, bonus, text: sentence }) {
    const told = TOLD.includes(kind);
    const mark = MARKS[kind] && h("span.omen", { "aria-hidden": "true" }, MARKS[kind]);
    const worths = words.map((word) => `${word.text}\u00a0${word.points}`);
    if (bonus) worths.push(`all seven tiles ${signed(bonus)}`);
    const said = squares.length ? h("button.said", { type: "button", tabIndex: -1 }, move) : h("span.said", move);
    const what = told
      ? [h("th", { scope: "row", colSpan: 2 }, mark, sentence)]
      : [
          h("th.nick", { scope: "row", title: name }, name),
          h("td", mark, said, h("span.worths", worths.join(" · ")), h("span.taken")),
        ];
    const worth = h("td.worth", told && !points ? "" : signed(points));
    return h("tr", { class: kind }, h("td", String(number + 1)), ...what, worth, h("td", plain(total)));
  }

  return {
    element,
    update(state) {
      if (state.game === game && state.steps === steps) return;
      if (state.game !== game) put(body);
      const grew = state.steps.length > body.children.length;
      ({ game, steps } = state);
      list(
        body,
        steps,
        (step) => step.number,
        make,
        (row, step, index) => {
          const off = step.kind === "played" && steps[index + 1]?.kind === "withdrawn";
          row.classList.toggle("own", step.seat === state.seat);
          row.classList.toggle("off", off);
          const taken = row.querySelector(".taken");
          if (taken) text(taken, off ? "challenged and taken back" : "");
        },
      );
      empty.hidden = steps.length > 0;
      table.hidden = !steps.length;
      if (!grew) return;
      if (!body.contains(document.activeElement)) stop(buttons().at(-1));
      end.added();
    },
  };
}
