// @ts-check
/** The draw for the first seat, tile by tile: each turns over in order, and equal best tiles draw again. */

import { h, put, text } from "../dom.js";
import { joined } from "./wording.js";

/** @typedef {import("../types.js").RoomState} RoomState */

const SEEN = "p2pscrabble.draws";
const KEPT = 30;
const STEP = 750;
const BETWEEN = 900;

/** @param {RoomState} state */
const key = (state) => `${state.id} ${state.game}`;

/** @returns {string[]} */
function seen() {
  try {
    const kept = JSON.parse(localStorage.getItem(SEEN) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * Whether the draw is to be shown: it was, no move has been made, and it has not been seen in this browser.
 * @param {RoomState} state
 */
export const drawDue = (state) => Boolean(state.first?.rounds.length && !state.steps.length && !state.over && !seen().includes(key(state)));

/**
 * @param {import("../types.js").App} app
 * @param {{onDone?: () => void}} [options] onDone: when the player goes on, or the first move was made meanwhile
 */
export function createDraw(app, { onDone } = {}) {
  const rounds = h("div", { class: "rounds" });
  const result = h("p", { class: "result" });
  const button = h("button", { class: "button main", type: "button" }, "Go on");
  const rule = h("p", { class: "muted" }, "The tile nearest to A begins; a blank comes before all.");
  const element = h("section", { class: "panel draw", "aria-label": "Who begins", hidden: true }, h("h2", {}, "Who begins?"), rule, rounds, result, button);
  let shown = "";
  let timer = 0;

  function done() {
    clearTimeout(timer);
    try {
      localStorage.setItem(SEEN, JSON.stringify([...seen().filter((name) => name !== shown), shown].slice(-KEPT)));
    } catch {
      // It is shown once more after a reload.
    }
    element.hidden = true;
    onDone?.();
  }
  button.addEventListener("click", done);

  /** @param {RoomState} state */
  function show(state) {
    const { first, players } = state;
    if (!first) return;
    shown = key(state);
    element.hidden = false;
    put(rounds);
    text(result, "");
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    /** @type {(() => number)[]} what is done one after another; each says how long to wait then */
    const acts = [];
    first.rounds.forEach((picks, index) => {
      const again = first.rounds[index + 1]?.map(({ seat }) => seat) ?? [];
      const tiles = picks.map(({ seat, tile }) => {
        const { points } = app.config.tiles[tile] ?? { points: 0 };
        const face = h("span", { class: "face" }, tile === "?" ? "" : tile, h("sub", {}, String(points || "")));
        const item = h("li", {}, h("span", { class: "flip", "aria-hidden": "true" }, h("span"), face),
          h("span", { class: "nick", title: players[seat]?.name }, players[seat]?.name ?? ""), h("span", { class: "unseen" }, tile === "?" ? " a blank" : ` ${tile}`));
        if (again.includes(seat) || (!again.length && seat === first.seat)) item.classList.add("best");
        return item;
      });
      const row = h("ol", {}, ...tiles);
      acts.push(() => {
        rounds.append(row);
        return STEP / 2;
      });
      for (const item of tiles) {
        acts.push(() => {
          item.classList.add("turned");
          app.sound("tile");
          return STEP;
        });
      }
      acts.push(() => {
        row.classList.add("judged");
        const names = again.map((seat) => players[seat]?.name ?? "");
        text(result, names.length ? `${joined(names)} drew equal tiles and draw again.` : `${players[first.seat]?.you ? "You begin" : `${players[first.seat]?.name} begins`}.`);
        return BETWEEN;
      });
    });
    const act = () => {
      const next = acts.shift();
      const wait = next?.();
      if (wait !== undefined) timer = window.setTimeout(act, wait);
    };
    if (still) for (const next of acts) next();
    else act();
  }

  return {
    element,
    /**
     * @param {RoomState} state
     * @param {RoomState | null} _before
     */
    update(state, _before) {
      if (!element.hidden) {
        if (key(state) !== shown || state.steps.length) done();
        else return;
      }
      if (drawDue(state)) show(state);
    },
  };
}
