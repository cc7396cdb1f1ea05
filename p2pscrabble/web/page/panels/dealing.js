// @ts-check
/** How far the dealing of the bag is, and who is waited for. It hides itself while nothing is dealt. */

import { h, text } from "../dom.js";

/** A quick deal is not told step by step, and a slow one calmly (ms). */
const LONG = 1500;
const CALM = 4000;

/** @param {import("../types.js").App} app @returns {import("../types.js").Panel} */
export function createDealing(app) {
  const words = h("p");
  const bar = h("progress", { "aria-label": "Dealing the tiles" });
  const tiles = Array.from({ length: 7 }, (_none, nth) => {
    const tile = h("i");
    tile.style.setProperty("--nth", String(nth));
    return tile;
  });
  const shuffling = h("span", { class: "shuffling", "aria-hidden": "true" }, ...tiles);
  const element = h("section", { class: "panel dealing", "aria-label": "Dealing the tiles", hidden: true }, h("h2", {}, "Dealing the tiles"), shuffling, bar, words);
  let said = 0;
  let timer = 0;

  return {
    element,
    update({ dealing }, before) {
      element.hidden = !dealing;
      if (dealing && dealing.text === before?.dealing?.text && dealing.done === before.dealing.done) return;
      clearTimeout(timer);
      if (!dealing) return;
      if (dealing.of > 0) Object.assign(bar, { max: dealing.of, value: dealing.done });
      else bar.removeAttribute("value");
      text(words, dealing.text);
      timer = window.setTimeout(() => {
        said = Date.now();
        app.announce(dealing.text);
      }, Math.max(LONG, said + CALM - Date.now()));
    },
  };
}
