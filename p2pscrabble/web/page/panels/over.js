// @ts-check
/** The end of a game: who wins, how the sums came about, the number that is the game, and what to do next. */

import { attribute, h, list, put, text } from "../dom.js";
import { againText, counted, grouped, plain, signed, verdictText } from "./wording.js";

/**
 * @typedef {import("../types.js").RoomState} RoomState
 * @typedef {import("../types.js").Over} Over
 */

const LETTERS = 14;

/** @param {import("../types.js").App} app */
export function createOver(app) {
  const tiles = h("div", { class: "winners", "aria-hidden": "true" });
  const winner = h("h2");
  const reason = h("p", { class: "muted" });
  const sums = h("div", { class: "sums" });
  const digits = h("code", { class: "digits", tabIndex: 0, "aria-label": "Replay number" });
  const length = h("p", { class: "muted" });
  const copy = h("button", { class: "button", type: "button", on: { click: copyNumber } }, "Copy the number");
  const numbered = h("div", { class: "number" }, h("h3", {}, "The game as a number"), length, digits, copy);
  const verdicts = h("ul", { class: "verdicts" });
  const asked = h("p", { class: "asked", role: "status" });
  const again = h("button", { class: "button main", type: "button", on: { click: playAgain } }, "Play again");
  const replay = h("a", { class: "button", href: "/replay" }, "See the replay");
  const lobby = h("a", { class: "button bare", href: "/" }, "Back to the lobby");
  const element = h("section", { class: "panel over", "aria-label": "The game is over", hidden: true },
    h("div", { class: "head" }, tiles, winner, reason), h("div", { class: "row next" }, again, replay, lobby), asked, sums, numbered, verdicts);
  let number = "";

  async function copyNumber() {
    try {
      await navigator.clipboard.writeText(number);
      app.toast("The number is copied.", "good");
    } catch {
      getSelection()?.selectAllChildren(digits);
      app.toast("The browser does not let the page copy. The number is selected: press Ctrl+C, or ⌘C on a Mac.");
    }
  }

  async function playAgain() {
    if (again.getAttribute("aria-disabled")) return;
    attribute(again, "aria-disabled", true);
    const answer = await app.send({ do: "again", tab: app.tab });
    if (answer.ok) return;
    attribute(again, "aria-disabled", null);
    app.toast(answer.error, "bad");
  }

  /** @param {Over} over @param {RoomState} state */
  function show(over, state) {
    const cheer = over.winners.map((seat) => [...(state.players[seat]?.name ?? "")]).filter((name) => name.length <= LETTERS);
    put(tiles, ...cheer.map((name) => h("span", { class: "spelt" }, ...name.map((letter, index) => {
      const tile = h("i", {}, letter);
      tile.style.setProperty("--nth", String(index));
      return tile;
    }))));
    text(winner, over.text);
    text(reason, over.reason);
    put(sums, ...over.sums.map((sum) => h(
      "table",
      { class: over.winners.includes(sum.seat) ? "won" : "" },
      h("caption", {}, h("span", { title: sum.name }, sum.name), over.winners.includes(sum.seat) && h("b", {}, over.winners.length > 1 ? "shares the win" : "wins")),
      h("tbody", {}, row("Before", plain(sum.before)), ...sum.lines.map((line) => row(line.text, signed(line.points))), row("Final", plain(sum.total), "final")),
    )));
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
      element.hidden = !over;
      if (!over) return;
      const same = before?.over && JSON.stringify({ ...before.over, verdicts: 0 }) === JSON.stringify({ ...over, verdicts: 0 });
      if (!same) show(over, state);
      element.classList.toggle("fresh", Boolean(before && (!before.over || element.classList.contains("fresh"))));
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
