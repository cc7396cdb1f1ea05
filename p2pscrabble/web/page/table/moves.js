// @ts-check
/** Moves on their way to the program: asked for where that is due, sent once, and what comes of it. */

import { ask } from "../dialogs.js";
import { askTiles } from "./exchange.js";
import { onBoard, tilesOf } from "./slots.js";

/**
 * @typedef {import("../types.js").RoomState} RoomState
 * @typedef {ReturnType<typeof createMoves>} Moves
 */

/**
 * @param {import("../types.js").App} app
 * @param {import("./desk.js").Desk} desk
 * @param {() => void} redraw
 */
export function createMoves(app, desk, redraw) {
  /** @type {RoomState | null} */
  let state = null;
  /** @type {number | null} the step that was sent and is not yet seen */
  let step = null;
  /** Whether a question is open, so that a key pressed twice does not ask twice. */
  let asking = false;

  const pending = () => step !== null;

  /** Why this player can't move at all; "" where they can. */
  function waits() {
    const turn = state?.turn;
    if (!turn) return "There is nothing to play now.";
    if (!turn.yours) return `It is ${state?.players[turn.seat]?.name ?? "another player"}’s turn.`;
    return pending() ? "Your move is on its way." : "";
  }
  /** Why a move other than an answer can't be made. */
  const blocked = () => waits() || (state?.turn?.mustAnswer ? "First accept the last play, or challenge it." : "");

  /** Why what lies on the board can't be played; "" where it can, or where the program has not said it yet. */
  function unplayable() {
    const reason = blocked();
    if (reason) return reason;
    if (!onBoard(desk.slots).length) return "Lay tiles on the board first.";
    const judgement = desk.judgement;
    return judgement && !judgement.legal ? judgement.text : "";
  }

  const noExchange = () => blocked() || state?.turn?.noExchange || "";
  const noChallenge = () => waits() || (state?.turn?.canChallenge ? "" : "There is no play to challenge.");

  /** @param {string} reason */
  function refuse(reason) {
    if (!reason) return false;
    app.announce(reason, true);
    return true;
  }

  /** @param {import("../types.js").Command} command */
  async function send(command) {
    if (!state?.turn || pending()) return false;
    step = state.turn.number;
    redraw();
    const answer = await app.send({ ...command, step, tab: app.tab });
    if (!answer.ok) {
      step = null;
      app.toast(answer.error, "bad");
      app.sound("refused");
    } else if (state.turn?.number !== step) step = null;
    redraw();
    return answer.ok;
  }

  /** @template T @param {() => Promise<T>} question */
  async function once(question) {
    if (asking) return null;
    asking = true;
    try {
      return await question();
    } finally {
      asking = false;
    }
  }

  return {
    get pending() {
      return pending();
    },
    waits,
    blocked,
    unplayable,
    noExchange,
    noChallenge,

    /** @param {RoomState} next */
    take(next) {
      state = next;
      if (step !== null && next.turn?.number !== step) step = null;
    },
    async play() {
      if (pending() || refuse(blocked())) return;
      await desk.judged();
      if (pending() || refuse(unplayable()) || !desk.judgement?.legal) return;
      await send({ do: "play", tiles: tilesOf(desk.slots) });
    },
    async pass() {
      if (refuse(blocked())) return;
      const text = "You score nothing, and keep your tiles.";
      const sure = await once(() => ask({ title: "Pass this turn?", text, yes: "Pass", no: "Keep playing" }));
      if (sure && !refuse(blocked())) await send({ do: "pass" });
    },
    async exchange() {
      if (refuse(noExchange())) return;
      const tiles = await once(() => askTiles(app.config, desk.slots));
      if (tiles && !refuse(noExchange())) await send({ do: "exchange", tiles });
    },
    async challenge() {
      if (refuse(noChallenge())) return;
      const text = state?.steps.at(-1)?.text ?? "";
      const sure = await once(() => ask({ title: "Challenge the last play?", text, yes: "Challenge", no: "Let it stand" }));
      if (sure && !refuse(noChallenge())) await send({ do: "challenge" });
    },
    async accept() {
      if (!refuse(waits() || (state?.turn?.mustAnswer ? "" : "There is nothing to accept."))) await send({ do: "accept" });
    },
    /**
     * A move in writing, which the program has called legal.
     * @param {string} text
     */
    typed: (text) => (refuse(waits()) ? Promise.resolve(false) : send({ do: "type", text })),
  };
}
