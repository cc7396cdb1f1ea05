// @ts-check
/** Keeps the draft in step with the program: shows changes at once, sends the last one of a frame, one at a time. */

import { same } from "../state.js";
import { reconcile, wired } from "./slots.js";

/** @typedef {import("./slots.js").Slots} Slots */

/**
 * @param {import("../types.js").App} app
 * @param {() => void} redraw called after each change that did not come by `take`
 */
export function createDraft({ tab, send }, redraw) {
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

  const settled = () => same(slots, theirs);

  /** Sends what is to be sent, when it is due; tells those who wait once there is nothing more. */
  function later() {
    if (dirty && !sent) {
      if (document.hidden) flush();
      else frame ||= requestAnimationFrame(flush);
    } else if (!dirty && !sent && settled()) for (const tell of waiting.splice(0)) tell();
  }

  async function flush() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (sent || !dirty) return;
    dirty = false;
    if (settled()) return later();
    const mine = { slots, rev, taken: false };
    sent = mine;
    const answer = await send({ do: "draft", tab, slots: wired(slots) });
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
  }
  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", flush);

  return {
    get slots() {
      return slots;
    },
    /** Whether the program's judgement is about what is shown. */
    settled,
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
      slots = reconcile(slots, theirs, draft, { tab, changed: dirty || sent !== null, taken });
      ({ slots: theirs, rev } = draft);
      later();
    },
    /** Resolves once the program has judged what is shown. @returns {Promise<void>} */
    judged: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        flush();
        later();
      }),
  };
}
