// @ts-check
/** The lobby: make a room, play the computer, join a friend, go on with a game. */

import { button, freshId, h, ornament } from "../dom.js";
import { act, createChoice, createFault } from "../lobby/asking.js";
import { createGames, createRooms } from "../lobby/cards.js";
import { createName } from "../lobby/name.js";
import { openNewRoom } from "../lobby/newroom.js";
import { codeText } from "../lobby/words.js";

/**
 * @param {import("../types.js").App} app
 * @returns {import("../types.js").Screen}
 */
export function createScreen(app) {
  let listed = false;
  const name = createName(app);
  const games = createGames(app);
  const rooms = createRooms(({ code }, seat) => join(code, seat));

  // A big + makes a room, as in the original.
  const about = h("p", { id: freshId() }, "for you and up to three friends");
  const click = async () => (await name.ready()) && openNewRoom(app, listed);
  const plus = h("button", { type: "button", "aria-describedby": about.id, on: { click } }, "New room");

  const opponents = createChoice("Computer players", { 1: "1", 2: "2", 3: "3" }, 1);
  const demo = button(
    "Play the computer",
    () => act(app, demo, { do: "demo", seats: Number(opponents.value) + 1 }),
    "main",
  );

  const field = h("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
    enterKeyHint: "go",
    placeholder: "1234 5678 9012 3456",
  });
  const enter = h("button.button.main", "Join");
  const fault = createFault(field);
  field.addEventListener("input", () => {
    fault.say("");
    // Not while something is mended in its midst: the caret would be lost.
    if (field.selectionEnd === field.value.length) field.value = codeText(field.value);
  });

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    if (field.value.trim()) void join(field.value, enter, fault.say);
    else {
      fault.say("Paste the link that your friend sent you, or type the sixteen digits of the room code.");
      field.focus();
    }
  }

  /**
   * @param {string} code
   * @param {HTMLElement} pressed
   * @param {(words: string) => void} [say]
   */
  async function join(code, pressed, say) {
    if (await name.ready()) await act(app, pressed, { do: "join", text: code.trim() }, say);
  }

  const steps = [
    "Make a room with the big +.",
    "Send its link to your friends. They paste it under “Join a friend”.",
    "When all are there, the tiles are drawn, and you play.",
  ];
  const welcome = h(
    "section.card.stack",
    h("h2", "New here?"),
    h("ol.stack", ...steps.map((words, before) => h("li.row", ornament(before + 1), h("span.grow", words)))),
  );

  const element = h(
    "section.page.lobby",
    h("div.row.heading", h("h1", "Shall we play?"), name.element),
    h(
      "div.ways",
      h("div.card.row.plus", ornament("+"), h("div.grow", plus, about)),
      h("section.card.stack", h("h2", "Play at once"), opponents.element, demo),
      h(
        "form.card.stack",
        { on: { submit } },
        h("h2", "Join a friend"),
        h("label.field", "Room code or link", field),
        fault.element,
        enter,
      ),
    ),
    h("div.lists", h("div", welcome, games.element), rooms.element),
  );

  return {
    element,
    /** @param {import("../types.js").LobbyState} state */
    update(state) {
      listed = state.relay.state !== "none";
      name.update(state.name);
      welcome.hidden = state.games.length > 0;
      games.update(state);
      rooms.update(state);
    },
  };
}
