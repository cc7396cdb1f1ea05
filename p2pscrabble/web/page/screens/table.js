// @ts-check
/** The table: board, rack and buttons, and the panels around them. Brings the parts together; each does its own work. */

import { attribute, h } from "../dom.js";
import { createChat } from "../panels/chat.js";
import { createDealing } from "../panels/dealing.js";
import { createDraw } from "../panels/draw.js";
import { createHistory } from "../panels/history.js";
import { createOver } from "../panels/over.js";
import { createPlayers } from "../panels/players.js";
import { createShield } from "../panels/shield.js";
import { createUnseen } from "../panels/unseen.js";
import { createActions } from "../table/actions.js";
import { createBoard } from "../table/board.js";
import { createDesk } from "../table/desk.js";
import { createDrag } from "../table/drag.js";
import { createDrawers } from "../table/drawers.js";
import { createJudgement } from "../table/judgement.js";
import { createKeys } from "../table/keys.js";
import { createMoves } from "../table/moves.js";
import { createRack } from "../table/rack.js";
import { createTyped } from "../table/typed.js";

/** @typedef {import("../types.js").RoomState} RoomState */

/**
 * @param {import("../types.js").App} app
 * @returns {import("../types.js").Screen}
 */
export function createScreen(app) {
  /** @type {RoomState | null} */
  let state = null;
  /** @type {number[]} */
  let hint = [];
  /** Whether tiles that were not there yet come softly. */
  let arrive = false;

  const desk = createDesk(app, draw);
  const moves = createMoves(app, desk, draw);
  const board = createBoard(app.config);
  const rack = createRack(app, desk, () => board.go(board.cursor));
  const actions = createActions(app, desk, moves);
  const judgement = createJudgement(desk, moves, actions.aside);
  const show = (/** @type {number[] | null} */ squares) => {
    hint = squares ?? [];
    draw();
  };
  const typed = createTyped(app, moves, show);
  createKeys({ app, board, desk, moves });

  const players = createPlayers(app);
  const history = createHistory(app, { onShow: show });
  const unseen = createUnseen(app);
  const chat = createChat(app);
  const shield = createShield(app);
  const dealing = createDealing(app);
  const first = createDraw(app);
  const over = createOver(app);
  const panels = [players, history, unseen, chat, shield, dealing, first, over];
  const drawers = createDrawers(
    [
      { name: "history", label: "Moves", element: history.element, wanted: true },
      { name: "chat", label: "Chat", element: chat.element, wanted: true, focus: chat.focus },
      { name: "unseen", label: "Tiles", element: unseen.element },
      { name: "shield", label: "Bag", element: shield.element },
      { name: "typed", label: "Type", element: typed.element, focus: typed.focus },
    ],
    (narrow) => players.element.classList.toggle("strip", narrow),
  );
  const [historyDrawer, chatDrawer, unseenDrawer, shieldDrawer, typedDrawer] = drawers.elements;
  const hand = h("div.yours", judgement.element, rack.element, actions.element);
  const middle = h("div.middle", board.element, h("div.interlude", { on: { click: begin } }, dealing.element, first.element));
  // As a container of the style (cqh) it would have all squares styled and laid out anew, 100 ms, whatever changes around it.
  new ResizeObserver(([{ contentRect }]) => {
    middle.style.setProperty("--wide", `${contentRect.width}px`);
    middle.style.setProperty("--high", `${contentRect.height}px`);
  }).observe(middle);
  const element = h(
    "div.table",
    { "data-screen": "table", on: { unread: (/** @type {CustomEvent} */ event) => drawers.mark("chat", event.detail) } },
    h("h1.unseen", "Table"),
    h("div.left", players.element, unseenDrawer, shieldDrawer),
    middle,
    hand,
    over.element,
    drawers.bar,
    h("div.right", historyDrawer, chatDrawer, typedDrawer),
  );
  const hold = createDrag({ root: element, app, desk, board, rack });

  /** Who plays by keys can begin at once; where there is a finger instead, nothing is focused. */
  function begin() {
    const { activeElement } = document;
    if (matchMedia("(hover: hover)").matches && (activeElement === document.body || first.element.contains(activeElement))) board.go(board.cursor);
  }

  /** Shows the position, the draft and what can be done now. */
  function draw() {
    if (!state) return;
    const start = performance.now();
    const { held, slots } = desk;
    board.update({ board: state.board, last: state.last, slots, judgement: desk.judgement, held, hint, arrive });
    rack.update();
    judgement.update(state);
    actions.update(state);
    attribute(element, "data-chosen", desk.selected !== null);
    attribute(element, "data-yours", Boolean(state.turn?.yours));
    performance.measure("draw", { start });
  }

  return {
    element,
    /**
     * @param {RoomState} next
     * @param {RoomState | null} before
     */
    update(next, before) {
      state = next;
      moves.take(next);
      desk.take(next);
      arrive = before !== null && before.last !== next.last && next.steps.at(-1)?.seat !== next.seat;
      for (const panel of panels) panel.update(next, before);
      hand.hidden = next.over !== null;
      attribute(element, "data-over", hand.hidden);
      attribute(element, "data-challenges", next.room?.challenges);
      draw();
      arrive = false;
      hold();
      if (before && (before.board !== next.board || before.turn !== next.turn)) typed.update();
      if (!before) queueMicrotask(begin);
    },
  };
}
