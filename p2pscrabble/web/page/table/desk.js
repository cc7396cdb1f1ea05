// @ts-check
/** What the player does with tiles, by whatever means: one place that changes the draft, and says what happened. */

import { askLetter } from "./blank.js";
import { createDraft } from "./draft.js";
import { squareName } from "./geometry.js";
import { held as heldSlot, letterOf, onBoard, place, recall, recallAll, reorder, shuffle, slotAt, slotOf, swap } from "./slots.js";
import { tileName } from "./tile.js";

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
  const { config } = app;
  /** @type {RoomState | null} */
  let state = null;
  /** @type {number | null} the tile that is chosen */
  let selected = null;
  /** @type {number | null} the tile that is dragged */
  let held = null;
  /** @type {number[]} the tiles in the order in which they were laid */
  let laid = [];
  /** @type {string[]} what happened and is not yet told */
  let news = [];

  const taken = (/** @type {number} */ square) => Boolean(state?.board && state.board[square] !== ".");
  const name = (/** @type {number} */ square) => squareName(config, square);
  const called = (/** @type {number} */ id) => {
    const slot = slotOf(draft.slots, id);
    return slot ? tileName(config, letterOf(slot)).split(",")[0] : "";
  };

  /**
   * Tells what happened, and what the program says of the tiles on the board once it has.
   * @param {string} words
   */
  function tell(words) {
    news.push(words);
    if (news.length > 1) return;
    draft.judged().then(() => {
      const told = news;
      news = [];
      const judgement = onBoard(draft.slots).length ? state?.draft.play?.text : "";
      app.announce([...told, judgement].filter(Boolean).join(" "));
    });
  }

  /**
   * @param {import("./slots.js").Slots} next
   * @param {string} words
   */
  function change(next, words) {
    const done = draft.change(next);
    if (done) tell(words);
    return done;
  }

  const desk = {
    get slots() {
      return draft.slots;
    },
    get selected() {
      return selected;
    },
    get held() {
      return held;
    },
    /** What the program says of the tiles on the board; null also while it has not said it yet. */
    get judgement() {
      return draft.settled && state ? state.draft.play : null;
    },
    get settled() {
      return draft.settled;
    },
    judged: () => draft.judged(),
    taken,
    /** Whether a square holds a tile, played or tried. @param {number} square */
    covered: (square) => taken(square) || slotAt(draft.slots, square) !== undefined,

    /** @param {RoomState} next */
    take(next) {
      state = next;
      draft.take(next.draft, taken);
      if (!slotOf(draft.slots, selected)) selected = null;
      if (!slotOf(draft.slots, held)) held = null;
      laid = laid.filter((id) => slotOf(draft.slots, id)?.square != null);
    },
    /** @param {number | null} id */
    select(id) {
      if (selected === id) return;
      selected = id;
      if (id !== null) app.announce(`${called(id)} chosen. Now a square, or another tile to change places with.`);
      redraw();
    },
    /** @param {number | null} id */
    hold(id) {
      held = id;
      selected = null;
      redraw();
    },
    /** A tile on the rack was tapped. @param {number} id */
    tap(id) {
      if (selected === null) return desk.select(id);
      const one = selected;
      selected = null;
      if (one === id) redraw();
      else change(swap(draft.slots, one, id), `${called(one)} and ${called(id)} have changed places.`);
    },
    /**
     * Lays a tile on a square; asks what a blank stands for. False where nothing came of it.
     * @param {number} id
     * @param {number} square
     * @param {string | null} [letter]
     * @returns {Promise<boolean>}
     */
    async put(id, square, letter = null) {
      const slot = slotOf(draft.slots, id);
      if (!slot) return false;
      if (taken(square)) {
        app.announce(`${name(square)} is taken.`);
        return false;
      }
      let stands = letter ?? slot.letter;
      if (slot.tile === "?" && !stands) {
        stands = await askLetter(name(square));
        if (!stands || taken(square) || !slotOf(draft.slots, id)) return false;
      }
      selected = null;
      laid = [...laid.filter((other) => other !== id), id];
      const done = draft.change(place(draft.slots, id, square, stands));
      if (done) {
        app.sound("tile");
        tell(`${called(id)} on ${name(square)}.`);
      } else redraw();
      return done;
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
      app.announce(blank ? "You have no blank." : `You have no ${letter}.`);
      app.sound("refused");
      return false;
    },
    /** @param {number} id @param {number | null} [index] the place on the rack; without it, as it was */
    back(id, index = null) {
      const words = `${called(id)} is back on your rack.`;
      if (change(index === null ? recall(draft.slots, id) : reorder(draft.slots, id, index), words)) app.sound("tile");
    },
    /** Takes back the tile that was laid last. @returns {number | null} where it lay */
    backLast() {
      const last = laid.at(-1) ?? onBoard(draft.slots).sort((one, other) => (one.square ?? 0) - (other.square ?? 0)).at(-1)?.id;
      const square = slotOf(draft.slots, last ?? null)?.square ?? null;
      laid = laid.slice(0, -1);
      if (last !== undefined) desk.back(last);
      return square;
    },
    backAll() {
      selected = null;
      laid = [];
      if (!change(recallAll(draft.slots), "All tiles are back on your rack.")) redraw();
    },
    /** @param {number} id @param {number} index */
    reorder(id, index) {
      const onRack = slotOf(draft.slots, id)?.square === null;
      if (onRack) change(reorder(draft.slots, id, index), `${called(id)} is at place ${index + 1} of ${draft.slots.length}.`);
      else desk.back(id, index);
    },
    shuffle() {
      const next = shuffle(draft.slots, Math.random);
      const order = next.filter((slot) => slot.square === null).map((slot) => (slot.tile === "?" ? "blank" : slot.tile));
      if (change(next, `Your rack: ${order.join(", ")}.`)) app.sound("tile");
    },
    destroy: () => draft.destroy(),
  };
  return desk;
}
