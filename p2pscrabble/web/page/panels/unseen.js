// @ts-check
/** The tiles that you cannot see: in the bag, or on the others' racks. */

import { h, list, text } from "../dom.js";
import { createTile } from "../table/tile.js";
import { kindsText, sumsText, whereText } from "./wording.js";

/** @param {import("../types.js").App} app @returns {import("../types.js").Panel} */
export function createUnseen({ config }) {
  const where = h("p.muted");
  const tiles = h("ul.tiles", { "aria-hidden": "true" });
  const sums = h("p.muted");
  const spoken = h("p.unseen");
  const parts = [h("h2", "Unseen tiles"), where, tiles, sums, spoken];
  const element = h("section.card.panel.left-over", { "aria-label": "Unseen tiles" }, ...parts);

  return {
    element,
    update({ unseen, bag, players }, before) {
      if (before && before.unseen === unseen && before.bag === bag && before.players === players) return;
      const others = players.filter((player) => !player.you && player.tiles);
      text(
        where,
        whereText(
          bag,
          unseen.total,
          others.map(({ name }) => name),
        ),
      );
      text(sums, sumsText(unseen));
      text(spoken, kindsText(unseen.tiles));
      const make = (/** @type {{tile: string}} */ { tile }) => h("li", createTile(config, tile), h("b"));
      list(
        tiles,
        unseen.tiles,
        ({ tile }) => tile,
        make,
        (item, { count }) => {
          text(item.children[1], String(count));
          item.classList.toggle("none", !count);
        },
      );
    },
  };
}
