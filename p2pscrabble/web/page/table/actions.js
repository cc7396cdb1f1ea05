// @ts-check
/** The buttons under the rack. What can't be done now says why; what was sent can't be sent twice. */

import { attribute, h, text } from "../dom.js";
import { icon } from "./icons.js";
import { onBoard } from "./slots.js";

let count = 0;

/**
 * @param {import("../types.js").App} app
 * @param {import("./desk.js").Desk} desk
 * @param {import("./moves.js").Moves} moves
 */
export function createActions(app, desk, moves) {
  /**
   * A button that stays where it is when it can't be used: it can be reached, and says why.
   * @param {string} name
   * @param {string} style
   * @param {() => void} act
   * @param {...(Node | string)} content
   */
  function action(name, style, act, ...content) {
    const why = h("span", { hidden: true, id: `why-${++count}` });
    const button = h(
      "button",
      { class: `button ${style}`, type: "button", "aria-label": name, title: name, "aria-describedby": why.id, on: { click: press } },
      ...content,
    );
    let reason = "";
    function press() {
      if (reason) app.toast(reason);
      else act();
    }
    return {
      button,
      why,
      /** @param {string} next why it can't be used, "" where it can @param {string} [about] what else is said of it */
      allow(next, about = "") {
        reason = next;
        attribute(button, "aria-disabled", Boolean(reason));
        text(why, reason || about);
        button.title = reason ? `${name}: ${reason}` : name;
      },
    };
  }

  const points = h("span", { class: "points", "aria-hidden": "true" });
  const play = action("Play", "main play", () => void moves.play(), h("span", {}, "Play"), points);
  const back = action("Take back all tiles", "icon", () => desk.backAll(), icon("back"));
  const mix = action("Shuffle rack", "icon", () => desk.shuffle(), icon("shuffle"));
  const exchange = action("Exchange", "icon", () => void moves.exchange(), icon("exchange"));
  const pass = action("Pass", "icon word", () => void moves.pass(), "Pass");
  const challenge = action("Challenge", "main play", () => void moves.challenge(), "Challenge");
  const accept = action("Accept", "play", () => void moves.accept(), "Accept");
  // While a challenge is only possible, it stands beside what was said of the last play.
  const doubt = action("Challenge", "", () => void moves.challenge(), "Challenge");
  const usual = [play, back, mix, exchange, pass];
  const element = h(
    "div",
    { class: "actions", role: "group", "aria-label": "Your move" },
    ...[challenge, accept, ...usual].flatMap(({ button, why }) => [button, why]),
  );

  return {
    element,
    aside: h("div", { class: "aside" }, doubt.button, doubt.why),
    /** @param {import("../types.js").RoomState} state */
    update(state) {
      const { turn } = state;
      const answers = Boolean(turn?.yours && turn.mustAnswer);
      const tried = onBoard(desk.slots).length > 0;
      const judgement = desk.judgement;
      const reason = moves.unplayable();
      // While a change is judged, the button stays as it was: it would flicker at each letter.
      if (desk.settled || !tried) {
        play.allow(reason, judgement?.text);
        attribute(points, "data-points", tried && judgement?.legal ? judgement.total : null);
      }
      attribute(play.button, "aria-busy", moves.pending);
      play.button.classList.toggle("pending", moves.pending);
      for (const { button } of usual) button.hidden = answers && button !== mix.button;
      challenge.button.hidden = accept.button.hidden = !answers;
      challenge.allow(moves.noChallenge());
      accept.allow(moves.waits());
      doubt.button.hidden = answers || !turn?.yours || !turn.canChallenge;
      doubt.allow(moves.noChallenge());
      back.allow(tried ? "" : "No tile of yours is being tried.");
      mix.allow(desk.slots.length - onBoard(desk.slots).length > 1 ? "" : "There is nothing to shuffle.");
      exchange.allow(moves.noExchange());
      pass.allow(moves.blocked());
    },
  };
}
