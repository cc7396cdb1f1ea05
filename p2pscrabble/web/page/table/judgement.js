// @ts-check
/** One line: what your tiles on the board would score, or what is wrong with them; else who is next, and what was played. */

import { attribute, h, text } from "../dom.js";
import { onBoard } from "./slots.js";

/**
 * @param {import("./desk.js").Desk} desk
 * @param {import("./moves.js").Moves} moves
 * @param {HTMLElement} aside what can be done about the last play
 */
export function createJudgement(desk, moves, aside) {
  const words = h("p");
  const element = h("div.judgement", words, aside);

  /** @param {import("../types.js").RoomState} state @returns {[string, string]} kind and sentence */
  function judge({ turn, players, steps }) {
    const { judgement } = desk;
    if (moves.pending) return ["sent", "Your move is on its way."];
    if (judgement && onBoard(desk.slots).length) return [judgement.legal ? "good" : "bad", judgement.text];
    // Who is to move comes first: where room is short, the end of the last play's sentence is what is cut off.
    const last = steps.at(-1)?.text ?? "";
    if (!turn) return ["", last];
    if (!turn.yours) return ["", `${players[turn.seat]?.name} is to play. ${last}`];
    return ["yours", `${turn.mustAnswer ? "The last play ends the game, unless you challenge it." : "It is your turn."} ${last}`];
  }

  return {
    element,
    /** @param {import("../types.js").RoomState} state */
    update(state) {
      // Until the program has judged the last change, the line stays as it is.
      if (!desk.settled() && onBoard(desk.slots).length && !moves.pending) return;
      const [kind, sentence] = judge(state);
      attribute(element, "data-kind", kind || null);
      text(words, sentence);
      words.title = sentence;
    },
  };
}
