// @ts-check
/** Which tiles to exchange: by click, or by typing their letters. */

import { sheet } from "../dialogs.js";
import { attribute, h, put } from "../dom.js";
import { createTile, tileName } from "./tile.js";

/**
 * Asks which tiles go back to the bag. "" where none do.
 * @param {import("../types.js").Config} config
 * @param {readonly import("../types.js").Slot[]} slots
 * @returns {Promise<string>} their letters, as in "AB?"
 */
export async function askTiles(config, slots) {
  /** @type {Set<number>} */
  const chosen = new Set();
  const tiles = slots.map((slot) =>
    h(
      "button",
      { class: "slot", type: "button", "aria-label": tileName(config, slot.tile), on: { click: () => toggle(slot.id) } },
      createTile(config, slot.tile),
    ),
  );
  const go = h("button", { class: "button main", type: "button", on: { click: () => close("exchange") } });
  const not = h("button", { class: "button", type: "button", on: { click: () => close("") } }, "Cancel");
  const { dialog, close, closed } = sheet(
    "Exchange tiles",
    h("p", { id: "exchanging" }, "Choose the tiles to put back into the bag. You draw as many, and your turn ends."),
    h("div", { class: "choices", role: "group", "aria-label": "Your tiles", "aria-describedby": "exchanging" }, ...tiles),
    h("div", { class: "answers" }, not, go),
  );
  dialog.classList.add("choosing");

  function show() {
    for (const [index, slot] of slots.entries()) attribute(tiles[index], "aria-pressed", chosen.has(slot.id) ? "true" : "false");
    go.disabled = !chosen.size;
    put(go, chosen.size ? `Exchange ${chosen.size} ${chosen.size === 1 ? "tile" : "tiles"}` : "Exchange");
  }
  /** @param {number} id */
  function toggle(id) {
    if (!chosen.delete(id)) chosen.add(id);
    show();
  }
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === go || event.target === not) {
      if (!/^[a-z?]$/i.test(event.key)) return;
    }
    const here = tiles.findIndex((tile) => tile === document.activeElement);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined && here >= 0) tiles[Math.max(0, Math.min(tiles.length - 1, here + step))].focus();
    else if (event.key === "Enter" && chosen.size && here >= 0) close("exchange");
    else if (/^[a-z?]$/i.test(event.key)) {
      const letter = event.key.toUpperCase();
      const alike = slots.filter((slot) => slot.tile === letter);
      const slot = alike.find((one) => !chosen.has(one.id)) ?? alike[0];
      if (!slot) return;
      // With the last one of a letter chosen, typing it again lets all of them go.
      if (chosen.has(slot.id)) for (const one of alike) chosen.delete(one.id);
      else chosen.add(slot.id);
      tiles[slots.indexOf(slot)].focus();
      show();
    } else return;
    event.preventDefault();
  });
  show();
  tiles[0]?.focus();
  const value = await closed;
  return value ? slots.filter((slot) => chosen.has(slot.id)).map((slot) => slot.tile).join("") : "";
}
