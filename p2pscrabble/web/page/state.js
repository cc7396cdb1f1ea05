// @ts-check
/** What the page makes of the states that it is sent: pure, so that it can be tried without a browser. */

/**
 * @typedef {import("./types.js").RoomState} RoomState
 * @typedef {import("./types.js").State} State
 * @typedef {{state: any, version: number, gap: boolean}} Held the newest state, and whether something is missing after it
 * @typedef {import("./types.js").App["sound"] extends (sound: infer S) => void ? S : never} Sound
 * @typedef {object} News something that the player should hear of
 * @property {"move" | "turn" | "chat" | "over" | "joined" | "gone" | "presence" | "game" | "first" | "closed"} kind
 * @property {string} text a sentence
 * @property {Sound | null} sound at most one of the news that come together has one
 * @property {boolean} urgent whether a screen reader says it at once
 */

/** Which sound is heard when several could be: the first of these. @type {readonly Sound[]} */
const LOUDEST = ["over", "turn", "move", "chat", "tile"];

/**
 * The state after a message. What is equal to what was there stays the same object, so that `===` tells what has changed.
 * @param {Held | null} held
 * @param {State} message
 * @returns {Held}
 */
export function merge(held, { base, v, set }) {
  const { state: old, version } = held ?? { state: null, version: -1 };
  if (base !== null && base !== version) return { state: old, version, gap: true };
  /** @type {Record<string, any>} */
  const next = base === null ? {} : { ...old };
  for (const [key, value] of Object.entries(set)) next[key] = same(old?.[key], value) ? old[key] : value;
  const keys = Object.keys(next);
  const kept = old && keys.length === Object.keys(old).length && keys.every((key) => next[key] === old[key]);
  return { state: kept ? old : next, version: v, gap: false };
}

/**
 * Whether two values out of JSON are equal.
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
export function same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]));
}

/**
 * Whether a view shows less of the game than one that was seen before: a program that was just started may need a
 * moment to read its notes. Such a view tells nothing new.
 * @param {RoomState} seen
 * @param {RoomState} now
 */
export function behind(seen, now) {
  return (
    seen.id === now.id && (now.game < seen.game || (now.game === seen.game && now.steps.length < seen.steps.length))
  );
}

/**
 * What is new in a view, in the order in which it is best heard. Of what was there when the page came, nothing.
 * @param {RoomState | null} before
 * @param {RoomState} after
 * @returns {News[]}
 */
export function news(before, after) {
  if (!before || before === after || before.id !== after.id || behind(before, after)) return [];
  const found = [company, beginning, moves, talk].flatMap((part) => part(before, after));
  const loudest = LOUDEST.find((sound) => found.some((item) => item.sound === sound));
  const at = found.findIndex((item) => item.sound === loudest);
  return found.map((item, index) => (index === at ? item : { ...item, sound: null }));
}

/** @param {News["kind"]} kind @param {string} text @param {Sound | null} [sound] @param {boolean} [urgent] @returns {News} */
const item = (kind, text, sound = null, urgent = false) => ({ kind, text, sound, urgent });

/** @param {RoomState} before @param {RoomState} after @returns {News[]} */
function company(before, after) {
  if (before.players === after.players) return [];
  const found = [];
  const gathering = after.phase === "gathering" && before.phase === "gathering";
  const left = [...before.players];
  for (const { name, you, presence } of after.players) {
    const index = left.findIndex((other) => other.name === name && other.you === you);
    const [old] = index < 0 ? [] : left.splice(index, 1);
    if (you) continue;
    if (gathering && !old) found.push(item("joined", `${name} is here.`, "move"));
    if (gathering || !old || old.presence === presence || presence === "left") continue;
    found.push(item("presence", `${name} is ${presence === "here" ? "back" : "away"}.`));
  }
  if (gathering) found.push(...left.filter(({ you }) => !you).map(({ name }) => item("gone", `${name} has gone.`)));
  return found;
}

/** @param {RoomState["phase"]} phase */
const dealing = (phase) => phase === "committing" || phase === "revealing";

/** @param {RoomState} before @param {RoomState} after @returns {News[]} */
function beginning(before, after) {
  const found = [];
  if (dealing(after.phase) && !dealing(before.phase))
    found.push(item("game", "The game begins: the bag is being dealt.", "move", true));
  if (after.first && (!before.first || before.game !== after.game))
    found.push(item("first", after.first.text, "move", true));
  const ended = { closed: "The room is closed.", stopped: "The game has stopped." }[String(after.phase)];
  if (ended && after.phase !== before.phase) found.push(item("closed", after.warning || ended, "move", true));
  return found;
}

/** @param {RoomState} before @param {RoomState} after @returns {News[]} */
function moves(before, after) {
  const fresh = before.game === after.game ? after.steps.slice(before.steps.length) : after.steps;
  const found = fresh.map(({ seat, kind, text }) => {
    const own = seat === after.seat;
    return item("move", text, own && kind !== "left" ? "tile" : "move", !own);
  });
  const over = after.over && (!before.over || before.game !== after.game) ? after.over : null;
  if (over) found.push(item("over", `The game is over. ${over.reason} ${over.text}`, "over", true));
  const { turn } = after;
  const changed =
    turn && (before.turn?.number !== turn.number || before.turn.seat !== turn.seat || before.game !== after.game);
  if (turn && changed && !over) {
    const alone = fresh.length > 0 && fresh.every((step) => step.seat === after.seat);
    const rest = turn.mustAnswer ? ": accept the last play, or challenge it." : alone ? " again." : ".";
    found.push(
      turn.yours
        ? item("turn", `Your turn${rest}`, alone ? null : "turn", true)
        : item("turn", `${after.players[turn.seat].name} is to play.`),
    );
  }
  return found;
}

/**
 * The lines of chat that were not there. They may come in another order, as after a restart.
 * @param {RoomState} before @param {RoomState} after @returns {News[]}
 */
function talk(before, after) {
  const known = [...before.chat];
  return after.chat.flatMap((line) => {
    const at = known.findIndex((old) => same(old, line));
    if (at >= 0) known.splice(at, 1);
    return at < 0 && !line.you ? [item("chat", `${line.name}: ${line.text}`, "chat")] : [];
  });
}

/**
 * What stands on the tab in a room.
 * @param {RoomState} state
 */
export function title({ players, turn, phase, room, over }) {
  const scores = players.map(({ name, score }) => `${name} ${score}`).join(", ");
  let words = scores;
  if (phase === "gathering") words = room ? `${players.length} of ${room.seats} here` : "Waiting room";
  else if (over) words = over.text.replace(/\.$/, "");
  else if (turn) words = `${turn.yours ? "● Your turn" : players[turn.seat].name + " to play"} · ${scores}`;
  return `${words} · p2pscrabble`;
}
