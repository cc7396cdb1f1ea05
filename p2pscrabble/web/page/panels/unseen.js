// @ts-check
/** The tiles that you cannot see: in the bag, or on the others' racks. */

import { h, list, text } from "../dom.js";
import { counted, unseenText, whereText } from "./wording.js";

/**
 * @typedef {import("../types.js").RoomState} RoomState
 */

/** @param {import("../types.js").App} app */
export function createUnseen(app) {
  const where = h("p", { class: "where muted" });
  const grid = h("ul", { class: "kinds", "aria-hidden": "true" });
  const spoken = h("p", { class: "unseen" });
  const shares = ["vowel", "consonant", "blank"].map((kind) => h("span", { class: `share ${kind}` }));
  const sums = h("p", { class: "shares", "aria-hidden": "true" }, ...shares);
  const element = h("section", { class: "panel left-over", "aria-label": "Unseen tiles" }, h("h2", {}, "Unseen tiles"), where, grid, sums, spoken);

  return {
    element,
    /**
     * @param {RoomState} state
     * @param {RoomState | null} before
     */
    update(state, before) {
      const { unseen, bag, players } = state;
      if (before && before.unseen === unseen && before.bag === bag && before.players === players) return;
      const others = players.filter((player) => !player.you && player.presence !== "left" && player.tiles);
      text(where, whereText(bag, unseen.total, others.map((player) => player.name)));
      text(spoken, unseenText(unseen));
      list(
        grid,
        unseen.tiles,
        ({ tile }) => tile,
        ({ tile }) => h("li", {}, h("span", { class: "kind" }, tile === "?" ? "" : tile, h("sub", {}, String(app.config.tiles[tile]?.points || ""))), h("b")),
        (item, { count }) => {
          text(/** @type {Element} */ (item.lastElementChild), String(count));
          item.classList.toggle("none", count === 0);
        },
      );
      const kinds = [unseen.vowels, unseen.consonants, unseen.blanks];
      kinds.forEach((count, index) => {
        text(shares[index], counted(count, ["vowel", "consonant", "blank"][index]));
      });
    },
  };
}
