// @ts-check
/** A finished game that is looked through: the position at one step, and everything that leads to the others. */

import { h, text } from "../dom.js";
import { counted } from "../panels/wording.js";
import { createBoard } from "../table/board.js";
import { moved } from "../table/geometry.js";
import { createControls } from "./controls.js";
import { createAudit, createNumber, createSums } from "./findings.js";
import { createGraph } from "./graph.js";
import { createRacks } from "./racks.js";
import { createSteps } from "./steps.js";

/**
 * @param {import("../types.js").App} app
 * @param {import("../types.js").Replay} replay
 * @param {number} wanted the step to begin with
 */
export function createViewer(app, replay, wanted) {
  const { config } = app;
  const { frames, over } = replay;
  const names = frames[0].scores.map((_, seat) => replay.names[seat] || `Player ${seat + 1}`);
  const game = { ...replay, names };
  const last = frames.length - 1;
  let turn = -1;
  let timer = 0;

  const board = createBoard(config, "Board at this step");
  const racks = createRacks(config, names);
  const steps = createSteps(app, game, go);
  const graph = createGraph(game, go);
  const controls = createControls(last, go, told);
  const now = h("p.told");
  const bag = h("p.muted");
  board.grid.addEventListener("keydown", look);
  // A press on the board shall not take the arrow keys away from the steps.
  board.element.addEventListener("mousedown", (event) => event.preventDefault());

  /** @param {number} at */
  function told(at) {
    const { step } = frames[at];
    if (!step) return `Before the first move. ${names[replay.first]} begins.`;
    return at === last && over ? `${step.text} ${over.text}` : step.text;
  }

  /** @param {number} at */
  function go(at) {
    const before = turn;
    const frame = frames[at];
    turn = at;
    board.update({ board: frame.board, last: frame.last, arrive: before >= 0 && at === before + 1 });
    for (const part of [steps, graph, controls]) part.update(at);
    racks.update(frame);
    text(now, told(at));
    text(bag, frame.bag ? `${counted(frame.bag, "tile")} in the bag` : "The bag is empty");
    if (before < 0) return;
    app.announce(told(at));
    clearTimeout(timer);
    timer = window.setTimeout(() => history.replaceState(null, "", `?turn=${at}${location.hash}`), 200);
  }

  /** Looks around on the board by the keys, as at the table. @param {KeyboardEvent} event */
  function look(event) {
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    board.go(moved(board.cursor, ...way, config.size));
  }

  go(Math.max(0, Math.min(last, wanted)));
  return h(
    "div.viewer",
    h("h1", names.join(" – ")),
    h("div.boardside", board.element, controls.element, now),
    h("div.stack", h("section.card.stack", { "aria-label": "Players" }, racks.element, bag), steps.element),
    h("div.findings", graph.element, createSums(game), createAudit(game), createNumber(app, game)),
  );
}
