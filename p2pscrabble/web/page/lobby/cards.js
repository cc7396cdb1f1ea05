// @ts-check
/** What the lobby lists: the games of this computer, and the open rooms of the relay. */

import { attribute, h, list, put, text } from "../dom.js";
import { counted, joined } from "../panels/wording.js";
import { act, createFault } from "./asking.js";
import { ago, inOrder, remaining, unfinished } from "./words.js";

/** @typedef {import("../types.js").KeptGame} KeptGame */
/** @typedef {import("../types.js").OpenRoom} OpenRoom */
/** @typedef {import("./asking.js").Fault} Fault */

/** @type {Record<KeptGame["state"], string>} */
const STATES = {
  gathering: "waiting for players",
  playing: "under way",
  over: "finished",
  left: "you have left",
  closed: "closed by the host",
  stopped: "stopped",
};

/**
 * A card with a heading, lines of text and something to press.
 * @param {number} lines
 * @param {HTMLElement} action
 * @param {Fault} fault
 */
function createCard(lines, action, fault) {
  const about = h("div", h("h3"), ...Array.from({ length: lines }, () => h("p")));
  return h("li.card.game", about, action, fault.element);
}

/** @param {HTMLElement} card @returns {HTMLElement[]} its heading and lines */
const linesOf = (card) => [.../** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll("h3, div > p"))];

/**
 * @param {import("../types.js").App} app
 * @param {(room: string) => void} entered
 */
export function createGames(app, entered) {
  const current = h("ul.cards");
  const past = h("ul.cards");
  const count = h("summary");
  const finished = h("details", count, past);
  const element = h("section", h("h2", "Your games"), current, finished);
  let me = "";

  /** @param {KeptGame} game */
  function make(game) {
    const fault = createFault();
    if (!unfinished(game)) return createCard(2, h("a.button", "See the replay"), fault);
    const go = h("button.button", { type: "button" });
    go.addEventListener("click", async () => {
      const answer = await act(app, go, fault, { do: "resume", room: game.id });
      if (answer) entered(String(answer.room));
    });
    return createCard(2, go, fault);
  }

  /** @param {HTMLElement} card @param {KeptGame} game */
  function update(card, game) {
    const others = game.names.filter((name) => name !== me);
    const heading = others.length ? `With ${joined(others)}` : "A room with nobody else yet";
    const counts = game.state !== "gathering" && game.scores.length === game.names.length;
    const about = [!game.yourTurn && STATES[game.state], game.demo && "against the computer", ago(game.changed, Date.now())];
    const words = about.filter(Boolean).join(" · ");
    const [title, scores, marks] = linesOf(card);
    text(title, heading);
    text(scores, counts ? game.names.map((name, seat) => `${name} ${game.scores[seat]}`).join(" · ") : `Room code ${game.code}`);
    const key = `${game.yourTurn}${game.open}${words}`;
    if (marks.dataset.of !== key) {
      marks.dataset.of = key;
      put(marks, game.yourTurn && h("b.turn", "Your turn"), game.open && h("b", "Open now"), words);
    }
    const action = card.children[1];
    if (unfinished(game)) text(action, game.state === "gathering" ? "Enter" : "Play on");
    attribute(action, "aria-label", `${action.textContent}: ${heading}`);
    action.classList.toggle("main", game.yourTurn);
    if (!(action instanceof HTMLAnchorElement)) return;
    action.hidden = !game.replay;
    action.href = `/replay#${game.replay}`;
  }

  return {
    element,
    /** @param {import("../types.js").LobbyState} state */
    update({ games, name }) {
      me = name;
      const over = inOrder(games.filter((game) => !unfinished(game)));
      element.hidden = !games.length;
      finished.hidden = !over.length;
      text(count, counted(over.length, "finished game"));
      list(current, inOrder(games.filter(unfinished)), ({ id }) => id, make, update);
      list(past, over, ({ id }) => id, make, update);
    },
  };
}

/** @param {(room: OpenRoom, button: HTMLElement, fault: Fault) => void} enter */
export function createRooms(enter) {
  const rooms = h("ul.cards");
  const told = h("p.muted");
  const command = h("code", "p2pscrabble --relay HOST:8765");
  const how = h("p.muted", "To set one, start the program as ", command, ", with the address that you were given.");
  const element = h("section", h("h2", "Open rooms"), told, how, rooms);
  /** @type {readonly OpenRoom[]} */
  let shown = [];

  /** @param {OpenRoom} room */
  function make(room) {
    const fault = createFault();
    const button = h("button.button", { type: "button", on: { click: () => enter(room, button, fault) } }, "Take a seat");
    attribute(button, "aria-label", `Take a seat with ${room.host}`);
    return createCard(3, button, fault);
  }

  /** @param {HTMLElement} card @param {OpenRoom} room */
  function update(card, { host, seats, taken, rules, lexicon, startsAt }) {
    const [title, free, about, starts] = linesOf(card);
    text(title, `${host}’s room`);
    const words = `${taken} of ${seats} seats taken`;
    if (free.textContent !== words) {
      const dots = Array.from({ length: seats }, (_, seat) => h("i", { class: seat < taken ? "taken" : "" }));
      put(free, h("span.seatdots", { "aria-hidden": "true" }, ...dots), words);
    }
    text(about, `${rules[0].toUpperCase()}${rules.slice(1)} rules, word list ${lexicon}`);
    const soon = startsAt !== null && startsAt <= Date.now();
    text(starts, startsAt === null ? "" : soon ? "Starting now" : `Starts in ${remaining(startsAt, Date.now())}`);
    /** @type {HTMLButtonElement} */ (card.children[1]).disabled = taken >= seats;
  }

  const show = () => list(rooms, shown, ({ code }) => code, make, update);
  const tick = setInterval(show, 1000);
  return {
    element,
    destroy: () => clearInterval(tick),
    /** @param {import("../types.js").LobbyState} state */
    update({ relay, open }) {
      shown = open;
      how.hidden = relay.state !== "none";
      const [at, none] = [relay.address, "Nobody has an open room just now. Make one with + and tick “Public room”."];
      const words = {
        none: "Rooms that anyone may enter are listed on a relay, and none is set on this computer. You can still make rooms, and join with a link.",
        connecting: `Asking the relay ${at}…`,
        up: open.length ? `On the relay ${at}.` : none,
        down: `The relay ${at} doesn’t answer. The program on this computer keeps trying.`,
        refused: `The relay ${at} refuses. ${relay.detail}`,
      };
      text(told, words[relay.state]);
      told.classList.toggle("fault", relay.state === "down" || relay.state === "refused");
      show();
    },
  };
}
