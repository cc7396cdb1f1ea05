// @ts-check
/** The end of a game: who wins, how the sums came about, the number that is the game, and what to do next. */

import { attribute, h, list, put, text } from "../dom.js";
import { createCopy } from "../lobby/copying.js";
import { same } from "../state.js";
import { againText, counted, grouped, plain, signed, verdictText } from "./wording.js";

/** @typedef {import("../types.js").Over} Over */

/** A name of more letters is not laid in tiles. */
const LETTERS = 14;

/** @param {import("../types.js").App} app @returns {import("../types.js").Panel} */
export function createOver(app) {
  let number = "";
  const cheering = h("div", { class: "cheer", "aria-hidden": "true" });
  const winner = h("h2");
  const reason = h("p", { class: "muted" });
  const again = h("button", { class: "button main", type: "button", on: { click: playAgain } }, "Play again");
  const replay = h("a", { class: "button" }, "See the replay");
  const lobby = h("a", { class: "button bare", href: "/" }, "Back to the lobby");
  const asked = h("p", { class: "asked", role: "status" });
  const sums = h("div", { class: "sums" });
  const digits = h("code", { tabIndex: 0, role: "group", "aria-label": "Replay number" });
  const about = h("p", { class: "muted" });
  const copy = createCopy(app, "Copy the number", () => number, "The number is copied.", digits);
  const verdicts = h("ul");
  const element = h(
    "section",
    { class: "panel over", "aria-label": "The game is over", hidden: true },
    h("div", { class: "head" }, cheering, winner, reason),
    h("div", { class: "row next" }, again, replay, lobby),
    asked,
    sums,
    h("div", { class: "as-number" }, h("h3", {}, "The game as a number"), about, digits, copy),
    verdicts,
  );

  async function playAgain() {
    if (again.ariaDisabled) return;
    attribute(again, "aria-disabled", true);
    const answer = await app.send({ do: "again", tab: app.tab });
    if (answer.ok) return;
    attribute(again, "aria-disabled", null);
    app.toast(answer.error, "bad");
  }

  /** The winner's name in tiles. @param {Over} over */
  function cheer({ winners, sums }) {
    const names = winners.map((seat) => [...(sums[seat]?.name ?? "")]).filter((name) => name.length <= LETTERS);
    put(cheering, ...names.map((name) => h("span", { class: "spelt" }, ...name.map((letter, nth) => {
      const tile = h("i", {}, letter);
      tile.style.setProperty("--nth", String(nth));
      return tile;
    }))));
  }

  /** @param {Over} over */
  function show(over) {
    ({ number } = over);
    // A score stays on the line of its name.
    text(winner, over.text.replace(/ (-?)(?=\d)/g, (_all, minus) => `\u00a0${minus && "−"}`));
    text(reason, over.reason);
    put(sums, ...over.sums.map(({ seat, name, before, lines, total }) => {
      const won = over.winners.includes(seat) && h("b", {}, over.winners.length > 1 ? "shares the win" : "wins");
      const rows = [row("After the moves", plain(before)), ...lines.map((line) => row(line.text, signed(line.points))), row("Final score", plain(total), "final")];
      return h("div", { class: won ? "won" : "" }, h("table", {}, h("caption", {}, name, won), h("tbody", {}, ...rows)));
    }));
    put(digits, ...grouped(number).flatMap((group) => [h("span", {}, group), " "]));
    text(about, number ? `${counted(number.length, "digit")} hold the whole game: anyone with this program can replay and check it.` : "This game was too long to be written as one number.");
    digits.hidden = copy.hidden = replay.hidden = !number;
    replay.href = `/replay#${number}`;
  }

  return {
    element,
    update({ over, players, phase, seat, dealing }, before) {
      element.hidden = !over || dealing !== null;
      if (!over) return;
      const old = before?.over;
      // Who sees the game end is cheered, once; the number may come a moment later.
      if (String(old?.winners) !== String(over.winners)) {
        element.classList.toggle("fresh", before !== null);
        cheer(over);
      }
      if (!old || !same({ ...old, verdicts: [] }, { ...over, verdicts: [] })) show(over);
      list(verdicts, over.verdicts, (_verdict, index) => index, () => h("li"), (item, { name, verdict }, index) => {
        item.dataset.verdict = String(verdict);
        text(item, verdictText(name, players[index]?.you === true, verdict));
      });
      again.hidden = phase !== "over" || seat === null || players.every((player) => player.you || player.presence === "left");
      attribute(again, "aria-disabled", players.some((player) => player.you && player.again));
      text(asked, phase === "closed" ? "The room is closed." : seat === null ? "" : againText(players));
    },
  };
}

/** @param {string} name @param {string} value @param {string} [kind] */
const row = (name, value, kind = "") => h("tr", { class: kind }, h("th", { scope: "row" }, name), h("td", {}, value));
