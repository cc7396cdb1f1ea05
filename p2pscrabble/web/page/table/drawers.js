// @ts-check
/**
 * The panels beside the board. Where there is room they stand there; on a phone each is a drawer at the bottom, behind a
 * button. Only the style tells which: the elements stay where they are.
 */

import { attribute, h } from "../dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} Drawer
 * @property {string} name
 * @property {string} label
 * @property {HTMLElement} element
 * @property {() => void} [focus] where the focus goes when it opens; its close button without it
 */

/** @param {Drawer[]} drawers */
export function createDrawers(drawers) {
  /** @type {string | null} */
  let open = null;
  const parts = drawers.map(({ name, label, element, focus }) => {
    const badge = h("span", { class: "badge", hidden: true });
    const button = h(
      "button",
      { class: "button bare", type: "button", "aria-expanded": "false", "aria-controls": `drawer-${name}`, on: { click: () => show(open === name ? null : name) } },
      icon(name),
      h("span", {}, label),
      badge,
    );
    const close = h("button", { class: "button bare icon shut", type: "button", "aria-label": `Close ${label.toLowerCase()}`, on: { click: () => show(null) } }, "✕");
    const drawer = h("div", { class: `drawer ${name}-drawer`, id: `drawer-${name}` }, close, element);
    return { name, button, drawer, close, badge, focus };
  });
  const bar = h("div", { class: "more", role: "group", "aria-label": "More" }, ...parts.map(({ button }) => button));

  /** @param {string | null} next */
  function show(next) {
    const before = parts.find(({ name }) => name === open);
    open = next;
    for (const { name, button, drawer } of parts) {
      drawer.classList.toggle("open", name === next);
      attribute(button, "aria-expanded", name === next ? "true" : "false");
    }
    const part = parts.find(({ name }) => name === next);
    if (part) (part.focus ?? (() => part.close.focus()))();
    else before?.button.focus();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.key !== "Escape" || !open || event.defaultPrevented) return;
    event.preventDefault();
    show(null);
  }
  for (const { drawer } of parts) drawer.addEventListener("keydown", key);
  bar.addEventListener("keydown", key);

  // What the keyboard on the screen covers, the page is told by nothing but the size of what is seen.
  const seen = window.visualViewport;
  function fit() {
    const covered = seen ? Math.max(0, window.innerHeight - seen.height - seen.offsetTop) : 0;
    document.documentElement.style.setProperty("--covered", `${Math.round(covered)}px`);
  }
  seen?.addEventListener("resize", fit);
  seen?.addEventListener("scroll", fit);

  return {
    bar,
    elements: parts.map(({ drawer }) => drawer),
    /** @param {string} name @param {number} count what is new in it */
    mark(name, count) {
      const part = parts.find((one) => one.name === name);
      if (!part) return;
      part.badge.hidden = !count;
      attribute(part.badge, "data-count", count);
      attribute(part.button, "aria-label", count ? `${part.button.textContent}, ${count} new` : null);
    },
    destroy() {
      seen?.removeEventListener("resize", fit);
      seen?.removeEventListener("scroll", fit);
    },
  };
}
