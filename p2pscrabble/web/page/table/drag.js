// @ts-check
/**
 * Tiles in the hand: mouse, pen and touch by pointer events alone. A press that does not move is left to be a click.
 * On touch the tile hangs above the finger, and falls where the tile is seen, not where the finger is.
 */

import { placeAt, squareAt } from "./geometry.js";
import { letterOf, slotOf } from "./slots.js";
import { createTile, still } from "./tile.js";

/** Pixels that a press may move and still be a tap. */
const STEADY = { mouse: 4, touch: 9 };
/** Pixels from the finger to the middle of the tile above it. */
export const LIFT = 48;
const BACK = 140;

/**
 * @param {object} parts
 * @param {HTMLElement} parts.root where tiles can be taken up
 * @param {import("../types.js").App} parts.app
 * @param {import("./desk.js").Desk} parts.desk
 * @param {ReturnType<typeof import("./board.js").createBoard>} parts.board
 * @param {ReturnType<typeof import("./rack.js").createRack>} parts.rack
 */
export function createDrag({ root, app, desk, board, rack }) {
  const { size } = app.config;
  /**
   * @type {{id: number, pointer: number, x: number, y: number, lift: number, steady: number, source: HTMLElement,
   *   ghost: HTMLElement | null, width: number, square: number | null, place: number | null,
   *   boxes: {board: DOMRect, rack: DOMRect} | null} | null}
   */
  let hand = null;

  /** @param {PointerEvent} event */
  function down(event) {
    if (hand || !event.isPrimary || event.button !== 0 || event.ctrlKey) return;
    const source = /** @type {Element} */ (event.target).closest(".slot[data-slot], .square[data-mine]");
    if (!(source instanceof HTMLElement) || !root.contains(source)) return;
    // A finger holds on to what it pressed, unless told not to.
    if (source.hasPointerCapture(event.pointerId)) source.releasePointerCapture(event.pointerId);
    const touch = event.pointerType === "touch";
    hand = {
      id: Number(source.dataset.slot ?? source.dataset.mine),
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      lift: touch ? LIFT : 0,
      steady: touch ? STEADY.touch : STEADY.mouse,
      source,
      ghost: null,
      width: 0,
      square: null,
      place: null,
      boxes: null,
    };
    listen(document.addEventListener);
  }

  /** @param {typeof document.addEventListener} way */
  function listen(way) {
    way.call(document, "pointermove", /** @type {EventListener} */ (move));
    way.call(document, "pointerup", /** @type {EventListener} */ (up));
    way.call(document, "pointercancel", /** @type {EventListener} */ (cancelled));
    way.call(document, "keydown", /** @type {EventListener} */ (key), true);
    way.call(document, "scroll", lost, true);
    way.call(document, "contextmenu", /** @type {EventListener} */ (menu), true);
    way.call(window, "blur", leave);
    way.call(window, "resize", lost);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!hand || event.pointerId !== hand.pointer) return;
    if (!hand.ghost) {
      if (Math.hypot(event.clientX - hand.x, event.clientY - hand.y) < hand.steady) return;
      if (!lift()) return leave();
    }
    follow(event.clientX, event.clientY);
  }

  /** Takes the tile up. */
  function lift() {
    const slot = hand && slotOf(desk.slots, hand.id);
    if (!hand || !slot) return false;
    const tile = createTile(app.config, letterOf(slot));
    const wide = hand.source.getBoundingClientRect().width;
    hand.width = Math.max(wide, hand.lift ? 44 : 0);
    tile.classList.add("ghost");
    tile.style.setProperty("--cell", `${hand.width}px`);
    hand.ghost = tile;
    document.body.append(tile);
    document.documentElement.classList.add("dragging");
    desk.hold(hand.id);
    return true;
  }

  /** @param {number} x @param {number} y */
  function follow(x, y) {
    if (!hand?.ghost) return;
    hand.x = x;
    hand.y = y;
    const over = y - hand.lift;
    hand.ghost.style.transform = `translate(${x - hand.width / 2}px, ${over - hand.width / 2}px)`;
    hand.boxes ??= { board: board.box(), rack: rack.box() };
    const square = squareAt(hand.boxes.board, x, over, size);
    const place = square !== null ? null : (placeAt(hand.boxes.rack, x, y, rack.places) ?? placeAt(hand.boxes.rack, x, over, rack.places));
    hand.square = square;
    hand.place = place === null ? null : Math.min(place, desk.slots.length - 1);
    board.aim(square, square === null || !desk.taken(square));
    rack.open(hand.id, hand.place);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!hand || event.pointerId !== hand.pointer) return;
    if (!hand.ghost) return leave();
    follow(event.clientX, event.clientY);
    const { id, square, place } = hand;
    // The browser makes a click of a drag that ends where it began.
    const swallow = (/** @type {Event} */ click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, true), 60);
    const lies = slotOf(desk.slots, id)?.square ?? null;
    if (square !== null && square !== lies && !desk.taken(square)) {
      finish();
      // While a blank is asked about, the square stays marked.
      board.aim(square);
      desk.put(id, square).then((done) => {
        board.aim(null);
        if (done) board.go(square, !document.querySelector("dialog[open]"));
      });
    } else if (place !== null) {
      finish();
      desk.reorder(id, place);
    } else leave();
  }

  /** Lets the tile go back to where it was. */
  function leave() {
    const ghost = hand?.ghost;
    const id = hand?.id ?? null;
    const width = hand?.width ?? 0;
    if (hand) finish(true);
    if (!ghost) return;
    const slot = slotOf(desk.slots, id);
    const home = slot && (slot.square === null ? rack.tileElement(slot.id) : board.squareElement(slot.square));
    if (!home || still()) return ghost.remove();
    const box = home.getBoundingClientRect();
    const to = `translate(${box.left + (box.width - width) / 2}px, ${box.top + (box.height - width) / 2}px) scale(${box.width / width})`;
    ghost.animate([{ transform: ghost.style.transform }, { transform: to }], { duration: BACK, easing: "ease-out" }).finished.finally(() => ghost.remove());
  }

  /** @param {boolean} [keep] whether the tile in the hand is still needed */
  function finish(keep = false) {
    const was = hand;
    hand = null;
    listen(document.removeEventListener);
    document.documentElement.classList.remove("dragging");
    board.aim(null);
    if (!was?.ghost) return;
    rack.open(was.id, null);
    if (!keep) was.ghost.remove();
    desk.hold(null);
  }

  /** @param {PointerEvent} event */
  function cancelled(event) {
    if (hand && event.pointerId === hand.pointer) leave();
  }
  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.key !== "Escape" || !hand?.ghost) return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  }
  /** @param {Event} event */
  function menu(event) {
    if (hand) event.preventDefault();
  }
  /** What was measured no longer holds. */
  function lost() {
    if (hand) hand.boxes = null;
  }

  root.addEventListener("pointerdown", down);
  // Firefox drags what it can, and then tells of no pointer any more.
  root.addEventListener("dragstart", (event) => event.preventDefault());

  return {
    /** After each update: the tile in the hand may be gone, and what is below it elsewhere. */
    update() {
      if (!hand) return;
      lost();
      if (!slotOf(desk.slots, hand.id)) leave();
      else if (hand.ghost) follow(hand.x, hand.y);
    },
    destroy: leave,
  };
}
