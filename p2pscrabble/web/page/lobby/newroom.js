// @ts-check
/** The dialog that makes a room. */

import { h, put, text } from "../dom.js";
import { act, createChoice, createFault, freshId } from "./asking.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").LobbyState} LobbyState */
/** @typedef {import("../types.js").NewRoom} NewRoom */

const KEPT = "p2pscrabble.room";

/** @returns {Partial<NewRoom>} what was chosen last */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {NewRoom} settings */
function keep(settings) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: then the usual choices come up next time.
  }
}

/** @param {readonly (string | number)[]} values */
const options = (values) => values.map((value) => ({ value: String(value), label: String(value) }));

/**
 * @param {string} label
 * @param {string} about
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
function numberField(label, about, value, min, max) {
  const input = h("input", { type: "number", inputMode: "numeric", min: String(min), max: String(max), step: "1", value: String(value), required: true });
  return { input, element: h("label", { class: "field" }, label, input, h("small", {}, about)) };
}

/**
 * @param {App} app
 * @param {(room: string) => void} made
 */
export function createNewRoom(app, made) {
  const last = kept();
  const { presets, wordlists } = app.config;

  const seats = createChoice("Seats", options([2, 3, 4]), String(last.seats ?? 2), () => fit());
  const bots = createChoice("Computer players among them", options([0, 1, 2, 3]), String(last.bots ?? 0), () => fit());

  const rules = createChoice(
    "Rules",
    presets.map(({ name }) => ({ value: name, label: name[0]?.toUpperCase() + name.slice(1) })),
    presets.some(({ name }) => name === last.rules) ? String(last.rules) : (presets[0]?.name ?? ""),
    () => explain(),
  );
  const about = h("p");
  const lines = h("ul", { class: "dots" });

  const usual = ["0", "15", "25"];
  const minutes = String(last.clock ?? 0);
  const clock = createChoice(
    "Clock",
    [
      { value: "0", label: "None" },
      { value: "15", label: "15 min" },
      { value: "25", label: "25 min" },
      { value: "own", label: "Own" },
    ],
    usual.includes(minutes) && !last.increment ? minutes : "own",
    () => fit(),
  );
  const time = numberField("Minutes", "for each player’s whole game", last.clock || 20, 1, 1440);
  const increment = numberField("Seconds more", "for each turn taken", last.increment ?? 0, 0, 3600);
  const own = h("div", { class: "pair" }, time.element, increment.element);

  const words = h("select", { disabled: wordlists.length < 2 }, ...wordlists.map((each) => h("option", { value: each.name }, each.name)));
  if (wordlists.some(({ name }) => name === last.lexicon)) words.value = String(last.lexicon);
  const wordsAbout = h("small");

  const open = h("input", { type: "checkbox", checked: last.public ?? false });
  const openAbout = h("small");

  const fault = createFault();
  const create = h("button", { class: "button main" }, "Create");
  const heading = h("h2", { id: freshId() }, "A new room");
  const form = h(
    "form",
    { class: "stack", on: { submit } },
    heading,
    seats.element,
    bots.element,
    rules.element,
    h("details", { class: "about", open: true }, h("summary", {}, "What these rules say"), about, lines),
    clock.element,
    own,
    h("label", { class: "field" }, "Word list", words, wordsAbout),
    h("label", { class: "tick" }, open, h("span", {}, "Public room", openAbout)),
    fault.element,
    h("div", { class: "row ends" }, h("button", { class: "button", type: "button", on: { click: () => element.close() } }, "Cancel"), create),
  );
  const element = h("dialog", { class: "newroom", "aria-labelledby": heading.id }, form);
  words.addEventListener("change", describe);

  /** What one choice leaves possible of the others. */
  function fit() {
    bots.allow((value) => Number(value) < Number(seats.value));
    own.hidden = clock.value !== "own";
    for (const { input } of [time, increment]) input.disabled = own.hidden;
  }

  function explain() {
    const preset = presets.find(({ name }) => name === rules.value);
    text(about, preset?.about ?? "");
    put(lines, ...(preset?.lines ?? []).map((line) => h("li", {}, line)));
  }

  function describe() {
    const list = wordlists.find(({ name }) => name === words.value);
    text(wordsAbout, list ? `${list.words.toLocaleString("en")} words. ${list.about}`.trim() : "");
  }

  /** @returns {NewRoom} */
  function settings() {
    const ticking = clock.value === "own";
    return {
      seats: Number(seats.value),
      bots: Number(bots.value),
      rules: rules.value,
      clock: ticking ? Number(time.input.value) : Number(clock.value),
      increment: ticking ? Number(increment.input.value) : 0,
      lexicon: words.value,
      public: open.checked && !open.disabled,
    };
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const wanted = settings();
    const answer = await act(app, create, fault, { do: "host", settings: wanted });
    if (!answer) return;
    keep({ ...wanted, public: open.checked });
    element.close();
    made(String(answer.room));
  }

  fit();
  explain();
  describe();
  return {
    element,
    open: () => element.showModal(),
    /** @param {LobbyState} state */
    update({ relay }) {
      open.disabled = relay.state === "none";
      text(openAbout, open.disabled ? "No relay is set, so there is nowhere to show it." : "Everyone on this relay can see it and come in.");
    },
  };
}
