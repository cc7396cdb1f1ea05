// @ts-check
/** Copying to the clipboard, and sharing, also in browsers that don't let a page do it the new way. */

import { h } from "../dom.js";

/** @param {string} words @returns {Promise<boolean>} whether they are on the clipboard now */
export async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    const box = h("textarea", { value: words, class: "unseen" });
    const before = document.activeElement;
    document.body.append(box);
    box.select();
    const copied = document.execCommand("copy");
    box.remove();
    if (before instanceof HTMLElement) before.focus();
    return copied;
  }
}

/**
 * A button that copies something; where the browser refuses, the text is selected for the player's own Ctrl+C.
 * @param {import("../types.js").App} app
 * @param {string} label
 * @param {() => string} words
 * @param {string} said what the player is told afterwards
 * @param {Element} shown where the text stands on the page
 */
export function createCopy(app, label, words, said, shown) {
  const button = h("button.button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    if (await copy(words())) {
      app.toast(said, "good");
      button.classList.add("done");
      setTimeout(() => button.classList.remove("done"), 2000);
    } else {
      getSelection()?.selectAllChildren(shown);
      app.toast("The browser doesn’t let the page copy. The text is selected: press Ctrl+C, or hold it with the finger.", "bad");
    }
  });
  return button;
}

/**
 * A button that hands a link to other programs of a phone; null where the browser has no such thing. The link goes as
 * text: browsers share no address that begins with ws.
 * @param {() => string} link
 */
export function createShare(link) {
  if (!("share" in navigator)) return null;
  const share = () => navigator.share({ title: "Scrabble", text: `Play Scrabble with me: ${link()}` }).catch(() => undefined);
  return h("button.button", { type: "button", on: { click: share } }, "Share…");
}
