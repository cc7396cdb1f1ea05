// @ts-check
/** Seats that fill while a room waits. */

import { h, list, text } from "../dom.js";
import { initials } from "./words.js";

/** @typedef {import("../types.js").RoomState} RoomState */
/** @typedef {import("../types.js").PlayerState} PlayerState */

export function createSeats() {
  const element = h("ul", { class: "waitseats" });

  const make = () => h("li", {}, h("span", { class: "avatar", "aria-hidden": "true" }), h("span", { class: "grow" }, h("strong"), h("span", { class: "muted" })));

  /**
   * @param {HTMLElement} item
   * @param {PlayerState | null} player
   */
  function update(item, player) {
    const [avatar, name, about] = /** @type {HTMLElement[]} */ ([...item.querySelectorAll(".avatar, strong, .muted")]);
    if (!avatar || !name || !about) return;
    item.classList.toggle("empty", !player);
    item.classList.toggle("gone", player?.presence === "away");
    text(avatar, player ? initials(player.name) : "");
    text(name, player?.name ?? "Empty seat");
    text(about, player ? told(player) : "");
  }

  return {
    element,
    /** @param {RoomState} state */
    update({ players, room }) {
      const here = players.filter(({ presence }) => presence !== "left");
      /** @type {(PlayerState | null)[]} */
      const seats = [...here];
      while (seats.length < (room?.seats ?? 0)) seats.push(null);
      list(element, seats, (_, index) => index, make, update);
    },
  };
}

/** @param {PlayerState} player */
function told(player) {
  const words = [player.you && "you", player.host && "made this room", player.bot && "computer player", player.presence === "away" && "away just now"];
  return words.filter(Boolean).join(", ");
}

/** Time that runs down, as a ring and a number. */
export function createCountdown() {
  const time = h("span", { class: "time" });
  const element = h("p", { class: "countdown", role: "timer" }, time, h("span", {}, "until the game starts"));
  let from = 0;
  let target = 0;
  return {
    element,
    /**
     * @param {number | null} until
     * @param {number} now
     * @param {string} words
     */
    update(until, now, words) {
      element.hidden = until === null;
      if (until === null) return;
      if (until !== target) {
        target = until;
        from = now;
      }
      time.style.setProperty("--left", String(Math.max(0, Math.min(1, (until - now) / Math.max(1000, until - from)))));
      text(time, words);
    },
  };
}

