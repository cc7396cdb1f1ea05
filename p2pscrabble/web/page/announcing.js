// @ts-check
/** What a screen reader is told: two live regions, and a queue each, so that nothing is swallowed. */

import { h } from "./dom.js";

/**
 * A queue that shows one text at a time, for long enough that no reader misses it; texts that wait are shown together.
 * @param {(text: string) => void} show
 * @param {number} [stay] milliseconds
 */
export function queue(show, stay = 700) {
  /** @type {string[]} */
  let texts = [];
  let [busy, last] = [false, ""];
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

/** Where what is above everything belongs: all that is outside of an open dialog is deaf and dumb. */
export const uppermost = () => [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;

/** @returns {(text: string, urgent?: boolean) => void} */
export function createAnnouncer() {
  const [polite, urgent] = ["polite", "assertive"].map((live) => {
    const role = live === "polite" ? "status" : "alert";
    const region = h("div.unseen", { role, "aria-live": live, "aria-atomic": "true", data: { outlives: "" } });
    document.body.append(region);
    return queue((text) => {
      const place = uppermost();
      if (region.parentNode !== place) place.append(region);
      setTimeout(() => (region.textContent = text), 40);
    });
  });
  return (text, now = false) => (now ? urgent : polite)(text);
}
