// @ts-check
/** What stands in the way just now, above everything else: a line each, that says what is done about it. */

import { h, list, text } from "./dom.js";

/**
 * @typedef {import("./types.js").RoomState} RoomState
 * @typedef {import("./connection.js").Line} Line
 * @typedef {{key: string, kind: "alarm" | "warn" | "info", text: string, until: number | null, urgent: boolean}} Banner
 */

/** What takes its time for less than this is not worth a line. */
const PATIENCE = 1500;

/**
 * @param {Line} line
 * @param {any} state of the room or the lobby, null where none has come
 * @param {number} now
 * @returns {Banner[]}
 */
export function banners(line, state, now) {
  /** @type {Banner[]} */
  const found = [];
  const add = (
    /** @type {string} */ key,
    /** @type {Banner["kind"]} */ kind,
    /** @type {string} */ words,
    /** @type {number | null} */ until = null,
    urgent = false,
  ) => found.push({ key, kind, text: words, until, urgent });
  if (line.state === "refused") {
    add("line", "alarm", "This page’s key is no longer valid. Open it again from the program: run p2pscrabble.", null, true);
  } else if (line.state === "stopped") {
    add("line", "info", "The program on this computer was stopped. To play on, start p2pscrabble resume.");
  } else if (line.state === "lost" && now - line.since >= PATIENCE) {
    const words = "The program on this computer does not answer. Trying again; if you closed it, start p2pscrabble resume.";
    add("line", "alarm", words, null, true);
  }
  if (line.state !== "up" || !state?.phase) return found;
  if (state.failure) return found;
  found.push(...roomBanners(state, now));
  return found;
}

/** @param {RoomState} state @param {number} now @returns {Banner[]} */
function roomBanners(state, now) {
  /** @type {Banner[]} */
  const found = [];
  const { relay } = state;
  if (relay.state === "down" || relay.state === "refused") {
    const kept = state.phase === "gathering" ? "" : " Your moves are kept, and go out as soon as it is back.";
    found.push({
      key: "relay",
      kind: "warn",
      text: `${sentence(relay.detail) || "There is no connection to the relay."}${kept}`,
      until: relay.retryAt && relay.retryAt > now ? relay.retryAt : null,
      urgent: true,
    });
  }
  if (state.warning) found.push({ key: "warning", kind: "warn", text: sentence(state.warning), until: null, urgent: true });
  if (relay.state === "up" && ["playing", "committing", "revealing"].includes(state.phase)) {
    const away = state.players.filter((player) => player.presence === "away" && !player.you);
    for (const player of away) {
      const since = player.awaySince ? ` since ${clock(player.awaySince)}` : "";
      const words = `${player.name} is away${since}. The game waits; what you do reaches them when they are back.`;
      found.push({ key: `away ${player.name}`, kind: "info", text: words, until: null, urgent: false });
    }
    if (!state.delivered && !away.length) {
      found.push({ key: "delivery", kind: "info", text: "Not everyone has your last move yet. It is being sent.", until: null, urgent: false });
    }
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
  /** @type {Map<string, number>} when each came up: "not delivered" is normal for a moment */
  const since = new Map();
  /** @type {Map<string, string>} */
  const told = new Map();
  /** @type {[Line, any] | null} */
  let last = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function draw() {
    if (!last) return;
    clearTimeout(timer);
    const now = Date.now();
    const all = banners(last[0], last[1], now);
    for (const key of since.keys()) if (!all.some((one) => one.key === key)) since.delete(key);
    for (const { key } of all) if (!since.has(key)) since.set(key, now);
    const shown = all.filter((one) => one.key !== "delivery" || now - (since.get(one.key) ?? now) >= 4000);
    for (const one of shown) {
      if (told.get(one.key) !== one.text) announce(one.text, one.urgent);
      told.set(one.key, one.text);
    }
    for (const key of [...told.keys()]) {
      if (shown.some((one) => one.key === key)) continue;
      told.delete(key);
      if (key === "line" && last[0].state === "up") announce("The program answers again.");
      if (key === "relay" && last[0].state === "up") announce("The relay is back.");
    }
    element.hidden = !shown.length;
    list(element, shown, (one) => one.key, make, (row, one) => fill(row, one, now));
    const soon = all.length || last[0].state === "lost";
    if (soon) timer = setTimeout(draw, 1000 - (now % 1000) || 1000);
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
  const mark = banner.kind === "info" ? "i" : "!";
  return h(
    "p",
    { class: `banner ${banner.kind}` },
    h("span", { class: "banner-mark", "aria-hidden": "true" }, mark),
    h("span", { class: "banner-text" }),
    h("span", { class: "banner-count", "aria-hidden": "true" }),
  );
}

/** @param {HTMLElement} row @param {Banner} banner @param {number} now */
function fill(row, banner, now) {
  row.className = `banner ${banner.kind}`;
  text(row.children[1], banner.text);
  const seconds = banner.until === null ? 0 : Math.ceil((banner.until - now) / 1000);
  text(row.children[2], seconds > 0 ? `Next try in ${seconds} s` : "");
}
