// @ts-check
/** Through a game step by step: four buttons, a slider, and the arrow keys. */

import { attribute, button, h, svg, text } from "../dom.js";

/** @param {string} d */
const icon = (d) => svg("svg", { viewBox: "0 0 20 20", width: 20, "aria-hidden": "true" }, svg("path", { d }));

/**
 * @param {number} last
 * @param {(turn: number) => void} go
 * @param {(turn: number) => string} words what the slider says
 */
export function createControls(last, go, words) {
  let turn = 0;

  /** @param {string} name @param {string} shape @param {() => number} place */
  const step = (name, shape, place) =>
    button(icon(shape), () => move(place()), "icon", { "aria-label": name, title: name });
  const back = [step("First", "M5 4v12M16 4L8 10l8 6z", () => 0), step("Previous", "M14 4l-8 6 8 6z", () => turn - 1)];
  const on = [step("Next", "M6 4l8 6-8 6z", () => turn + 1), step("Last", "M15 4v12M4 4l8 6-8 6z", () => last)];
  const slider = h("input", {
    type: "range",
    max: last,
    "aria-label": "Step",
    on: { input: () => move(Number(slider.value)) },
  });
  const count = h("span.muted");
  const element = h(
    "div.controls",
    { role: "group", "aria-label": "Through the game" },
    h("div.row", slider, count),
    h("div", ...back, ...on),
  );

  /** @param {number} wanted */
  function move(wanted) {
    const next = Math.max(0, Math.min(last, wanted));
    if (next !== turn) go(next);
  }

  document.addEventListener("keydown", (event) => {
    const at = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (at.closest("input, dialog, [popover], [role=grid]")) return;
    const place = { ArrowLeft: turn - 1, ArrowRight: turn + 1, ArrowUp: 0, ArrowDown: last }[event.key];
    if (place === undefined) return;
    event.preventDefault();
    move(place);
  });

  return {
    element,
    /** @param {number} now */
    update(now) {
      turn = now;
      slider.value = String(now);
      attribute(slider, "aria-valuetext", words(now));
      text(count, `${now} of ${last}`);
      // Not `disabled`: the focus would be lost on the way.
      for (const each of back) attribute(each, "aria-disabled", now === 0);
      for (const each of on) attribute(each, "aria-disabled", now === last);
    },
  };
}
