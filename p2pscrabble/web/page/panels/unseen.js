// @ts-check
/** The tiles that you cannot see: in the bag, or on the others' racks. */

import { h, list, text } from "../dom.js";
import { counted, unseenText, whereText } from "./wording.js";

/**
 * @typedef {import("../types.js").RoomState} RoomState
 */

const KINDS = ["vowel", "consonant", "blank"];

/** @param {import("../types.js").App} _app */
export function createUnseen(_app) {
  const where = h("p", { class: "muted" });
  const grid = h("ul", { "aria-hidden": "true" });
  const spoken = h("p", { class: "unseen" });
  const shares = h("p", { class: "muted", "aria-hidden": "true" });
  const element = h("section", { class: "panel left-over", "aria-label": "Unseen tiles" }, h("h2", {}, "Unseen tiles"), where, grid, shares, spoken);

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
        ({ tile }) => h("li", {}, h("span", {}, tile === "?" ? "" : tile), h("b")),
        (item, { count }) => {
          text(/** @type {Element} */ (item.lastElementChild), String(count));
          item.classList.toggle("none", count === 0);
        },
      );
      text(shares, [unseen.vowels, unseen.consonants, unseen.blanks].map((count, index) => counted(count, KINDS[index])).join(" · "));
    },
  };
}
