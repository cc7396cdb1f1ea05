// @ts-check
/** Dialogs: each has a heading as its name, closes by Esc and by a click beside it, and gives the focus back. */

import { button, freshId, h } from "./dom.js";

/**
 * A dialog that shows something; it opens at once and is gone when it is closed.
 * @param {string} title
 * @param {...(Node | string | null | false)} content
 * @returns {{dialog: HTMLDialogElement, close: (value?: string) => void, closed: Promise<string>}} `closed` tells the value
 *   that it was closed with, "" where the player closed it
 */
export function sheet(title, ...content) {
  const id = freshId();
  const close = (value = "") => dialog.close(value);
  const cross = button("✕", () => close(), "bare icon close", { "aria-label": "Close" });
  const dialog = h(
    "dialog",
    { "aria-labelledby": id },
    h("div.row.sheet-top", h("h2.grow", { id }, title), cross),
    ...content,
  );
  const back = document.activeElement;
  // A press that began inside, as when a text is marked, and ends outside must not close it.
  let outside = false;
  dialog.addEventListener("pointerdown", (event) => (outside = beside(dialog, event)));
  dialog.addEventListener("click", (event) => outside && beside(dialog, event) && close());
  /** @type {Promise<string>} */
  const closed = new Promise((tell) =>
    dialog.addEventListener("close", () => {
      document.body.append(...dialog.querySelectorAll("[data-outlives]"));
      dialog.remove();
      if (back instanceof HTMLElement) back.focus();
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
  const words = h("p", { id: freshId(), hidden: !text }, text);
  const refuse = button(no, () => close());
  const agree = button(yes, () => close("yes"), danger ? "danger" : "main");
  const { dialog, close, closed } = sheet(title, words, h("div.row.answers", refuse, agree));
  dialog.classList.add("question");
  dialog.setAttribute("aria-describedby", words.id);
  (danger ? refuse : agree).focus();
  return (await closed) === "yes";
}

/** Whether a press was on what is behind a dialog. @param {HTMLElement} element @param {MouseEvent} event */
function beside(element, { target, clientX: x, clientY: y }) {
  const box = element.getBoundingClientRect();
  return target === element && (x < box.left || x > box.right || y < box.top || y > box.bottom);
}
