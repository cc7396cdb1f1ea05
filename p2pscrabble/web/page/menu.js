// @ts-check
/** The bar at the top: the way to the lobby, where one is, and the menu. */

import { ask } from "./dialogs.js";
import { h, text } from "./dom.js";
import { keep, stored } from "./sounds.js";

/**
 * @typedef {import("./types.js").App} App
 * @typedef {"auto" | "light" | "dark"} Theme
 */

const THEMES = /** @type {const} */ ([["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]]);

/**
 * @param {object} parts
 * @param {HTMLElement} parts.element the bar as it stands in the page
 * @param {{on: boolean, play: (sound: "turn") => void}} parts.sounds
 * @param {() => void} parts.help
 * @param {() => import("./types.js").RoomState | null} parts.room
 * @param {(command: import("./types.js").Command) => Promise<import("./types.js").Answer>} parts.send
 * @param {App["go"]} parts.go
 * @param {App["toast"]} parts.toast
 * @param {() => void} parts.stopped
 */
export function createMenu({ element, sounds, help, room, send, go, toast, stopped }) {
  const open = h(
    "button",
    { class: "button bare icon", type: "button", id: "menu-button", "aria-label": "Menu", "aria-haspopup": "true", "aria-controls": "menu", "aria-expanded": "false" },
    h("span", { class: "bars", "aria-hidden": "true" }),
  );
  const sound = h("input", { type: "checkbox", checked: sounds.on, role: "switch" });
  const themes = THEMES.map(([value, name]) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name: "theme", value, checked: theme() === value }), name),
  );
  const action = (/** @type {string} */ name, /** @type {() => void} */ run, danger = false) =>
    h("button", { class: danger ? "menu-item danger" : "menu-item", type: "button", on: { click: () => (popover.hidePopover(), run()) } }, name);
  const seat = action("Leave the room…", leave, true);
  const popover = h(
    "div",
    { id: "menu", class: "menu", popover: "auto", "aria-labelledby": "menu-button", role: "group" },
    h("label", { class: "menu-item" }, sound, "Sounds"),
    h("fieldset", { class: "themes" }, h("legend", {}, "Colours"), ...themes),
    action("How to play", help),
    h("hr"),
    seat,
    action("Stop the program…", stop, true),
  );
  open.addEventListener("click", () => popover.togglePopover());
  popover.addEventListener("beforetoggle", (event) => {
    const opens = /** @type {ToggleEvent} */ (event).newState === "open";
    open.setAttribute("aria-expanded", String(opens));
    const state = opens ? room() : null;
    if (opens) seat.hidden = !state || ["over", "closed"].includes(state.phase);
    if (state) text(seat, state.phase === "gathering" ? "Leave the room…" : "Leave the game…");
  });
  popover.addEventListener("keydown", arrows);
  sound.addEventListener("change", () => {
    sounds.on = sound.checked;
    if (sound.checked) sounds.play("turn");
  });
  for (const label of themes) {
    label.firstElementChild?.addEventListener("change", (event) => {
      const value = /** @type {HTMLInputElement} */ (event.target).value;
      keep("theme", value);
      if (value === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = value;
    });
  }

  /** @param {KeyboardEvent} event */
  function arrows(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (event.target instanceof HTMLInputElement && event.target.type === "radio") return;
    const items = /** @type {HTMLElement[]} */ ([...popover.querySelectorAll("input:not([type=radio]), :checked, button:not([hidden])")]);
    const at = items.indexOf(/** @type {HTMLElement} */ (event.target));
    items.at((at + (event.key === "ArrowDown" ? 1 : -1)) % items.length)?.focus();
    event.preventDefault();
  }

  async function leave() {
    const state = room();
    const playing = state && state.seat !== null && state.phase !== "gathering";
    const words = playing
      ? "Your seat is given up for good: your tiles go back to the bag, and you can’t win. To come back later, just close the page instead."
      : "You leave the room. With the code you can come back as long as a seat is free.";
    const yes = await ask({ title: playing ? "Leave the game?" : "Leave the room?", text: words, yes: "Leave", no: "Stay", danger: true });
    if (!yes) return;
    const answer = await send({ do: "leave" });
    if (answer.ok) go("/");
    else toast(answer.error, "bad");
  }

  async function stop() {
    const words = "Your games are kept on this computer. The others see you as away until you start it again with p2pscrabble resume.";
    if (!(await ask({ title: "Stop the program?", text: words, yes: "Stop the program", no: "Keep it running", danger: true }))) return;
    stopped();
    await send({ do: "quit" });
  }

  element.append(open, popover);
  return { element };
}

/** @returns {Theme} */
function theme() {
  const value = stored("theme");
  return value === "light" || value === "dark" ? value : "auto";
}
