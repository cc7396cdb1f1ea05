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
  /** The text that was asked last, and what the program said. @type {{move: string, tried: Record<string, any>} | null} */
  let known = null;

  /** Asks the program what the text would be; null where there is none, or another one meanwhile. */
  async function trial() {
    clearTimeout(timer);
    const move = input.value.trim();
    const mine = ++asked;
    if (move && known?.move !== move) {
      const answer = await app.send({ do: "try", text: move, tab: app.tab });
      if (mine !== asked) return null;
      known = { move, tried: answer.ok ? answer : { text: answer.error, legal: false } };
    }
    return move ? known : null;
  }

  /** @param {string} [words] @param {boolean} [good] */
  function show(words = "", good = false) {
    text(says, words);
    attribute(says, "data-good", words ? String(good) : null);
  }

  function changed() {
    clearTimeout(timer);
    timer = window.setTimeout(async () => {
      const told = await trial();
      if (!told && input.value.trim()) return;
      show(told?.tried.text, told?.tried.legal);
      hint(told?.tried.squares ?? []);
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
    const told = moves.pending ? null : await trial();
    if (!told) return;
    const { text: words, legal, kind } = told.tried;
    const wrong = legal ? moves.waits() : words;
    // The same words again are no change to the live region that shows them.
    if (says.textContent === wrong) app.announce(wrong);
    show(wrong || words, !wrong);
    if (wrong) app.sound("refused");
    else if (await moves.typed(told.move, kind === "pass")) clear();
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
