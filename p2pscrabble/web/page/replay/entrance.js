// @ts-check
/** Where a game to be replayed is chosen: its number is pasted, or it is one of those kept on this computer. */

import { h, list, text } from "../dom.js";
import { createFault } from "../lobby/asking.js";
import { ago, codeText, digitsOf, inOrder } from "../lobby/words.js";
import { counted, joined } from "../panels/wording.js";

/** @typedef {import("../types.js").KeptGame} KeptGame */

/** @param {(number: string) => void} show */
export function createEntrance(show) {
  const field = h("textarea", { rows: 6, spellcheck: false, inputMode: "numeric", placeholder: "1043 9444 5149 4862 …", on: { input: size } });
  const fault = createFault(field);
  const count = h("small");
  const games = h("ul.cards");
  const kept = h("section", h("h2", "Games on this computer"), games);
  const form = h(
    "form.card.stack",
    { on: { submit } },
    h("p", "A finished game is one number. Paste it here, spaces and line breaks and all, and see every move again."),
    h("label.field", "The number of a game", field, count),
    fault.element,
    h("button.button.main", "Show the game"),
  );

  function size() {
    fault.say("");
    const digits = digitsOf(field.value);
    text(count, /\D/.test(digits) ? "There is something in it that is no digit." : digits && counted(digits.length, "digit"));
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const digits = digitsOf(field.value);
    if (digits) show(digits);
    else refuse("", "Paste the number of a game first.");
  }

  /** Gives a number back for mending. @param {string} number @param {string} words */
  function refuse(number, words) {
    field.value = codeText(number);
    size();
    fault.say(words);
    field.focus();
  }

  /** @param {KeptGame} game */
  const make = ({ replay, names, scores, changed }) =>
    h("li", h("a.card.game", { href: `/replay#${replay}` }, h("strong.grow", joined(names)), scores.join(" : "), h("span.muted", ago(changed, Date.now()))));

  return {
    element: h("div.entrance", h("h1", "See a game again"), form, kept),
    refuse,
    /** @param {readonly KeptGame[]} all */
    update(all) {
      const over = inOrder(all.filter(({ replay }) => replay));
      kept.hidden = !over.length;
      list(games, over, ({ id, replay }) => id + replay, make);
    },
  };
}
