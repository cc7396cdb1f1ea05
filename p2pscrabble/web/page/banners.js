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
 * @property {string} [act] what its button says, which sends `go`
 * @property {import("./types.js").Command} [go]
 */

/** @type {Record<string, Omit<Banner, "key">>} by what the line to the program is */
const LINES = {
  refused: {
    kind: "alarm",
    text: "This page’s key is no longer valid. Open it again from the program: run p2pscrabble.",
  },
  stopped: { kind: "info", text: "The program on this computer was stopped. To play on, start p2pscrabble resume." },
  lost: {
    kind: "alarm",
    text: "The program on this computer does not answer. If you closed it, start p2pscrabble resume.",
    after: 1500,
  },
};

/**
 * @param {Line} line
 * @param {any} state of the room or the lobby, null where none has come
 * @param {number} now
 * @returns {Banner[]}
 */
export function banners({ state: key }, state, now) {
  if (key !== "up") return LINES[key] ? [{ key, ...LINES[key] }] : [];
  return state?.phase && !state.failure ? roomBanners(state, now) : [];
}

/** @param {import("./types.js").RoomState} state @param {number} now @returns {Banner[]} */
function roomBanners({ relay, phase, warning, absent, delivered, watching }, now) {
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
  if (watching) found.push({ key: `watching ${watching}`, kind: "info", text: watching, after: 1000 });
  if (relay.state !== "up" || !playing) return found;
  for (const { seat, text, act, on } of absent)
    found.push({ key: `absent ${seat}`, kind: "info", text, act, go: { do: "without", seat, on }, after: 2000 });
  if (!delivered && !absent.length) {
    const text = "Not everyone has your last move yet. It is being sent.";
    found.push({ key: "delivery", kind: "info", text, after: 4000 });
  }
  return found;
}

/** @param {string} words */
const sentence = (words) => (words && !/[.!?…]$/.test(words) ? `${words}.` : words);

/**
 * @param {(text: string, urgent?: boolean) => void} announce
 * @param {(button: HTMLElement, command: import("./types.js").Command) => void} send
 */
export function createBanners(announce, send) {
  const element = h("div.banners", { role: "region", "aria-label": "Connection", hidden: true });
  /** @type {Map<string, number>} when each came up */
  let since = new Map();
  /** @type {Set<string>} */
  const told = new Set();
  /** @type {[Line, any]} */
  let last;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function draw() {
    clearTimeout(timer);
    const [line, state] = last;
    const now = Date.now();
    const all = banners(line, state, now);
    since = new Map(all.map(({ key }) => [key, since.get(key) ?? now]));
    const shown = all.filter(({ key, after = 0 }) => told.has(key) || now - (since.get(key) ?? now) >= after);
    for (const { key, text: words, kind } of shown) {
      // Who is absent is told with the other news of the company.
      if (!told.has(key) && key[1] !== "b") announce(words, kind !== "info");
      told.add(key);
    }
    for (const key of told) {
      if (since.has(key) || line.state !== "up") continue;
      told.delete(key);
      if (key === "lost") announce("The program answers again.");
      if (key === "relay" && state.relay?.state === "up") announce("The relay is back.");
    }
    element.hidden = !shown.length;
    list(
      element,
      shown,
      ({ key }) => key,
      make,
      (row, { text: words, detail = "", until, act = "", go }) => {
        const press = /** @type {HTMLButtonElement} */ (row.querySelector("button"));
        text(press, act);
        press.hidden = !act;
        press.onclick = () => go && send(press, go);
        const [said, more, count] = row.querySelectorAll("span, small");
        text(said, words);
        text(more, detail);
        text(count, until ? `Next try in ${Math.max(1, Math.ceil((until - now) / 1000))} s` : "");
      },
    );
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
const make = ({ kind }) =>
  h(
    `div.row.banner.${kind}`,
    h("b", { "aria-hidden": "true" }, kind === "info" ? "i" : "!"),
    h("p.grow", h("span"), " ", h("small")),
    h("span", { "aria-hidden": "true" }),
    h("button.button", { type: "button" }),
  );
