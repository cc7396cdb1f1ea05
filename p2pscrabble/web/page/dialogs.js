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
  const close = h("button", { class: "button bare icon close", type: "button", "aria-label": "Close" }, "✕");
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": id },
    h("div", { class: "sheet-top" }, h("h2", { id }, title), close),
  );
  dialog.append(.../** @type {(Node | string)[]} */ (content.filter(Boolean)));
  const back = document.activeElement;
  /** @type {(value: string) => void} */
  let tell = () => {};
  const closed = new Promise((/** @type {(value: string) => void} */ resolve) => (tell = resolve));
  close.addEventListener("click", () => dialog.close(""));
  // A press that began inside, as when a text is marked, and ends outside must not close it.
  let outside = false;
  dialog.addEventListener("pointerdown", (event) => (outside = event.target === dialog && beside(dialog, event)));
  dialog.addEventListener("click", (event) => {
    if (outside && event.target === dialog && beside(dialog, event)) dialog.close("");
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (back instanceof HTMLElement && back.isConnected) back.focus();
    tell(dialog.returnValue);
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, close: (value = "") => dialog.close(value), closed };
}

/**
 * Asks a question. True only where the player said yes.
 * @param {{title: string, text?: string, yes: string, no?: string, danger?: boolean}} question
 * @returns {Promise<boolean>}
 */
export async function ask({ title, text = "", yes, no = "Cancel", danger = false }) {
  const agree = h("button", { class: danger ? "button danger" : "button main", type: "button" }, yes);
  const refuse = h("button", { class: "button", type: "button" }, no);
  const { dialog, close, closed } = sheet(title, text && h("p", {}, text), h("div", { class: "answers" }, refuse, agree));
  dialog.classList.add("question");
  if (text) {
    const words = dialog.querySelector("p");
    if (words) words.id = `${dialog.getAttribute("aria-labelledby")}-text`;
    dialog.setAttribute("aria-describedby", words?.id ?? "");
  }
  agree.addEventListener("click", () => close("yes"));
  refuse.addEventListener("click", () => close("no"));
  (danger ? refuse : agree).focus();
  return (await closed) === "yes";
}

/** @param {HTMLElement} element @param {MouseEvent} event */
function beside(element, event) {
  const box = element.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

