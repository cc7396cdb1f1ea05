// @ts-check
/** How far the dealing of the bag is, and who is waited for. It hides itself while nothing is dealt. */

import { h, ornament, text } from "../dom.js";

/** A quick deal is not told step by step, and a slow one calmly (ms). */
const LONG = 1500;
const CALM = 4000;

/** @param {import("../types.js").App} app @returns {import("../types.js").Panel} */
export function createDealing(app) {
  const title = "Dealing the tiles";
  const words = h("p");
  const bar = h("progress", { "aria-label": title });
  const tiles = ornament(" ".repeat(7));
  const element = h("section.card.panel.dealing", { "aria-label": title }, h("h2", title), tiles, bar, words);
  let said = 0;
  let timer = 0;

  return {
    element,
    update({ dealing }, before) {
      element.hidden = !dealing;
      if (before?.dealing === dealing) return;
      clearTimeout(timer);
      if (!dealing) return;
      Object.assign(bar, { max: dealing.of, value: dealing.done });
      text(words, dealing.text);
      const tell = () => {
        said = Date.now();
        app.announce(dealing.text);
      };
      timer = window.setTimeout(tell, Math.max(LONG, said + CALM - Date.now()));
    },
  };
}
