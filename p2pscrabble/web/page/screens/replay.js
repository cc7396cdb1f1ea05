// @ts-check
/** A finished game, step by step: `/replay#NUMBER`, at the turn `?turn=N`. */

import { h, put } from "../dom.js";
import { digitsOf } from "../lobby/words.js";
import { createEntrance } from "../replay/entrance.js";
import { createViewer } from "../replay/viewer.js";

/**
 * @param {import("../types.js").App} app
 * @returns {import("../types.js").Screen}
 */
export function createScreen(app) {
  const entrance = createEntrance(app, (number) => {
    location.hash = number;
    location.reload();
  });
  const working = h(
    "div.entrance",
    h("h1", "A finished game"),
    h("p", { role: "status" }, "Every move is played and checked…"),
    h("progress", { "aria-label": "Work" }),
  );
  const element = h("section.page");

  async function load() {
    const number = numberHere();
    if (!number) return put(element, entrance.element);
    const patience = setTimeout(() => put(element, working), 250);
    const answer = await app.send({ do: "replay", number });
    clearTimeout(patience);
    if (answer.ok) return put(element, createViewer(app, answer.replay, turnHere()));
    put(element, entrance.element);
    entrance.refuse(number, answer.error);
  }

  // Each number is a page of its own.
  addEventListener("hashchange", () => location.reload());
  load();
  return {
    element,
    /** @param {import("../types.js").LobbyState} state */
    update: entrance.update,
  };
}

/** The number in the address. It stands behind a # so that it goes into nobody's log. */
const numberHere = () => digitsOf(location.hash.slice(1).replaceAll("%20", ""));

/** The step in the address, the first where there is none. */
const turnHere = () => Math.floor(Number(new URLSearchParams(location.search).get("turn"))) || 0;
