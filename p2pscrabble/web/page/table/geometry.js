// @ts-check
/** Where squares are: their names, the next one in a direction, the one under a point. Pure; knows no rule. */

/**
 * @typedef {import("../types.js").Config} Config
 * @typedef {{left: number, top: number, width: number, height: number}} Box
 */

/** What premium squares are called where there is room. @type {Record<string, string>} */
export const PREMIUMS = { DL: "double letter", TL: "triple letter", DW: "double word", TW: "triple word" };

/**
 * A square as one says it: "H8".
 * @param {Config} config
 * @param {number} square
 */
export const squareName = ({ columns, size }, square) => `${columns[square % size]}${Math.floor(square / size) + 1}`;

/**
 * The square some columns and rows away; at the edge it stops.
 * @param {number} square
 * @param {number} columns
 * @param {number} rows
 * @param {number} size
 */
export function moved(square, columns, rows, size) {
  const clamp = (/** @type {number} */ value) => Math.max(0, Math.min(size - 1, value));
  return clamp(Math.floor(square / size) + rows) * size + clamp((square % size) + columns);
}

/**
 * The first square from this one on, in a direction, that is free; null where none is.
 * @param {number} square
 * @param {boolean} down
 * @param {number} size
 * @param {(square: number) => boolean} taken
 * @returns {number | null}
 */
export function free(square, down, size, taken) {
  if (!taken(square)) return square;
  const next = moved(square, +!down, +down, size);
  return next === square ? null : free(next, down, size, taken);
}

/**
 * Where the cursor stands after a tile was laid: on the next free square, or on this one where none is left in the line.
 * @param {number} square
 * @param {boolean} down
 * @param {number} size
 * @param {(square: number) => boolean} taken
 */
export const after = (square, down, size, taken) => free(moved(square, +!down, +down, size), down, size, (at) => at === square || taken(at)) ?? square;

/**
 * The square under a point, null beside the board.
 * @param {Box} box of the squares
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @returns {number | null}
 */
export function squareAt(box, x, y, size) {
  const column = Math.floor(((x - box.left) / box.width) * size);
  const row = Math.floor(((y - box.top) / box.height) * size);
  return column >= 0 && row >= 0 && column < size && row < size ? row * size + column : null;
}

/**
 * The place on a rack under a point, 0 to count - 1; null beside the rack. It reaches a little beyond its edges.
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 * @param {number} count places
 * @returns {number | null}
 */
export function placeAt({ left, top, width, height }, x, y, count) {
  if (y < top - 5 || y > top + height + 20 || x < left - 20 || x > left + width + 20) return null;
  return Math.max(0, Math.min(count - 1, Math.floor(((x - left) / width) * count)));
}

/**
 * What a square is, for those who hear it: "H8, C, 3 points, yours, not played yet", "H8, double word, empty".
 * @param {Config} config
 * @param {number} square
 * @param {{letter?: string, mine?: boolean, last?: boolean, wrong?: boolean}} look the letter small for a blank
 */
export function spoken(config, square, { letter, mine, last, wrong }) {
  const words = letter
    ? [letter.toUpperCase(), valued(config, letter), mine ? "yours, not played yet" : last && "last play", wrong && "not right here"]
    : [square === config.centre && "centre", PREMIUMS[config.premiums[square]], "empty"];
  return [squareName(config, square), ...words].filter(Boolean).join(", ");
}

/**
 * What a tile is worth, in words: "3 points", "blank".
 * @param {Config} config
 * @param {string} letter small for a blank
 */
export function valued({ tiles }, letter) {
  const points = tiles[letter]?.points;
  return !points ? "blank" : points === 1 ? "1 point" : `${points} points`;
}
