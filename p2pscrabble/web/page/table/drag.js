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

/**
 * @param {object} parts
 * @param {HTMLElement} parts.root where tiles can be taken up
 * @param {import("../types.js").App} parts.app
 * @param {import("./desk.js").Desk} parts.desk
 * @param {ReturnType<typeof import("./board.js").createBoard>} parts.board
 * @param {ReturnType<typeof import("./rack.js").createRack>} parts.rack
 */
export function createDrag({ root, app, desk, board, rack }) {
  /** Shows the tile in the hand, if there is one, where it is. @type {(() => void) | null} */
  let hand = null;

  /** @param {PointerEvent} press */
  function take(press) {
    const source = /** @type {Element} */ (press.target).closest("[data-slot], [data-mine]");
    if (hand || !press.isPrimary || press.button || press.ctrlKey || !(source instanceof HTMLElement)) return;
    // A finger holds on to what it pressed, unless told not to.
    source.releasePointerCapture(press.pointerId);
    const id = Number(source.dataset.slot ?? source.dataset.mine);
    const finger = press.pointerType === "touch";
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
    hand = follow;
    listen("pointermove", mine(move));
    listen("pointerup", mine(drop));
    listen("pointercancel", mine(leave));
    listen("blur", (event) => event.target === window && leave());
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
        // So far it may be a tap; a finger is never quite still.
        if (Math.hypot(clientX - x, clientY - y) < (finger ? 9 : 4)) return;
        const slot = slotOf(desk.slots, id);
        if (!slot) return leave();
        ghost = createTile(app.config, letterOf(slot));
        ghost.classList.add("ghost");
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
      const [squares, shelf] = [board.box(), rack.box()];
      square = squareAt(squares, x, y - lift, app.config.size);
      place = square === null ? (placeAt(shelf, x, y, rack.places()) ?? placeAt(shelf, x, y - lift, rack.places())) : null;
      if (place !== null) place = Math.min(place, desk.slots.length - 1);
      // Over the board it is as large as a tile there, so that the mark around the square is seen.
      show(square === null ? shelf.width / rack.places() : squares.width / app.config.size, x, y - lift);
      board.aim(square, square === null || !desk.taken(square));
      rack.open(id, place);
    }

    /** @param {number} size @param {number} left of its middle @param {number} top */
    function show(size, left, top) {
      if (ghost) Object.assign(ghost.style, { translate: `${left}px ${top}px`, fontSize: `${size}px` });
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
      ghost.classList.add("leaves");
      show(box.width, box.left + box.width / 2, box.top + box.height / 2);
      setTimeout(() => ghost?.remove(), matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 140);
    }
  }

  root.addEventListener("pointerdown", take);

  /** To be called after each update: the tile in the hand may be gone, and what is below it elsewhere. */
  return () => hand?.();
}
