// @ts-check
/** How the panels put times, sums and lists into words: pure, so that each wording has its test. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Minutes and seconds on a clock: `12:05`, `−0:32` over time. What has begun counts whole, so 0:00 means none left.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  const rest = Math.abs(whole);
  return `${whole < 0 ? "−" : ""}${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
}

/**
 * Milliseconds until `clockText` reads differently on a running clock.
 * @param {number} seconds
 */
export const clockChange = (seconds) => (seconds - Math.ceil(seconds) + 1) * 1000;

/**
 * A length of time as one says it: "less than a minute", "3 minutes", "2 hours".
 * @param {number} ms
 */
export function durationText(ms) {
  if (ms < MINUTE) return "less than a minute";
  if (ms < HOUR) return counted(Math.floor(ms / MINUTE), "minute");
  if (ms < 2 * DAY) return counted(Math.floor(ms / HOUR), "hour");
  return counted(Math.floor(ms / DAY), "day");
}

/**
 * A number and what it counts: "1 tile", "5 tiles".
 * @param {number} count
 * @param {string} what
 */
export const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

/**
 * A number of points that is added: "+12", "−5", "0".
 * @param {number} points
 */
export const signed = (points) => (points > 0 ? `+${points}` : plain(points));

/**
 * A number that may be below nothing, with a true minus.
 * @param {number} points
 */
export const plain = (points) => (points < 0 ? `−${-points}` : String(points));

/**
 * "Ana", "Ana and Ben", "Ana, Ben and Cleo".
 * @param {readonly string[]} names
 */
export const joined = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;

/**
 * Digits in groups of four, from the front; the last group may be shorter.
 * @param {string} digits
 * @returns {string[]}
 */
export const grouped = (digits) => digits.match(/.{1,4}/gs) ?? [];

/**
 * A text cut where long runs of hexadecimal digits (a hash, a key), whole or in groups of four, begin and end: words, a
 * run, words, and so on.
 * @param {string} words
 */
export const pieces = (words) => words.split(/\b([0-9a-f]{16,}|(?:[0-9a-f]{4} ){2,}[0-9a-f]{4})\b/i);

/**
 * What a player's program found when it checked the game.
 * @param {string} name
 * @param {boolean} you
 * @param {boolean | null} verdict
 */
export function verdictText(name, you, verdict) {
  const whose = you ? "The program on this computer" : `${name}’s program`;
  if (verdict === null) return `${whose} has not told yet what it found.`;
  return `${whose} found ${verdict ? "the same" : "something else"}.`;
}

/**
 * What the other players say to another game: who has asked, and who is waited for.
 * @param {readonly import("../types.js").PlayerState[]} players
 */
export function againText(players) {
  const others = players.filter(({ you }) => !you);
  const here = others.filter(({ presence }) => presence !== "left");
  const [asked, silent] = [true, false].map((way) => joined(here.filter(({ again }) => again === way).map(nameOf)));
  if (!here.length) return others.length > 1 ? "The others have left." : `${joined(others.map(nameOf))} has left.`;
  if (!players.some(({ you, again }) => you && again)) return asked && `${asked} would like another game.`;
  return silent ? `You would like another game. Waiting for ${silent}.` : "The next game is about to begin.";
}

/** @param {{name: string}} player */
const nameOf = ({ name }) => name;

/**
 * The vowels, consonants and blanks among the unseen tiles.
 * @param {import("../types.js").Unseen} unseen
 */
export const sumsText = ({ vowels, consonants, blanks }) =>
  `${joined([counted(vowels, "vowel"), counted(consonants, "consonant"), counted(blanks, "blank")])}.`;

/**
 * How many of each kind are still unseen, in a sentence for a screen reader.
 * @param {import("../types.js").Unseen["tiles"]} tiles
 */
export function kindsText(tiles) {
  const kinds = tiles.map(({ tile, count }) => ({ name: tile === "?" ? "blank" : tile, count }));
  const left = kinds.filter(({ count }) => count).map(({ name, count }) => `${name} ${count}`);
  const none = kinds.filter(({ count }) => !count).map(nameOf);
  const said = [left.length && `${left.join(", ")}.`, none.length && `None left of ${joined(none)}.`];
  return said.filter(Boolean).join(" ");
}

/**
 * Where the unseen tiles are.
 * @param {number} bag tiles in the bag
 * @param {number} total unseen tiles
 * @param {readonly string[]} others names of the players who hold tiles, without you
 */
export function whereText(bag, total, others) {
  if (!total) return "Every tile is on the board or on your rack.";
  const racks = others.length === 1 ? `on ${others[0]}’s rack` : "on the others’ racks";
  const held = total - bag;
  if (!bag) return `${counted(total, "tile")}, ${total === 1 ? "" : "all "}${racks}.`;
  return held > 0
    ? `${counted(total, "tile")}: ${bag} in the bag, ${held} ${racks}.`
    : `${counted(total, "tile")} in the bag.`;
}
