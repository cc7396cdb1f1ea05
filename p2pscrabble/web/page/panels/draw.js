// @ts-check
/** The draw for the first seat, tile by tile: each turns over in order, and equal best tiles draw again. */

import { h, put, text } from "../dom.js";
import { joined } from "./wording.js";

/** @typedef {import("../types.js").RoomState} RoomState */

const SEEN = "p2pscrabble.draws";
const KEPT = 30;
/** How long a tile takes to turn, and the pause between rounds (ms). */
const STEP = 750;
const BETWEEN = 900;

/** @param {RoomState} state */
const nameOf = (state) => `${state.id} ${state.game}`;

/** @returns {string[]} */
function seen() {
  try {
    const kept = JSON.parse(localStorage.getItem(SEEN) ?? "");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Whether it has become stale: you have moved, or everyone has. @param {RoomState} state */
const past = ({ steps, players, seat, over }) => over !== null || steps.length >= players.length || steps.some((step) => step.seat === seat);

/**
 * Whether the draw is to be shown: there was one, and it has not been seen in this browser. The others may have moved
 * meanwhile, for a computer player is quick.
 * @param {RoomState} state
 */
export const drawDue = (state) => Boolean(state.first?.rounds.length) && !past(state) && !seen().includes(nameOf(state));

/**
 * @param {import("../types.js").App} app
 * @param {{onDone?: () => void}} [options] onDone: when the player goes on, or has moved
 * @returns {import("../types.js").Panel}
 */
export function createDraw(app, { onDone } = {}) {
  const rounds = h("div", { class: "rounds" });
  const result = h("p", { class: "result" });
  const button = h("button", { class: "button main", type: "button", on: { click: done } }, "Go on");
  const rule = h("p", { class: "muted" }, "The tile nearest to A begins; a blank comes before all.");
  const element = h("section", { class: "panel draw", "aria-label": "Who begins", hidden: true }, h("h2", {}, "Who begins?"), rule, rounds, result, button);
  let shown = "";
  let timer = 0;

  function done() {
    clearTimeout(timer);
    try {
      localStorage.setItem(SEEN, JSON.stringify([...seen(), shown].slice(-KEPT)));
    } catch {
      // Where nothing may be kept, it is shown once more after a reload.
    }
    element.hidden = true;
    onDone?.();
  }

  /** @param {RoomState} state */
  function show({ first, players }) {
    if (!first) return;
    const name = (/** @type {number} */ seat) => players[seat]?.name ?? "";
    /** @type {(() => number)[]} what happens, one after another; each says how long to wait then */
    const acts = [];
    first.rounds.forEach((picks, index) => {
      const again = first.rounds[index + 1]?.map(({ seat }) => seat);
      const best = again ?? [first.seat];
      const row = h("ol");
      acts.push(() => {
        rounds.append(row);
        return STEP / 2;
      });
      for (const { seat, tile } of picks) {
        const blank = tile === "?";
        const face = h("span", { class: "face" }, blank ? "" : tile, h("sub", {}, String(app.config.tiles[tile]?.points || "")));
        const flip = h("span", { class: "flip", "aria-hidden": "true" }, h("span"), face);
        const item = h("li", { class: best.includes(seat) ? "best" : "" }, flip, h("span", { class: "nick", title: name(seat) }, name(seat)), h("span", { class: "unseen" }, blank ? " a blank" : ` ${tile}`));
        row.append(item);
        acts.push(() => {
          item.classList.add("turned");
          app.sound("tile");
          return STEP;
        });
      }
      acts.push(() => {
        row.classList.add("judged");
        text(result, again ? `${joined(again.map(name))} drew equal tiles and draw again.` : players[first.seat]?.you ? "You begin." : `${name(first.seat)} begins.`);
        return BETWEEN;
      });
    });
    const act = () => {
      const wait = acts.shift()?.();
      if (wait !== undefined) timer = window.setTimeout(act, wait);
    };
    put(rounds);
    text(result, "");
    element.hidden = false;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) for (const next of acts) next();
    else act();
  }

  return {
    element,
    update(state) {
      if (!element.hidden && nameOf(state) === shown && !past(state)) return;
      if (!element.hidden) done();
      if (!drawDue(state)) return;
      shown = nameOf(state);
      show(state);
    },
  };
}
