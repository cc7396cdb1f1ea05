// @ts-check
/** The player's own name: asked once, changed whenever one likes. */

import { button, h, text } from "../dom.js";
import { act, createFault } from "./asking.js";

/** @param {import("../types.js").App} app */
export function createName(app) {
  let value = "";
  const input = h("input", { type: "text", maxLength: app.config.maxName, autocomplete: "nickname", spellcheck: false, enterKeyHint: "done" });
  const fault = createFault(input);
  const save = h("button.button", "Save");
  const form = h("form.row", { on: { submit } }, h("label.field.grow", "Your name", input), save, fault.element);
  const shown = h("strong");
  const change = button("Change", edit, "bare", { "aria-label": "Change your name" });
  const line = h("p", { hidden: true }, "You are ", shown, change);

  function edit() {
    show(true);
    input.value = value;
    input.select();
  }

  /** @param {boolean} editing */
  function show(editing) {
    const inside = form.contains(document.activeElement);
    form.hidden = !editing;
    line.hidden = editing;
    if (inside && !editing) change.focus();
  }

  /** @param {string} name */
  function known(name) {
    value = name;
    text(shown, name);
    show(!name);
  }

  /** Whether the others will see a name; where it is still missing, it is asked for. */
  async function ready() {
    if (form.hidden) return true;
    const name = input.value.trim();
    if (!name) fault.say("First your name, so that the others know who you are.");
    const answer = name && (await act(app, save, { do: "name", name }, fault.say));
    if (answer) known(answer.name);
    else input.focus();
    return Boolean(answer);
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    void ready();
  }

  return {
    element: h("div.myname", line, form),
    ready,
    /** @param {string} name */
    update(name) {
      if (name && name !== value) known(name);
    },
  };
}
