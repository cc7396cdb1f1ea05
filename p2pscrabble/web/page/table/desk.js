// @ts-check
/** What the player does with tiles, by whatever means: one place that changes the draft, and says what happened. */

import { askLetter } from "./blank.js";
import { createDraft } from "./draft.js";
import { squareName } from "./geometry.js";
import { held as heldSlot, letterOf, onBoard, onRack, place, recall, recallAll, reorder, shuffle, slotAt, slotOf, swap } from "./slots.js";

/**
 * @typedef {import("../types.js").RoomState} RoomState
 * @typedef {ReturnType<typeof createDesk>} Desk
 */

/**
 * @param {import("../types.js").App} app
 * @param {() => void} redraw
 */
export function createDesk(app, redraw) {
  const draft = createDraft(app, redraw);
  /** @type {RoomState | null} */
  let state = null;
  /** @type {number[]} the tiles in the order in which they were laid */
  let laid = [];
  /** @type {string[]} what happened and is not yet told */
  let news = [];

  const find = (/** @type {number | null | undefined} */ id) => slotOf(draft.slots, id);
  const taken = (/** @type {number} */ square) => Boolean(state?.board && state.board[square] !== ".");
  const name = (/** @type {number} */ square) => squareName(app.config, square);
  const called = (/** @type {number} */ id) => {
    const slot = find(id);
    const letter = slot ? letterOf(slot) : "";
    return letter === "?" ? "Blank" : `${slot?.letter ? "Blank " : ""}${letter.toUpperCase()}`;
  };

  /**
   * Makes a change and tells it, with what the program says of the tiles on the board once it has.
   * @param {import("./slots.js").Slots} next
   * @param {() => string} words
   */
  function change(next, words) {
    const done = draft.change(next);
    if (done) {
      app.sound("tile");
      if (news.push(words()) === 1) {
        draft.judged().then(() => {
          const judgement = onBoard(draft.slots).length ? state?.draft.play?.text : "";
          app.announce([...news.splice(0), judgement].filter(Boolean).join(" "));
        });
      }
    } else redraw();
    return done;
  }

  const desk = {
    get slots() {
      return draft.slots;
    },
    /** The tile that is chosen. @type {number | null} */
    selected: null,
    /** The tile that is dragged. @type {number | null} */
    held: null,
    /** What the program says of the tiles on the board; null also while it has not said it yet. */
    get judgement() {
      return draft.settled() && state ? state.draft.play : null;
    },
    settled: draft.settled,
    judged: draft.judged,
    taken,
    /** Whether a square holds a tile, played or tried. @param {number} square */
    covered: (square) => taken(square) || slotAt(draft.slots, square) !== undefined,

    /** @param {RoomState} next */
    take(next) {
      state = next;
      draft.take(next.draft, taken);
      if (!find(desk.selected)) desk.selected = null;
      if (!find(desk.held)) desk.held = null;
      laid = laid.filter((id) => find(id)?.square != null);
    },
    /** @param {number | null} id */
    select(id) {
      desk.selected = id;
      if (id !== null) app.announce(`${called(id)} chosen. Now a square, or another tile.`);
      redraw();
    },
    /** @param {number | null} id */
    hold(id) {
      desk.held = id;
      desk.selected = null;
      redraw();
    },
    /** A tile on the rack was tapped. @param {number} id */
    tap(id) {
      const one = desk.selected;
      if (one === null || one === id) return desk.select(one === id ? null : id);
      desk.selected = null;
      change(swap(draft.slots, one, id), () => `${called(one)} and ${called(id)} have changed places.`);
    },
    /**
     * Lays a tile on a square; asks what a blank stands for. False where nothing came of it.
     * @param {number} id
     * @param {number} square
     * @param {string | null} [letter]
     */
    async put(id, square, letter = null) {
      if (taken(square)) app.announce(`${name(square)} is taken.`);
      else {
        const slot = find(id);
        const stands = letter ?? slot?.letter ?? (slot?.tile === "?" ? await askLetter(name(square)) : null);
        if (taken(square) || !find(id) || (slot?.tile === "?" && !stands)) return false;
        desk.selected = null;
        laid = [...laid.filter((other) => other !== id), id];
        return change(place(draft.slots, id, square, stands), () => `${called(id)} on ${name(square)}.`);
      }
      return false;
    },
    /**
     * Lays a letter that was typed.
     * @param {string} letter a capital
     * @param {boolean} blank only a blank will do
     * @param {number} square
     */
    async type(letter, blank, square) {
      const slot = heldSlot(draft.slots, letter, blank);
      if (slot) return desk.put(slot.id, square, slot.tile === "?" ? letter.toLowerCase() : null);
      app.announce(`You have no ${blank ? "blank" : letter}.`);
      app.sound("refused");
      return false;
    },
    /** Takes a tile back. @param {number} id */
    back(id) {
      change(recall(draft.slots, id), () => `${called(id)} is back on your rack.`);
    },
    /** Takes back the tile that was laid last. @returns {number | null} where it lay */
    backLast() {
      const last = find(laid.pop()) ?? onBoard(draft.slots).at(-1);
      if (last) desk.back(last.id);
      return last?.square ?? null;
    },
    backAll() {
      desk.selected = null;
      change(recallAll(draft.slots), () => "All tiles are back on your rack.");
    },
    /** Puts a tile at a place of the rack, also one from the board. @param {number} id @param {number} index */
    reorder(id, index) {
      change(reorder(draft.slots, id, index), () => `${called(id)} is at place ${index + 1} of ${draft.slots.length}.`);
    },
    shuffle() {
      change(shuffle(draft.slots, Math.random), () => `Your rack: ${onRack(draft.slots).map(({ id }) => called(id)).join(", ")}.`);
    },
  };
  return desk;
}
