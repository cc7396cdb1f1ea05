// @ts-check
/** A finished game, step by step: `/replay#NUMBER`, at the turn `?turn=N`. */

import { h, put } from "../dom.js";
import { digitsOf } from "../lobby/words.js";
import { createEntrance } from "../replay/entrance.js";
import { createViewer } from "../replay/viewer.js";

/** @typedef {import("../types.js").LobbyState} LobbyState */

/**
 * @param {import("../types.js").App} app
 * @returns {import("../types.js").Screen}
 */
export function createScreen(app) {
  /** @type {ReturnType<typeof createViewer> | null} */
  let viewer = null;
  /** @type {LobbyState | null} */
  let held = null;
  let asked = 0;
  const entrance = createEntrance((number) => {
    if (number === numberHere()) load();
    else location.hash = number;
  });
  const words = "Playing the game through, and checking every move of it…";
  const working = h("div.entrance", { hidden: true }, h("h1", "A finished game"), h("p", { role: "status" }, words), h("progress", { "aria-label": "Work" }));
  const place = h("div");
  const element = h("section.replay", { data: { screen: "replay" } }, entrance.element, working, place);

  async function load() {
    const number = numberHere();
    const request = ++asked;
    close();
    entrance.element.hidden = Boolean(number);
    if (!number) return;
    const patience = setTimeout(() => (working.hidden = false), 250);
    const answer = await app.send({ do: "replay", number });
    clearTimeout(patience);
    if (request !== asked) return;
    working.hidden = true;
    if (answer.ok) {
      viewer = createViewer(app, answer.replay, turnHere());
      put(place, viewer.element);
    } else {
      entrance.element.hidden = false;
      entrance.refuse(number, answer.error);
    }
  }

  function close() {
    viewer?.destroy();
    viewer = null;
    put(place);
  }

  addEventListener("hashchange", load);
  load();
  return {
    element,
    /** @param {LobbyState} state */
    update(state) {
      if (held?.games !== state.games) entrance.update(state.games);
      held = state;
    },
    destroy() {
      removeEventListener("hashchange", load);
      close();
    },
  };
}

/** The number in the address. It stands behind a # so that it goes into nobody's log. */
function numberHere() {
  try {
    return digitsOf(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return location.hash.slice(1);
  }
}

/** @returns {number | null} */
function turnHere() {
  const turn = new URLSearchParams(location.search).get("turn");
  return turn !== null && /^\d{1,5}$/.test(turn) ? Number(turn) : null;
}
