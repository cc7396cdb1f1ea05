// @ts-check
/** The player's own name: asked once, changed whenever one likes. */

import { h, text } from "../dom.js";
import { act, createFault } from "./asking.js";

/** @typedef {import("../types.js").App} App */

/** @param {App} app */
export function createName(app) {
  let value = "";
  /** @type {boolean | null} */
  let editing = null;
  const input = h("input", { type: "text", maxLength: app.config.maxName, autocomplete: "nickname", spellcheck: false, enterKeyHint: "done" });
  const fault = createFault(input);
  const save = h("button", { class: "button" }, "Save");
  const form = h("form", { class: "naming", on: { submit } }, h("label", { class: "field grow" }, "Your name", input), save, fault.element);
  const shown = h("strong");
  const change = h("button", { class: "button bare", type: "button", "aria-label": "Change your name" }, "Change");
  const line = h("p", { class: "row" }, h("span", {}, "You are ", shown), change);
  const element = h("div", { class: "name" }, line, form);

  change.addEventListener("click", () => {
    input.value = value;
    show(true);
    input.select();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !value) return;
    show(false);
    change.focus();
  });

  /** @param {boolean} wanted */
  function show(wanted) {
    editing = wanted;
    form.hidden = !wanted;
    line.hidden = wanted;
  }

  /** @returns {Promise<boolean>} */
  async function send() {
    const wanted = input.value.trim();
    if (!wanted) {
      fault.say("First your name, so that the others know who you are.");
      input.focus();
      return false;
    }
    const answer = await act(app, save, fault, { do: "name", name: wanted });
    if (!answer) {
      input.focus();
      return false;
    }
    value = wanted;
    text(shown, value);
    show(false);
    return true;
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if ((await send()) && (document.activeElement === document.body || form.contains(document.activeElement))) change.focus();
  }

  return {
    element,
    get value() {
      return value;
    },
    /** Whether the others will see a name; where it is still missing, it is asked for. */
    ready: () => (value && !editing ? Promise.resolve(true) : send()),
    /** @param {string} name */
    update(name) {
      if (name !== value || editing === null) {
        value = name;
        text(shown, name);
        if (!editing || !input.value) show(!name);
      }
    },
  };
}
