// @ts-check
/**
 * A tile as it looks: on the board, on the rack, and in the hand. Its letter and its value are drawn by the style, out of
 * attributes, for they are no text to be read: what holds a tile has a name that says more.
 */

import { attribute, h } from "../dom.js";

/**
 * @param {import("../types.js").Config} config
 * @param {string} letter a capital; small for a blank that stands for a letter; "?" for one that does not
 * @returns {HTMLElement}
 */
export function createTile(config, letter) {
  const tile = h("span", { class: "tile", "aria-hidden": "true" });
  showTile(config, tile, letter);
  return tile;
}

/**
 * @param {import("../types.js").Config} config
 * @param {Element} tile
 * @param {string} letter
 */
export function showTile(config, tile, letter) {
  const blank = letter === "?" || letter !== letter.toUpperCase();
  tile.classList.toggle("blank", blank);
  attribute(tile, "data-letter", letter === "?" ? "" : letter.toUpperCase());
  attribute(tile, "data-points", blank ? "" : (config.tiles[letter]?.points ?? ""));
}

/**
 * A tile in words: "C, 3 points", "blank".
 * @param {import("../types.js").Config} config
 * @param {string} letter
 */
export function tileName(config, letter) {
  if (letter === "?") return "blank";
  if (letter !== letter.toUpperCase()) return `blank as ${letter.toUpperCase()}`;
  const points = config.tiles[letter]?.points ?? 0;
  return `${letter}, ${points} ${points === 1 ? "point" : "points"}`;
}

/** Whether movement is to be spared. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
