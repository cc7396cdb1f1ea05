// @ts-check
/** The player's own name: asked once, changed whenever one likes. */

import { h, text } from "../dom.js";
import { act, createFault } from "./asking.js";

/** @param {import("../types.js").App} app */
export function createName(app) {
  let value = "";
  const input = h("input", { type: "text", maxLength: app.config.maxName, autocomplete: "nickname", spellcheck: false, enterKeyHint: "done" });
  const fault = createFault(input);
  const save = h("button.button", "Save");
  const form = h("form", { on: { submit } }, h("label.field", "Your name", input), save, fault.element);
  const shown = h("strong");
  const change = h("button.button.bare", { type: "button", "aria-label": "Change your name", on: { click: edit } }, "Change");
  const line = h("p", { hidden: true }, h("span", "You are ", shown), change);
  input.addEventListener("keydown", (event) => event.key === "Escape" && value && known(value));

  function edit() {
    input.value = value;
    show(true);
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
    fault.say("");
    show(!name);
  }

  /** Whether the others will see a name; where it is still missing, it is asked for. */
  async function ready() {
    if (form.hidden) return true;
    const name = input.value.trim();
    const answer = name && (await act(app, save, fault, { do: "name", name }));
    if (answer) {
      known(answer.name);
      return true;
    }
    if (!name) fault.say("First your name, so that the others know who you are.");
    input.focus();
    return false;
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
