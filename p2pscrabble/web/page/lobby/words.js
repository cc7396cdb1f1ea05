// @ts-check
/** Small words and figures: codes in groups, times as one says them, the order of games. Pure. */

import { clockText, durationText, grouped } from "../panels/wording.js";

/**
 * A code in groups of four. Anything that is more than digits, spaces and dashes (a link) stays as it is.
 * @param {string} text
 */
export const codeText = (text) => (/[^\d\s\-–]/.test(text) ? text : grouped(text.replace(/\D/g, "")).join(" "));

/**
 * How long ago something was, as one says it.
 * @param {number} then
 * @param {number} now
 */
export const ago = (then, now) => (now - then < 60_000 ? "just now" : `${durationText(now - then)} ago`);

/**
 * Time that is left, as on a clock: "1:05", "0:09"; never below nothing.
 * @param {number} until
 * @param {number} now
 */
export const remaining = (until, now) => clockText(Math.max(0, (until - now) / 1000));

/**
 * The digits of a text that was pasted, with spaces and line breaks or without.
 * @param {string} text
 */
export const digitsOf = (text) => text.replace(/\s+/g, "");

/** @param {Pick<import("../types.js").KeptGame, "state">} game */
export const unfinished = ({ state }) => state === "gathering" || state === "playing";

/**
 * Games as they are shown: your turn first, then what changed last.
 * @template {{yourTurn: boolean, changed: number}} Game
 * @param {readonly Game[]} games
 */
export const inOrder = (games) =>
  games.toSorted((a, b) => Number(b.yourTurn) - Number(a.yourTurn) || b.changed - a.changed);
