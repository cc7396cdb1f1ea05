// @ts-check
/** The lobby: make a room, play the computer, join a friend, go on with a game. */

import { h, text } from "../dom.js";
import { act, createChoice, createFault, freshId } from "../lobby/asking.js";
import { createGames, createRooms } from "../lobby/cards.js";
import { createName } from "../lobby/name.js";
import { createNewRoom } from "../lobby/newroom.js";
import { regrouped } from "../lobby/words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").LobbyState} LobbyState */

/**
 * @param {App} app
 * @returns {import("../types.js").Screen}
 */
export function createScreen(app) {
  /** @param {string} room */
  const enter = (room) => app.go(`/room/${room}`);
  const name = createName(app);
  const dialog = createNewRoom(app, enter);
  const games = createGames(app, enter, () => name.value);
  const rooms = createRooms(async (room, button, fault) => {
    if (await name.ready()) await join(room.code, button, fault);
  });

  // A big + makes a room, as in the original.
  const titleId = freshId();
  const aboutId = freshId();
  const plus = h(
    "button",
    { class: "card plus", type: "button", "aria-labelledby": titleId, "aria-describedby": aboutId, on: { click: openDialog } },
    h("span", { class: "sign", "aria-hidden": "true" }, "+"),
    h("span", { class: "stack" }, h("strong", { id: titleId }, "New room"), h("span", { id: aboutId }, "for you and up to three friends")),
  );

  const opponents = createChoice("Computer players", [1, 2, 3].map((count) => ({ value: String(count), label: String(count) })), "1");
  const demo = h("button", { class: "button main", type: "button" }, "Play the computer");
  const demoFault = createFault();
  demo.addEventListener("click", async () => {
    const answer = await act(app, demo, demoFault, { do: "demo", seats: Number(opponents.value) + 1 });
    if (answer) enter(String(answer.room));
  });

  const field = h("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false, enterKeyHint: "go", placeholder: "1234 5678 9012 3456" });
  const joinButton = h("button", { class: "button main" }, "Join");
  const joinFault = createFault(field);
  const joinForm = h(
    "form",
    { class: "card stack", on: { submit: submitJoin } },
    h("h2", {}, "Join a friend"),
    h("label", { class: "field" }, "Room code or link", field),
    joinFault.element,
    joinButton,
  );
  field.addEventListener("input", () => {
    joinFault.say("");
    const { text: shown, caret } = regrouped(field.value, field.selectionStart ?? field.value.length);
    if (shown === field.value) return;
    field.value = shown;
    field.setSelectionRange(caret, caret);
  });

  const welcome = h(
    "section",
    { class: "card welcome" },
    h("h2", {}, "New here?"),
    h(
      "ol",
      { class: "steps" },
      h("li", {}, "Make a room with the big +."),
      h("li", {}, "Send the link that you get to your friends. They paste it under “Join a friend”."),
      h("li", {}, "As soon as all are there, the tiles are drawn and you play."),
    ),
    h("p", { class: "muted" }, "Nobody runs the game: each player’s program works it all out and watches the others. To try it alone, play the computer."),
  );

  const element = h(
    "section",
    { class: "lobby", data: { screen: "lobby" } },
    h("div", { class: "row top" }, h("h1", { class: "grow" }, "Shall we play?"), name.element),
    h("div", { class: "ways" }, plus, h("div", { class: "card stack" }, h("h2", {}, "Play at once"), opponents.element, demoFault.element, demo), joinForm),
    h("div", { class: "lists" }, h("div", { class: "stack" }, welcome, games.element), rooms.element),
    dialog.element,
  );

  async function openDialog() {
    if (await name.ready()) dialog.open();
  }

  /** @param {Event} event */
  async function submitJoin(event) {
    event.preventDefault();
    if (!field.value.trim()) {
      joinFault.say("Paste the link that your friend sent you, or type the sixteen digits of the room code.");
      field.focus();
    } else if (await name.ready()) await join(field.value.trim(), joinButton, joinFault);
  }

  /**
   * @param {string} code
   * @param {HTMLElement} button
   * @param {{say: (words: string) => void}} fault
   */
  async function join(code, button, fault) {
    text(joinButton, button === joinButton ? "Joining…" : "Join");
    const answer = await act(app, button, fault, { do: "join", text: code });
    text(joinButton, "Join");
    if (answer) enter(String(answer.room));
  }

  return {
    element,
    /**
     * @param {LobbyState} state
     */
    update(state) {
      name.update(state.name);
      dialog.update(state);
      welcome.hidden = state.games.length > 0;
      games.update(state.games);
      rooms.update(state);
    },
    destroy: rooms.destroy,
  };
}
