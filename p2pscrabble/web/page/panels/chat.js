// @ts-check
/** What the players say to each other, and the line that you are typing. Text is only ever text. */

import { attribute, h, list, text } from "../dom.js";
import { follow } from "./following.js";

/** How long a pause in typing is, before the line is kept; and how long after a key one is still typing (ms). */
const PAUSE = 400;
const TYPING = 3000;

/**
 * The element tells of a change of `unread` by the event "unread", which bubbles.
 * @param {import("../types.js").App} app
 * @returns {import("../types.js").Panel & {readonly unread: number, focus: () => void}}
 *   unread: lines by others that have come since the log was last in view
 */
export function createChat(app) {
  const lines = h("ol");
  const empty = h("p", { class: "muted" }, "Nothing has been said yet.");
  // Each line is announced with all other news, also while this panel is closed; the log would say it twice.
  const log = h("div", { class: "scroller", role: "log", tabIndex: 0, "aria-label": "Chat", "aria-live": "off" }, lines, empty);
  const newest = h("button", { class: "button newest", type: "button" }, "↓ Newest line");
  const problem = h("p", { class: "problem", id: "chat-problem", role: "alert" });
  const box = h("textarea", { rows: 1, maxLength: app.config.maxChat, placeholder: "Message", enterKeyHint: "send", "aria-label": "Message", "aria-describedby": problem.id });
  const button = h("button", { class: "button", type: "submit" }, "Send");
  const form = h("form", {}, box, button);
  const element = h("section", { class: "panel chat", "aria-label": "Chat" }, h("h2", {}, "Chat"), log, newest, form, problem);
  const end = follow(log, newest);

  let unread = 0;
  let inView = false;
  let typed = 0;
  let timer = 0;
  let sending = false;
  /** The line as the program has it. */
  let kept = "";

  const seen = () => inView && !document.hidden;
  /** @param {number} many */
  function setUnread(many) {
    if (many !== unread) element.dispatchEvent(new CustomEvent("unread", { bubbles: true, detail: (unread = many) }));
  }
  const look = () => seen() && setUnread(0);
  new IntersectionObserver((entries) => {
    inView = entries[entries.length - 1].isIntersecting;
    look();
  }).observe(log);
  document.addEventListener("visibilitychange", look);

  function keep() {
    clearTimeout(timer);
    if (box.value === kept || sending) return;
    kept = box.value;
    app.send({ do: "draft", tab: app.tab, chat: kept });
  }
  const ready = () => attribute(button, "aria-disabled", sending || !box.value.trim());

  async function say() {
    const words = box.value.replace(/\s+/g, " ").trim();
    if (!words || sending) return;
    box.readOnly = sending = true;
    text(problem, "");
    ready();
    const answer = await app.send({ do: "say", tab: app.tab, text: words });
    box.readOnly = sending = false;
    if (answer.ok) {
      box.value = "";
      end.toEnd();
    } else text(problem, `${answer.error} Your message is still in the box.`);
    keep();
    ready();
  }

  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    say();
  };
  form.addEventListener("submit", submit);
  box.addEventListener("keydown", (event) => event.key === "Enter" && !event.isComposing && submit(event));
  box.addEventListener("input", () => {
    typed = Date.now();
    text(problem, "");
    ready();
    clearTimeout(timer);
    timer = window.setTimeout(keep, PAUSE);
  });
  box.addEventListener("blur", keep);
  addEventListener("pagehide", keep);
  ready();

  return {
    element,
    get unread() {
      return unread;
    },
    focus: () => box.focus(),
    update({ chat, draft }, before) {
      // The line as another tab has it, or this one before a reload; what is being typed here is not disturbed.
      const told = !before || (draft.by !== app.tab && draft.chat !== before.draft.chat);
      const typing = document.activeElement === box && Date.now() - typed < TYPING;
      if (told && !sending) kept = draft.chat;
      if (told && !sending && !typing && box.value !== kept) {
        clearTimeout(timer);
        box.value = kept;
        ready();
      }
      if (before?.chat === chat) return;
      list(lines, chat, (_line, index) => index, () => h("li", {}, h("b"), h("span")), (item, { name, you, text: words }, index) => {
        const previous = chat[index - 1];
        item.className = `${you ? "mine" : ""}${previous?.name === name && previous.you === you ? " goes-on" : ""}`;
        text(item.children[0], you ? "You" : name);
        text(item.children[1], words);
      });
      empty.hidden = chat.length > 0;
      const fresh = chat.slice(before?.chat.length ?? 0);
      if (!fresh.length) return;
      end.added();
      if (before && !seen()) setUnread(unread + fresh.filter(({ you }) => !you).length);
    },
  };
}
