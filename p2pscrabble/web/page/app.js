// @ts-check
/** The page: which screen is shown, what it is told, and what is said aloud. All else is in the parts it brings together. */

import { createAnnouncer, uppermost } from "./announcing.js";
import { createBanners } from "./banners.js";
import { connect } from "./connection.js";
import { sheet } from "./dialogs.js";
import { button, h, text } from "./dom.js";
import { act } from "./lobby/asking.js";
import { createMenu } from "./menu.js";
import { createSounds } from "./sounds.js";
import { behind, news, title } from "./state.js";

/** Notices that nothing else on the page tells. */
const TOLD = ["left", "closed", "relay", "warning", "without"];
const TITLES = /** @type {Record<string, string>} */ ({ replay: "Replay · ", help: "How to play · " });

const tab = crypto.randomUUID();
const [, place, room] = location.pathname.split("/");
const [top_, main] = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#top, #main"));
const toasts = h("section.toasts", { "aria-label": "Messages", data: { outlives: "" } });
const announce = createAnnouncer();
const sounds = createSounds();
const bars = createBanners(announce, (press, command) => app && act(app, press, command));

/** @type {import("./types.js").App | null} */
let app = null;
/** @type {any} */
let state = null;
/** @type {import("./types.js").RoomState | null} the view up to which everything was told */
let told = null;
/** @type {import("./connection.js").Line} */
let line = { state: "connecting" };
/** @type {{name: string, screen: import("./types.js").Screen, seen: any} | null} */
let shown = null;
let [loading, broken] = ["", false];

const connection = connect({
  url: room ? `/socket?room=${room}` : "/socket",
  tab,
  hello({ config }) {
    app ??= { config, tab, send: connection.send, announce, toast, go, sound: sounds.play };
    draw();
  },
  state(next) {
    state = next;
    draw();
  },
  notice({ kind, text: words }) {
    // That somebody left is told as a step of the game already.
    if (TOLD.includes(kind) && words !== state?.warning)
      toast(words, kind === "warning" ? "bad" : "info", kind !== "left");
  },
  line(next) {
    line = next;
    bars.update(line, state);
  },
  refused: () =>
    fetch(location.pathname, { cache: "no-store" }).then(
      ({ status }) => status === 401 || status === 403,
      () => false,
    ),
});

/** Which screen this place is, as far as can be told. */
function wanted() {
  if (room) return !state?.phase || state.phase === "gathering" ? "waiting" : "table";
  return place || "lobby";
}

/** Everything that came is drawn at once. */
function draw() {
  bars.update(line, state);
  const name = wanted();
  if (!app || (!state && name !== "help")) return;
  document.title = room ? title(state) : `${TITLES[name] ?? ""}p2pscrabble`;
  const failure = state?.failure ?? "";
  text(stuck.children[1], failure);
  if (shown?.name !== name && !failure) return void show(name, app);
  for (const child of main.children) /** @type {HTMLElement} */ (child).hidden = (child === stuck) !== Boolean(failure);
  if (shown?.name !== name) return;
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
    screen.element.dataset.screen = document.body.dataset.place = name;
    const held = main.contains(document.activeElement);
    shown?.screen.destroy?.();
    shown = { name, screen, seen: state };
    screen.update(state, null);
    main.replaceChildren(screen.element, stuck);
    if (held) main.focus({ preventScroll: true });
    loading = "";
  } catch (error) {
    // It is not tried again by itself: `loading` stays.
    return failed(error);
  }
  draw();
}

/** Says and sounds what is new since it was last done. @param {import("./types.js").RoomState} now */
function tell(now) {
  const found = news(told, now);
  if (!told || !behind(told, now)) told = now;
  for (const one of found) announce(one.text, one.urgent);
  const loud = found.find((one) => one.sound);
  if (loud?.sound)
    sounds.playOnce(loud.sound, [now.id, now.game, now.steps.length, now.chat.length, loud.kind].join(" "));
}

/** @param {string} words @param {"info" | "good" | "bad"} [kind] @param {boolean} [aloud] */
function toast(words, kind = "info", aloud = true) {
  for (const old of [...toasts.children]) if (old.firstChild?.textContent === words) old.remove();
  const close = button("✕", () => one.remove(), "bare icon", { "aria-label": "Dismiss" });
  const one = h(`div.toast.${kind}`, h("p", words), close);
  toasts.append(one);
  const over = uppermost();
  if (toasts.parentNode !== over) over.append(toasts);
  if (toasts.children.length > 3) toasts.firstElementChild?.remove();
  // Long enough to be read, and as long as the pointer or the focus is on it.
  const wait = () => void (one.matches(":hover, :focus-within") ? setTimeout(wait, 1500) : one.remove());
  setTimeout(wait, 3500 + 55 * words.length);
  if (aloud) announce(words, kind === "bad");
}

/** @param {string} path */
const go = (path) => location.assign(path);

/** @param {string} heading @param {string} words @param {...HTMLElement} buttons */
const card = (heading, words, ...buttons) =>
  h("div.card.stack.fate", { role: "alert" }, h("h1", heading), h("p", words), h("div.row", ...buttons));

/** The card that stands in the place of the screen, while a room can’t go on. */
const retry = button("Try again", () => app && act(app, retry, { do: "retry" }), "main");
const stuck = card("This room can’t go on", "", retry, h("a.button", { href: "/" }, "Back to the lobby"));
stuck.hidden = true;
main.append(stuck);

/** Something in the page itself went wrong: said calmly, once, and never a white page. @param {unknown} error */
function failed(error) {
  console.error(error);
  if (broken) return;
  broken = true;
  const reload = button("Load the page again", () => location.reload(), "main");
  main.querySelector(".skeleton")?.remove();
  main.prepend(
    card("Something went wrong on this page", "Your game is safe: the program on this computer keeps it.", reload),
  );
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
  app: { send: connection.send, go, toast },
  stopped: connection.farewell,
});
main.before(bars.element);
document.querySelector(".skip")?.addEventListener("click", (event) => {
  // Not by the address: what stands behind its # is the number of a game.
  event.preventDefault();
  main.focus();
});
addEventListener("error", ({ error }) => error && failed(error));
addEventListener("unhandledrejection", ({ reason }) => failed(reason));
for (const event of ["online", "focus", "pageshow", "visibilitychange"])
  addEventListener(event, () => document.hidden || connection.hurry());
