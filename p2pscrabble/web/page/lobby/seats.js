// @ts-check
/** Seats that fill while a room waits, and the time until the game starts. */

import { attribute, h, list, ornament, text } from "../dom.js";
import { remaining } from "./words.js";

/** @typedef {import("../types.js").PlayerState} PlayerState */

export function createSeats() {
  const element = h("ul.waitseats");
  const make = () => h("li.row", ornament(), h("div.grow", h("strong"), " ", h("span.muted")));

  /** @param {HTMLElement} item @param {PlayerState | null} player */
  function update(item, player) {
    const [initial, name, about] = item.querySelectorAll(".tile, strong, .muted");
    item.dataset.presence = player?.presence ?? "empty";
    attribute(initial, "data-letter", [...(player?.name ?? "")][0]?.toUpperCase() ?? "");
    text(name, player?.name ?? "Empty seat");
    const words = player && [
      player.you && "you",
      player.host && "host",
      player.bot && "computer player",
      player.presence === "away" && "away just now",
    ];
    text(about, words ? words.filter(Boolean).join(", ") : "");
  }

  return {
    element,
    /** @param {readonly PlayerState[]} players @param {number} count */
    update(players, count) {
      const empty = Array.from({ length: Math.max(0, count - players.length) }, () => null);
      list(element, [...players, ...empty], (_, index) => index, make, update);
    },
  };
}

/** A number that runs down. */
export function createCountdown() {
  const time = h("b");
  const element = h("p", { role: "timer" }, time, " until the game starts");
  return {
    element,
    /** @param {number | null} until @param {number} now */
    update(until, now) {
      element.hidden = until === null;
      if (until !== null) text(time, remaining(until, now));
    },
  };
}
