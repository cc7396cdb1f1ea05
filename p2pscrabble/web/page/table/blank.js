// @ts-check
/** Which letter a blank stands for. */

import { sheet } from "../dialogs.js";
import { button, h } from "../dom.js";
import { steps } from "./keys.js";

/**
 * Asks for the letter of a blank. Null where the player would rather not say.
 * @param {string} square its name
 * @returns {Promise<string | null>} a small letter
 */
export async function askLetter(square) {
  const keys = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => button(letter, () => close(letter)));
  const letters = h("div.letters", { role: "group", "aria-label": "Letters" }, ...keys);
  const { dialog, close, closed } = sheet(`The blank on ${square} stands for…`, letters);
  dialog.addEventListener("keydown", (event) => {
    if (steps(event, keys)) return;
    if (/^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey) close(event.key);
  });
  keys[0].focus();
  return (await closed).toLowerCase() || null;
}
