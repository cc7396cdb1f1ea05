// @ts-check
/** Who plays: score, tiles, clock, whose turn it is, and whether they are here. As a list, or as a strip on a phone. */

import { attribute, h, list, svg, text } from "../dom.js";
import { clockChange, clockText, counted, durationText, plain, signed } from "./wording.js";

const BAG = "M6 3h8l-2 3.2c3 1.3 4.6 4 4.6 7 0 2.7-2 4.3-6.6 4.3s-6.6-1.6-6.6-4.3c0-3 1.6-5.7 4.6-7z";
const MINUTE = 60_000;

/**
 * @param {import("../types.js").App} _app
 * @param {{compact?: boolean}} [options] compact: the strip for a phone; the class `strip` on the element does the same
 * @returns {import("../types.js").Panel}
 */
export function createPlayers(_app, { compact = false } = {}) {
  /** @type {import("../types.js").RoomState | null} */
  let now = null;
  let timer = 0;
  /** @type {ReturnType<typeof makeRow>[]} */
  const rows = [];
  const seats = h("ol");
  const count = h("b");
  const words = h("span");
  const icon = svg("svg", { viewBox: "0 0 20 20", width: 18, height: 18, fill: "currentColor", "aria-hidden": "true" }, svg("path", { d: BAG }));
  const bag = h("p", { class: "in-bag" }, icon, count, words);
  const element = h("section", { class: `panel players${compact ? " strip" : ""}`, "aria-label": "Players" }, seats, bag);

  // What time alone changes: the running clock, and how long somebody has been away.
  function tick() {
    clearTimeout(timer);
    if (!now || document.hidden) return;
    let next = Infinity;
    for (const [seat, { presence, awaySince, clock }] of now.players.entries()) {
      const row = rows[seat];
      const away = presence === "away" && awaySince !== null ? Math.max(0, Date.now() - awaySince) : null;
      text(row.presence, away !== null ? `away for ${durationText(away)}` : presence === "left" ? "has left" : presence === "away" ? "away" : "");
      if (away !== null) next = Math.min(next, MINUTE - (away % MINUTE));
      if (clock === null) continue;
      const runs = now.turn?.seat === seat;
      const left = now.turn && runs ? clock - Math.max(0, Date.now() - now.turn.since) / 1000 : clock;
      text(row.time, clockText(left));
      text(row.overtime, left < 0 ? "over time " : "clock ");
      row.clock.classList.toggle("late", left < 0);
      if (runs) next = Math.min(next, clockChange(left));
    }
    if (next < Infinity) timer = window.setTimeout(tick, next + 10);
  }
  document.addEventListener("visibilitychange", tick);

  return {
    element,
    update(state, before) {
      now = state;
      const { turn, over, players } = state;
      rows.length = Math.min(rows.length, players.length);
      list(seats, players, (_player, seat) => seat, (_player, seat) => (rows[seat] = makeRow()).element, (item, player, seat) => {
        const row = rows[seat];
        const moves = turn?.seat === seat;
        item.classList.toggle("moves", moves);
        item.dataset.presence = player.presence;
        attribute(item, "aria-current", moves);
        text(row.nick, player.name);
        row.nick.title = player.name;
        row.you.hidden = !player.you;
        text(row.score, plain(player.score));
        text(row.turn, !moves ? "" : turn.mustAnswer ? "Accept or challenge" : player.you ? "Your turn" : "To play");
        text(row.again, player.again && over ? "would like another game" : "");
        text(row.tiles, player.tiles === null || over ? "" : counted(player.tiles, "tile"));
        text(row.bot, player.bot ? "computer player" : "");
        row.clock.hidden = player.clock === null;
        const gained = before?.game === state.game && before.players[seat] ? player.score - before.players[seat].score : 0;
        if (!gained) return;
        const gain = h("span", { class: "gain", "aria-hidden": "true" }, signed(gained));
        row.gain.replaceWith(gain);
        row.gain = gain;
      });
      bag.hidden = !state.board || over !== null;
      text(count, String(state.bag));
      text(words, state.bag === 1 ? " tile in the bag" : " tiles in the bag");
      tick();
    },
  };
}

function makeRow() {
  const [nick, turn, presence, again, tiles, bot, time] = ["nick", "to-play", "presence", "again", "held", "bot", ""].map((kind) => h("span", { class: kind }));
  const you = h("span", { class: "self" }, "you");
  const score = h("b", { class: "score" });
  const gain = h("span");
  const overtime = h("span", { class: "unseen" });
  const clock = h("span", { class: "clock" }, overtime, time);
  const element = h(
    "li",
    { class: "seat" },
    h("span", { class: "who" }, h("span", { class: "arrow", "aria-hidden": "true" }, "▶"), nick, you),
    h("span", { class: "score-of" }, gain, score, h("span", { class: "unseen" }, " points")),
    h("span", { class: "facts" }, turn, presence, again, tiles, bot),
    clock,
  );
  return { element, nick, you, score, gain, turn, presence, again, tiles, bot, clock, overtime, time };
}
