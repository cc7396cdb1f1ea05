// @ts-check
/** Where a game to be replayed is chosen: its number is pasted, or it is one of those kept on this computer. */

import { h, list, text } from "../dom.js";
import { createFault } from "../lobby/asking.js";
import { ago, digitsOf, inOrder } from "../lobby/words.js";
import { counted, grouped, joined } from "../panels/wording.js";

/** @typedef {import("../types.js").KeptGame} KeptGame */

/** @param {(number: string) => void} show */
export function createEntrance(show) {
  const field = h("textarea", { rows: 6, spellcheck: false, autocomplete: "off", inputMode: "numeric", placeholder: "1043 9444 5149 4862 …" });
  const fault = createFault(field);
  const count = h("small");
  const form = h(
    "form.card.stack",
    { on: { submit } },
    h("p", "A finished game is one number. Paste it here, spaces and line breaks and all, and see every move again."),
    h("label.field", "The number of a game", field, count),
    fault.element,
    h("button.button.main", "Show the game"),
  );
  const games = h("ul.cards");
  const kept = h("section", h("h2", "Games on this computer"), games);

  function size() {
    fault.say("");
    const digits = digitsOf(field.value);
    text(count, /\D/.test(digits) ? "There is something in it that is no digit." : digits && counted(digits.length, "digit"));
  }
  field.addEventListener("input", size);

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    if (digitsOf(field.value)) return show(digitsOf(field.value));
    fault.say("Paste the number of a game first.");
    field.focus();
  }

  /** @param {KeptGame} game */
  function make({ replay, names, scores, changed }) {
    const about = [h("strong", joined(names)), h("span", scores.join(" : ")), h("span.muted", ago(changed, Date.now()))];
    return h("li", h("a.card.game", { href: `/replay#${replay}` }, ...about));
  }

  return {
    element: h("div.entrance", h("h1", "See a game again"), form, kept),
    /**
     * Gives a number back for mending.
     * @param {string} number
     * @param {string} words
     */
    refuse(number, words) {
      if (digitsOf(field.value) !== number) field.value = grouped(number).join(" ");
      size();
      fault.say(words);
      field.focus();
    },
    /** @param {readonly KeptGame[]} all */
    update(all) {
      const over = inOrder(all.filter(({ replay }) => replay));
      kept.hidden = !over.length;
      list(games, over, ({ id, replay }) => id + replay, make);
    },
  };
}
