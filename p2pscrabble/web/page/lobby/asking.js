// @ts-check
/** What buttons and choices of the lobby share: being busy, saying why not, one of several. */

import { attribute, h, text } from "../dom.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Command} Command */

let count = 0;

/** An id that nothing else on the page has. */
export function freshId() {
  count += 1;
  return `f${count}`;
}

/**
 * A place for the sentence that says what went wrong with a field or a button; a screen reader hears it.
 * @param {HTMLElement} [field] it is marked as wrong, and described by the sentence
 */
export function createFault(field) {
  const element = h("p", { class: "fault", role: "alert", id: freshId() });
  return {
    element,
    /** @param {string} words "" where nothing is wrong */
    say(words) {
      text(element, words);
      if (!field) return;
      attribute(field, "aria-invalid", words ? "true" : null);
      attribute(field, "aria-describedby", words ? element.id : null);
    },
  };
}

/**
 * Sends a command while its button says so; a refusal is said in the place for it. A second press waits for the first.
 * @param {App} app
 * @param {HTMLElement} button
 * @param {{say: (words: string) => void}} fault
 * @param {Command} command
 */
export async function act(app, button, fault, command) {
  if (button.ariaBusy === "true") return null;
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
 * @param {readonly {value: string, label: string}[]} options
 * @param {string} value
 * @param {(value: string) => void} [changed]
 */
export function createChoice(legend, options, value, changed) {
  const name = freshId();
  const inputs = options.map((option) =>
    h("input", { type: "radio", name, value: option.value, checked: option.value === value, on: { change: () => changed?.(option.value) } }),
  );
  const element = h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, legend),
    h("div", { class: "segments" }, ...options.map((option, index) => h("label", {}, inputs[index], h("span", {}, option.label)))),
  );
  return {
    element,
    get value() {
      return inputs.find((input) => input.checked)?.value ?? value;
    },
    set value(wanted) {
      for (const input of inputs) input.checked = input.value === wanted;
    },
    /** @param {(value: string) => boolean} possible */
    allow(possible) {
      for (const input of inputs) input.disabled = !possible(input.value);
      if (!inputs.some((input) => input.checked && !input.disabled)) {
        const last = inputs.filter((input) => !input.disabled).pop();
        if (last) last.checked = true;
      }
    },
  };
}
