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

/** Where the players stand in a line above the board, as table.css has it. */
const NARROW = "(max-width: 999px), (max-height: 560px)";

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
  const rack = createRack(app, desk, { toBoard: () => board.go(board.cursor) });
  const actions = createActions(app, desk, moves);
  const judgement = createJudgement(desk, moves, actions.aside);
  const show = (/** @type {number[]} */ squares) => {
    hint = squares;
    draw();
  };
  const typed = createTyped(app, moves, show);
  createKeys({ app, board, desk, moves });

  const players = createPlayers(app);
  const history = createHistory(app, { onShow: (squares) => show(squares ?? []) });
  const unseen = createUnseen(app);
  const chat = createChat(app);
  const shield = createShield(app);
  const dealing = createDealing(app);
  const first = createDraw(app);
  const over = createOver(app);
  const panels = [players, history, unseen, chat, shield, dealing, first, over];
  const drawers = createDrawers([
    { name: "history", label: "Moves", element: history.element },
    { name: "chat", label: "Chat", element: chat.element, focus: chat.focus },
    { name: "unseen", label: "Tiles", element: unseen.element },
    { name: "shield", label: "Bag", element: shield.element },
    { name: "typed", label: "Type", element: typed.element, focus: typed.focus },
  ]);

  const [historyDrawer, chatDrawer, unseenDrawer, shieldDrawer, typedDrawer] = drawers.elements;
  const interlude = h("div", { class: "interlude" }, dealing.element, first.element);
  const hand = h("div", { class: "yours" }, judgement.element, rack.element, actions.element);
  const middle = h("div", { class: "middle" }, board.element, interlude);
  const element = h(
    "div",
    { class: "table", data: { screen: "table" } },
    h("h1", { class: "unseen" }, "Table"),
    h("div", { class: "left" }, players.element, unseenDrawer, shieldDrawer),
    middle,
    hand,
    over.element,
    drawers.bar,
    h("div", { class: "right" }, historyDrawer, chatDrawer, typedDrawer),
  );
  const drag = createDrag({ root: element, app, desk, board, rack });

  // The room for the board is measured here: as a container in CSS it would have all squares styled anew at each change.
  const room = new ResizeObserver(([{ contentRect }]) => {
    middle.style.setProperty("--wide", `${contentRect.width}px`);
    middle.style.setProperty("--high", `${contentRect.height}px`);
  });
  room.observe(middle);

  const narrow = matchMedia(NARROW);
  const fold = () => players.element.classList.toggle("strip", narrow.matches);
  narrow.addEventListener("change", fold);
  fold();
  element.addEventListener("unread", (event) => drawers.mark("chat", /** @type {CustomEvent} */ (event).detail));

  /** Shows the position, the draft and what can be done now. */
  function draw() {
    if (!state) return;
    const start = performance.now();
    const { selected, held, slots } = desk;
    // While a change is judged, the words of before stay outlined, unless no tile is left to judge.
    const judged = desk.settled ? desk.judgement : null;
    board.update({ board: state.board, last: state.last, slots, judgement: judged, held, hint, arrive });
    rack.update(slots, { selected, held });
    judgement.update(state);
    actions.update(state);
    attribute(element, "data-chosen", selected !== null);
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
      const ended = next.over !== null;
      hand.hidden = ended;
      attribute(element, "data-over", ended);
      attribute(element, "data-challenges", Boolean(next.room?.challenges));
      draw();
      arrive = false;
      drag.update();
      if (before && (before.board !== next.board || before.turn !== next.turn)) typed.update();
      // Who plays by keys can begin at once; where there is a finger instead, nothing is focused.
      if (!before && matchMedia("(hover: hover)").matches) {
        queueMicrotask(() => document.activeElement === document.body && element.isConnected && board.go(board.cursor));
      }
    },
    destroy() {
      room.disconnect();
      drag.destroy();
      desk.destroy();
      drawers.destroy();
    },
  };
}
