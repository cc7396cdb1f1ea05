// @ts-check
/**
 * The line to the program on this computer: it comes back by itself, and a command is done once, however often the line
 * breaks. `tab` and `id` name a command for good: the program answers one that it has answered before with the same.
 */

import { merge } from "./state.js";

/**
 * @typedef {import("./types.js").Command} Command
 * @typedef {import("./types.js").Answer} Answer
 * @typedef {"connecting" | "up" | "lost" | "refused" | "stopped"} LineState
 * @typedef {{state: LineState}} Line
 * @typedef {{command: Command, sent: string | null, again: boolean, said: number, tell: ((answer: Answer) => void)[]}} Waiting
 *   `sent`: to which run of the program, null where it was not sent; `again`: more than once; `said`: own equal lines of
 *   chat before
 */

const STEPS = new Set(["play", "exchange", "pass", "challenge", "accept", "type"]);
/** What may not be done twice, and leaves no trace by which it could be told whether it was done. */
const ONCE = new Set(["host", "demo", "bot"]);
const LOST = {
  past: "The game has gone on: this move was not made.",
  lost: "The program was started anew before it answered. Please look whether it was done, and try again.",
};

/**
 * Milliseconds to wait before trying for the n-th time, from 0.
 * @param {number} attempt
 */
export const delay = (attempt) => Math.min(4000, 150 * 2 ** attempt);

/**
 * What became of a command that was sent before the line broke: "done", "past" (its turn is over and it was not done),
 * "lost" (nobody can tell), or "again" (to be sent again).
 * @param {Waiting} waiting
 * @param {any} state the first after the break
 * @param {string} run of the program
 * @returns {"done" | "past" | "lost" | "again"}
 */
export function fate({ command, sent, said }, state, run) {
  if (command.do === "whole") return "done";
  if (STEPS.has(command.do) && state?.steps && command.step !== undefined) {
    const step = state.steps[command.step];
    if (step) return step.seat === state.seat ? "done" : "past";
    if (state.turn && (state.turn.number !== command.step || !state.turn.yours)) return "past";
  }
  if (command.do === "say" && sent !== null && lines(state, command.text) > said) return "done";
  if (ONCE.has(command.do) && sent !== null && sent !== run) return "lost";
  return "again";
}

/** @param {any} state @param {string | undefined} text */
function lines(state, text) {
  const words = text?.trim();
  return (state?.chat ?? []).filter((/** @type {any} */ line) => line.you && line.text === words).length;
}

/**
 * @param {object} options
 * @param {string} options.url
 * @param {string} options.tab
 * @param {(message: import("./types.js").Hello) => void} options.hello
 * @param {(state: any) => void} options.state
 * @param {(notice: import("./types.js").Notice) => void} options.notice
 * @param {(line: Line) => void} options.line
 * @param {() => Promise<boolean>} options.refused whether the program is there and turns this page away
 * @param {(url: string) => WebSocket} [options.open]
 */
export function connect({ url, tab, hello, state, notice, line, refused, open = (at) => new WebSocket(at) }) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {import("./state.js").Held | null} */
  let held = null;
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  /** @type {LineState} */
  let now = "connecting";
  let [next, attempt, run, ready, asked] = [1, 0, "", false, false];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {LineState} next */
  function status(next) {
    now = next;
    line({ state: now });
  }

  function dial() {
    clearTimeout(timer);
    if (socket) return;
    const mine = open(url);
    socket = mine;
    ready = asked = false;
    timer = setTimeout(() => mine.close(), 6000);
    mine.onmessage = (event) => mine === socket && hear(JSON.parse(event.data));
    mine.onclose = () => mine === socket && broken();
  }

  function broken() {
    clearTimeout(timer);
    socket = null;
    ready = false;
    timer = setTimeout(dial, delay(attempt++));
    if (now === "stopped") return;
    // The very first failures are no news: the program may be starting.
    if (now !== "connecting" || attempt > 2) status(now === "refused" ? now : "lost");
    void refused().then((no) => {
      if (!socket && (no || now === "refused")) status(no ? "refused" : "lost");
    });
  }

  /** @param {any} message */
  function hear(message) {
    if (message.t === "hello") {
      clearTimeout(timer);
      attempt = 0;
      run = message.run ?? "";
      hello(message);
      // Whatever is told of this place comes at once; where nothing is, commands need not wait for it.
      timer = setTimeout(settle, 2000);
    } else if (message.t === "state") {
      const after = merge(held, message);
      if (after.gap) {
        if (!asked) void send({ do: "whole" });
        asked = true;
        return;
      }
      asked = false;
      const changed = after.state !== held?.state;
      held = after;
      settle();
      if (changed) state(after.state);
    } else if (message.t === "notice") notice(message);
    else if (message.t === "answer") answered(message);
  }

  /** The line is up again: what was not answered is done, past, or sent again. */
  function settle() {
    if (ready || !socket) return;
    clearTimeout(timer);
    ready = true;
    status("up");
    for (const [id, one] of waiting) {
      const end = one.sent === null ? "again" : fate(one, held?.state, run);
      if (end === "done") answered({ t: "answer", re: id, ok: true });
      else if (end === "again") transmit(one);
      else answered({ t: "answer", re: id, ok: false, error: LOST[end] });
    }
  }

  /** @param {Answer} answer */
  function answered(answer) {
    const one = waiting.get(answer.re);
    if (!one) return;
    waiting.delete(answer.re);
    const done = !answer.ok && one.again && fate(one, held?.state, run) === "done";
    for (const tell of one.tell) tell(done ? { t: "answer", re: answer.re, ok: true } : answer);
  }

  /** @param {Waiting} one */
  function transmit(one) {
    // On a line that is just closing it would be lost, and it is not known yet: then it waits for the next.
    if (socket?.readyState !== 1) return;
    if (one.sent === null) one.said = lines(held?.state, one.command.text);
    one.again = one.sent !== null;
    one.sent = run;
    socket.send(JSON.stringify(one.command));
  }

  /** @param {Command} command @returns {Promise<Answer>} */
  function send(command) {
    const id = next++;
    return new Promise((resolve) => {
      /** @type {Waiting} */
      const one = { command: { ...command, id, tab }, sent: null, again: false, said: 0, tell: [resolve] };
      if (command.do === "draft" && !ready) {
        // Only the latest is worth keeping; whoever waits for an older one waits for it.
        for (const [old, other] of waiting) {
          if (other.command.do !== "draft") continue;
          waiting.delete(old);
          one.tell.push(...other.tell);
          one.command = { ...other.command, ...one.command };
        }
      }
      waiting.set(id, one);
      if (ready || command.do === "whole") transmit(one);
    });
  }

  dial();
  return {
    send,
    /** Tries at once, as when the player comes back to the tab. */
    hurry() {
      attempt = 0;
      dial();
    },
    /** The player has stopped the program: a broken line is then no surprise. */
    farewell: () => status("stopped"),
  };
}
