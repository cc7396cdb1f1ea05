// @ts-check
/** Keeps the draft in step with the program: shows changes at once, sends the last one of a frame, one at a time. */

import { reconcile, same, wired } from "./slots.js";

/**
 * @typedef {import("./slots.js").Slots} Slots
 * @typedef {ReturnType<typeof createDraft>} Draft
 */

/**
 * @param {import("../types.js").App} app
 * @param {() => void} redraw called after each change that did not come by `take`
 */
export function createDraft(app, redraw) {
  /** @type {Slots} */
  let slots = [];
  /** @type {Slots} */
  let theirs = [];
  let rev = -1;
  /** @type {{slots: Slots, rev: number, taken: boolean} | null} what the program has not yet shown to have taken */
  let sent = null;
  let dirty = false;
  let frame = 0;
  /** @type {(() => void)[]} */
  let waiting = [];

  function settle() {
    if (dirty || sent || !same(slots, theirs)) return;
    const told = waiting;
    waiting = [];
    for (const tell of told) tell();
  }

  async function flush() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (sent || !dirty) return;
    dirty = false;
    if (same(slots, theirs)) return settle();
    const mine = { slots, rev, taken: false };
    sent = mine;
    const answer = await app.send({ do: "draft", tab: app.tab, slots: wired(slots) });
    mine.taken = true;
    if (sent !== mine) return;
    if (!answer.ok) {
      // What was refused was about a rack of before; what it has become since then is worth another try.
      sent = null;
      if (slots === mine.slots) slots = theirs;
      else dirty = true;
      redraw();
    } else if (rev > mine.rev || same(theirs, mine.slots)) sent = null;
    later();
    settle();
  }

  function later() {
    if (!dirty || sent || frame) return;
    if (document.hidden) flush();
    else frame = requestAnimationFrame(flush);
  }
  const leaving = () => void flush();
  addEventListener("pagehide", leaving);
  document.addEventListener("visibilitychange", leaving);

  return {
    get slots() {
      return slots;
    },
    /** Whether the program's judgement is about what is shown. */
    get settled() {
      return same(slots, theirs);
    },
    /** @param {Slots} next @returns {boolean} whether it changes anything */
    change(next) {
      if (next === slots) return false;
      slots = next;
      dirty = true;
      redraw();
      later();
      return true;
    },
    /**
     * @param {import("../types.js").Draft} draft
     * @param {(square: number) => boolean} taken
     */
    take(draft, taken) {
      if (sent && (sent.taken || same(sent.slots, draft.slots))) sent = null;
      slots = reconcile(slots, theirs, draft, { tab: app.tab, changed: dirty || sent !== null, taken });
      theirs = draft.slots;
      rev = draft.rev;
      later();
      settle();
    },
    /** Resolves once the program has judged what is shown. */
    judged() {
      return new Promise((/** @type {(value: void) => void} */ resolve) => {
        waiting.push(resolve);
        flush();
        settle();
      });
    },
    destroy() {
      flush();
      removeEventListener("pagehide", leaving);
      document.removeEventListener("visibilitychange", leaving);
    },
  };
}
