// @ts-check
/** A tile as it looks: on the board, on the rack, and in the hand. */

import { h, text } from "../dom.js";

/**
 * @param {import("../types.js").Config} config
 * @param {string} letter a capital; small for a blank that stands for a letter; "?" for one that does not
 * @returns {HTMLElement}
 */
export function createTile(config, letter) {
  const tile = h("span", { class: "tile", "aria-hidden": "true" }, h("b"), h("i"));
  showTile(config, tile, letter);
  return tile;
}

/**
 * @param {import("../types.js").Config} config
 * @param {Element} tile
 * @param {string} letter
 */
export function showTile(config, tile, letter) {
  const blank = letter !== letter.toUpperCase();
  tile.classList.toggle("blank", blank || letter === "?");
  const [face, value] = tile.children;
  text(face, letter === "?" ? "" : letter.toUpperCase());
  text(value, blank || letter === "?" ? "" : String(config.tiles[letter]?.points ?? ""));
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
