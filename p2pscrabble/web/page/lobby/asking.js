// @ts-check
/** What buttons and choices of the lobby share: being busy, saying why not, one of several. */

import { attribute, h, text } from "../dom.js";

/** @typedef {{element: HTMLElement, say: (words: string) => void}} Fault */

let count = 0;

/** An id that nothing else on the page has. */
export const freshId = () => `f${++count}`;

/**
 * A place for the sentence that says what went wrong with a field or a button, "" where nothing is; it is read out.
 * @param {HTMLElement} [field] it is marked as wrong, and described by the sentence
 * @returns {Fault}
 */
export function createFault(field) {
  const element = h("p.fault", { role: "alert", id: freshId() });
  return {
    element,
    say(words) {
      text(element, words);
      if (!field) return;
      attribute(field, "aria-invalid", words ? "true" : null);
      attribute(field, "aria-describedby", words ? element.id : null);
    },
  };
}

/**
 * Sends a command while its button turns a ring; a refusal is said in its place. A second press waits for the first.
 * @param {import("../types.js").App} app
 * @param {HTMLElement} button
 * @param {Fault} fault
 * @param {import("../types.js").Command} command
 */
export async function act(app, button, fault, command) {
  if (button.ariaBusy === "true" || button.ariaDisabled === "true") return null;
  fault.say("");
  button.ariaBusy = "true";
  const answer = await app.send(command);
  button.ariaBusy = null;
  if (answer.ok) return answer;
  fault.say(answer.error);
  return null;
}

/**
 * Some choices in a row, of which one holds: radio buttons that look like one piece.
 * @param {string} legend
 * @param {Record<string, string>} labels by value
 * @param {string} value
 * @param {() => void} [change]
 */
export function createChoice(legend, labels, value, change) {
  const name = freshId();
  const inputs = Object.keys(labels).map((each) =>
    h("input", { type: "radio", name, value: each, checked: each === value, on: change ? { change } : {} }),
  );
  const segments = inputs.map((input) => h("label", input, h("span", labels[input.value])));
  return {
    element: h("fieldset.segments", h("legend", legend), h("div", ...segments)),
    get value() {
      return inputs.find((input) => input.checked)?.value ?? value;
    },
    /** @param {(value: string) => boolean} possible the others are not shown; the last one left takes their place */
    allow(possible) {
      inputs.forEach((input, index) => (segments[index].hidden = input.disabled = !possible(input.value)));
      if (inputs.some((input) => input.checked && !input.disabled)) return;
      const last = inputs.findLast((input) => !input.disabled);
      if (last) last.checked = true;
    },
  };
}
