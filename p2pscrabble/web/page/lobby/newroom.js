// @ts-check
/** The dialog that makes a room; it comes up with what was chosen last. */

import { sheet } from "../dialogs.js";
import { h, put, text } from "../dom.js";
import { keep, stored } from "../sounds.js";
import { act, createChoice } from "./asking.js";

/** @typedef {import("../types.js").NewRoom} NewRoom */

/** @returns {Partial<NewRoom>} */
function before() {
  try {
    return JSON.parse(stored("room") ?? "{}");
  } catch {
    return {};
  }
}

/** @param {number} value @param {number} min */
const numberInput = (value, min) =>
  h("input", { type: "number", inputMode: "numeric", min, max: 999, value, required: true });

/** @param {string} name */
const capital = (name) => name[0].toUpperCase() + name.slice(1);

/**
 * @param {import("../types.js").App} app
 * @param {boolean} listed whether there is a relay that lists rooms
 */
export function openNewRoom(app, listed) {
  const last = before();
  const { presets, wordlists } = app.config;
  /** @template {{name: string}} T @param {T[]} list @param {string | undefined} name */
  const known = (list, name) => list.find((each) => each.name === name) ?? list[0];

  const seats = createChoice("Seats", { 2: "2", 3: "3", 4: "4" }, last.seats ?? 2, fit);
  const bots = createChoice("Computer players among them", { 0: "None", 1: "1", 2: "2", 3: "3" }, last.bots ?? 0, fit);
  const titles = Object.fromEntries(presets.map(({ name }) => [name, capital(name)]));
  const rules = createChoice("Rules", titles, known(presets, last.rules).name, fit);
  const about = h("p");
  const lines = h("ul.bullets");
  const { clock: minutes = 0, increment = 0 } = last;
  const usual = [0, 15, 25].includes(minutes) && !increment;
  const clock = createChoice(
    "Clock",
    { 0: "None", 15: "15 min", 25: "25 min", own: "Own" },
    usual ? minutes : "own",
    fit,
  );
  const time = numberInput(minutes || 20, 1);
  const more = numberInput(increment, 0);
  const own = h(
    "div.pair",
    h("label.field", "Minutes", time, h("small", "for a player’s whole game")),
    h("label.field", "Seconds more", more, h("small", "for each turn taken")),
  );
  const words = h(
    "select",
    { on: { change: fit } },
    ...wordlists.map(({ name }) => h("option", { value: name }, name)),
  );
  words.value = known(wordlists, last.lexicon)?.name;
  const wordsAbout = h("small");
  const open = h("input", { type: "checkbox", checked: last.public ?? false, disabled: !listed });
  const openAbout = listed
    ? "Everyone on this relay can come in."
    : "No relay is set, so there is nowhere to show it.";

  const create = h("button.button.main", "Create");
  const form = h(
    "form.stack.newroom",
    { on: { submit } },
    seats.element,
    bots.element,
    h("div.stack", rules.element, about, h("details", h("summary", "All that these rules say"), lines)),
    clock.element,
    own,
    h("label.field", "Word list", words, wordsAbout),
    h("label.field.tick", open, "Public room", h("small", openAbout)),
    h("div.row.answers.ends", create),
  );

  /** What one choice leaves of the others, and says. */
  function fit() {
    bots.allow((value) => Number(value) < Number(seats.value));
    own.hidden = time.disabled = more.disabled = clock.value !== "own";
    const preset = known(presets, rules.value);
    text(about, preset.about);
    put(lines, ...preset.lines.map((line) => h("li", line)));
    const list = known(wordlists, words.value);
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
      clock: Number(own.hidden ? clock.value : time.value),
      increment: own.hidden ? 0 : Number(more.value),
      lexicon: words.value,
      public: open.checked && listed,
    };
    if (await act(app, create, { do: "host", settings })) keep("room", JSON.stringify(settings));
  }

  fit();
  sheet("A new room", form);
}
