// @ts-check
/** Where a game to be replayed is chosen: its number is pasted, or it is one of those kept on this computer. */

import { h } from "../dom.js";
import { createFault } from "../lobby/asking.js";
import { createGames } from "../lobby/cards.js";
import { codeText, digitsOf } from "../lobby/words.js";

/**
 * @param {import("../types.js").App} app
 * @param {(number: string) => void} show
 */
export function createEntrance(app, show) {
  const field = h("textarea", {
    rows: 6,
    spellcheck: false,
    inputMode: "numeric",
    placeholder: "1043 9444 5149 4862 …",
    on: { input: () => fault.say("") },
  });
  const fault = createFault(field);
  const games = createGames(app, true);
  const form = h(
    "form.card.stack",
    { on: { submit } },
    h("p", "A finished game is one number. Paste it here, spaces and line breaks and all, and see every move again."),
    h("label.field", "The number of a game", field),
    fault.element,
    h("button.button.main", "Show the game"),
  );

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
    fault.say(words);
    field.focus();
  }

  return {
    element: h("div.entrance", h("h1", "See a game again"), form, games.element),
    refuse,
    /** @param {import("../types.js").LobbyState} state */
    update: (state) => games.update({ ...state, games: state.games.filter(({ replay }) => replay) }),
  };
}
