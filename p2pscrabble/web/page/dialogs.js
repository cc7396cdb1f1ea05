// @ts-check
/** Dialogs: each has a heading as its name, closes by Esc and by a click beside it, and gives the focus back. */

import { h } from "./dom.js";

let count = 0;

/**
 * A dialog that shows something; it opens at once and is gone when it is closed.
 * @param {string} title
 * @param {...(Node | string | null | false)} content
 * @returns {{dialog: HTMLDialogElement, close: (value?: string) => void, closed: Promise<string>}} `closed` tells the value
 *   that it was closed with, "" where the player closed it
 */
export function sheet(title, ...content) {
  const id = `dialog-${++count}`;
  const cross = h("button.button.bare.icon.close", { type: "button", "aria-label": "Close" }, "✕");
  const top = h("div.sheet-top", h("h2", { id }, title), cross);
  const dialog = h("dialog.sheet", { "aria-labelledby": id }, top, ...content);
  const back = document.activeElement;
  const close = (value = "") => dialog.close(value);
  cross.addEventListener("click", () => close());
  // A press that began inside, as when a text is marked, and ends outside must not close it.
  let outside = false;
  dialog.addEventListener("pointerdown", (event) => (outside = beside(dialog, event)));
  dialog.addEventListener("click", (event) => outside && beside(dialog, event) && close());
  const closed = new Promise((/** @type {(value: string) => void} */ tell) =>
    dialog.addEventListener("close", () => {
      document.body.append(...dialog.querySelectorAll("[data-outlives]"));
      dialog.remove();
      if (back instanceof HTMLElement && back.isConnected) back.focus();
      tell(dialog.returnValue);
    }),
  );
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, close, closed };
}

/**
 * Asks a question. True only where the player said yes.
 * @param {{title: string, text?: string, yes: string, no?: string, danger?: boolean}} question
 * @returns {Promise<boolean>}
 */
export async function ask({ title, text = "", yes, no = "Cancel", danger = false }) {
  const words = h("p", { id: `ask-${count}`, hidden: !text }, text);
  const answer = (/** @type {string} */ name, /** @type {string} */ looks, /** @type {string} */ value) =>
    h("button", { class: `button ${looks}`, type: "button", on: { click: () => close(value) } }, name);
  const [refuse, agree] = [answer(no, "", "no"), answer(yes, danger ? "danger" : "main", "yes")];
  const { dialog, close, closed } = sheet(title, words, h("div.answers", refuse, agree));
  dialog.classList.add("question");
  if (text) dialog.setAttribute("aria-describedby", words.id);
  (danger ? refuse : agree).focus();
  return (await closed) === "yes";
}

/** Whether a press was on what is behind a dialog. @param {HTMLElement} element @param {MouseEvent} event */
function beside(element, event) {
  const box = element.getBoundingClientRect();
  const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  return event.target === element && !inside;
}
