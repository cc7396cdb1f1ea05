// @ts-check
/** The bar at the top, with the menu. */

import { ask } from "./dialogs.js";
import { button, h, text } from "./dom.js";
import { createChoice } from "./lobby/asking.js";
import { leave } from "./lobby/leaving.js";
import { keep, stored } from "./sounds.js";

/**
 * @param {object} parts
 * @param {HTMLElement} parts.element the bar as it stands in the page
 * @param {{on: boolean, play: (sound: "turn") => void}} parts.sounds
 * @param {() => void} parts.help
 * @param {() => import("./types.js").RoomState | null} parts.room
 * @param {Pick<import("./types.js").App, "send" | "go" | "toast">} parts.app
 * @param {() => void} parts.stopped
 */
export function createMenu({ element, sounds, help, room, app, stopped }) {
  const action = (/** @type {string} */ name, /** @type {() => void} */ run, looks = "") =>
    button(name, () => (menu.hidePopover(), run()), `bare menu-item ${looks}`);
  const change = () => {
    sounds.on = sound.checked;
    sounds.play("turn");
  };
  const sound = h("input", { type: "checkbox", checked: sounds.on, on: { change } });
  const seat = action(
    "",
    () => leave(app, /** @type {import("./types.js").RoomState} */ (room())),
    "danger",
  );
  const menu = h(
    "div.menu",
    { id: "menu", popover: "auto", "aria-label": "Menu", role: "group", on: { beforetoggle: show } },
    action("To the lobby", () => app.go("/")),
    action("How to play", help),
    h("hr"),
    h("label.button.bare.menu-item", sound, "Sounds"),
    createChoice("Colours", { "": "Automatic", light: "Light", dark: "Dark" }, stored("theme") ?? "", paint).element,
    h("hr"),
    seat,
    action("Stop the program…", stop, "danger"),
  );

  function show() {
    const state = room();
    seat.hidden = !state || state.phase === "over" || state.phase === "closed" || Boolean(state.failure);
    text(seat, state?.phase === "gathering" ? "Leave the room…" : "Leave the game…");
  }

  async function stop() {
    const title = "Stop the program?";
    const text = "Your games are kept. The others see you as away until you start p2pscrabble resume.";
    if (!(await ask({ title, text, yes: "Stop the program", no: "Keep it running", danger: true }))) return;
    stopped();
    await app.send({ do: "quit" });
  }

  // Whether it is open, the browser itself tells of the button.
  const open = h("button.button.bare.icon", { type: "button", "aria-label": "Menu", popoverTargetElement: menu }, "☰");
  element.append(open, menu);
}

/** @param {string} theme "" for that of the system */
function paint(theme) {
  keep("theme", theme);
  document.documentElement.dataset.theme = theme;
}
