// @ts-check
/** What stands in the way just now, above everything else: a line each, that says what is done about it. */

import { h, list, text } from "./dom.js";

/**
 * @typedef {import("./types.js").RoomState} RoomState
 * @typedef {import("./connection.js").Line} Line
 * @typedef {object} Banner
 * @property {string} key it is told once, as long as it stays
 * @property {"alarm" | "warn" | "info"} kind
 * @property {string} text
 * @property {string} [detail]
 * @property {number | null} [until] when it is tried again
 * @property {number} [after] milliseconds: what lasts less is not worth a line
 */

/**
 * @param {Line} line
 * @param {any} state of the room or the lobby, null where none has come
 * @param {number} now
 * @returns {Banner[]}
 */
export function banners(line, state, now) {
  if (line.state === "refused") {
    const words = "This page’s key is no longer valid. Open it again from the program: run p2pscrabble.";
    return [{ key: "refused", kind: "alarm", text: words }];
  }
  if (line.state === "stopped") {
    const words = "The program on this computer was stopped. To play on, start p2pscrabble resume.";
    return [{ key: "stopped", kind: "info", text: words }];
  }
  if (line.state === "lost") {
    const words = "The program on this computer does not answer. Trying again; if you closed it, start p2pscrabble resume.";
    return now - line.since < 1500 ? [] : [{ key: "line", kind: "alarm", text: words }];
  }
  return line.state === "up" && state?.phase && !state.failure ? roomBanners(state, now) : [];
}

/** @param {RoomState} state @param {number} now @returns {Banner[]} */
function roomBanners(state, now) {
  /** @type {Banner[]} */
  const found = [];
  const { relay } = state;
  const playing = ["playing", "committing", "revealing"].includes(state.phase);
  if (relay.state !== "up" && state.phase !== "closed") {
    const kept = playing ? " Your moves are kept, and go out as soon as it is back." : "";
    const until = relay.retryAt && relay.retryAt > now ? relay.retryAt : null;
    // A try that is under way is part of the same trouble; the first one of all is none, unless it takes long.
    const after = relay.state === "connecting" ? 3000 : 0;
    const text_ = `There is no connection to the relay.${kept}`;
    found.push({ key: "relay", kind: "warn", text: text_, detail: sentence(relay.detail), until, after });
  }
  if (state.warning) found.push({ key: `warning ${state.warning}`, kind: "warn", text: sentence(state.warning) });
  if (relay.state !== "up" || !playing) return found;
  const away = state.players.filter((player) => player.presence === "away" && !player.you);
  for (const player of away) {
    const since = player.awaySince ? ` since ${clock(player.awaySince)}` : "";
    const words = `${player.name} is away${since}. What you do reaches them when they are back.`;
    found.push({ key: `away ${player.name}`, kind: "info", text: words, after: 2000 });
  }
  if (!state.delivered && !away.length) {
    found.push({ key: "delivery", kind: "info", text: "Not everyone has your last move yet. It is being sent.", after: 4000 });
  }
  return found;
}

/** @param {string} words */
const sentence = (words) => (words && !/[.!?…]$/.test(words) ? `${words}.` : words);

/** @param {number} time */
const clock = (time) => new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/**
 * @param {(text: string, urgent?: boolean) => void} announce
 */
export function createBanners(announce) {
  const element = h("div", { class: "banners", role: "region", "aria-label": "Connection", hidden: true });
  /** @type {Map<string, number>} when each came up */
  const since = new Map();
  /** @type {Set<string>} */
  const told = new Set();
  /** @type {[Line, any] | null} */
  let last = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function draw() {
    if (!last) return;
    clearTimeout(timer);
    const [line, state] = last;
    const now = Date.now();
    const all = banners(line, state, now);
    for (const key of since.keys()) if (!all.some((one) => one.key === key)) since.delete(key);
    for (const { key } of all) if (!since.has(key)) since.set(key, now);
    const shown = all.filter(({ key, after = 0 }) => told.has(key) || now - (since.get(key) ?? now) >= after);
    for (const { key, text: words, kind } of shown) {
      // Who is away is told with the other news of the company.
      if (!told.has(key) && !key.startsWith("away")) announce(words, kind !== "info");
      told.add(key);
    }
    for (const key of told) {
      if (shown.some((one) => one.key === key)) continue;
      if (key === "relay" && line.state !== "up") continue;
      told.delete(key);
      if (key === "line" && line.state === "up") announce("The program answers again.");
      if (key === "relay" && state?.relay?.state === "up") announce("The relay is back.");
    }
    element.hidden = !shown.length;
    list(element, shown, (one) => one.key, make, (row, one) => fill(row, one, now));
    if (all.length || line.state === "lost") timer = setTimeout(draw, 1000 - (now % 1000));
  }

  return {
    element,
    /** @param {Line} line @param {any} state */
    update(line, state) {
      last = [line, state];
      draw();
    },
  };
}

/** @param {Banner} banner */
function make(banner) {
  return h(
    "div",
    { class: "banner" },
    h("span", { class: "banner-mark", "aria-hidden": "true" }, banner.kind === "info" ? "i" : "!"),
    h("p", { class: "banner-text" }, h("span"), " ", h("small")),
    h("span", { class: "banner-count", "aria-hidden": "true" }),
  );
}

/** @param {HTMLElement} row @param {Banner} banner @param {number} now */
function fill(row, { kind, text: words, detail = "", until = null }, now) {
  row.className = `banner ${kind}`;
  text(row.children[1].children[0], words);
  text(row.children[1].children[1], detail);
  const seconds = until === null ? 0 : Math.ceil((until - now) / 1000);
  text(row.children[2], seconds > 0 ? `Next try in ${seconds} s` : "");
}
