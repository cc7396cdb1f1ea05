// @ts-check
/** The dialog that makes a room; it comes up with what was chosen last. */

import { h, put, text } from "../dom.js";
import { keep, stored } from "../sounds.js";
import { act, createChoice, createFault, freshId } from "./asking.js";

/** @typedef {import("../types.js").NewRoom} NewRoom */

/** @returns {Partial<NewRoom>} */
function before() {
  try {
    return JSON.parse(stored("room") ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} label
 * @param {string} about
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
function numberField(label, about, value, min, max) {
  const input = h("input", { type: "number", inputMode: "numeric", min: String(min), max: String(max), value: String(value), required: true });
  return { input, element: h("label.field", label, input, h("small", about)) };
}

/**
 * @param {import("../types.js").App} app
 * @param {(room: string) => void} made
 */
export function createNewRoom(app, made) {
  const last = before();
  const { presets, wordlists } = app.config;
  /** @param {{name: string}[]} list @param {string | undefined} name */
  const known = (list, name) => (list.find((each) => each.name === name) ?? list[0])?.name ?? "";

  const seats = createChoice("Seats", { 2: "2", 3: "3", 4: "4" }, String(last.seats ?? 2), fit);
  const bots = createChoice("Computer players among them", { 0: "None", 1: "1", 2: "2", 3: "3" }, String(last.bots ?? 0), fit);
  const titles = Object.fromEntries(presets.map(({ name }) => [name, name[0].toUpperCase() + name.slice(1)]));
  const rules = createChoice("Rules", titles, known(presets, last.rules), fit);
  const about = h("p");
  const lines = h("ul.bullets");
  const usual = [0, 15, 25].includes(last.clock ?? 0) && !last.increment;
  const clock = createChoice("Clock", { 0: "None", 15: "15 min", 25: "25 min", own: "Own" }, usual ? String(last.clock ?? 0) : "own", fit);
  const time = numberField("Minutes", "for a player’s whole game", last.clock || 20, 1, 999);
  const more = numberField("Seconds more", "for each turn taken", last.increment ?? 0, 0, 999);
  const own = h("div.pair", time.element, more.element);
  const words = h("select", { on: { change: fit } }, ...wordlists.map(({ name }) => h("option", { value: name }, name)));
  words.value = known(wordlists, last.lexicon);
  const wordsAbout = h("small");
  const open = h("input", { type: "checkbox", checked: last.public ?? false });
  const openAbout = h("small");

  const fault = createFault();
  const create = h("button.button.main", "Create");
  const cancel = h("button.button", { type: "button", on: { click: () => element.close() } }, "Cancel");
  const heading = h("h2", { id: freshId() }, "A new room");
  const form = h(
    "form.stack",
    { on: { submit } },
    heading,
    seats.element,
    bots.element,
    h("div", rules.element, about, h("details", h("summary", "All that these rules say"), lines)),
    clock.element,
    own,
    h("label.field", "Word list", words, wordsAbout),
    h("label.tick", open, h("span", "Public room", openAbout)),
    h("div.ends", fault.element, h("div.row", cancel, create)),
  );
  const element = h("dialog.newroom", { "aria-labelledby": heading.id }, form);

  /** What one choice leaves of the others, and says. */
  function fit() {
    bots.allow((value) => Number(value) < Number(seats.value));
    own.hidden = time.input.disabled = more.input.disabled = clock.value !== "own";
    const preset = presets.find(({ name }) => name === rules.value);
    text(about, preset?.about ?? "");
    put(lines, ...(preset?.lines ?? []).map((line) => h("li", line)));
    const list = wordlists.find(({ name }) => name === words.value);
    text(wordsAbout, list ? `${list.words.toLocaleString("en")} words. ${list.about}` : "");
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    /** @type {NewRoom} */
    const settings = {
      seats: Number(seats.value),
      bots: Number(bots.value),
      rules: rules.value,
      clock: Number(own.hidden ? clock.value : time.input.value),
      increment: own.hidden ? 0 : Number(more.input.value),
      lexicon: words.value,
      public: open.checked && !open.disabled,
    };
    const answer = await act(app, create, fault, { do: "host", settings });
    if (!answer) return;
    keep("room", JSON.stringify({ ...settings, public: open.checked }));
    element.close();
    made(String(answer.room));
  }

  fit();
  return {
    element,
    open: () => element.showModal(),
    /** @param {import("../types.js").LobbyState} state */
    update({ relay }) {
      open.disabled = relay.state === "none";
      text(openAbout, open.disabled ? "No relay is set, so there is nowhere to show it." : "Everyone on this relay can see it and come in.");
    },
  };
}
