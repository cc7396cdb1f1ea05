// @ts-check
/**
 * Tiles in the hand: mouse, pen and touch by pointer events alone. A press that does not move is left to be a click.
 * On touch the tile hangs above the finger, and falls where the tile is seen, not where the finger is.
 */

import { placeAt, squareAt } from "./geometry.js";
import { letterOf, slotOf } from "./slots.js";
import { createTile } from "./tile.js";

/** Pixels from the finger to the middle of the tile above it. */
const LIFT = 48;
/** Pixels that a press may move and still be a tap: a finger is never quite still. */
const STEADY = 4;
const STEADY_FINGER = 9;

/**
 * @param {object} parts
 * @param {HTMLElement} parts.root where tiles can be taken up
 * @param {import("../types.js").App} parts.app
 * @param {import("./desk.js").Desk} parts.desk
 * @param {ReturnType<typeof import("./board.js").createBoard>} parts.board
 * @param {ReturnType<typeof import("./rack.js").createRack>} parts.rack
 */
export function createDrag({ root, app, desk, board, rack }) {
  /** What is to be done with the tile in the hand, if there is one. @type {{follow: () => void, leave: () => void} | null} */
  let hand = null;

  /** @param {PointerEvent} press */
  function take(press) {
    const source = /** @type {Element} */ (press.target).closest("[data-slot], [data-mine]");
    if (hand || !press.isPrimary || press.button || press.ctrlKey || !(source instanceof HTMLElement)) return;
    // A finger holds on to what it pressed, unless told not to.
    if (source.hasPointerCapture(press.pointerId)) source.releasePointerCapture(press.pointerId);
    const id = Number(source.dataset.slot ?? source.dataset.mine);
    const finger = press.pointerType === "touch";
    const width = Math.max(source.offsetWidth, finger ? 44 : 0);
    const lift = finger ? LIFT : 0;
    let { clientX: x, clientY: y } = press;
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @type {number | null} */
    let square = null;
    /** @type {number | null} */
    let place = null;

    const ended = new AbortController();
    const listen = (/** @type {string} */ type, /** @type {(event: any) => void} */ act) =>
      addEventListener(type, act, { capture: true, signal: ended.signal });
    const mine = (/** @type {(event: PointerEvent) => void} */ act) => (/** @type {PointerEvent} */ event) => {
      if (event.pointerId === press.pointerId) act(event);
    };
    hand = { follow, leave };
    listen("pointermove", mine(move));
    listen("pointerup", mine(drop));
    listen("pointercancel", mine(leave));
    listen("blur", (event) => event.target === window && leave());
    listen("scroll", follow);
    listen("resize", follow);
    listen("contextmenu", (event) => event.preventDefault());
    listen("keydown", (event) => {
      if (event.key !== "Escape" || !ghost) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    });

    /** @param {PointerEvent} event */
    function move({ clientX, clientY }) {
      if (!ghost) {
        if (Math.hypot(clientX - x, clientY - y) < (finger ? STEADY_FINGER : STEADY)) return;
        const slot = slotOf(desk.slots, id);
        if (!slot) return leave();
        ghost = createTile(app.config, letterOf(slot));
        ghost.classList.add("ghost");
        ghost.style.fontSize = `${width}px`;
        document.body.append(ghost);
        document.documentElement.classList.add("dragging");
        desk.hold(id);
      }
      [x, y] = [clientX, clientY];
      follow();
    }

    /** The tile follows the pointer, and what is below it shows where it would fall. */
    function follow() {
      if (!slotOf(desk.slots, id)) return leave();
      if (!ghost) return;
      ghost.style.translate = `${x - width / 2}px ${y - lift - width / 2}px`;
      const places = desk.slots.length;
      square = squareAt(board.box(), x, y - lift, app.config.size);
      place = square === null ? (placeAt(rack.box(), x, y, rack.places) ?? placeAt(rack.box(), x, y - lift, rack.places)) : null;
      if (place !== null) place = Math.min(place, places - 1);
      board.aim(square, square === null || !desk.taken(square));
      rack.open(id, place);
    }

    /** Ends it, whatever becomes of the tile. */
    function end() {
      hand = null;
      ended.abort();
      document.documentElement.classList.remove("dragging");
      board.aim(null);
      rack.open(id, null);
      if (ghost) desk.hold(null);
    }

    /** @param {PointerEvent} event */
    function drop(event) {
      if (!ghost) return end();
      move(event);
      if (!hand) return;
      // The browser makes a click of a drag that ends where it began.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, true), 60);
      const lies = slotOf(desk.slots, id)?.square;
      if (square !== null && square !== lies && !desk.taken(square)) lay(square);
      else if (place !== null) {
        end();
        ghost.remove();
        desk.reorder(id, place);
      } else leave();
    }

    /** @param {number} there */
    async function lay(there) {
      end();
      ghost?.remove();
      // While a blank is asked about, the square stays marked.
      board.aim(there);
      const done = await desk.put(id, there);
      board.aim(null);
      if (done) board.go(there);
    }

    /** Lets the tile go back to where it was. */
    function leave() {
      end();
      if (!ghost) return;
      const slot = slotOf(desk.slots, id);
      const home = slot && (slot.square === null ? rack.tileElement(id) : board.squareElement(slot.square));
      if (!home) return ghost.remove();
      const box = home.getBoundingClientRect();
      ghost.style.translate = `${box.left}px ${box.top}px`;
      ghost.style.fontSize = `${box.width}px`;
      ghost.classList.add("leaves");
      setTimeout(() => ghost?.remove(), matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 140);
    }
  }

  root.addEventListener("pointerdown", take);
  // Firefox drags what it can, and then tells of no pointer any more.
  root.addEventListener("dragstart", (event) => event.preventDefault());

  return {
    /** After each update: the tile in the hand may be gone, and what is below it elsewhere. */
    update: () => hand?.follow(),
    destroy: () => hand?.leave(),
  };
}
