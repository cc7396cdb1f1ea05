// @ts-check
/** What buttons and choices share: being busy, saying why not, one of several. */

import { attribute, freshId, h, text } from "../dom.js";

/** @typedef {{element: HTMLElement, say: (words: string) => void}} Fault */

/**
 * A place for the sentence that says what is wrong with a field, "" where nothing is; it is read out.
 * @param {HTMLElement} field
 * @returns {Fault}
 */
export function createFault(field) {
  const element = h("p.fault", { role: "alert", id: freshId() });
  attribute(field, "aria-describedby", element.id);
  return {
    element,
    say(words) {
      text(element, words);
      attribute(field, "aria-invalid", Boolean(words));
    },
  };
}

/** Says what went wrong right behind a button. @param {HTMLElement} button @param {string} words */
function complain(button, words) {
  const next = button.nextElementSibling;
  if (next?.matches(".fault")) text(next, words);
  else if (words) button.after(h("p.fault", { role: "alert" }, words));
}

/**
 * Sends a command while its button turns a ring, and goes to the room that it opens; a refusal is said in its place.
 * @param {import("../types.js").App} app
 * @param {HTMLElement} button
 * @param {import("../types.js").Command} command
 * @param {(words: string) => void} [say] says what went wrong
 */
export async function act(app, button, command, say = (words) => complain(button, words)) {
  // A second press waits for the first.
  if (button.ariaBusy || button.ariaDisabled) return null;
  say("");
  button.ariaBusy = "true";
  const answer = await app.send(command);
  button.ariaBusy = null;
  if (!answer.ok) {
    say(answer.error);
    return null;
  }
  if (answer.room) app.go(`/room/${answer.room}`);
  return answer;
}

/**
 * Some choices in a row, of which one holds: radio buttons that look like one piece.
 * @param {string} legend
 * @param {Record<string, string>} labels by value
 * @param {string | number} value
 * @param {(value: string) => void} [change]
 */
export function createChoice(legend, labels, value, change) {
  const name = freshId();
  const inputs = Object.keys(labels).map((each) =>
    h("input", {
      type: "radio",
      name,
      value: each,
      checked: each === String(value),
      on: { change: () => change?.(each) },
    }),
  );
  const segments = inputs.map((input) => h("label", input, h("span", labels[input.value])));
  return {
    element: h("fieldset.segments", h("legend", legend), h("div", ...segments)),
    get value() {
      return inputs.find((input) => input.checked)?.value ?? "";
    },
    /** @param {(value: string) => boolean} possible the others are not shown; the last one left takes their place */
    allow(possible) {
      inputs.forEach((input, index) => (segments[index].hidden = input.disabled = !possible(input.value)));
      const left = inputs.filter((input) => !input.disabled);
      if (!left.some((input) => input.checked)) left[left.length - 1].checked = true;
    },
  };
}
