// @ts-check
/** What the players say to each other, and the line that you are typing. Text is only ever text. */

import { attribute, h, list, text } from "../dom.js";
import { createFault } from "../lobby/asking.js";
import { follow } from "./following.js";

/** @typedef {import("../types.js").ChatLine} ChatLine */

/** How long a pause in typing is, before the line is kept; and how long after a key one is still typing (ms). */
const PAUSE = 400;
const TYPING = 3000;

/**
 * The element tells how many lines by others have come since the log was last in view: by the event "unread", which
 * bubbles.
 * @param {import("../types.js").App} app
 * @returns {import("../types.js").Panel & {focus: () => void}}
 */
export function createChat(app) {
  const lines = h("ol");
  const empty = h("p.muted", "Nothing has been said yet.");
  // Each line is announced with all other news, also while this panel is closed; the log would say it twice.
  const named = { role: "log", tabIndex: 0, "aria-label": "Chat", "aria-live": "off" };
  const log = h("div.scroller", named, lines, empty);
  const end = follow(log, "Newest line");
  const box = h("textarea", {
    rows: 1,
    maxLength: app.config.maxChat,
    placeholder: "Message",
    enterKeyHint: "send",
    "aria-label": "Message",
  });
  const fault = createFault(box);
  const send = h("button.button", "Send");
  const form = h("form", { on: { submit } }, box, send);
  const parts = [h("h2", "Chat"), log, end.newest, form, fault.element];
  const element = h("section.card.panel.chat", { "aria-label": "Chat" }, ...parts);

  let unread = 0;
  let inView = false;
  let typed = 0;
  let timer = 0;
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
    // What is being sent is no draft any more.
    if (box.value === kept || box.readOnly) return;
    kept = box.value;
    app.send({ do: "draft", tab: app.tab, chat: kept });
  }
  const ready = () => attribute(send, "aria-disabled", box.readOnly || !box.value.trim());

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const words = box.value.replace(/\s+/g, " ").trim();
    if (!words || box.readOnly) return;
    box.readOnly = true;
    ready();
    const answer = await app.send({ do: "say", tab: app.tab, text: words });
    box.readOnly = false;
    fault.say(answer.ok ? "" : `${answer.error} Your message is still in the box.`);
    if (answer.ok) {
      box.value = "";
      end.toEnd();
    }
    keep();
    ready();
  }

  box.addEventListener("keydown", (event) => event.key === "Enter" && !event.isComposing && submit(event));
  box.addEventListener("input", () => {
    typed = Date.now();
    fault.say("");
    ready();
    clearTimeout(timer);
    timer = window.setTimeout(keep, PAUSE);
  });
  addEventListener("pagehide", keep);
  ready();

  /** @param {HTMLElement} item @param {ChatLine} line @param {ChatLine} [before] */
  function show(item, { name, you, text: words }, before) {
    item.classList.toggle("mine", you);
    const [speaker, said] = item.children;
    // Who says more than one line is named once; to a screen reader, with each.
    speaker.classList.toggle("unseen", before?.name === name && before.you === you);
    text(speaker, you ? "You" : name);
    text(said, words);
  }

  return {
    element,
    focus: () => box.focus(),
    update({ chat, draft }, before) {
      // The line as another tab has it, or this one before a reload; what is being typed here is not disturbed.
      if (!box.readOnly && (!before || (draft.by !== app.tab && draft.chat !== before.draft.chat))) {
        kept = draft.chat;
        if (Date.now() - typed > TYPING) box.value = kept;
        ready();
      }
      if (before?.chat === chat) return;
      const make = () => h("li", h("b"), h("span"));
      list(
        lines,
        chat,
        (_, index) => index,
        make,
        (item, line, index) => show(item, line, chat[index - 1]),
      );
      empty.hidden = chat.length > 0;
      const fresh = chat.slice(before?.chat.length ?? 0);
      if (!fresh.length) return;
      end.added();
      if (before && !seen()) setUnread(unread + fresh.filter(({ you }) => !you).length);
    },
  };
}
