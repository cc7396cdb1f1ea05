// @ts-check
/** The draw for the first seat, tile by tile: each turns over in order, and equal best tiles draw again. */

import { button, h, put } from "../dom.js";
import { keep, stored } from "../sounds.js";
import { createTile } from "../table/tile.js";
import { joined } from "./wording.js";

/** @typedef {import("../types.js").RoomState} RoomState */

/** How many draws the browser remembers as seen. */
const KEPT = 30;

/** The draws that were seen in this browser. */
const seen = () => (stored("draws") ?? "").split("\n");

/** @param {RoomState} state */
const nameOf = (state) => `${state.id} ${state.game}`;

/**
 * Whether it has become stale: you have moved, or everyone has. That some have is no matter, for a computer player is
 * quick.
 * @param {RoomState} state
 */
const past = ({ steps, players, seat, over }) =>
  over !== null || steps.length >= players.length || steps.some((step) => step.seat === seat);

/** @param {import("../types.js").App} app @returns {import("../types.js").Panel} */
export function createDraw(app) {
  const rounds = h("div.rounds");
  const element = h(
    "section.card.panel.draw",
    { "aria-label": "Who begins", hidden: true },
    h("h2", "Who begins?"),
    h("p.muted", "The tile nearest to A begins; a blank comes before all."),
    rounds,
    button("Go on", done, "main"),
  );
  let shown = "";
  rounds.addEventListener("animationstart", ({ animationName }) => animationName === "flip" && app.sound("tile"));

  function done() {
    keep("draws", [...seen(), shown].slice(-KEPT).join("\n"));
    element.hidden = true;
  }

  /**
   * Lays all of it out; the style shows each thing at its time, which is the number of those before it.
   * @param {import("../types.js").FirstDraw} first
   * @param {import("../types.js").PlayerState[]} players
   */
  function show(first, players) {
    const name = (/** @type {number} */ seat) => players[seat].name;
    let time = 0;
    const parts = first.rounds.flatMap((picks, index) => {
      const again = first.rounds[index + 1]?.map(({ seat }) => seat);
      const best = again ?? [first.seat];
      const row = h("ol", { style: `--time: ${time}; --end: ${time + picks.length}` });
      for (const { seat, tile } of picks) {
        const flip = h("span.flip", { "aria-hidden": "true" }, h("span.tile"), createTile(app.config, tile));
        const nick = h("span.nick", { title: name(seat) }, name(seat));
        const face = h("span.unseen", tile === "?" ? " a blank" : ` ${tile}`);
        row.append(h("li", { class: best.includes(seat) ? "best" : "", style: `--time: ${time++}` }, flip, nick, face));
      }
      const begins = players[first.seat].you ? "You begin." : `${name(first.seat)} begins.`;
      const words = again ? `${joined(again.map(name))} drew equal tiles and draw again.` : begins;
      return [row, h(again ? "p" : "p.result", { style: `--time: ${time++}` }, words)];
    });
    put(rounds, ...parts);
    element.hidden = false;
  }

  return {
    element,
    update(state) {
      if (!element.hidden && nameOf(state) === shown && !past(state)) return;
      if (!element.hidden) done();
      const { first, players } = state;
      if (!first?.rounds.length || past(state) || seen().includes(nameOf(state))) return;
      shown = nameOf(state);
      show(first, players);
    },
  };
}
