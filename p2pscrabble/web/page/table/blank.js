// @ts-check
/** Which letter a blank stands for. */

import { sheet } from "../dialogs.js";
import { h } from "../dom.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Asks for the letter of a blank. Null where the player would rather not say.
 * @param {string} square its name
 * @returns {Promise<string | null>} a small letter
 */
export async function askLetter(square) {
  const keys = [...ALPHABET].map((letter) =>
    h("button", { class: "button letter", type: "button", on: { click: () => close(letter.toLowerCase()) } }, letter),
  );
  const letters = h("div", { class: "letters", role: "group", "aria-label": "Letters" }, ...keys);
  const { dialog, close, closed } = sheet(`The blank on ${square} stands for…`, letters);
  dialog.classList.add("choosing");
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const here = keys.findIndex((key) => key === document.activeElement);
    const row = keys.filter((key) => key.offsetTop === keys[0].offsetTop).length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row }[event.key];
    if (step !== undefined) keys[Math.max(0, Math.min(keys.length - 1, here + step))].focus();
    else if (/^[a-z]$/i.test(event.key)) close(event.key.toLowerCase());
    else return;
    event.preventDefault();
  });
  keys[0].focus();
  return (await closed) || null;
}
