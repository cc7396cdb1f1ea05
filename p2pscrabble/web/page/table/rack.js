// @ts-check
/**
 * The rack: a button for each tile, at its place; the place of a tile that lies on the board stays free for it.
 * Arrow keys go along it, Shift and an arrow takes the tile along.
 */

import { attribute, h } from "../dom.js";
import { onRack, reorder } from "./slots.js";
import { createTile, showTile, tileName } from "./tile.js";

/** Longer than the tiles take to move to their places. */
const MOVED = 220;

/**
 * @param {import("../types.js").App} app
 * @param {import("./desk.js").Desk} desk
 * @param {() => void} toBoard
 */
export function createRack({ config }, desk, toBoard) {
  /** @type {Map<number, HTMLButtonElement>} */
  const tiles = new Map();
  let current = 0;
  /** @type {{id: number, index: number} | null} */
  let gap = null;
  let timer = 0;
  const shelf = h("div.shelf", { role: "toolbar", "aria-label": "Your rack", on: { keydown: key, focusin: stops } });
  const element = h("div.rack", shelf);
  const places = () => Math.max(config.rack, desk.slots.length);

  /** One tile of the rack is a stop for the tab key: the one that has, or last had, the focus. */
  function stops() {
    const there = onRack(desk.slots);
    const focused = there.find(({ id }) => tiles.get(id) === document.activeElement);
    if (focused) current = focused.id;
    else if (!there.some(({ id }) => id === current)) current = there[0]?.id ?? 0;
    for (const [id, tile] of tiles) tile.tabIndex = id === current ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const there = onRack(desk.slots);
    const here = there.findIndex(({ id }) => id === current);
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: there.length - 1 }[event.key];
    const other = there[to ?? -1];
    if (other && event.shiftKey) desk.reorder(current, desk.slots.indexOf(other));
    else if (other) tiles.get(other.id)?.focus();
    else if (event.key === "ArrowUp") toBoard();
    else if (event.key === "Escape" && desk.selected !== null) desk.select(null);
    else if (event.key === "#") desk.shuffle();
    else return;
    event.preventDefault();
  }

  /** @param {number} id */
  function make(id) {
    const tile = h("button.slot", { type: "button", on: { click: () => desk.tap(id) } }, createTile(config, "?"));
    tiles.set(id, tile);
    shelf.append(tile);
    return tile;
  }

  // Places on the screen at once; the order that a screen reader goes by once all lie still, around the focused one,
  // for an element that is moved loses its focus and its movement.
  function arrange() {
    const order = gap ? reorder(desk.slots, gap.id, gap.index) : desk.slots;
    for (const [index, { id }] of order.entries()) tiles.get(id)?.style.setProperty("--place", String(index));
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const wanted = desk.slots.flatMap(({ id }) => tiles.get(id) ?? []);
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
    update() {
      const focused = shelf.contains(document.activeElement);
      for (const [id, tile] of tiles) {
        if (desk.slots.some((slot) => slot.id === id)) continue;
        tile.remove();
        tiles.delete(id);
      }
      for (const { id, tile, square } of desk.slots) {
        const button = tiles.get(id) ?? make(id);
        const away = square !== null;
        showTile(config, /** @type {Element} */ (button.firstElementChild), tile);
        button.className = `slot${away ? " away" : ""}${id === desk.held ? " held" : ""}`;
        button.disabled = away;
        // A tile on the board is no tile of the rack, though its place is kept.
        attribute(button, "data-slot", away ? null : id);
        attribute(button, "data-tile", away ? null : tile);
        attribute(button, "aria-pressed", String(id === desk.selected));
        attribute(button, "aria-label", tileName(config, tile));
      }
      shelf.style.setProperty("--places", String(places()));
      arrange();
      stops();
      if (focused && !shelf.contains(document.activeElement)) tiles.get(current)?.focus({ preventScroll: true });
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
    places,
    /** @param {number} id */
    tileElement: (id) => tiles.get(id),
  };
}
