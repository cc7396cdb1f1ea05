// @ts-check
/** What a screen reader is told: two live regions, and a queue each, so that nothing is swallowed. */

import { h } from "./dom.js";

/** A reader misses a text that is replaced too soon, so each stays for a while. */
const STAY = 700;

/**
 * A queue that shows one text at a time; texts that wait are shown together.
 * @param {(text: string) => void} show
 * @param {number} [stay] milliseconds
 */
export function queue(show, stay = STAY) {
  /** @type {string[]} */
  let texts = [];
  let busy = false;
  let last = "";
  function next() {
    busy = texts.length > 0;
    if (!busy) return;
    const words = texts.join(" ");
    texts = [];
    // The same words again are no change to a live region: a space that cannot be heard makes them one.
    last = words === last ? `${words}\u00a0` : words;
    show(last);
    setTimeout(next, stay);
  }
  return (/** @type {string} */ text) => {
    if (text.trim()) texts.push(text.trim());
    if (!busy) {
      busy = true;
      setTimeout(next, 60);
    }
  };
}

/**
 * @returns {{elements: HTMLElement[], announce: (text: string, urgent?: boolean) => void}}
 */
export function createAnnouncer() {
  const polite = h("div", { class: "unseen", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  const assertive = h("div", { class: "unseen", role: "alert", "aria-live": "assertive", "aria-atomic": "true" });
  const say = [polite, assertive].map((region) => queue((text) => (region.textContent = text)));
  return { elements: [polite, assertive], announce: (text, urgent = false) => say[urgent ? 1 : 0](text) };
}
