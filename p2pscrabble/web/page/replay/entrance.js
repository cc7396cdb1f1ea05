// @ts-check
/** Where a game to be replayed is chosen: its number is pasted, or it is one of those kept on this computer. */

import { h, list, text } from "../dom.js";
import { createFault } from "../lobby/asking.js";
import { ago, digitsOf } from "../lobby/words.js";
import { counted, joined } from "../panels/wording.js";

/** @typedef {import("../types.js").KeptGame} KeptGame */

/** @param {(number: string) => void} show */
export function createEntrance(show) {
  const field = h("textarea", { rows: 6, spellcheck: false, autocomplete: "off", inputMode: "numeric", placeholder: "1043 9444 5149 4862 …" });
  const fault = createFault(field);
  const count = h("small");
  const form = h(
    "form",
    { class: "card stack", on: { submit } },
    h("p", {}, "A finished game is one number. Paste it here, spaces and line breaks and all, and every move stands before you again."),
    h("label", { class: "field" }, "The number of a game", field, count),
    fault.element,
    h("div", {}, h("button", { class: "button main" }, "Show the game")),
  );
  const games = h("ul", { class: "cards" });
  const kept = h("section", { class: "stack" }, h("h2", {}, "Games on this computer"), games);
  const element = h("div", { class: "entrance stack" }, h("h1", {}, "See a game again"), form, kept);

  field.addEventListener("input", () => {
    fault.say("");
    size();
  });

  function size() {
    const digits = digitsOf(field.value);
    text(count, !digits ? "" : /^\d+$/.test(digits) ? counted(digits.length, "digit") : "There is something in it that is no digit.");
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const digits = digitsOf(field.value);
    if (digits) show(digits);
    else {
      fault.say("Paste the number of a game first.");
      field.focus();
    }
  }

  return {
    element,
    /**
     * Gives a number back for mending.
     * @param {string} number
     * @param {string} words
     */
    refuse(number, words) {
      if (digitsOf(field.value) !== number) field.value = number.replace(/(\d{4})(?=\d)/g, "$1 ");
      size();
      fault.say(words);
      field.focus();
    },
    /** @param {readonly KeptGame[]} all */
    update(all) {
      const over = all.filter(({ replay }) => replay).sort((a, b) => b.changed - a.changed);
      kept.hidden = !over.length;
      list(
        games,
        over,
        ({ id, replay }) => `${id} ${replay.slice(-8)}`,
        (game) =>
          h("li", {}, h("a", { class: "card game", href: `/replay#${game.replay}` }, h("strong", { class: "grow" }, joined(game.names)), h("span", {}, game.scores.join(" : ")), h("span", { class: "muted" }, ago(game.changed, Date.now())))),
      );
    },
  };
}
