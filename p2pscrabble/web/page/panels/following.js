// @ts-check
/** A list that grows at its end keeps the end in view, unless the reader has scrolled up to read. */

import { button } from "../dom.js";

const NEAR = 28;

/**
 * @param {HTMLElement} scroller
 * @param {string} label of the button that is shown once something was added out of view
 */
export function follow(scroller, label) {
  let following = true;
  const newest = button(`↓ ${label}`, toEnd, "newest", { hidden: true });
  function toEnd() {
    following = newest.hidden = true;
    scroller.scrollTop = scroller.scrollHeight;
  }
  const onScroll = () => {
    if (!scroller.clientHeight) return;
    following = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
    if (following) newest.hidden = true;
  };
  scroller.addEventListener("scroll", onScroll, { passive: true });
  // What was hidden, or grows, begins where it was left: at the end.
  new ResizeObserver(() => following && scroller.clientHeight && toEnd()).observe(scroller);
  return {
    newest,
    toEnd,
    /** Tells that something was added, after it was. */
    added() {
      if (following) toEnd();
      else newest.hidden = false;
    },
  };
}
