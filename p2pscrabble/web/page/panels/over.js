// @ts-check
/** The end of a game: who wins, how the sums came about, the number that is the game, and what to do next. */

import { attribute, button, h, ornament, put, text } from "../dom.js";
import { act } from "../lobby/asking.js";
import { createDigits, tablesOf } from "../replay/sums.js";
import { againText, verdictText } from "./wording.js";

/** A name of more letters is not laid in tiles. */
const LETTERS = 14;

/** @param {import("../types.js").App} app @returns {import("../types.js").Panel} */
export function createOver(app) {
  const cheering = h("div.cheer");
  const winner = h("h2");
  const reason = h("p.muted");
  const again = button("Play again", () => act(app, again, { do: "again", tab: app.tab }), "main");
  const replay = h("a.button", "See the replay");
  const lobby = h("a.button.bare", { href: "/" }, "Back to the lobby");
  const asked = h("p.muted.asked", { role: "status" });
  const sums = h("div.sums");
  const number = createDigits(app);
  const verdicts = h("ul.verdicts");
  const element = h(
    "section.card.panel.over",
    { "aria-label": "The game is over" },
    h("div.head", cheering, winner, reason),
    h("div.row", again, replay, lobby),
    asked,
    sums,
    h("div.stack", h("h3", "The game as a number"), number.about, number.digits, h("div", number.copy)),
    verdicts,
  );

  return {
    element,
    update({ over, players, phase, seat, dealing }, before) {
      element.hidden = !over || dealing !== null;
      if (!over) return;
      const old = before?.over;
      // Who sees the game end is cheered with the winner's name in tiles, once; the number may come a moment later.
      if (String(old?.winners) !== String(over.winners)) {
        element.classList.toggle("fresh", before !== null);
        const names = over.winners.map((seat) => over.sums[seat].name.toUpperCase());
        put(cheering, ...names.filter(({ length }) => length <= LETTERS).map(ornament));
      }
      if (old !== over) {
        // A score stays on the line of its name.
        text(
          winner,
          over.text.replace(/ (-?)(?=\d)/g, (_, minus) => `\u00a0${minus && "−"}`),
        );
        text(reason, over.reason);
        put(sums, ...tablesOf(over));
        const found = over.verdicts.map(({ name, verdict }, at) =>
          h("li", { data: { verdict: String(verdict) } }, verdictText(name, players[at].you, verdict)),
        );
        put(verdicts, ...found);
      }
      if (old?.number !== over.number) {
        number.update(over.number);
        replay.hidden = !over.number;
        replay.href = `/replay#${over.number}`;
      }
      const others = players.some(({ you, presence }) => !you && presence !== "left");
      again.hidden = phase !== "over" || seat === null || !others;
      attribute(
        again,
        "aria-disabled",
        players.some((player) => player.you && player.again),
      );
      text(asked, phase === "closed" ? "The room is closed." : seat === null ? "" : againText(players));
    },
  };
}
