// @ts-check
/**
 * The rack as the player arranges it and tries it on the board. Pure: each function gives the next slots, the very same
 * where nothing changes. A slot that lies on the board keeps its place on the rack, so that it comes back where it was.
 */

import { same } from "../state.js";

/**
 * @typedef {import("../types.js").Slot} Slot
 * @typedef {readonly Slot[]} Slots
 */

/** @param {Slots} slots @param {number | null | undefined} id */
export const slotOf = (slots, id) => slots.find((slot) => slot.id === id);

/** @param {Slots} slots @param {number} square */
export const slotAt = (slots, square) => slots.find((slot) => slot.square === square);

/** @param {Slots} slots */
export const onBoard = (slots) => slots.filter((slot) => slot.square !== null);

/** @param {Slots} slots */
export const onRack = (slots) => slots.filter((slot) => slot.square === null);

/** The letter that a slot shows: small for a blank on the board. @param {Slot} slot */
export const letterOf = (slot) => slot.letter ?? slot.tile;

/** @param {Slot} slot @returns {Slot} */
const home = (slot) => (slot.square === null ? slot : { ...slot, square: null, letter: null });

/**
 * Each slot changed; the same slots where none is.
 * @param {Slots} slots
 * @param {(slot: Slot) => Slot} change
 * @returns {Slots}
 */
function each(slots, change) {
  const next = slots.map(change);
  return same(next, slots) ? slots : next;
}

/**
 * Lays a tile on a square. A tile of yours that lies there goes where this one comes from.
 * @param {Slots} slots
 * @param {number} id
 * @param {number} square
 * @param {string | null} [letter] what a blank stands for; without it, as it did
 */
export function place(slots, id, square, letter = null) {
  const from = slotOf(slots, id);
  if (!from) return slots;
  return each(slots, (slot) => {
    if (slot === from) return { ...slot, square, letter: slot.tile === "?" ? (letter ?? slot.letter) : null };
    if (slot.square !== square) return slot;
    return from.square === null ? home(slot) : { ...slot, square: from.square };
  });
}

/**
 * Takes a tile back to its place on the rack.
 * @param {Slots} slots
 * @param {number} id
 */
export const recall = (slots, id) => each(slots, (slot) => (slot.id === id ? home(slot) : slot));

/** @param {Slots} slots */
export const recallAll = (slots) => each(slots, home);

/**
 * Puts a tile at a place of the rack, between those that are there; from the board it comes back.
 * @param {Slots} slots
 * @param {number} id
 * @param {number} index
 * @returns {Slots}
 */
export function reorder(slots, id, index) {
  const back = recall(slots, id);
  const slot = slotOf(back, id);
  if (!slot || back[index] === slot) return back;
  return back.filter((other) => other !== slot).toSpliced(index, 0, slot);
}

/**
 * Two tiles change places on the rack.
 * @param {Slots} slots
 * @param {number} one
 * @param {number} other
 * @returns {Slots}
 */
export function swap(slots, one, other) {
  const [first, second] = [slotOf(slots, one), slotOf(slots, other)];
  return first && second ? each(slots, (slot) => (slot === first ? second : slot === second ? first : slot)) : slots;
}

/**
 * The tiles on the rack in another order; those on the board keep their places.
 * @param {Slots} slots
 * @param {() => number} random from 0 to below 1
 * @returns {Slots}
 */
export function shuffle(slots, random) {
  const mixed = onRack(slots);
  const looks = () => mixed.map((slot) => slot.tile).join("");
  const before = looks();
  for (let index = mixed.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [mixed[index], mixed[other]] = [mixed[other], mixed[index]];
  }
  // A shuffle that shows the same letters looks like a button that does nothing.
  for (let turns = mixed.length; turns > 1 && looks() === before; turns--) mixed.push(...mixed.splice(0, 1));
  return each(slots, (slot) => (slot.square === null ? mixed.splice(0, 1)[0] : slot));
}

/**
 * The slot to take when a letter is typed: the letter's own tile, else a blank; only a blank where that is asked for.
 * @param {Slots} slots
 * @param {string} letter a capital
 * @param {boolean} blank
 * @returns {Slot | undefined}
 */
export function held(slots, letter, blank) {
  const free = onRack(slots);
  return (!blank && free.find((slot) => slot.tile === letter)) || free.find((slot) => slot.tile === "?");
}

/** What the program is told. @param {Slots} slots */
export const wired = (slots) => slots.map(({ id, square, letter }) => ({ id, square, letter }));

/** The tiles on the board as a play. @param {Slots} slots */
export const tilesOf = (slots) => onBoard(slots).map((slot) => [slot.square, letterOf(slot)]);

/**
 * My arrangement, of the tiles that the program says I hold: its slots, in my order, on my squares where these are free.
 * @param {Slots} mine
 * @param {Slots} theirs
 * @param {(square: number) => boolean} taken
 * @returns {Slots}
 */
export function rebase(mine, theirs, taken) {
  const squares = new Set();
  return [...mine.filter(({ id }) => slotOf(theirs, id)), ...theirs.filter(({ id }) => !slotOf(mine, id))].map((slot) => {
    if (slot.square === null) return slot;
    // Of two on one square, the one that I laid stays.
    if (taken(slot.square) || squares.has(slot.square)) return home(slot);
    squares.add(slot.square);
    return slot;
  });
}

/**
 * What is shown once a draft arrives from the program.
 * @param {Slots} mine as shown now
 * @param {Slots} before the program's slots as they were
 * @param {import("../types.js").Draft} draft
 * @param {object} about
 * @param {string} about.tab this tab
 * @param {boolean} about.changed whether `mine` has something that the program has not yet taken
 * @param {(square: number) => boolean} about.taken
 * @returns {Slots}
 */
export function reconcile(mine, before, draft, { tab, changed, taken }) {
  if (changed && same(before, draft.slots)) return mine;
  // Of two tabs of one player the one used last is right; what the program did, and what it echoes, leaves mine as it is.
  const next = changed && (draft.by === tab || !draft.by) ? rebase(mine, draft.slots, taken) : draft.slots;
  return same(mine, next) ? mine : next;
}
