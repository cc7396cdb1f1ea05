// @ts-check
/**
 * The panels beside the board. Where there is room they stand there; on a phone each is a drawer at the bottom, behind a
 * button. The elements stay where they are, so that a window may change its size at any time.
 */

import { attribute, button, h } from "../dom.js";
import { icon } from "./icons.js";

/** Where the players stand in a line above the board and all panels are drawers; where those are that are wanted least. As in table.css. */
const NARROW = matchMedia("(max-width: 999px), (max-height: 560px)");
const MIDDLE = matchMedia("(max-width: 1239px)");

/**
 * @typedef {object} Drawer
 * @property {string} name
 * @property {string} label
 * @property {HTMLElement} element
 * @property {boolean} [wanted] whether it stands beside the board also where there is room for some only
 * @property {() => void} [focus] where the focus goes when it opens; its close button without it
 */

/**
 * @param {Drawer[]} drawers
 * @param {(narrow: boolean) => void} fold
 */
export function createDrawers(drawers, fold) {
  /** @type {string | null} */
  let open = null;
  const parts = drawers.map(({ name, label, element, wanted, focus }) => {
    const id = `drawer-${name}`;
    const badge = h("span.badge");
    const press = button(icon(name), () => show(open === name ? null : name), "bare", { "aria-expanded": "false", "aria-controls": id });
    press.append(h("span", label), badge);
    const close = button("✕", () => show(null), "bare icon shut", { "aria-label": `Close ${label.toLowerCase()}` });
    const drawer = h(`div.drawer.${name}-drawer`, { id }, close, element);
    return { name, label, wanted, press, close, badge, drawer, focus: focus ?? (() => close.focus()) };
  });
  const bar = h("div.more", { role: "group", "aria-label": "More" }, ...parts.map(({ press }) => press));

  /** @param {string | null} next */
  function show(next) {
    const from = parts.find(({ name }) => name === open);
    open = next;
    for (const { name, press, drawer } of parts) {
      drawer.classList.toggle("open", name === next);
      attribute(press, "aria-expanded", String(name === next));
    }
    const to = parts.find(({ name }) => name === next);
    if (to) to.focus();
    else from?.press.focus();
  }

  for (const element of [bar, ...parts.map(({ drawer }) => drawer)]) {
    element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && open && !event.defaultPrevented) show(null);
    });
  }

  function arrange() {
    for (const { wanted, press, close, drawer } of parts) {
      const beside = !NARROW.matches && (wanted || !MIDDLE.matches);
      drawer.classList.toggle("beside", beside);
      press.hidden = close.hidden = beside;
    }
    fold(NARROW.matches);
  }
  for (const width of [NARROW, MIDDLE]) width.addEventListener("change", arrange);
  arrange();

  // What the keyboard on the screen covers, the page is told by nothing but the size of what is seen.
  const seen = window.visualViewport;
  const fit = () => {
    const covered = seen ? Math.max(0, innerHeight - seen.height - seen.offsetTop) : 0;
    document.documentElement.style.setProperty("--covered", `${covered}px`);
  };
  for (const event of ["resize", "scroll"]) seen?.addEventListener(event, fit);

  return {
    bar,
    elements: parts.map(({ drawer }) => drawer),
    /** @param {string} wanted @param {number} count what is new in it */
    mark(wanted, count) {
      for (const { name, label, press, badge } of parts) {
        if (name !== wanted) continue;
        attribute(badge, "data-count", count || null);
        attribute(press, "aria-label", count ? `${label}, ${count} new` : null);
      }
    },
  };
}
