// @ts-check
/** What the lobby lists: the games of this computer, and the open rooms of the relay. */

import { attribute, button, h, list, put, text } from "../dom.js";
import { counted, joined } from "../panels/wording.js";
import { act } from "./asking.js";
import { ago, inOrder, remaining, unfinished } from "./words.js";

/** @typedef {import("../types.js").KeptGame} KeptGame */
/** @typedef {import("../types.js").OpenRoom} OpenRoom */

/** @type {Record<KeptGame["state"], string>} */
const STATES = {
  gathering: "waiting for players",
  playing: "under way",
  over: "finished",
  left: "you have left",
  closed: "closed by the host",
  stopped: "stopped",
};

/** A card: a heading, lines of text, something to press. @param {HTMLElement} action */
const createCard = (action) => h("li.card.row.game", h("div", h("h3"), h("p"), h("p"), h("p")), action);

/** @param {HTMLElement} card @returns {HTMLElement[]} its heading and lines, and what is to press */
const partsOf = (card) => [.../** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll("div > *, .button"))];

/**
 * @param {import("../types.js").App} app
 * @param {boolean} [open] whether those that are finished are seen at once
 */
export function createGames(app, open = false) {
  const current = h("ul.cards");
  const past = h("ul.cards");
  const count = h("summary");
  const finished = h("details", { open }, count, past);
  const element = h("section", h("h2", "Your games"), current, finished);
  let me = "";

  /** @param {KeptGame} game */
  function make(game) {
    if (!unfinished(game))
      return createCard(h("a.button", { href: `/replay#${game.replay}`, hidden: !game.replay }, "See the replay"));
    const go = button("", () => act(app, go, { do: "resume", room: game.id }));
    return createCard(go);
  }

  /** @param {HTMLElement} card @param {KeptGame} game */
  function update(card, { names, scores, state, code, changed, yourTurn, open, demo }) {
    const [title, points, marks, , action] = partsOf(card);
    const others = names.filter((name) => name !== me);
    const heading = others.length ? `With ${joined(others)}` : "A room with nobody else yet";
    const about = [!yourTurn && STATES[state], demo && "against the computer", ago(changed, Date.now())];
    text(title, heading);
    const result = names.map((name, seat) => `${name} ${scores[seat] ?? ""}`).join(" · ");
    text(points, state === "gathering" ? `Room code ${code}` : result);
    put(marks, yourTurn && h("b.turn", "Your turn"), open && h("b", "Open now"), about.filter(Boolean).join(" · "));
    if (unfinished({ state })) text(action, state === "gathering" ? "Enter" : "Play on");
    attribute(action, "aria-label", `${action.textContent}: ${heading}`);
    action.classList.toggle("main", yourTurn);
  }

  return {
    element,
    /** @param {import("../types.js").LobbyState} state */
    update({ games, name }) {
      me = name;
      const over = games.filter((game) => !unfinished(game));
      element.hidden = !games.length;
      finished.hidden = !over.length;
      text(count, counted(over.length, "finished game"));
      list(current, inOrder(games.filter(unfinished)), ({ id }) => id, make, update);
      list(past, inOrder(over), ({ id, replay }) => id + replay, make, update);
    },
  };
}

/** @param {(room: OpenRoom, button: HTMLElement) => void} enter */
export function createRooms(enter) {
  const rooms = h("ul.cards");
  const told = h("p.muted");
  const element = h("section", h("h2", "Open rooms"), told, rooms);
  /** @type {readonly OpenRoom[]} */
  let shown = [];

  /** @param {OpenRoom} room */
  function make(room) {
    const seat = button("Take a seat", () => enter(room, seat), "", { "aria-label": `Take a seat with ${room.host}` });
    return createCard(seat);
  }

  /** @param {HTMLElement} card @param {OpenRoom} room */
  function update(card, { host, seats, taken, rules, lexicon, startsAt }) {
    const [title, free, about, starts, seat] = partsOf(card);
    const wait = startsAt && remaining(startsAt, Date.now());
    text(title, `${host}’s room`);
    text(free, `${taken} of ${seats} seats taken`);
    text(about, `${rules} rules, word list ${lexicon}`);
    text(starts, !wait ? "" : wait === "0:00" ? "Starting now" : `Starts in ${wait}`);
    /** @type {HTMLButtonElement} */ (seat).disabled = taken >= seats;
  }

  const show = () => list(rooms, shown, ({ code }) => code, make, update);
  setInterval(show, 1000);
  return {
    element,
    /** @param {import("../types.js").LobbyState} state */
    update({ relay: { address, state, detail }, open }) {
      shown = open;
      const words = {
        none: "No relay that lists rooms is set: start p2pscrabble --relay HOST:8765 for it. You can make rooms, and join with a link, all the same.",
        connecting: `Asking the relay ${address}…`,
        up: open.length
          ? `On the relay ${address}.`
          : "Nobody has an open room just now. Make a public one with +.",
        down: `The relay ${address} doesn’t answer. The program on this computer keeps trying.`,
        refused: `The relay ${address} refuses. ${detail}`,
      };
      text(told, words[state]);
      told.classList.toggle("fault", state === "down" || state === "refused");
      show();
    },
  };
}
