// @ts-check
/** What stands in the way just now, above everything else: a line each, that says what is done about it. */

import { h, list, text } from "./dom.js";

/**
 * @typedef {import("./connection.js").Line} Line
 * @typedef {object} Banner
 * @property {string} key it is told once, as long as it stays
 * @property {"alarm" | "warn" | "info"} kind
 * @property {string} text
 * @property {string} [detail]
 * @property {number | null} [until] when it is tried again
 * @property {number} [after] milliseconds: what lasts less is not worth a line
 */

/** @type {Record<string, Banner>} */
const LINES = {
  refused: { key: "refused", kind: "alarm", text: "This page’s key is no longer valid. Open it again from the program: run p2pscrabble." },
  stopped: { key: "stopped", kind: "info", text: "The program on this computer was stopped. To play on, start p2pscrabble resume." },
  lost: {
    key: "lost",
    kind: "alarm",
    text: "The program on this computer does not answer. Trying again; if you closed it, start p2pscrabble resume.",
    after: 1500,
  },
};

/**
 * @param {Line} line
 * @param {any} state of the room or the lobby, null where none has come
 * @param {number} now
 * @returns {Banner[]}
 */
export function banners(line, state, now) {
  if (line.state !== "up") return line.state in LINES ? [LINES[line.state]] : [];
  return state?.phase && !state.failure ? roomBanners(state, now) : [];
}

/** @param {import("./types.js").RoomState} state @param {number} now @returns {Banner[]} */
function roomBanners({ relay, phase, warning, players, delivered }, now) {
  /** @type {Banner[]} */
  const found = [];
  const playing = ["playing", "committing", "revealing"].includes(phase);
  if (relay.state !== "up" && phase !== "closed") {
    found.push({
      key: "relay",
      kind: "warn",
      text: `There is no connection to the relay.${playing ? " Your moves are kept, and go out as soon as it is back." : ""}`,
      detail: sentence(relay.detail),
      until: relay.retryAt && relay.retryAt > now ? relay.retryAt : null,
      // A try that is under way is part of the same trouble; the first one of all is none, unless it takes long.
      after: relay.state === "connecting" ? 3000 : 0,
    });
  }
  if (warning) found.push({ key: `warning ${warning}`, kind: "warn", text: sentence(warning) });
  if (relay.state !== "up" || !playing) return found;
  const away = players.filter((player) => player.presence === "away" && !player.you);
  for (const { name, awaySince } of away) {
    const since = awaySince ? ` since ${new Date(awaySince).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}` : "";
    found.push({ key: `away ${name}`, kind: "info", text: `${name} is away${since}. What you do reaches them when they are back.`, after: 2000 });
  }
  if (!delivered && !away.length) {
    found.push({ key: "delivery", kind: "info", text: "Not everyone has your last move yet. It is being sent.", after: 4000 });
  }
  return found;
}

/** @param {string} words */
const sentence = (words) => (words && !/[.!?…]$/.test(words) ? `${words}.` : words);

/** @param {(text: string, urgent?: boolean) => void} announce */
export function createBanners(announce) {
  const element = h("div.banners", { role: "region", "aria-label": "Connection", hidden: true });
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
      if (shown.some((one) => one.key === key) || line.state !== "up") continue;
      told.delete(key);
      if (key === "lost") announce("The program answers again.");
      if (key === "relay" && state.relay?.state === "up") announce("The relay is back.");
    }
    element.hidden = !shown.length;
    list(element, shown, (one) => one.key, make, (row, one) => fill(row, one, now));
    if (all.length) timer = setTimeout(draw, 1000 - (now % 1000));
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
function make({ kind }) {
  return h(
    "div",
    { class: `banner ${kind}` },
    h("span.banner-mark", { "aria-hidden": "true" }, kind === "info" ? "i" : "!"),
    h("p.banner-text", h("span"), " ", h("small")),
    h("span.banner-count", { "aria-hidden": "true" }),
  );
}

/** @param {HTMLElement} row @param {Banner} banner @param {number} now */
function fill(row, { text: words, detail = "", until = null }, now) {
  const [, said, count] = row.children;
  text(said.children[0], words);
  text(said.children[1], detail);
  text(count, until ? `Next try in ${Math.max(1, Math.ceil((until - now) / 1000))} s` : "");
}
