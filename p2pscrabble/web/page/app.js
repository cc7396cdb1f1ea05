// @ts-check
/** The page: which screen is shown, what it is told, and what is said aloud. All else is in the parts it brings together. */

import { createAnnouncer, uppermost } from "./announcing.js";
import { createBanners } from "./banners.js";
import { connect } from "./connection.js";
import { sheet } from "./dialogs.js";
import { h, text } from "./dom.js";
import { createMenu } from "./menu.js";
import { createSounds } from "./sounds.js";
import { behind, news, title } from "./state.js";

/** Notices that nothing else on the page tells. */
const TOLD = ["left", "closed", "warning"];
const TITLES = /** @type {Record<string, string>} */ ({ replay: "Replay", help: "How to play" });

const tab = crypto.randomUUID();
const room = /^\/room\/([^/]+)/.exec(location.pathname)?.[1];
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const toasts = h("section.toasts", { "aria-label": "Messages", data: { outlives: "" } });
const announce = createAnnouncer();
const sounds = createSounds();
const bars = createBanners(announce);

/** @type {import("./types.js").App | null} */
let app = null;
/** @type {any} */
let state = null;
/** @type {import("./types.js").RoomState | null} the view up to which everything was told */
let told = null;
/** @type {import("./connection.js").Line} */
let line = { state: "connecting", since: Date.now(), retryAt: null };
/** @type {{name: string, screen: import("./types.js").Screen, seen: any} | null} */
let shown = null;
let [loading, scheduled, broken] = ["", false, false];

const url = new URL("/socket", location.href);
url.protocol = "ws:";
if (room) url.searchParams.set("room", room);

const connection = connect({
  url: url.href,
  tab,
  hello({ config }) {
    app ??= { config, tab, send: connection.send, announce, toast, go, sound: sounds.play };
    schedule();
  },
  state(next) {
    state = next;
    schedule();
  },
  notice({ kind, text: words }) {
    // That somebody left is told as a step of the game already.
    if (TOLD.includes(kind) && words !== state?.warning) toast(words, kind === "warning" ? "bad" : "info", kind !== "left");
  },
  line(next) {
    line = next;
    bars.update(line, state);
  },
  refused: () => fetch(location.pathname, { cache: "no-store" }).then(({ status }) => status === 401 || status === 403, () => false),
});

/** Which screen this place is, as far as can be told. */
function wanted() {
  if (room) return !state?.phase || state.phase === "gathering" ? "waiting" : "table";
  return /^\/(replay|help)/.exec(location.pathname)?.[1] ?? "lobby";
}

/** All that came since the last picture is drawn at once; also in a tab that nobody sees, where there are no pictures. */
function schedule() {
  if (scheduled) return;
  scheduled = true;
  const once = () => {
    if (!scheduled) return;
    scheduled = false;
    try {
      draw();
    } catch (error) {
      failed(error);
    }
  };
  if (!document.hidden) requestAnimationFrame(once);
  setTimeout(once, document.hidden ? 0 : 120);
}

function draw() {
  bars.update(line, state);
  const name = wanted();
  if (!app || (!state && name !== "help")) return;
  document.title = room ? title(state) : [TITLES[name], "p2pscrabble"].filter(Boolean).join(" · ");
  failure(state?.failure ?? "");
  if (shown?.name !== name) return state?.failure || void show(name, app);
  const before = shown.seen;
  shown.seen = state;
  if (before !== state) shown.screen.update(state, before);
  if (room) tell(state);
}

/** @param {string} name @param {import("./types.js").App} parts */
async function show(name, parts) {
  if (loading === name) return;
  loading = name;
  try {
    const { createScreen } = await import(`./screens/${name}.js`);
    if (loading !== name) return;
    /** @type {import("./types.js").Screen} */
    const screen = createScreen(parts);
    screen.element.dataset.screen ??= name;
    const held = main.contains(document.activeElement);
    shown?.screen.destroy?.();
    shown = { name, screen, seen: state };
    screen.update(state, null);
    main.replaceChildren(screen.element);
    document.body.dataset.place = name;
    if (held) main.focus({ preventScroll: true });
    loading = "";
  } catch (error) {
    // It is not tried again by itself: `loading` stays.
    return failed(error);
  }
  schedule();
}

/** Says and sounds what is new since it was last done. @param {import("./types.js").RoomState} now */
function tell(now) {
  const found = news(told, now);
  if (!told || !behind(told, now)) told = now;
  for (const one of found) announce(one.text, one.urgent);
  const loud = found.find((one) => one.sound);
  if (loud?.sound) sounds.playOnce(loud.sound, `${now.id} ${now.game} ${now.steps.length} ${now.chat.length} ${loud.kind}`);
}

/** @param {string} words @param {"info" | "good" | "bad"} [kind] @param {boolean} [aloud] */
function toast(words, kind = "info", aloud = true) {
  for (const old of [...toasts.children]) if (old.firstChild?.textContent === words) old.remove();
  const click = () => toast_.remove();
  const close = h("button.button.bare.icon", { type: "button", "aria-label": "Dismiss", on: { click } }, "✕");
  const toast_ = h("div", { class: `toast ${kind}` }, h("p", words), close);
  toasts.append(toast_);
  const place = uppermost();
  if (toasts.parentNode !== place) place.append(toasts);
  if (toasts.children.length > 3) toasts.firstElementChild?.remove();
  // Long enough to be read, and as long as the pointer or the focus is on it.
  const wait = () => void (toast_.matches(":hover, :focus-within") ? setTimeout(wait, 1500) : toast_.remove());
  setTimeout(wait, 3500 + 55 * words.length);
  if (aloud) announce(words, kind === "bad");
}

/** @param {string} path */
function go(path) {
  location.assign(path);
}

/** @param {string} id @param {string} heading @param {string} words @param {...HTMLElement} buttons */
const card = (id, heading, words, ...buttons) =>
  h("div", { id, class: "card fate", role: "alert" }, h("h1", heading), h("p", words), h("div.row", ...buttons));

/** The card that stands where the screen was, while a room can't go on. @param {string} words */
function failure(words) {
  const old = document.getElementById("failure");
  for (const child of main.children) if (child !== old && child instanceof HTMLElement) child.hidden = Boolean(words);
  if (!words) return old?.remove();
  if (old) return text(old.children[1], words);
  const retry = h("button.button.main", { type: "button", on: { click: again } }, "Try again");
  main.append(card("failure", "This room can’t go on", words, retry, h("a.button", { href: "/" }, "Back to the lobby")));
}

/** @param {Event} event */
async function again({ currentTarget }) {
  const button = /** @type {HTMLButtonElement} */ (currentTarget);
  button.disabled = true;
  const answer = await connection.send({ do: "retry" });
  button.disabled = false;
  if (!answer.ok) toast(answer.error, "bad");
}

/** Something in the page itself went wrong: said calmly, once, and never a white page. @param {unknown} error */
function failed(error) {
  console.error(error);
  if (broken) return;
  broken = true;
  const reload = h("button.button.main", { type: "button", on: { click: () => location.reload() } }, "Load the page again");
  main.querySelector(".skeleton")?.remove();
  main.prepend(card("broken", "Sorry", "Something went wrong on this page. Your game is safe: the program on this computer keeps it.", reload));
}

async function help() {
  if (!app) return;
  const { helpContent } = await import("./screens/help.js");
  sheet("How to play", helpContent(app)).dialog.classList.add("wide");
}

// What will most likely be shown is fetched while the line comes up.
import(`./screens/${room ? "table" : wanted()}.js`).catch(() => {});
const top_ = /** @type {HTMLElement} */ (document.getElementById("top"));
createMenu({ element: top_, sounds, help, room: () => (room ? state : null), send: connection.send, go, toast, stopped: connection.farewell });
main.before(bars.element);
document.querySelector(".skip")?.addEventListener("click", (event) => {
  // Not by the address: what stands behind its # is the number of a game.
  event.preventDefault();
  main.focus();
});
addEventListener("error", (event) => event.error && failed(event.error));
addEventListener("unhandledrejection", (event) => failed(event.reason));
for (const event of ["online", "focus", "pageshow"]) addEventListener(event, connection.hurry);
document.addEventListener("visibilitychange", () => document.hidden || connection.hurry());
