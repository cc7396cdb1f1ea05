// @ts-check
/** One line: what your tiles on the board would score, or what is wrong with them; else what was played, and who is next. */

import { attribute, h, text } from "../dom.js";
import { onBoard } from "./slots.js";

/**
 * @param {import("./desk.js").Desk} desk
 * @param {import("./moves.js").Moves} moves
 * @param {HTMLElement} aside what can be done about the last play
 */
export function createJudgement(desk, moves, aside) {
  const sign = h("span", { class: "sign", "aria-hidden": "true" });
  const words = h("p", {});
  const element = h("div", { class: "judgement" }, sign, words, aside);

  /** @param {import("../types.js").RoomState} state @returns {[string, string, string]} kind, sign and sentence */
  function judge(state) {
    const { turn } = state;
    const judgement = desk.judgement;
    if (moves.pending) return ["sent", "…", "Your move is on its way."];
    if (judgement && onBoard(desk.slots).length) return judgement.legal ? ["good", "✓", judgement.text] : ["bad", "✗", judgement.text];
    // Who is to move comes first: where room is short, the end of the last play's sentence is what is cut off.
    const say = (/** @type {string} */ words) => [words, state.steps.at(-1)?.text].filter(Boolean).join(" ");
    if (!turn) return ["", "", say("")];
    if (!turn.yours) return ["", "", say(`${state.players[turn.seat]?.name ?? "Another player"} is to play.`)];
    return ["yours", "▸", say(turn.mustAnswer ? "The last play ends the game, unless you challenge it." : "It is your turn.")];
  }

  return {
    element,
    /** @param {import("../types.js").RoomState} state */
    update(state) {
      // Until the program has judged the last change, the line stays as it is.
      if (!desk.settled && onBoard(desk.slots).length && !moves.pending) return;
      const [kind, mark, sentence] = judge(state);
      attribute(element, "data-kind", kind || null);
      text(sign, mark);
      text(words, sentence);
      words.title = sentence;
    },
  };
}
