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
export function merge(held, message) {
  if (message.base !== null && message.base !== held?.version) {
    return { state: held?.state ?? null, version: held?.version ?? -1, gap: true };
  }
  /** @type {any} */
  const old = held?.state ?? null;
  /** @type {Record<string, any>} */
  const next = message.base === null ? {} : { ...old };
  for (const [key, value] of Object.entries(message.set)) next[key] = old && same(old[key], value) ? old[key] : value;
  const kept = old && Object.keys(next).length === Object.keys(old).length && Object.keys(next).every((key) => next[key] === old[key]);
  return { state: kept ? old : next, version: message.v, gap: false };
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
  return seen.id === now.id && (now.game < seen.game || (now.game === seen.game && now.steps.length < seen.steps.length));
}

/**
 * What is new in a view, in the order in which it is best heard. Of what was there when the page came, nothing.
 * @param {RoomState | null} before
 * @param {RoomState} after
 * @returns {News[]}
 */
export function news(before, after) {
  if (!before || before === after || before.id !== after.id || behind(before, after)) return [];
  const found = [...company(before, after), ...beginning(before, after), ...moves(before, after), ...talk(before, after)];
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
  for (const player of after.players) {
    const index = left.findIndex((other) => other.name === player.name && other.you === player.you);
    const [old] = index < 0 ? [null] : left.splice(index, 1);
    if (player.you) continue;
    if (!old) {
      if (gathering) found.push(item("joined", `${player.name} is here.`, "move"));
    } else if (!gathering && old.presence !== player.presence && player.presence !== "left") {
      found.push(item("presence", player.presence === "here" ? `${player.name} is back.` : `${player.name} is away.`));
    }
  }
  if (gathering) found.push(...left.filter((player) => !player.you).map((player) => item("gone", `${player.name} has gone.`)));
  return found;
}

/** @param {RoomState} before @param {RoomState} after @returns {News[]} */
function beginning(before, after) {
  const found = [];
  const dealing = (/** @type {RoomState} */ state) => state.phase === "committing" || state.phase === "revealing";
  if (dealing(after) && !dealing(before)) found.push(item("game", "The game begins: the bag is being dealt.", "move", true));
  if (after.first && (!before.first || before.game !== after.game)) found.push(item("first", after.first.text, "move", true));
  if (after.phase !== before.phase && (after.phase === "closed" || after.phase === "stopped")) {
    found.push(item("closed", after.warning || (after.phase === "closed" ? "The room is closed." : "The game has stopped."), "move", true));
  }
  return found;
}

/** @param {RoomState} before @param {RoomState} after @returns {News[]} */
function moves(before, after) {
  const fresh = before.game === after.game ? after.steps.slice(before.steps.length) : after.steps;
  const found = fresh.map((step) =>
    item("move", step.text, step.seat === after.seat && step.kind !== "left" ? "tile" : "move", step.seat !== after.seat),
  );
  const over = after.over && (!before.over || before.game !== after.game) ? after.over : null;
  if (over) found.push(item("over", `The game is over. ${over.reason} ${over.text}`, "over", true));
  const { turn } = after;
  const changed = turn && (before.turn?.number !== turn.number || before.turn.seat !== turn.seat || before.game !== after.game);
  if (turn && changed && !over) {
    const alone = fresh.length > 0 && fresh.every((step) => step.seat === after.seat);
    if (!turn.yours) found.push(item("turn", `${after.players[turn.seat]?.name ?? "Somebody"} is to play.`));
    else if (turn.mustAnswer) found.push(item("turn", "Your turn: accept the last play, or challenge it.", "turn", true));
    else found.push(item("turn", alone ? "Your turn again." : "Your turn.", alone ? null : "turn", true));
  }
  return found;
}

/**
 * The lines of chat that were not there. They may come in another order, as after a restart, so they are counted.
 * @param {RoomState} before @param {RoomState} after @returns {News[]}
 */
function talk(before, after) {
  if (before.chat === after.chat) return [];
  const name = (/** @type {import("./types.js").ChatLine} */ line) => JSON.stringify([line.name, line.text, line.you]);
  /** @type {Map<string, number>} */
  const known = new Map();
  for (const line of before.chat) known.set(name(line), (known.get(name(line)) ?? 0) + 1);
  return after.chat
    .filter((line) => {
      const count = known.get(name(line)) ?? 0;
      known.set(name(line), count - 1);
      return count <= 0 && !line.you;
    })
    .map((line) => item("chat", `${line.name}: ${line.text}`, "chat"));
}

/**
 * What stands on the tab in a room.
 * @param {RoomState} state
 */
export function title(state) {
  const parts = [];
  const scores = state.players.map((player) => `${player.name} ${player.score}`).join(", ");
  const { turn } = state;
  if (state.failure) parts.push("The room has failed");
  else if (state.phase === "gathering") {
    parts.push(state.room ? `${state.players.length} of ${state.room.seats} here` : "Waiting room");
  } else if (state.over) parts.push(state.over.text.replace(/\.$/, ""));
  else if (turn?.yours) parts.push("● Your turn", scores);
  else if (turn) parts.push(`${state.players[turn.seat]?.name ?? "Somebody"} to play`, scores);
  else if (state.phase === "committing" || state.phase === "revealing") parts.push("The bag is being dealt");
  else parts.push(scores);
  return [...parts.filter(Boolean), "p2pscrabble"].join(" · ");
}
