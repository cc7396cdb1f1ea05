// @ts-check
/** A move in writing: "8H WORD", "pass", "exchange ABC". The program says at each letter what it would be. */

import { attribute, button, freshId, h, text } from "../dom.js";

const PAUSE = 120;

/**
 * @param {import("../types.js").App} app
 * @param {import("./moves.js").Moves} moves
 * @param {(squares: number[]) => void} hint shows the squares that the move would cover
 */
export function createTyped(app, moves, hint) {
  const id = freshId();
  const input = h("input", {
    id, type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: false, enterKeyHint: "go", maxLength: 60,
    placeholder: "8H WORD", "aria-describedby": `${id}-says`, on: { input: changed, keydown: key },
  });
  const says = h("p.says", { id: `${id}-says`, role: "status" });
  const go = button("↵", () => {}, "", { type: "submit", "aria-label": "Play what is typed" });
  const element = h("form.typed", { on: { submit } }, h("label", { htmlFor: id }, "Type a move"), h("div.typing", input, go), says);
  let timer = 0;
  let asked = 0;
  /** What was asked last, and what the program said. @type {{move: string, good: boolean, passes: boolean, words: string, squares: number[]} | null} */
  let known = null;

  /** Asks the program what the text would be; null where it is another one meanwhile. */
  async function trial() {
    const move = input.value.trim();
    if (known?.move === move) return known;
    const mine = ++asked;
    const answer = await app.send({ do: "try", text: move, tab: app.tab });
    if (mine !== asked) return null;
    known = { move, ...(answer.ok ? { good: answer.legal, passes: answer.kind === "pass", words: answer.text, squares: answer.squares } : { good: false, passes: false, words: answer.error, squares: [] }) };
    return known;
  }

  /** @param {string} words @param {boolean | null} good */
  function show(words, good) {
    text(says, words);
    attribute(says, "data-good", good === null ? null : String(good));
  }

  function changed() {
    clearTimeout(timer);
    timer = window.setTimeout(async () => {
      const told = input.value.trim() ? await trial() : { words: "", good: null, squares: [] };
      if (!told) return;
      show(told.words, told.good);
      hint(told.squares);
    }, PAUSE);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.key !== "Escape" || !input.value) return;
    event.preventDefault();
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
    const told = input.value.trim() && !moves.pending ? await trial() : null;
    if (!told) return;
    const wrong = told.good ? moves.waits() : told.words;
    // The same words again are no change to the live region that shows them.
    if (says.textContent === wrong) app.announce(wrong);
    show(wrong || told.words, !wrong);
    if (wrong) app.sound("refused");
    else if (await moves.typed(told.move, told.passes)) clear();
  }

  return {
    element,
    /** After the position has changed, what was said of the text may be wrong. */
    update() {
      known = null;
      if (input.value) changed();
    },
    focus: () => input.focus(),
  };
}
