// @ts-check
/** Through a game step by step: four buttons, a slider, the arrow keys, and by itself at a calm pace. */

import { attribute, h, svg, text } from "../dom.js";

const PACE = 1800;
const SHAPES = {
  First: "M5 4v12M16 4L8 10l8 6z",
  Previous: "M14 4l-8 6 8 6z",
  Next: "M6 4l8 6-8 6z",
  Last: "M15 4v12M4 4l8 6-8 6z",
  go: "M5 3l12 7-12 7z",
  stop: "M5 4h3v12H5zM12 4h3v12h-3z",
};

/** @param {string} d */
const icon = (d) => svg("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, svg("path", { d, class: "shape" }));

/**
 * @param {number} last
 * @param {(turn: number) => void} go
 * @param {(turn: number) => string} words what the slider says
 */
export function createControls(last, go, words) {
  let turn = 0;
  let timer = 0;
  /** @type {Record<string, () => number>} */
  const places = { First: () => 0, Previous: () => turn - 1, Next: () => turn + 1, Last: () => last };
  const buttons = Object.entries(places).map(([name, place]) =>
    h("button", { class: "button icon", type: "button", "aria-label": name, title: name, on: { click: () => by(place()) } }, icon(SHAPES[/** @type {"First"} */ (name)])),
  );
  const play = h("button", { class: "button icon main", type: "button", on: { click: () => (timer ? pause() : begin()) } });
  const slider = h("input", { type: "range", min: "0", max: String(last), "aria-label": "Step" });
  const count = h("span", { class: "count" });
  slider.addEventListener("input", () => by(Number(slider.value)));
  const element = h(
    "div",
    { class: "controls", role: "group", "aria-label": "Through the game" },
    h("div", { class: "sliding" }, slider, count),
    h("div", { class: "pressing" }, buttons[0], buttons[1], play, buttons[2], buttons[3]),
  );

  /** @param {number} wanted the player's own step ends what goes by itself */
  function by(wanted) {
    pause();
    move(wanted);
  }

  /** @param {number} wanted */
  function move(wanted) {
    const next = Math.max(0, Math.min(last, wanted));
    if (next !== turn) go(next);
  }

  function begin() {
    if (turn === last) move(0);
    timer = window.setInterval(() => {
      move(turn + 1);
      if (turn === last) pause();
    }, PACE);
    face();
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    face();
  }

  function face() {
    const name = timer ? "Pause" : "Play by itself";
    if (play.ariaLabel === name) return;
    play.ariaLabel = play.title = name;
    play.replaceChildren(icon(timer ? SHAPES.stop : SHAPES.go));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || target?.closest("input, textarea, select, dialog, [popover], [role=grid]")) return;
    /** @type {Record<string, () => number>} */
    const keys = { ArrowLeft: () => turn - 1, ArrowRight: () => turn + 1, ArrowUp: () => 0, ArrowDown: () => last, Home: () => 0, End: () => last };
    const place = keys[event.key];
    if (!place) return;
    event.preventDefault();
    by(place());
  }
  document.addEventListener("keydown", key);
  face();

  return {
    element,
    /** @param {number} now */
    update(now) {
      turn = now;
      slider.value = String(now);
      attribute(slider, "aria-valuetext", words(now));
      text(count, `${now} of ${last}`);
      // Not `disabled`: the focus would be lost on the way.
      buttons.forEach((button, index) => attribute(button, "aria-disabled", now === (index < 2 ? 0 : last) ? "true" : null));
    },
    destroy() {
      pause();
      document.removeEventListener("keydown", key);
    },
  };
}
