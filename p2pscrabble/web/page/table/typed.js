// @ts-check
/** A move in writing: "8H WORD", "pass", "exchange ABC". The program says at each letter what it would be. */

import { ask } from "../dialogs.js";
import { attribute, h, text } from "../dom.js";

const PAUSE = 120;

/**
 * @param {import("../types.js").App} app
 * @param {import("./moves.js").Moves} moves
 * @param {(squares: number[]) => void} hint shows the squares that the move would cover
 */
export function createTyped(app, moves, hint) {
  const input = h("input", {
    id: "typed-move",
    type: "text",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: false,
    enterkeyhint: "go",
    maxLength: 60,
    placeholder: "8H WORD",
    "aria-describedby": "typed-says",
    on: { input: changed, keydown: key },
  });
  const says = h("p", { id: "typed-says", class: "says", role: "status" });
  const element = h(
    "form",
    { class: "typed", on: { submit } },
    h("label", { htmlFor: "typed-move" }, "Type a move"),
    h("div", { class: "typing" }, input, h("button", { class: "button", type: "submit", "aria-label": "Play what is typed" }, "↵")),
    says,
  );
  let timer = 0;
  let asked = 0;
  /** @type {{text: string, tried: import("../types.js").Tried | null, error: string}} */
  let known = { text: "", tried: null, error: "" };

  /** @param {string} words @param {boolean | null} good */
  function show(words, good) {
    text(says, words);
    attribute(says, "data-good", good === null ? null : String(good));
  }

  /** Asks the program what a text would be; null where another was typed meanwhile. @param {string} move */
  async function trial(move) {
    if (known.text === move) return known;
    const mine = ++asked;
    const answer = await app.send({ do: "try", text: move, tab: app.tab });
    if (mine !== asked) return null;
    const tried = answer.ok ? /** @type {import("../types.js").Tried} */ (/** @type {unknown} */ (answer)) : null;
    known = { text: move, tried, error: answer.ok ? "" : answer.error };
    return known;
  }

  function changed() {
    clearTimeout(timer);
    const move = input.value.trim();
    if (!move) {
      asked++;
      show("", null);
      return hint([]);
    }
    timer = window.setTimeout(async () => {
      const told = await trial(move);
      if (!told || input.value.trim() !== move) return;
      show(told.tried?.text ?? told.error, told.tried?.legal ?? false);
      hint(told.tried?.squares ?? []);
    }, PAUSE);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.key !== "Escape" || !input.value) return;
    event.stopPropagation();
    clear();
  }

  function clear() {
    input.value = "";
    changed();
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    clearTimeout(timer);
    const move = input.value.trim();
    if (!move || moves.pending) return;
    const told = await trial(move);
    if (!told) return;
    const tried = told.tried;
    const wrong = tried?.legal ? moves.waits() : (tried?.text ?? told.error);
    // The same words again are no change to the live region that shows them.
    if (wrong && says.textContent === wrong) app.announce(wrong);
    show(wrong || (tried?.text ?? ""), !wrong);
    if (wrong || !tried) return app.sound("refused");
    const question = { title: "Pass this turn?", text: "You score nothing, and keep your tiles.", yes: "Pass", no: "Keep playing" };
    if (tried.kind === "pass" && !(await ask(question))) return;
    if (await moves.typed(move)) clear();
  }

  return {
    element,
    /** After the position has changed, what was said of the text may be wrong. */
    update() {
      known = { text: "", tried: null, error: "" };
      if (input.value.trim()) changed();
    },
    focus: () => input.focus(),
  };
}
