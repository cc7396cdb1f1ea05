// @ts-check
/** The few things that the page needs to make and keep elements: no markup is ever parsed, all text is text. */

const SVG = "http://www.w3.org/2000/svg";

let count = 0;

/** An id that nothing else on the page has. */
export const freshId = () => `n${++count}`;

/**
 * An element: `h("p.muted", "words")`, with classes behind its name. Properties may come first: `class`, `data` (an
 * object), `on` (an object of listeners), whatever the element itself has (`value`, `disabled`, `hidden`), or an
 * attribute (`aria-label`, `role`). `null` and `false` leave an attribute, or a child, out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K | `${K}.${string}`} name
 * @param {...(Record<string, any> | Node | string | null | false | undefined)} parts
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, ...parts) {
  const [tag, ...classes] = name.split(".");
  const element = /** @type {HTMLElementTagNameMap[K]} */ (document.createElement(tag));
  if (classes.length) element.className = classes.join(" ");
  if (parts[0]?.constructor === Object) {
    for (const [property, value] of Object.entries(/** @type {object} */ (parts.shift())))
      set(element, property, value);
  }
  put(element, .../** @type {(Node | string)[]} */ (parts));
  return element;
}

/**
 * A button that does something.
 * @param {Node | string} label
 * @param {(event: Event) => void} click
 * @param {string} [looks] classes besides
 * @param {Record<string, any>} [properties]
 */
export const button = (label, click, looks = "", properties = {}) =>
  h("button", { class: `button ${looks}`, type: "button", on: { click }, ...properties }, label);

/** Tiles that say nothing; `--nth` counts them for the style. @param {string | number} [letters] one a tile */
export const ornament = (letters = " ") =>
  h(
    "span.tiles",
    { "aria-hidden": "true" },
    ...[...String(letters)].map((letter, nth) => h("span.tile", { data: { letter }, style: `--nth: ${nth}` })),
  );

/**
 * An element of a picture.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {any} value
 */
function set(element, name, value) {
  if (name === "class") element.className = value;
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name === "on") {
    for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  } else if (name in element && !name.startsWith("aria")) /** @type {any} */ (element)[name] = value;
  else attribute(element, name, value);
}

/**
 * Sets, changes or takes away an attribute; does nothing where it is so already.
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function attribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/**
 * Replaces all that is in an element.
 * @param {Element} element
 * @param {...(Node | string | null | false | undefined)} children
 */
export function put(element, ...children) {
  element.replaceChildren(.../** @type {(Node | string)[]} */ (children.filter((child) => child || child === "")));
}

/**
 * Writes a text, and touches nothing where it stands there already: a screen reader would read it again.
 * @param {Element} element
 * @param {string} words
 */
export function text(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/**
 * Keeps the children of an element in step with a list: what stays is kept (and keeps the focus), in the list's order.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => string | number} key
 * @param {(item: T, index: number) => HTMLElement} make
 * @param {(element: HTMLElement, item: T, index: number) => void} [update]
 */
export function list(parent, items, key, make, update) {
  /** @type {Map<string, HTMLElement>} */
  const old = new Map();
  for (const child of Array.from(parent.children)) {
    if (child instanceof HTMLElement && child.dataset.key !== undefined) old.set(child.dataset.key, child);
  }
  /** @type {Element | null} */
  let place = parent.firstElementChild;
  items.forEach((item, index) => {
    const name = String(key(item, index));
    let element = old.get(name);
    if (element) old.delete(name);
    else {
      element = make(item, index);
      element.dataset.key = name;
    }
    update?.(element, item, index);
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  });
  for (const gone of old.values()) gone.remove();
}
