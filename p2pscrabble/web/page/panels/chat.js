// @ts-check
/** What the players say to each other, and the line that you are typing. Text is only ever text. */

import { attribute, h, list, text } from "../dom.js";
import { follow } from "./following.js";

/** @typedef {import("../types.js").RoomState} RoomState */

const PAUSE = 400;
const TYPING = 3000;

/**
 * The element tells of a change of `unread` by the event "unread", which bubbles.
 * @param {import("../types.js").App} app
 */
export function createChat(app) {
  const lines = h("ol");
  const empty = h("p", { class: "empty muted" }, "Nothing has been said yet.");
  // Each new line is announced with all other news, also while this panel is closed; the log would say it twice.
  const log = h("div", { class: "scroller", role: "log", tabIndex: 0, "aria-label": "Chat", "aria-live": "off" }, lines, empty);
  const newest = h("button", { class: "button newest", type: "button" }, "↓ Newest line");
  const box = h("textarea", {
    rows: 1, maxLength: app.config.maxChat, "aria-label": "Message", placeholder: "Message", enterKeyHint: "send", autocomplete: "off", "aria-describedby": "chat-problem",
  });
  const button = h("button", { class: "button", type: "submit" }, "Send");
  const problem = h("p", { class: "problem", id: "chat-problem", role: "alert" });
  const form = h("form", {}, box, button);
  const element = h("section", { class: "panel chat", "aria-label": "Chat" }, h("h2", {}, "Chat"), log, newest, form, problem);
  const end = follow(log, newest);

  let unread = 0;
  let seen = false;
  let count = 0;
  /** The line as this page and the program last agreed on it. */
  let kept = "";
  let typed = 0;
  let timer = 0;
  let sending = false;

  /** @param {number} many */
  function setUnread(many) {
    if (many === unread) return;
    unread = many;
    element.dispatchEvent(new CustomEvent("unread", { bubbles: true, detail: many }));
  }
  const read = () => seen && !document.hidden && setUnread(0);
  new IntersectionObserver((entries) => {
    seen = entries.some((entry) => entry.isIntersecting);
    read();
  }).observe(log);
  document.addEventListener("visibilitychange", read);

  function keep() {
    clearTimeout(timer);
    if (box.value === kept) return;
    kept = box.value;
    app.send({ do: "draft", tab: app.tab, chat: kept });
  }
  const ready = () => attribute(button, "aria-disabled", sending || !box.value.trim());

  async function say() {
    const words = box.value.replace(/\s+/g, " ").trim();
    if (!words || sending) return;
    clearTimeout(timer);
    sending = true;
    box.readOnly = true;
    text(problem, "");
    ready();
    const answer = await app.send({ do: "say", tab: app.tab, text: words });
    sending = false;
    box.readOnly = false;
    if (answer.ok) {
      box.value = "";
      keep();
      end.toEnd();
    } else text(problem, `${answer.error} Your message is still here.`);
    ready();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    say();
  });
  box.addEventListener("input", () => {
    typed = Date.now();
    text(problem, "");
    ready();
    clearTimeout(timer);
    timer = window.setTimeout(keep, PAUSE);
  });
  box.addEventListener("blur", keep);
  addEventListener("pagehide", keep);

  /**
   * The line as another tab, or this one before a reload, has left it. What is being typed here is not disturbed.
   * @param {RoomState} state
   * @param {RoomState | null} before
   */
  function fill({ draft }, before) {
    if (before && (draft.by === app.tab || draft.chat === before.draft.chat)) return;
    if (draft.chat === box.value || sending) return;
    if (document.activeElement === box && Date.now() - typed < TYPING) return;
    clearTimeout(timer);
    kept = box.value = draft.chat;
    ready();
  }

  ready();
  return {
    element,
    /** Lines by others that have come since the log was last in view. */
    get unread() {
      return unread;
    },
    focus: () => box.focus(),
    /**
     * @param {RoomState} state
     * @param {RoomState | null} before
     */
    update(state, before) {
      fill(state, before);
      const { chat } = state;
      if (before && before.chat === chat) return;
      const fresh = chat.slice(count);
      list(lines, chat, (_line, index) => index, () => h("li", {}, h("b"), h("span")), (item, line, index) => {
        const previous = chat[index - 1];
        item.className = line.you ? "mine" : "";
        item.classList.toggle("goes-on", previous?.name === line.name && previous.you === line.you);
        text(/** @type {Element} */ (item.firstElementChild), line.you ? "You" : line.name);
        text(/** @type {Element} */ (item.lastElementChild), line.text);
      });
      empty.hidden = chat.length > 0;
      if (chat.length > count) {
        end.added();
        if (before && !(seen && !document.hidden)) setUnread(unread + fresh.filter((line) => !line.you).length);
      }
      count = chat.length;
    },
  };
}
