// @ts-check
/** The page: which screen is shown, what it is told, and what is said aloud. All else is in the parts it brings together. */

import { createAnnouncer } from "./announcing.js";
import { createBanners } from "./banners.js";
import { connect } from "./connection.js";
import { sheet } from "./dialogs.js";
import { h, put, text } from "./dom.js";
import { createMenu } from "./menu.js";
import { createSounds } from "./sounds.js";
import { behind, news, title } from "./state.js";

/**
 * @typedef {import("./types.js").App} App
 * @typedef {import("./types.js").RoomState} RoomState
 * @typedef {"lobby" | "waiting" | "table" | "replay" | "help"} Name
 */

/** Notices that nothing else on the page tells. */
const TOLD = new Set(["left", "closed", "warning"]);
const HEADINGS = { lobby: "", replay: "Replay", help: "How to play", waiting: "Waiting room", table: "Table" };

const tab = crypto.randomUUID();
const room = /^\/room\/([^/]+)\/?$/.exec(location.pathname)?.[1] ?? null;
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const top_ = /** @type {HTMLElement} */ (document.getElementById("top"));
const skeleton = /** @type {HTMLElement} */ (main.firstElementChild);
const toasts = h("div", { class: "toasts" });
const { elements: regions, announce } = createAnnouncer();
const sounds = createSounds();
const bars = createBanners(announce);

/** @type {App | null} */
let app = null;
/** @type {any} */
let state = null;
/** @type {RoomState | null} the view up to which everything was told */
let told = null;
/** @type {import("./connection.js").Line} */
let line = { state: "connecting", since: Date.now(), retryAt: null };
/** @type {{name: Name, screen: import("./types.js").Screen, seen: any} | null} */
let shown = null;
/** @type {Name | null} */
let loading = null;
let [scheduled, broken] = [false, false];

const address = new URL("/socket", location.href);
address.protocol = "ws:";
if (room) address.searchParams.set("room", decodeURIComponent(room));

const connection = connect({
  url: address.href,
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
    if (TOLD.has(kind) && words !== state?.warning) toast(words, kind === "warning" ? "bad" : "info", kind !== "left");
  },
  line(next) {
    line = next;
    bars.update(line, state);
  },
  async refused() {
    try {
      return [401, 403].includes((await fetch(location.pathname, { cache: "no-store" })).status);
    } catch {
      return false;
    }
  },
});

/** Which screen this place is, as far as can be told. @returns {Name} */
function wanted() {
  if (room) return !state?.phase || state.phase === "gathering" ? "waiting" : "table";
  if (location.pathname.startsWith("/replay")) return "replay";
  return location.pathname.startsWith("/help") ? "help" : "lobby";
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
  if (!app || (!state && wanted() !== "help")) return;
  document.title = room && state ? title(state) : [HEADINGS[wanted()], "p2pscrabble"].filter(Boolean).join(" · ");
  failure(state?.failure ?? "");
  const name = wanted();
  if (shown?.name !== name) return void show(name, app);
  const before = shown.seen;
  shown.seen = state;
  if (before !== state || !before) shown.screen.update(state, before);
  if (room) tell(state);
}

/** @param {Name} name @param {App} app_ */
async function show(name, app_) {
  if (loading === name) return;
  loading = name;
  try {
    const { createScreen } = await import(`./screens/${name}.js`);
    if (loading !== name) return;
    const screen = createScreen(app_);
    screen.element.dataset.screen ??= name;
    shown?.screen.destroy?.();
    shown = { name, screen, seen: null };
    screen.update(state, null);
    shown.seen = state;
    main.replaceChildren(screen.element);
    document.body.dataset.place = name;
    if (room) tell(state);
  } catch (error) {
    // It is not tried again by itself: `loading` stays.
    return failed(error);
  }
  loading = null;
  if (shown.seen !== state) schedule();
}

/** Says and sounds what is new since it was last done. @param {RoomState} now */
function tell(now) {
  const found = news(told, now);
  if (!told || !behind(told, now)) told = now;
  for (const one of found) announce(one.text, one.urgent);
  const loud = found.find((one) => one.sound);
  if (loud?.sound) sounds.playOnce(loud.sound, `${now.id} ${now.game} ${now.steps.length} ${now.chat.length} ${loud.kind}`);
}

/**
 * @param {string} words
 * @param {"info" | "good" | "bad"} [kind]
 * @param {boolean} [aloud]
 */
function toast(words, kind = "info", aloud = true) {
  for (const old of [...toasts.children]) if (old.firstChild?.textContent === words) old.remove();
  const close = h("button", { class: "button bare icon", type: "button", "aria-label": "Dismiss" }, "✕");
  const element = h("div", { class: `toast ${kind}` }, h("p", {}, words), close);
  close.addEventListener("click", () => element.remove());
  toasts.append(element);
  while (toasts.children.length > 3) toasts.firstElementChild?.remove();
  // Long enough to be read, and as long as the pointer or the focus is on it.
  const wait = () => {
    if (element.matches(":hover, :focus-within")) setTimeout(wait, 1500);
    else element.remove();
  };
  setTimeout(wait, 3500 + 55 * words.length);
  if (aloud) announce(words, kind === "bad");
}

/** @param {string} path */
function go(path) {
  location.assign(path);
}

/** The card that stands where the screen was, while a room can't go on. @param {string} words */
function failure(words) {
  const card = document.getElementById("failure");
  main.hidden = Boolean(words);
  if (!words) return card?.remove();
  if (card) return text(/** @type {Element} */ (card.querySelector("p")), words);
  const again = h("button", { class: "button main", type: "button" }, "Try again");
  again.addEventListener("click", async () => {
    again.disabled = true;
    const answer = await connection.send({ do: "retry" });
    again.disabled = false;
    if (!answer.ok) toast(answer.error, "bad");
  });
  main.before(
    h(
      "div",
      { id: "failure", class: "card fate", role: "alert" },
      h("h1", {}, "This room can’t go on"),
      h("p", {}, words),
      h("div", { class: "row" }, again, h("a", { class: "button", href: "/" }, "Back to the lobby")),
    ),
  );
}

/** Something in the page itself went wrong: said calmly, once, and never a white page. @param {unknown} error */
function failed(error) {
  console.error(error);
  if (broken) return;
  broken = true;
  const reload = h("button", { class: "button main", type: "button", on: { click: () => location.reload() } }, "Load the page again");
  const words = "Something went wrong on this page. Your game is safe: the program on this computer keeps it.";
  const card = h("div", { class: "card fate", role: "alert" }, h("h1", {}, "Sorry"), h("p", {}, words), h("div", { class: "row" }, reload));
  if (skeleton.isConnected) put(main, card);
  else main.before(card);
}

async function help() {
  if (!app) return;
  const { helpContent } = await import("./screens/help.js");
  sheet("How to play", helpContent(app)).dialog.classList.add("wide");
}

// What will most likely be shown is fetched while the line comes up.
import(`./screens/${room ? "table" : wanted()}.js`).catch(() => {});
createMenu({
  element: top_,
  sounds,
  help,
  room: () => (room ? state : null),
  send: connection.send,
  go,
  toast,
  stopped: connection.farewell,
});
main.before(bars.element);
document.body.append(toasts, ...regions);
addEventListener("error", (event) => event.error && failed(event.error));
addEventListener("unhandledrejection", (event) => failed(event.reason));
for (const event of ["online", "focus", "pageshow"]) addEventListener(event, () => connection.hurry());
document.addEventListener("visibilitychange", () => document.hidden || connection.hurry());
