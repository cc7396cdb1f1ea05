// @ts-check
/** The player's own name: asked for before the first game, changed whenever one likes. */

import { h } from "../dom.js";
import { act, createFault } from "./asking.js";

/** @param {import("../types.js").App} app */
export function createName(app) {
  let value = "";
  const input = h("input", {
    type: "text",
    maxLength: app.config.maxName,
    autocomplete: "nickname",
    spellcheck: false,
    enterKeyHint: "done",
    on: { input: changed },
  });
  const fault = createFault(input);
  const save = h("button.button", "Save");
  const element = h("form.row", { on: { submit } }, h("label.row", "Your name", input), save, fault.element);

  function changed() {
    fault.say("");
    save.hidden = input.value.trim() === value;
  }

  /** @param {string} name */
  function known(name) {
    input.value = value = name;
    changed();
  }

  /** Whether the others will see a name; where it is still missing, it is asked for. */
  async function ready() {
    const name = input.value.trim();
    if (name && name === value) return true;
    if (!name) fault.say("First your name, so that the others know who you are.");
    const answer = name && (await act(app, save, { do: "name", name }, fault.say));
    if (answer) known(answer.name);
    input.focus();
    return Boolean(answer);
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    void ready();
  }

  return {
    element,
    ready,
    /** @param {string} name */
    update(name) {
      if (name !== value) known(name);
    },
  };
}
