// @ts-check
/**
 * Who plays: score, tiles, clock, whose turn it is, and whether they are here. A list; with the class `strip` on its
 * element, a strip for a phone.
 */

import { attribute, h, list, text } from "../dom.js";
import { icon } from "../table/icons.js";
import { clockChange, clockText, counted, durationText, plain, signed } from "./wording.js";

const MINUTE = 60_000;

/** @param {import("../types.js").App} _app @returns {import("../types.js").Panel} */
export function createPlayers(_app) {
  /** @type {import("../types.js").RoomState | null} */
  let now = null;
  let timer = 0;
  const seats = h("ol");
  const count = h("b");
  const words = h("span");
  const bag = h("p.in-bag", icon("bag"), count, words);
  const element = h("section.card.panel.players", { "aria-label": "Players" }, seats, bag);

  // What time alone changes: the running clock, and how long somebody has been away.
  function tick() {
    clearTimeout(timer);
    if (!now || document.hidden) return;
    let next = Infinity;
    for (const [seat, { presence, awaySince, clock }] of now.players.entries()) {
      const row = seats.children[seat];
      const away = awaySince === null ? 0 : Math.max(0, Date.now() - awaySince);
      const lately = awaySince === null ? "away" : `away for ${durationText(away)}`;
      write(row, "presence", { here: "", left: "has left", away: lately }[presence]);
      if (awaySince !== null) next = Math.min(next, MINUTE - (away % MINUTE));
      if (clock === null) continue;
      const since = now.turn?.seat === seat ? now.turn.since : null;
      const left = since === null ? clock : clock - Math.max(0, Date.now() - since) / 1000;
      write(row, "time", clockText(left));
      write(row, "overtime", left < 0 ? "over time " : "clock ");
      part(row, "clock").classList.toggle("late", left < 0);
      if (since !== null) next = Math.min(next, clockChange(left));
    }
    if (next < Infinity) timer = window.setTimeout(tick, next + 10);
  }
  document.addEventListener("visibilitychange", tick);

  return {
    element,
    update(state, before) {
      now = state;
      const { turn, over, players } = state;
      list(
        seats,
        players,
        (_, seat) => seat,
        makeRow,
        (row, player, seat) => {
          const moves = turn?.seat === seat;
          row.dataset.presence = player.presence;
          attribute(row, "aria-current", moves);
          write(row, "nick", player.name);
          part(row, "nick").title = player.name;
          write(row, "self", player.you ? "you" : "");
          write(row, "score", plain(player.score));
          const due = turn?.mustAnswer ? "Accept or challenge" : player.you ? "Your turn" : "To play";
          write(row, "to-play", moves ? due : "");
          write(row, "again", player.again && over ? "would like another game" : "");
          write(row, "held", player.tiles === null || over ? "" : counted(player.tiles, "tile"));
          write(row, "bot", player.bot ? "computer player" : "");
          part(row, "clock").hidden = player.clock === null;
          const old = before?.game === state.game ? before.players[seat] : undefined;
          const gained = player.score - (old ?? player).score;
          if (gained) part(row, "gain").replaceWith(h("span.gain", { "aria-hidden": "true" }, signed(gained)));
        },
      );
      bag.hidden = !state.board || over !== null;
      text(count, String(state.bag));
      text(words, state.bag === 1 ? " tile in the bag" : " tiles in the bag");
      tick();
    },
  };
}

const makeRow = () =>
  h(
    "li.seat",
    h("span.who", h("span.arrow", { "aria-hidden": "true" }, "▶"), h("span.nick"), h("span.self")),
    h("span.score-of", h("span.gain"), h("b.score"), h("span.unseen", " points")),
    h("span.facts", ...["to-play", "presence", "again", "held", "bot"].map((name) => h(`span.${name}`))),
    h("span.clock", h("span.unseen.overtime"), h("span.time")),
  );

/** @param {Element} row @param {string} name */
const part = (row, name) => /** @type {HTMLElement} */ (row.querySelector(`.${name}`));

/** @param {Element} row @param {string} name @param {string} words */
const write = (row, name, words) => text(part(row, name), words);
