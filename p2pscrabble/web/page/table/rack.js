// @ts-check
/**
 * The rack: a button for each tile, at its place; the place of a tile that lies on the board stays free for it.
 * Arrow keys go along it, Shift and an arrow takes the tile along.
 */

import { attribute, h } from "../dom.js";
import { createTile, showTile, tileName } from "./tile.js";

/** Longer than the tiles take to move to their places. */
const MOVED = 220;

/**
 * @param {import("../types.js").App} app
 * @param {import("./desk.js").Desk} desk
 * @param {{toBoard: () => void}} ways
 */
export function createRack(app, desk, { toBoard }) {
  const { config } = app;
  /** @type {Map<number, HTMLButtonElement>} */
  const tiles = new Map();
  /** @type {readonly import("../types.js").Slot[]} */
  let slots = [];
  let current = 0;
  /** @type {{id: number, index: number} | null} */
  let gap = null;
  let timer = 0;
  const shelf = h("div", { class: "shelf", role: "toolbar", "aria-label": "Your rack", on: { keydown: key, focusin: entered } });
  const element = h("div", { class: "rack" }, shelf);

  /** @param {FocusEvent} event */
  function entered(event) {
    const id = Number(/** @type {HTMLElement} */ (event.target).dataset.slot);
    if (tiles.has(id)) current = id;
    stops();
  }

  // One tile of the rack is a stop for the tab key.
  function stops() {
    const there = slots.filter((slot) => slot.square === null);
    if (!there.some((slot) => slot.id === current)) current = there[0]?.id ?? 0;
    for (const [id, tile] of tiles) tile.tabIndex = id === current ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const there = slots.filter((slot) => slot.square === null);
    const here = there.findIndex((slot) => slot.id === current);
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: there.length - 1 }[event.key];
    if (to !== undefined) {
      const other = there[Math.max(0, Math.min(there.length - 1, to))];
      if (!other) return;
      if (event.shiftKey) desk.reorder(current, slots.indexOf(other));
      else tiles.get(other.id)?.focus();
    } else if (event.key === "ArrowUp") toBoard();
    else if (event.key === "Escape" && desk.selected !== null) desk.select(null);
    else if (event.key === "#") desk.shuffle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {import("../types.js").Slot} slot */
  function make(slot) {
    const tile = h(
      "button",
      { class: "slot", type: "button", on: { click: () => desk.tap(slot.id) } },
      createTile(config, slot.tile),
    );
    tiles.set(slot.id, tile);
    shelf.append(tile);
    return tile;
  }

  // Places on the screen at once; the order that a screen reader goes by once all lie still, around the focused one,
  // for an element that is moved loses its focus and its movement.
  function arrange() {
    const order = [...slots];
    if (gap) {
      const { id, index } = gap;
      const at = order.findIndex((slot) => slot.id === id);
      if (at >= 0) order.splice(index, 0, ...order.splice(at, 1));
    }
    for (const [index, slot] of order.entries()) tiles.get(slot.id)?.style.setProperty("--place", String(index));
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const wanted = slots.flatMap((slot) => tiles.get(slot.id) ?? []);
      if (wanted.every((tile, index) => shelf.children[index] === tile)) return;
      const anchor = wanted.findIndex((tile) => tile === document.activeElement);
      for (const [index, tile] of wanted.entries()) {
        if (index < anchor) shelf.insertBefore(tile, wanted[anchor]);
        else if (index > anchor) shelf.append(tile);
      }
    }, MOVED);
  }

  return {
    element,
    /**
     * @param {readonly import("../types.js").Slot[]} next
     * @param {{selected: number | null, held: number | null}} hand
     */
    update(next, { selected, held }) {
      const lost = slots.length && next !== slots && document.activeElement instanceof HTMLElement && shelf.contains(document.activeElement);
      slots = next;
      const ids = new Set(slots.map((slot) => slot.id));
      for (const [id, tile] of tiles) {
        if (ids.has(id)) continue;
        tile.remove();
        tiles.delete(id);
      }
      for (const slot of slots) {
        const tile = tiles.get(slot.id) ?? make(slot);
        const face = tile.firstElementChild;
        if (face) showTile(config, face, slot.tile);
        const away = slot.square !== null;
        tile.classList.toggle("away", away);
        tile.disabled = away;
        attribute(tile, "data-slot", away ? null : slot.id);
        attribute(tile, "data-tile", away ? null : slot.tile);
        tile.classList.toggle("held", slot.id === held);
        attribute(tile, "aria-pressed", slot.id === selected ? "true" : "false");
        attribute(tile, "aria-label", tileName(config, slot.tile));
      }
      shelf.style.setProperty("--places", String(Math.max(config.rack, slots.length)));
      if (gap && !ids.has(gap.id)) gap = null;
      arrange();
      stops();
      if (lost && !shelf.contains(document.activeElement)) tiles.get(current)?.focus({ preventScroll: true });
    },
    /**
     * Shows where a tile in the hand would come to lie; null: nowhere.
     * @param {number} id
     * @param {number | null} index
     */
    open(id, index) {
      if ((gap?.index ?? null) === index) return;
      gap = index === null ? null : { id, index };
      arrange();
    },
    box: () => shelf.getBoundingClientRect(),
    get places() {
      return Math.max(config.rack, slots.length);
    },
    /** @param {number} id */
    tileElement: (id) => tiles.get(id),
    focus: () => tiles.get(current)?.focus(),
  };
}
