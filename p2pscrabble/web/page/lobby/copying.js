// @ts-check
/** Copying to the clipboard. */

import { button, h } from "../dom.js";
import { grouped } from "../panels/wording.js";

/**
 * A button that copies something; where the browser refuses, the text is selected for the player's own Ctrl+C.
 * @param {import("../types.js").App} app
 * @param {string} label
 * @param {() => string} words
 * @param {string} said what the player is told afterwards
 * @param {Element} shown where the text stands on the page
 */
export function createCopy(app, label, words, said, shown) {
  return button(label, async () => {
    try {
      await navigator.clipboard.writeText(words());
      app.toast(said, "good");
    } catch {
      getSelection()?.selectAllChildren(shown);
      app.toast("The browser doesn’t let the page copy. Press Ctrl+C, or hold the marked text.", "bad");
    }
  });
}

/** Digits in groups that stay together where the line breaks. @param {string} digits */
export const inGroups = (digits) => grouped(digits).flatMap((group) => [h("span", group), " "]);
