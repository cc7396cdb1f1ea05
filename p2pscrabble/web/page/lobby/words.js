// @ts-check
/** Small words and figures: codes in groups, times as one says them, initials. Pure. */

import { clockText, durationText } from "../panels/wording.js";

/**
 * Digits in groups of four. Anything that is more than digits, spaces and dashes (a link) stays as it is.
 * @param {string} text
 */
export function grouped(text) {
  if (!/^[\d\s\-–]*$/.test(text)) return text;
  return text.replace(/\D/g, "").replace(/(\d{4})(?=\d)/g, "$1 ");
}

/**
 * What a field shows while a code is being typed into it, and where its caret then stands.
 * @param {string} text
 * @param {number} caret
 * @returns {{text: string, caret: number}}
 */
export function regrouped(text, caret) {
  const shown = grouped(text);
  if (shown === text) return { text, caret };
  let digits = text.slice(0, caret).replace(/\D/g, "").length;
  let place = 0;
  while (digits > 0) if (/\d/.test(shown[place++] ?? "0")) digits -= 1;
  return { text: shown, caret: place };
}

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
 * One or two letters that stand for a name.
 * @param {string} name
 */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : ""].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase();
}

/**
 * The digits of a text that was pasted, with spaces and line breaks or without.
 * @param {string} text
 */
export function digitsOf(text) {
  return text.replace(/[\s\u00a0]+/g, "");
}

/** @param {Pick<import("../types.js").KeptGame, "state">} game */
export const unfinished = ({ state }) => state === "gathering" || state === "playing";

/**
 * Games as they are shown: your turn first, then what changed last.
 * @template {{yourTurn: boolean, changed: number}} Game
 * @param {readonly Game[]} games
 */
export const inOrder = (games) => games.toSorted((a, b) => Number(b.yourTurn) - Number(a.yourTurn) || b.changed - a.changed);
