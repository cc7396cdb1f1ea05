// @ts-check
/** The end of a game: who wins, how the sums came about, the number that is the game, and what to do next. */

import { attribute, h, list, put, text } from "../dom.js";
import { createCopy } from "../lobby/copying.js";
import { same } from "../state.js";
import { againText, counted, grouped, plain, signed, verdictText } from "./wording.js";

/**
 * @typedef {import("../types.js").RoomState} RoomState
 * @typedef {import("../types.js").Over} Over
 */

const LETTERS = 14;

/** @param {import("../types.js").App} app */
export function createOver(app) {
  const cheering = h("div", { class: "cheer", "aria-hidden": "true" });
  const winner = h("h2");
  const reason = h("p", { class: "muted" });
  const sums = h("div", { class: "sums" });
  const digits = h("code", { tabIndex: 0, "aria-label": "Replay number" });
  const length = h("p", { class: "muted" });
  const copy = createCopy(app, "Copy the number", () => number, "The number is copied.", () => digits);
  const numbered = h("div", { class: "as-number" }, h("h3", {}, "The game as a number"), length, digits, copy);
  const verdicts = h("ul");
  const asked = h("p", { class: "asked", role: "status" });
  const again = h("button", { class: "button main", type: "button", on: { click: playAgain } }, "Play again");
  const replay = h("a", { class: "button", href: "/replay" }, "See the replay");
  const lobby = h("a", { class: "button bare", href: "/" }, "Back to the lobby");
  const element = h("section", { class: "panel over", "aria-label": "The game is over", hidden: true },
    h("div", { class: "head" }, cheering, winner, reason), h("div", { class: "row next" }, again, replay, lobby), asked, sums, numbered, verdicts);
  let number = "";

  async function playAgain() {
    if (again.getAttribute("aria-disabled")) return;
    attribute(again, "aria-disabled", true);
    const answer = await app.send({ do: "again", tab: app.tab });
    if (answer.ok) return;
    attribute(again, "aria-disabled", null);
    app.toast(answer.error, "bad");
  }

  /** @param {Over} over */
  function cheer({ winners, sums }) {
    const names = winners.map((seat) => [...(sums[seat]?.name ?? "")]).filter((name) => name.length <= LETTERS);
    put(cheering, ...names.map((name) => h("span", { class: "spelt" }, ...name.map((letter, index) => {
      const tile = h("i", {}, letter);
      tile.style.setProperty("--nth", String(index));
      return tile;
    }))));
  }

  /** @param {Over} over */
  function show(over) {
    text(winner, over.text);
    text(reason, over.reason);
    put(sums, ...over.sums.map((sum) => {
      const won = over.winners.includes(sum.seat);
      const lines = [row("After the moves", plain(sum.before)), ...sum.lines.map((line) => row(line.text, signed(line.points))), row("Final score", plain(sum.total), "final")];
      return h("div", { class: won ? "won" : "" }, h("table", {}, h("caption", {}, sum.name, won && h("b", {}, over.winners.length > 1 ? "shares the win" : "wins")), h("tbody", {}, ...lines)));
    }));
    number = over.number;
    const groups = grouped(number);
    put(digits, ...groups.flatMap((group) => [h("span", {}, group), " "]));
    text(length, number ? `${counted(number.length, "digit")} hold the whole game. Anyone with this program can replay and check it.` : "This game was too long to be written as one number.");
    digits.hidden = copy.hidden = replay.hidden = !number;
    replay.href = `/replay#${number}`;
  }

  return {
    element,
    /**
     * @param {RoomState} state
     * @param {RoomState | null} before
     */
    update(state, before) {
      const { over, players } = state;
      element.hidden = !over || Boolean(state.dealing);
      if (!over) return;
      const old = before?.over ?? null;
      // Only who sees the game end is cheered, and once; the number may come a moment later.
      if (String(old?.winners) !== String(over.winners)) {
        element.classList.toggle("fresh", before !== null);
        cheer(over);
      }
      if (!old || !same({ ...old, verdicts: [] }, { ...over, verdicts: [] })) show(over);
      list(verdicts, over.verdicts, (_verdict, index) => index, () => h("li"), (item, { name, verdict }, seat) => {
        item.dataset.verdict = String(verdict);
        text(item, verdictText(name, Boolean(players[seat]?.you && players[seat].name === name), verdict));
      });
      const wanted = players.some((player) => player.you && player.again);
      const alone = players.every((player) => player.you || player.presence === "left");
      again.hidden = state.phase !== "over" || state.seat === null || alone;
      attribute(again, "aria-disabled", wanted || null);
      text(asked, state.seat === null ? "" : state.phase === "closed" ? "The room is closed." : againText(players));
    },
  };
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [kind]
 */
function row(name, value, kind = "") {
  return h("tr", { class: kind }, h("th", { scope: "row" }, name), h("td", {}, value));
}
