// @ts-check
/** Who plays: score, tiles, clock, whose turn it is, and whether they are here. As a list, or as a strip on a phone. */

import { attribute, h, list, svg, text } from "../dom.js";
import { clockChange, clockText, counted, durationText, plain, signed } from "./wording.js";

/**
 * @typedef {import("../types.js").RoomState} RoomState
 * @typedef {import("../types.js").PlayerState} PlayerState
 */

const SOON = 250;

/**
 * @param {import("../types.js").App} _app
 * @param {{compact?: boolean}} [options] compact: the strip for a phone; the class `strip` on the element does the same
 */
export function createPlayers(_app, { compact = false } = {}) {
  /** @type {RoomState | null} */
  let now = null;
  let timer = 0;
  /** @type {WeakMap<HTMLElement, ReturnType<typeof makeRow>>} */
  const rows = new WeakMap();
  const rowsList = h("ol");
  const count = h("b");
  const words = h("span");
  const bag = h("p", { class: "in-bag" }, bagIcon(), count, words);
  const element = h("section", { class: `panel players${compact ? " strip" : ""}`, "aria-label": "Players" }, rowsList, bag);

  /** @param {PlayerState} player */
  function presence({ presence, awaySince }) {
    if (presence === "here") return "";
    if (presence === "left") return "has left";
    return awaySince === null ? "away" : `away for ${durationText(Date.now() - awaySince)}`;
  }

  // What time alone changes: the running clock, and how long somebody has been away.
  function tick() {
    clearTimeout(timer);
    if (!now || document.hidden) return;
    let next = Infinity;
    for (const [seat, player] of now.players.entries()) {
      const row = rows.get(/** @type {HTMLElement} */ (rowsList.children[seat]));
      if (!row) continue;
      text(row.presence, presence(player));
      if (player.presence === "away" && player.awaySince !== null) {
        next = Math.min(next, 60_000 - (Math.max(0, Date.now() - player.awaySince) % 60_000));
      }
      if (player.clock === null) continue;
      const runs = now.turn?.seat === seat;
      const left = player.clock - (runs && now.turn ? Math.max(0, Date.now() - now.turn.since) / 1000 : 0);
      text(row.time, clockText(left));
      row.clock.classList.toggle("late", left < 0);
      row.clock.classList.toggle("runs", runs);
      text(row.overtime, left < 0 ? "over time " : "clock ");
      if (runs) next = Math.min(next, clockChange(left));
    }
    if (next < Infinity) timer = window.setTimeout(tick, Math.max(SOON, next + 10));
  }
  document.addEventListener("visibilitychange", tick);

  return {
    element,
    /**
     * @param {RoomState} state
     * @param {RoomState | null} before
     */
    update(state, before) {
      now = state;
      const turn = state.turn;
      list(
        rowsList,
        state.players,
        (_player, seat) => seat,
        () => {
          const row = makeRow();
          rows.set(row.element, row);
          return row.element;
        },
        (item, player, seat) => {
          const row = rows.get(item);
          if (!row) return;
          const moves = turn?.seat === seat;
          item.classList.toggle("moves", moves);
          item.classList.toggle("you", player.you);
          item.dataset.presence = player.presence;
          attribute(item, "aria-current", moves);
          text(row.name, player.name);
          row.name.title = player.name;
          text(row.score, plain(player.score));
          const what = turn?.mustAnswer ? "Accept or challenge" : player.you ? "Your turn" : "To play";
          text(row.turn, moves ? what : "");
          row.you.hidden = !player.you;
          text(row.bot, player.bot ? "computer player" : "");
          text(row.again, player.again && state.phase === "over" ? "would like another game" : "");
          text(row.tiles, player.tiles === null || state.over ? "" : counted(player.tiles, "tile"));
          row.clock.hidden = player.clock === null;
          const gained = before?.game === state.game && before.players[seat] ? player.score - before.players[seat].score : 0;
          if (gained) {
            const chip = h("span", { class: "gain", "aria-hidden": "true" }, signed(gained));
            row.gain.replaceWith(chip);
            row.gain = chip;
          }
        },
      );
      bag.hidden = !state.board || state.over !== null;
      text(count, String(state.bag));
      text(words, state.bag === 1 ? " tile in the bag" : " tiles in the bag");
      tick();
    },
  };
}

function makeRow() {
  const [name, turn, presence, again, tiles, bot, time] = ["nick", "to-play", "presence", "again", "held", "bot", "time"].map((kind) => h("span", { class: kind }));
  const you = h("span", { class: "self", hidden: true }, "you");
  const score = h("b", { class: "score" });
  const gain = h("span");
  const overtime = h("span", { class: "unseen" });
  const clock = h("span", { class: "clock", hidden: true }, overtime, time);
  const element = h(
    "li",
    { class: "seat" },
    h("span", { class: "who" }, h("span", { class: "arrow", "aria-hidden": "true" }, "▶"), name, you),
    h("span", { class: "score-of" }, gain, score, h("span", { class: "unseen" }, " points")),
    h("span", { class: "facts" }, turn, presence, again, tiles, bot),
    clock,
  );
  return { element, name, turn, presence, again, tiles, you, bot, score, gain, overtime, time, clock };
}

function bagIcon() {
  const path = "M6 3h8l-2 3.2c3 1.3 4.6 4 4.6 7 0 2.7-2 4.3-6.6 4.3s-6.6-1.6-6.6-4.3c0-3 1.6-5.7 4.6-7z";
  return svg("svg", { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" }, svg("path", { d: path, fill: "currentColor" }));
}
