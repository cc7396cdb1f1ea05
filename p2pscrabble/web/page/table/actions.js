// @ts-check
/** The buttons under the rack. What can't be done now says why; what was sent can't be sent twice. */

import { attribute, button, freshId, h, text } from "../dom.js";
import { icon } from "./icons.js";
import { onBoard, onRack } from "./slots.js";

/**
 * @param {import("../types.js").App} app
 * @param {import("./desk.js").Desk} desk
 * @param {import("./moves.js").Moves} moves
 */
export function createActions(app, desk, moves) {
  /**
   * A button that stays where it is when it can't be used: it can be reached, and says why.
   * @param {string} name
   * @param {string} looks
   * @param {() => void} act
   * @param {Node | string} [label]
   */
  function action(name, looks, act, label = name) {
    const id = freshId();
    const why = h("span", { id, hidden: true });
    let reason = "";
    const press = button(label, () => (reason ? app.toast(reason) : act()), looks, { "aria-label": name, "aria-describedby": id });
    return {
      press,
      parts: [press, why],
      /** @param {string} next why it can't be used, "" where it can @param {string} [about] what else is said of it */
      allow(next, about = "") {
        reason = next;
        attribute(press, "aria-disabled", Boolean(reason));
        text(why, reason || about);
        press.title = reason ? `${name}: ${reason}` : name;
      },
    };
  }

  const play = action("Play", "main play", moves.play);
  const back = action("Take back all tiles", "icon", desk.backAll, icon("back"));
  const mix = action("Shuffle rack", "icon", desk.shuffle, icon("shuffle"));
  const exchange = action("Exchange", "icon", moves.exchange, icon("exchange"));
  const pass = action("Pass", "", moves.pass);
  const challenge = action("Challenge", "main play", moves.challenge);
  const accept = action("Accept", "play", moves.accept);
  // While a challenge is only possible, it stands beside what was said of the last play.
  const doubt = action("Challenge", "", moves.challenge);
  const usual = [play, back, exchange, pass];

  return {
    element: h("div.actions", { role: "group", "aria-label": "Your move" }, ...[challenge, accept, play, back, mix, exchange, pass].flatMap(({ parts }) => parts)),
    aside: h("div.aside", ...doubt.parts),
    /** @param {import("../types.js").RoomState} state */
    update({ turn }) {
      const answers = Boolean(turn?.yours && turn.mustAnswer);
      const tried = onBoard(desk.slots).length > 0;
      // While a change is judged, the button stays as it was: it would flicker at each letter.
      if (desk.settled() || !tried) {
        play.allow(moves.unplayable(), desk.judgement?.text);
        attribute(play.press, "data-points", tried && desk.judgement?.legal ? desk.judgement.total : null);
      }
      attribute(play.press, "aria-busy", moves.pending);
      for (const { press } of usual) press.hidden = answers;
      challenge.press.hidden = accept.press.hidden = !answers;
      doubt.press.hidden = answers || !turn?.yours || !turn.canChallenge;
      challenge.allow(moves.noChallenge());
      doubt.allow(moves.noChallenge());
      accept.allow(moves.waits());
      back.allow(tried ? "" : "No tile of yours is being tried.");
      mix.allow(onRack(desk.slots).length > 1 ? "" : "There is nothing to shuffle.");
      exchange.allow(moves.noExchange());
      pass.allow(moves.blocked());
    },
  };
}
