// @ts-check
/** Which tiles to exchange: by click, or by typing their letters. */

import { sheet } from "../dialogs.js";
import { attribute, button, h } from "../dom.js";
import { steps } from "./keys.js";
import { createTile, tileName } from "./tile.js";

/**
 * Asks which tiles go back to the bag. "" where none do.
 * @param {import("../types.js").Config} config
 * @param {readonly import("../types.js").Slot[]} slots
 * @returns {Promise<string>} their letters, as in "AB?"
 */
export async function askTiles(config, slots) {
  const tiles = slots.map(({ tile }, index) =>
    h("button.slot", { type: "button", "aria-label": tileName(config, tile), on: { click: () => toggle(index) } }, createTile(config, tile)),
  );
  /** @type {Set<number>} */
  const chosen = new Set();
  const go = button("", () => close("yes"), "main");
  const { dialog, close, closed } = sheet(
    "Exchange tiles",
    h("p", "Choose the tiles to put back into the bag. You draw as many, and your turn ends."),
    h("div.choices", { role: "group", "aria-label": "Your tiles" }, ...tiles),
    h("div.row.answers", button("Cancel", () => close()), go),
  );

  /** @param {number} [index] */
  function toggle(index) {
    if (index !== undefined && !chosen.delete(index)) chosen.add(index);
    for (const [at, tile] of tiles.entries()) attribute(tile, "aria-pressed", String(chosen.has(at)));
    const { size } = chosen;
    go.disabled = !size;
    go.textContent = size ? `Exchange ${size} ${size === 1 ? "tile" : "tiles"}` : "Exchange";
  }
  dialog.addEventListener("keydown", (event) => {
    if (steps(event, tiles) || event.ctrlKey || event.altKey || event.metaKey) return;
    const alike = slots.flatMap(({ tile }, index) => (tile === event.key.toUpperCase() ? index : []));
    // With all of a letter chosen, typing it again lets them go.
    const next = alike.find((index) => !chosen.has(index));
    for (const index of next === undefined ? alike : [next]) {
      toggle(index);
      tiles[index].focus();
    }
    if (event.key === "Enter" && chosen.size && tiles.some((tile) => tile === event.target)) {
      event.preventDefault();
      close("yes");
    }
  });
  toggle();
  tiles[0]?.focus();
  return (await closed) && slots.filter((_, index) => chosen.has(index)).map(({ tile }) => tile).join("");
}
