// @ts-check
/**
 * A tile as it looks: on the board, on the rack, and in the hand. Its letter and its value are drawn by the style, out of
 * attributes, for they are no text to be read: what holds a tile has a name that says more.
 */

import { attribute, h } from "../dom.js";
import { valued } from "./geometry.js";

/**
 * @param {import("../types.js").Config} config
 * @param {string} letter a capital; small for a blank that stands for a letter; "?" for one that does not
 */
export function createTile(config, letter) {
  const tile = h("span.tile", { "aria-hidden": "true" });
  showTile(config, tile, letter);
  return tile;
}

/**
 * @param {import("../types.js").Config} config
 * @param {Element} tile
 * @param {string} letter
 */
export function showTile({ tiles }, tile, letter) {
  tile.classList.toggle("blank", !tiles[letter]?.points);
  attribute(tile, "data-letter", letter === "?" ? "" : letter.toUpperCase());
  attribute(tile, "data-points", tiles[letter]?.points || "");
}

/**
 * A tile in words: "C, 3 points", "blank".
 * @param {import("../types.js").Config} config
 * @param {string} letter
 */
export const tileName = (config, letter) => (letter === "?" ? "blank" : `${letter}, ${valued(config, letter)}`);
