// @ts-check
/** The players of a finished game: score, whose turn, and the rack, face down where nobody can know it. */

import { attribute, h, put, text } from "../dom.js";
import { plain } from "../panels/wording.js";
import { sample } from "./graph.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Replay} Replay */
/** @typedef {import("../types.js").Frame} Frame */

/**
 * @param {App} app
 * @param {Replay} replay
 */
export function createRacks({ config }, { names }) {
  const rows = names.map((name, seat) => {
    const score = h("b", { class: "score" });
    const turn = h("span", { class: "muted" });
    const rack = h("span", { class: "minirack", role: "img" });
    const element = h("li", {}, h("span", { class: "who" }, sample(seat), h("strong", {}, name), turn), score, rack);
    return { element, score, turn, rack, held: /** @type {string | null | undefined} */ (undefined) };
  });

  /** @param {string} tile */
  const face = (tile) => h("i", { class: tile === "?" ? "blank" : "" }, tile === "?" ? "" : tile, h("sub", {}, String(config.tiles[tile]?.points || "")));

  return {
    element: h("ul", { class: "racks" }, ...rows.map(({ element }) => element)),
    /** @param {Frame} frame */
    update(frame) {
      rows.forEach((row, seat) => {
        const tiles = frame.racks[seat] ?? null;
        attribute(row.element, "aria-current", frame.turn === seat ? "true" : null);
        text(row.score, plain(frame.scores[seat] ?? 0));
        text(row.turn, frame.turn === seat ? "to play" : "");
        if (tiles === row.held) return;
        row.held = tiles;
        if (tiles === null) put(row.rack, ...Array.from({ length: config.rack }, () => h("i", { class: "down" }, "?")));
        else put(row.rack, ...[...tiles].map(face));
        const named = [...(tiles ?? "")].map((tile) => (tile === "?" ? "blank" : tile)).join(", ");
        row.rack.ariaLabel = tiles === null ? "A rack that is not known" : named ? `Rack: ${named}` : "No tiles";
      });
    },
  };
}
