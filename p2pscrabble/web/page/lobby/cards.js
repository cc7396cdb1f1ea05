// @ts-check
/** What the lobby lists: the games of this computer, and the open rooms of the relay. */

import { attribute, h, list, put, text } from "../dom.js";
import { act, createFault } from "./asking.js";
import { counted, joined } from "../panels/wording.js";
import { ago, remaining } from "./words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").KeptGame} KeptGame */
/** @typedef {import("../types.js").OpenRoom} OpenRoom */

/** @type {Record<KeptGame["state"], string>} */
const STATES = {
  gathering: "Waiting for players",
  playing: "Under way",
  over: "Finished",
  left: "You have left",
  closed: "Closed by the host",
  stopped: "Stopped",
};

/** @param {KeptGame} game */
export const unfinished = (game) => game.state === "gathering" || game.state === "playing";

/**
 * Games as they are shown: your turn first, then what changed last.
 * @param {readonly KeptGame[]} games
 */
export function inOrder(games) {
  return [...games].sort((a, b) => Number(b.yourTurn) - Number(a.yourTurn) || b.changed - a.changed);
}

/**
 * @param {App} app
 * @param {(room: string) => void} entered
 * @param {() => string} me the player's own name, which needn't stand on a card
 */
export function createGames(app, entered, me) {
  const current = h("ul", { class: "cards" });
  const past = h("ul", { class: "cards" });
  const count = h("summary");
  const finished = h("details", { class: "finished" }, count, past);
  const element = h("section", {}, h("h2", {}, "Your games"), current, finished);

  /** @param {KeptGame} game */
  function make(game) {
    const fault = createFault();
    const go = h("button", { class: "button", type: "button" }, "Play on");
    go.addEventListener("click", async () => {
      const answer = await act(app, go, fault, { do: "resume", room: game.id });
      if (answer) entered(String(answer.room));
    });
    return h(
      "li",
      { class: "card game" },
      h("div", { class: "grow" }, h("h3"), h("p", { class: "scores" }), h("p", { class: "marks" })),
      unfinished(game) ? go : h("a", { class: "button", hidden: true }, "See the replay"),
      fault.element,
    );
  }

  /**
   * @param {HTMLElement} card
   * @param {KeptGame} game
   */
  function update(card, game) {
    const others = game.names.filter((name) => name !== me());
    const title = others.length ? `With ${joined(others)}` : `Room ${game.code}`;
    const [heading, scores, marks] = /** @type {[HTMLElement, HTMLElement, HTMLElement]} */ ([...card.querySelectorAll("h3, .scores, .marks")]);
    text(heading, title);
    const counted = game.state !== "gathering" && game.scores.length === game.names.length;
    text(scores, counted ? game.names.map((name, seat) => `${name} ${game.scores[seat]}`).join(" · ") : `Room code ${game.code}`);
    put(
      marks,
      game.yourTurn && h("strong", { class: "badge turn" }, "Your turn"),
      game.open && h("span", { class: "badge" }, "Open"),
      `${game.yourTurn ? "" : STATES[game.state]}${game.demo ? " · against the computer" : ""} · ${ago(game.changed, Date.now())}`.replace(/^ · /, ""),
    );
    const go = card.querySelector("button");
    go?.classList.toggle("main", game.yourTurn);
    if (go) attribute(go, "aria-label", `Play on: ${title}`);
    const link = card.querySelector("a");
    if (!link) return;
    link.hidden = !game.replay;
    link.href = `/replay#${game.replay}`;
    attribute(link, "aria-label", `See the replay: ${title}`);
  }

  return {
    element,
    /** @param {readonly KeptGame[]} games */
    update(games) {
      const sorted = inOrder(games);
      const over = sorted.filter((game) => !unfinished(game));
      element.hidden = !games.length;
      finished.hidden = !over.length;
      text(count, `${counted(over.length, "finished game")}`);
      list(current, sorted.filter(unfinished), ({ id }) => id, make, update);
      list(past, over, ({ id }) => id, make, update);
    },
  };
}

/**
 * Seats as dots; what they say stands beside them in words.
 * @param {number} taken
 * @param {number} seats
 */
function dots(taken, seats) {
  return h("span", { class: "seats", "aria-hidden": "true" }, ...Array.from({ length: seats }, (_, seat) => h("i", { class: seat < taken ? "taken" : "" })));
}

/**
 * @param {(room: OpenRoom, button: HTMLElement, fault: {say: (words: string) => void}) => void} enter
 */
export function createRooms(enter) {
  const rooms = h("ul", { class: "cards" });
  const told = h("p", { class: "muted" });
  const how = h("p", { class: "muted" }, "To set one, start the program as ", h("code", {}, "p2pscrabble --relay HOST:8765"), ", with the address that you were given.");
  const element = h("section", { class: "openrooms" }, h("h2", {}, "Open rooms"), told, how, rooms);
  /** @type {readonly OpenRoom[]} */
  let shown = [];

  /** @param {OpenRoom} room */
  function make(room) {
    const fault = createFault();
    const button = h("button", { class: "button", type: "button" }, "Take a seat", h("span", { class: "unseen" }, ` with ${room.host}`));
    button.addEventListener("click", () => enter(room, button, fault));
    return h(
      "li",
      { class: "card game" },
      h("div", { class: "grow" }, h("h3", {}, `${room.host}’s room`), h("p", { class: "free" }), h("p", { class: "muted" }, `${room.rules} rules · ${room.lexicon} word list`), h("p", { class: "starts-in" })),
      button,
      fault.element,
    );
  }

  /**
   * @param {HTMLElement} card
   * @param {OpenRoom} room
   */
  function update(card, room) {
    const free = room.seats - room.taken;
    const [seats, starts] = /** @type {[HTMLElement, HTMLElement]} */ ([...card.querySelectorAll(".free, .starts-in")]);
    const words = `${room.taken} of ${room.seats} seats taken`;
    if (seats.textContent !== words) put(seats, dots(room.taken, room.seats), words);
    text(starts, room.startsAt === null ? "" : `Starts in ${remaining(room.startsAt, Date.now())}`);
    const button = card.querySelector("button");
    if (button) button.disabled = free < 1;
  }

  const tick = setInterval(() => list(rooms, shown, ({ code }) => code, make, update), 1000);

  return {
    element,
    destroy: () => clearInterval(tick),
    /** @param {import("../types.js").LobbyState} state */
    update({ relay, open }) {
      shown = open;
      how.hidden = relay.state !== "none";
      const none = "Nobody has an open room just now. Make one with + and tick “Public room”.";
      const words = {
        none: "Rooms that anyone may enter are listed on a relay, and none is set on this computer. You can still make rooms and join with a link.",
        connecting: `Asking the relay ${relay.address}…`,
        up: open.length ? `On the relay ${relay.address}.` : none,
        down: `The relay ${relay.address} doesn’t answer. The program keeps trying. ${relay.detail}`.trim(),
        refused: `The relay ${relay.address} refuses. ${relay.detail}`.trim(),
      };
      text(told, words[relay.state]);
      told.classList.toggle("fault", relay.state === "down" || relay.state === "refused");
      list(rooms, open, ({ code }) => code, make, update);
    },
  };
}
