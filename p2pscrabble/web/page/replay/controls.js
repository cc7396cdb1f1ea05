// @ts-check
/** Through a game step by step: four buttons, a slider, the arrow keys, and by itself at a calm pace. */

import { attribute, h, svg, text } from "../dom.js";

const PACE = 1800;

/** @param {string} d */
const icon = (d) => svg("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, svg("path", { d }));

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
    h("button.button.icon", { type: "button", "aria-label": name, title: name, on: { click: () => by(place()) } }, icon(shape));
  const back = [step("First", "M5 4v12M16 4L8 10l8 6z", () => 0), step("Previous", "M14 4l-8 6 8 6z", () => turn - 1)];
  const on = [step("Next", "M6 4l8 6-8 6z", () => turn + 1), step("Last", "M15 4v12M4 4l8 6-8 6z", () => last)];
  const play = h("button.button.icon.main", { type: "button", on: { click: () => (timer ? pause() : begin()) } });
  const slider = h("input", { type: "range", min: "0", max: String(last), "aria-label": "Step", on: { input: () => by(Number(slider.value)) } });
  const count = h("span.muted");
  const element = h(
    "div.controls",
    { role: "group", "aria-label": "Through the game" },
    h("div", slider, count),
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
    play.replaceChildren(icon(timer ? "M6 4v12M14 4v12" : "M5 3l12 7-12 7z"));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (target?.closest("input, textarea, dialog, [popover], [role=grid]")) return;
    /** @type {Record<string, number>} */
    const places = { ArrowLeft: turn - 1, ArrowRight: turn + 1, ArrowUp: 0, ArrowDown: last, Home: 0, End: last };
    if (!(event.key in places)) return;
    event.preventDefault();
    by(places[event.key]);
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
      for (const button of back) attribute(button, "aria-disabled", now === 0 ? "true" : null);
      for (const button of on) attribute(button, "aria-disabled", now === last ? "true" : null);
    },
    destroy() {
      pause();
      document.removeEventListener("keydown", key);
    },
  };
}
