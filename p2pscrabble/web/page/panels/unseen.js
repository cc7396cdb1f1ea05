// @ts-check
/** The tiles that you cannot see: in the bag, or on the others' racks. */

import { h, list, text } from "../dom.js";
import { counted, unseenText, whereText } from "./wording.js";

/** @param {import("../types.js").App} _app @returns {import("../types.js").Panel} */
export function createUnseen(_app) {
  const where = h("p", { class: "muted" });
  const tiles = h("ul", { "aria-hidden": "true" });
  const sums = h("p", { class: "muted", "aria-hidden": "true" });
  const spoken = h("p", { class: "unseen" });
  const element = h("section", { class: "panel left-over", "aria-label": "Unseen tiles" }, h("h2", {}, "Unseen tiles"), where, tiles, sums, spoken);

  return {
    element,
    update({ unseen, bag, players }, before) {
      if (before && before.unseen === unseen && before.bag === bag && before.players === players) return;
      const others = players.filter((player) => !player.you && player.tiles);
      text(where, whereText(bag, unseen.total, others.map((player) => player.name)));
      text(sums, [counted(unseen.vowels, "vowel"), counted(unseen.consonants, "consonant"), counted(unseen.blanks, "blank")].join(" · "));
      text(spoken, unseenText(unseen));
      list(tiles, unseen.tiles, ({ tile }) => tile, ({ tile }) => h("li", {}, h("span", {}, tile === "?" ? "" : tile), h("b")), (item, { count }) => {
        text(/** @type {Element} */ (item.lastElementChild), String(count));
        item.classList.toggle("none", !count);
      });
    },
  };
}
