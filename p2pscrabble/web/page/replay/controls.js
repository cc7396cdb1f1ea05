// @ts-check
/** Through a game step by step: four buttons, a slider, the arrow keys, and by itself at a calm pace. */

import { attribute, button, h, svg, text } from "../dom.js";

const PACE = 1800;

/** @param {string} d */
const icon = (d) => svg("svg", { viewBox: "0 0 20 20", width: 20, "aria-hidden": "true" }, svg("path", { d }));

/**
 * @param {number} last
 * @param {(turn: number) => void} go
 * @param {(turn: number) => string} words what the slider says
 */
export function createControls(last, go, words) {
  let turn = 0;
  let timer = 0;

  /** @param {string} name @param {string} shape @param {() => number} place */
  const step = (name, shape, place) =>
    button(icon(shape), () => by(place()), "icon", { "aria-label": name, title: name });
  const back = [step("First", "M5 4v12M16 4L8 10l8 6z", () => 0), step("Previous", "M14 4l-8 6 8 6z", () => turn - 1)];
  const on = [step("Next", "M6 4l8 6-8 6z", () => turn + 1), step("Last", "M15 4v12M4 4l8 6-8 6z", () => last)];
  const play = button("", () => (timer ? pause() : begin()), "icon main");
  const slider = h("input", {
    type: "range",
    max: last,
    "aria-label": "Step",
    on: { input: () => by(Number(slider.value)) },
  });
  const count = h("span.muted");
  const element = h(
    "div.controls",
    { role: "group", "aria-label": "Through the game" },
    h("div.row", slider, count),
    h("div", ...back, play, ...on),
  );

  /** @param {number} wanted */
  function move(wanted) {
    const next = Math.max(0, Math.min(last, wanted));
    if (next !== turn) go(next);
  }

  /** The player's own step ends what goes by itself. @param {number} wanted */
  function by(wanted) {
    pause();
    move(wanted);
  }

  function begin() {
    if (turn === last) move(0);
    timer = window.setInterval(() => {
      move(turn + 1);
      if (turn === last) pause();
    }, PACE);
    face("Pause", "M6 4v12M14 4v12");
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    face("Play by itself", "M5 3l12 7-12 7z");
  }

  /** @param {string} name @param {string} shape */
  function face(name, shape) {
    play.ariaLabel = play.title = name;
    play.replaceChildren(icon(shape));
  }
  pause();

  document.addEventListener("keydown", (event) => {
    const at = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (at.closest("input, dialog, [popover], [role=grid]")) return;
    const place = { ArrowLeft: turn - 1, ArrowRight: turn + 1, ArrowUp: 0, ArrowDown: last, Home: 0, End: last }[
      event.key
    ];
    if (place === undefined) return;
    event.preventDefault();
    by(place);
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
