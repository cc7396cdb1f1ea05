// @ts-check
/** A list that grows at its end keeps the end in view, unless the reader has scrolled up to read. */

const NEAR = 28;

/**
 * @param {HTMLElement} scroller
 * @param {HTMLButtonElement} newest shown once something was added out of view
 */
export function follow(scroller, newest) {
  let following = true;
  const toEnd = () => {
    following = true;
    newest.hidden = true;
    scroller.scrollTop = scroller.scrollHeight;
  };
  newest.hidden = true;
  newest.addEventListener("click", toEnd);
  scroller.addEventListener("scroll", () => {
    if (!scroller.clientHeight) return;
    following = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
    if (following) newest.hidden = true;
  }, { passive: true });
  // What was hidden, or grows, begins where it was left: at the end.
  new ResizeObserver(() => following && scroller.clientHeight && toEnd()).observe(scroller);
  return {
    toEnd,
    /** Tells that something was added, after it was. */
    added() {
      if (following) toEnd();
      else newest.hidden = false;
    },
  };
}
