// @ts-check
/** How far the dealing of the bag is, and who is waited for. It hides itself while nothing is dealt. */

import { h, text } from "../dom.js";

/** @typedef {import("../types.js").RoomState} RoomState */

/** A quick deal is not told step by step. */
const CALM = 4000;
const LONG = 1500;

/** @param {import("../types.js").App} app */
export function createDealing(app) {
  const words = h("p", { class: "what" });
  const bar = h("progress", { "aria-label": "Dealing" });
  const tiles = h("span", { class: "shuffling", "aria-hidden": "true" }, ...Array.from({ length: 7 }, () => h("i")));
  for (const [nth, tile] of [...tiles.children].entries()) /** @type {HTMLElement} */ (tile).style.setProperty("--nth", String(nth));
  const element = h("section", { class: "panel dealing", "aria-label": "Dealing the tiles", hidden: true }, h("h2", {}, "Dealing the tiles"), tiles, bar, words);
  let said = 0;
  let timer = 0;

  return {
    element,
    /**
     * @param {RoomState} state
     * @param {RoomState | null} before
     */
    update({ dealing }, before) {
      element.hidden = !dealing;
      clearTimeout(timer);
      if (!dealing) return;
      if (dealing.of > 0) {
        bar.max = dealing.of;
        bar.value = dealing.done;
      } else bar.removeAttribute("value");
      text(words, dealing.text);
      if (before?.dealing?.text === dealing.text) return;
      timer = window.setTimeout(() => {
        said = Date.now();
        app.announce(dealing.text);
      }, Math.max(LONG, said + CALM - Date.now()));
    },
  };
}
