// @ts-check
/** The lobby: make a room, play the computer, join a friend, go on with a game. */

import { h, text } from "../dom.js";
import { act, createChoice, createFault, freshId } from "../lobby/asking.js";
import { createGames, createRooms } from "../lobby/cards.js";
import { createName } from "../lobby/name.js";
import { createNewRoom } from "../lobby/newroom.js";
import { regrouped } from "../lobby/words.js";

/**
 * @param {import("../types.js").App} app
 * @returns {import("../types.js").Screen}
 */
export function createScreen(app) {
  /** @param {string} room */
  const enter = (room) => app.go(`/room/${room}`);
  const name = createName(app);
  const dialog = createNewRoom(app, enter);
  const games = createGames(app, enter);
  const rooms = createRooms((room, button, fault) => join(room.code, button, fault));

  // A big + makes a room, as in the original.
  const about = h("p", { id: freshId() }, "for you and up to three friends");
  const plus = h("button", { type: "button", "aria-describedby": about.id }, "New room");
  plus.addEventListener("click", async () => (await name.ready()) && dialog.open());

  const opponents = createChoice("Computer players", { 1: "1", 2: "2", 3: "3" }, "1");
  const demo = h("button.button.main", { type: "button" }, "Play the computer");
  const demoFault = createFault();
  demo.addEventListener("click", async () => {
    const answer = await act(app, demo, demoFault, { do: "demo", seats: Number(opponents.value) + 1 });
    if (answer) enter(String(answer.room));
  });

  const field = h("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false, enterKeyHint: "go", placeholder: "1234 5678 9012 3456" });
  const button = h("button.button.main", "Join");
  const fault = createFault(field);
  field.addEventListener("input", () => {
    fault.say("");
    const shown = regrouped(field.value, field.selectionStart ?? field.value.length);
    if (shown.text === field.value) return;
    field.value = shown.text;
    field.setSelectionRange(shown.caret, shown.caret);
  });

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const code = field.value.trim();
    if (code) {
      text(button, "Joining…");
      await join(code, button, fault);
      text(button, "Join");
    } else {
      fault.say("Paste the link that your friend sent you, or type the sixteen digits of the room code.");
      field.focus();
    }
  }

  /**
   * @param {string} code
   * @param {HTMLElement} pressed
   * @param {import("../lobby/asking.js").Fault} place
   */
  async function join(code, pressed, place) {
    const answer = (await name.ready()) && (await act(app, pressed, place, { do: "join", text: code }));
    if (answer) enter(String(answer.room));
  }

  const welcome = h(
    "section.card.welcome",
    h("h2", "New here?"),
    h(
      "ol",
      h("li", "Make a room with the big +."),
      h("li", "Send the link that you get to your friends. They paste it under “Join a friend”."),
      h("li", "When all are there, the tiles are drawn, and you play."),
    ),
    h("p.muted", "Nobody runs the game: each player’s program works it all out and watches the others. To try it alone, play the computer."),
  );

  const element = h(
    "section.lobby",
    { data: { screen: "lobby" } },
    h("div.heading", h("h1", "Shall we play?"), name.element),
    h(
      "div.ways",
      h("div.card.plus", h("span", { "aria-hidden": "true" }, "+"), h("div", plus, about)),
      h("section.card.stack", h("h2", "Play at once"), opponents.element, demoFault.element, demo),
      h("form.card.stack", { on: { submit } }, h("h2", "Join a friend"), h("label.field", "Room code or link", field), fault.element, button),
    ),
    h("div.lists", h("div", welcome, games.element), rooms.element),
    dialog.element,
  );

  return {
    element,
    /** @param {import("../types.js").LobbyState} state */
    update(state) {
      name.update(state.name);
      dialog.update(state);
      welcome.hidden = state.games.length > 0;
      games.update(state);
      rooms.update(state);
    },
    destroy: rooms.destroy,
  };
}
