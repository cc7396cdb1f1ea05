// @ts-check
/** A finished game, step by step: `/replay#NUMBER`, at the turn `?turn=N`. */

import { attribute, h, put, text } from "../dom.js";
import { digitsOf } from "../lobby/words.js";
import { createControls } from "../replay/controls.js";
import { createEntrance } from "../replay/entrance.js";
import { createAudit, createNumber, createSums } from "../replay/findings.js";
import { createGraph } from "../replay/graph.js";
import { createRacks } from "../replay/racks.js";
import { createSteps } from "../replay/steps.js";
import { createBoard } from "../table/board.js";
import { moved } from "../table/geometry.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").LobbyState} LobbyState */
/** @typedef {import("../types.js").Replay} Replay */

/**
 * @param {App} app
 * @returns {import("../types.js").Screen}
 */
export function createScreen(app) {
  /** @type {ReturnType<typeof createViewer> | null} */
  let viewer = null;
  /** @type {LobbyState | null} */
  let held = null;
  let asked = 0;
  const entrance = createEntrance((number) => {
    if (number === numberHere()) load();
    else location.hash = number;
  });
  const working = h("div", { class: "working stack", hidden: true }, h("h1", {}, "A finished game"), h("p", { role: "status" }, "Playing the game through and checking every move of it…"), h("progress", { "aria-label": "Playing the game through" }));
  const place = h("div");
  const element = h("section", { class: "replay", data: { screen: "replay" } }, entrance.element, working, place);

  async function load() {
    const number = numberHere();
    const request = ++asked;
    close();
    entrance.element.hidden = Boolean(number);
    if (!number) return;
    const patience = setTimeout(() => (working.hidden = false), 250);
    const answer = await app.send({ do: "replay", number });
    clearTimeout(patience);
    if (request !== asked) return;
    working.hidden = true;
    if (answer.ok) {
      viewer = createViewer(app, answer.replay, turnHere());
      put(place, viewer.element);
    } else {
      entrance.element.hidden = false;
      entrance.refuse(number, answer.error);
    }
  }

  function close() {
    viewer?.destroy();
    viewer = null;
    put(place);
  }

  addEventListener("hashchange", load);
  load();
  return {
    element,
    /** @param {LobbyState} state */
    update(state) {
      if (held?.games !== state.games) entrance.update(state.games);
      held = state;
    },
    destroy() {
      removeEventListener("hashchange", load);
      close();
    },
  };
}

/** The number in the address. It stands behind a # so that it goes into nobody's log. */
function numberHere() {
  try {
    return digitsOf(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return location.hash.slice(1);
  }
}

/** @returns {number | null} */
function turnHere() {
  const turn = new URLSearchParams(location.search).get("turn");
  return turn !== null && /^\d{1,5}$/.test(turn) ? Number(turn) : null;
}

/**
 * @param {App} app
 * @param {Replay} replay
 * @param {number | null} wanted
 */
function createViewer(app, replay, wanted) {
  const names = replay.frames[0].scores.map((_, seat) => replay.names[seat] || `Player ${seat + 1}`);
  const game = { ...replay, names };
  const { frames } = replay;
  const last = frames.length - 1;
  let turn = -1;
  let timer = 0;

  const board = createBoard(app.config, "Board, as it stood at this step");
  const racks = createRacks(app, game);
  const steps = createSteps(game, go);
  const graph = createGraph(game, go);
  const controls = createControls(last, go, told);
  const now = h("p", { class: "now" });
  const bag = h("p", { class: "muted" });
  board.grid.addEventListener("keydown", look);
  // A click on the board shall not take the arrow keys away from the steps.
  board.element.addEventListener("pointerdown", (event) => event.preventDefault());
  board.element.addEventListener("mousedown", (event) => event.preventDefault());

  const element = h(
    "div",
    { class: "viewer" },
    h("h1", {}, names.join(" – ")),
    h("div", { class: "boardside" }, board.element, now, controls.element),
    h("div", { class: "stack facts" }, h("section", { class: "card stack" }, h("h2", { class: "unseen" }, "Players"), racks.element, bag), steps.element),
    h("section", { class: "card stack graphcard" }, h("h2", {}, "Scores"), graph.element),
    h("div", { class: "findings" }, createSums(game), createAudit(game), createNumber(app, game)),
  );

  /** @param {number} at */
  function told(at) {
    const step = frames[at]?.step;
    return step ? step.text : `Before the first move. ${names[replay.first]} begins.`;
  }

  /** @param {number} at */
  function go(at) {
    if (at === turn || !frames[at]) return;
    const first = turn < 0;
    const onwards = at === turn + 1;
    turn = at;
    const frame = frames[at];
    board.update({ board: frame.board, last: frame.last, arrive: onwards && !first });
    racks.update(frame);
    steps.update(at);
    graph.update(at);
    controls.update(at);
    text(now, told(at));
    text(bag, frame.bag ? `${frame.bag} ${frame.bag === 1 ? "tile" : "tiles"} in the bag` : "The bag is empty");
    if (first) return;
    app.announce(told(at));
    clearTimeout(timer);
    timer = window.setTimeout(() => history.replaceState(history.state, "", `?turn=${at}${location.hash}`), 200);
  }

  /** Looks around on the board, by the keys, as at the table. @param {KeyboardEvent} event */
  function look(event) {
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    board.go(moved(board.cursor, way[0], way[1], app.config.size));
  }

  attribute(element, "data-steps", last);
  go(Math.min(last, wanted ?? 0));
  return {
    element,
    destroy() {
      clearTimeout(timer);
      controls.destroy();
    },
  };
}
