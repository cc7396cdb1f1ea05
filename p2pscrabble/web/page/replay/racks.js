// @ts-check
/** The players of a finished game: score, whose turn, and the rack, face down where nobody can know it. */

import { attribute, h, put, text } from "../dom.js";
import { joined, plain } from "../panels/wording.js";
import { createTile } from "../table/tile.js";
import { sample } from "./graph.js";

/**
 * @param {import("../types.js").Config} config
 * @param {readonly string[]} names
 */
export function createRacks(config, names) {
  const rows = names.map((name, seat) => {
    const [score, turn, rack] = [h("b"), h("span.muted"), h("div.tiles", { role: "img" })];
    return { score, turn, rack, element: h("li.row", sample(seat), h("strong", { title: name }, name), turn, score, rack) };
  });
  return {
    element: h("ul.racks", ...rows.map(({ element }) => element)),
    /** @param {import("../types.js").Frame} frame */
    update(frame) {
      rows.forEach(({ element, score, turn, rack }, seat) => {
        const tiles = frame.racks[seat] ?? null;
        const moves = frame.turn === seat;
        attribute(element, "aria-current", moves);
        text(score, plain(frame.scores[seat]));
        text(turn, moves ? "to play" : "");
        const named = [...(tiles ?? "")].map((tile) => (tile === "?" ? "blank" : tile));
        rack.ariaLabel =
          tiles === null ? "A rack that is not known" : named.length ? `Rack: ${joined(named)}` : "No tiles";
        put(
          rack,
          ...(tiles === null
            ? Array.from({ length: config.rack }, () => h("span.tile.down"))
            : [...tiles].map((tile) => createTile(config, tile))),
        );
      });
    },
  };
}
