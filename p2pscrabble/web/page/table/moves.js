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

  // Why a thing can't be done now; "" where it can.
  function waits() {
    const turn = state?.turn;
    if (!turn) return "There is nothing to play now.";
    if (!turn.yours) return `It is ${state?.players[turn.seat]?.name}’s turn.`;
    return step === null ? "" : "Your move is on its way.";
  }
  const blocked = () => waits() || (state?.turn?.mustAnswer ? "First accept the last play, or challenge it." : "");
  const noExchange = () => blocked() || state?.turn?.noExchange || "";
  const noChallenge = () => waits() || (state?.turn?.canChallenge ? "" : "There is no play to challenge.");
  /** Where the program has not judged yet what lies there, it is not known, and nothing is said against it. */
  function unplayable() {
    const reason = blocked() || (onBoard(desk.slots).length ? "" : "Lay tiles on the board first.");
    return reason || (desk.judgement?.legal === false ? desk.judgement.text : "");
  }

  /** @param {string} reason */
  function refused(reason) {
    if (reason) app.announce(reason, true);
    return reason;
  }

  /** @param {import("../types.js").Command} command */
  async function send(command) {
    if (!state?.turn || step !== null) return false;
    step = state.turn.number;
    redraw();
    const answer = await app.send({ ...command, step, tab: app.tab });
    if (!answer.ok) {
      app.toast(answer.error, "bad");
      app.sound("refused");
    }
    if (!answer.ok || state.turn?.number !== step) step = null;
    redraw();
    return answer.ok;
  }

  /**
   * Asks, unless it can't be done or is asked already; and sends what the answer is.
   * @template T
   * @param {() => string} reason
   * @param {() => Promise<T>} question
   * @param {(answer: T) => import("../types.js").Command} command
   */
  async function asked(reason, question, command) {
    if (asking || refused(reason())) return false;
    asking = true;
    const answer = await question().finally(() => (asking = false));
    return Boolean(answer) && !refused(reason()) && send(command(answer));
  }
  const passing = { title: "Pass this turn?", text: "You score nothing, and keep your tiles.", yes: "Pass", no: "Keep playing" };
  const doubting = () => ({ title: "Challenge the last play?", text: state?.steps.at(-1)?.text, yes: "Challenge", no: "Let it stand" });

  return {
    get pending() {
      return step !== null;
    },
    waits,
    blocked,
    unplayable,
    noExchange,
    noChallenge,
    /** @param {RoomState} next */
    take(next) {
      state = next;
      if (next.turn?.number !== step) step = null;
    },
    async play() {
      if (refused(blocked())) return;
      await desk.judged();
      if (!refused(unplayable()) && desk.judgement?.legal) await send({ do: "play", tiles: tilesOf(desk.slots) });
    },
    pass: () => asked(blocked, () => ask(passing), () => ({ do: "pass" })),
    exchange: () => asked(noExchange, () => askTiles(app.config, desk.slots), (tiles) => ({ do: "exchange", tiles })),
    challenge: () => asked(noChallenge, () => ask(doubting()), () => ({ do: "challenge" })),
    accept: () => refused(waits()) || send({ do: "accept" }),
    /**
     * A move in writing, which the program has called legal.
     * @param {string} text
     * @param {boolean} passes
     */
    typed: (text, passes) => asked(waits, async () => !passes || ask(passing), () => ({ do: "type", text })),
  };
}
