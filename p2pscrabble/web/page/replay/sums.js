// @ts-check
/** What the end of a game comes with, at the table and in a replay: the sums of each player, and the game as a number. */

import { h, put } from "../dom.js";
import { createCopy, inGroups } from "../lobby/copying.js";
import { counted, plain, signed } from "../panels/wording.js";

/** @param {string} name @param {string} value @param {string} [kind] */
const row = (name, value, kind = "") => h("tr", { class: kind }, h("th", { scope: "row" }, name), h("td", value));

/**
 * A table for each player: the score before, every leftover and bonus, the final score.
 * @param {import("../types.js").Over} over
 */
export const tablesOf = ({ sums, winners }) =>
  sums.map(({ seat, name, before, lines, total }) => {
    const won = winners.includes(seat) && h("b", winners.length > 1 ? "shares the win" : "wins");
    const rows = lines.map(({ text, points }) => row(text, signed(points)));
    const body = h("tbody", row("After the moves", plain(before)), ...rows, row("Final score", plain(total), "final"));
    return h("table", { class: won ? "won" : "" }, h("caption", name, " ", won), body);
  });

/**
 * A whole game as digits, and the button that copies them.
 * @param {import("../types.js").App} app
 */
export function createDigits(app) {
  let number = "";
  const about = h("p.muted");
  const digits = h("code.digits", { tabIndex: 0, role: "group", "aria-label": "Replay number" });
  const copy = createCopy(app, "Copy the number", () => number, "The number is copied.", digits);
  return {
    about,
    digits,
    copy,
    /** @param {string} next "" where the game was too long to have one */
    update(next) {
      number = next;
      put(digits, ...inGroups(next));
      put(
        about,
        next
          ? `${counted(next.length, "digit")} hold the whole game: any player’s program can show and check it.`
          : "This game was too long to be written as one number.",
      );
      digits.hidden = copy.hidden = !next;
    },
  };
}
