// @ts-check
/** The waiting room: seats fill, and the game starts. */

import { h, put, text } from "../dom.js";
import { ask } from "../dialogs.js";
import { act, createFault } from "../lobby/asking.js";
import { createInvitation } from "../lobby/invitation.js";
import { createCountdown, createSeats } from "../lobby/seats.js";
import { remaining } from "../lobby/words.js";
import { createChat } from "../panels/chat.js";
import { counted, joined } from "../panels/wording.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").RoomState} RoomState */

const PATIENCE = 10_000;

/**
 * @param {App} app
 * @returns {import("../types.js").Screen}
 */
export function createScreen(app) {
  const began = Date.now();
  /** @type {RoomState | null} */
  let held = null;
  let warned = false;

  const title = h("h1", { class: "grow" });
  const status = h("p", { class: "status" });
  const hint = h("p", { class: "note", hidden: true }, "This takes long. The room is kept by the program of whoever made it: ask your friend whether it is running, and whether the code is right.");
  const countdown = createCountdown();
  const seats = createSeats();
  const invitation = createInvitation(app);
  const chat = createChat(app);

  const fault = createFault();
  const start = h("button", { class: "button main", type: "button" }, "Start now");
  const bot = h("button", { class: "button", type: "button" }, "Add a computer player");
  const why = h("p", { class: "muted" });
  start.addEventListener("click", () => start.ariaDisabled !== "true" && act(app, start, fault, { do: "start" }));
  bot.addEventListener("click", () => bot.ariaDisabled !== "true" && act(app, bot, fault, { do: "bot" }));
  const controls = h("div", { class: "stack" }, h("div", { class: "row" }, start, bot), why, fault.element);

  const about = h("ul", { class: "dots" });
  const ruleName = h("summary");
  const rules = h("details", { class: "card about" }, ruleName, about);
  const leave = h("button", { class: "button danger bare", type: "button" }, "Leave the room");
  leave.addEventListener("click", async () => {
    const sure = await ask({
      title: "Leave this room?",
      text: held?.host ? "You made it: when you leave, it closes for everyone." : "Your seat is free for somebody else then. You can come in again with the same code while one is free.",
      yes: "Leave",
      no: "Stay",
      danger: true,
    });
    if (sure && (await act(app, leave, fault, { do: "leave" }))) app.go("/");
  });

  const element = h(
    "section",
    { class: "waiting", data: { screen: "waiting" } },
    h("div", { class: "row top" }, title, leave),
    h("div", { class: "room" }, h("section", { class: "card stack" }, h("h2", {}, "Seats"), status, hint, countdown.element, seats.element, controls), invitation.element, h("div", { class: "stack aside" }, chat.element, rules)),
  );

  const tick = setInterval(show, 500);

  /** What changes with time alone. */
  function show() {
    const now = Date.now();
    hint.hidden = !(held && !held.room && now - began > PATIENCE);
    const until = held?.startsAt ?? null;
    countdown.update(until, now, until === null ? "" : remaining(until, now));
    if (until === null) warned = false;
    else if (!warned && until - now < 10_500) {
      warned = true;
      if (until - now > 8_000) app.announce("The game starts in 10 seconds.");
    }
  }

  /** @param {RoomState} state */
  function statusOf({ room, players, relay, host, startsAt }) {
    if (!room) return relay.state === "up" ? "Looking for the room…" : relay.detail || `Connecting to the relay ${relay.address}…`;
    const here = players.filter(({ presence }) => presence !== "left").length;
    const taken = `${here} of ${room.seats} seats are taken.`;
    if (startsAt !== null || host) return taken;
    const owner = players.find((player) => player.host)?.name ?? "the host";
    return `${taken} Waiting for ${owner} to start.`;
  }

  return {
    element,
    /** @param {RoomState} state */
    update(state) {
      const before = held;
      held = state;
      const { room, players, host } = state;
      const owner = players.find((player) => player.host)?.name;
      text(title, host ? "Your room" : owner ? `${owner}’s room` : "The room");
      text(status, statusOf(state));
      status.ariaBusy = room ? null : "true";
      seats.update(state);
      invitation.update(state);

      const others = players.filter(({ you, presence }) => !you && presence !== "left");
      const free = room ? room.seats - others.length - 1 : 0;
      controls.hidden = !host || !room;
      start.ariaDisabled = others.length ? null : "true";
      bot.ariaDisabled = free > 0 ? null : "true";
      text(why, others.length ? (free > 0 ? `You can start with ${joined(others.map(({ name }) => name))}, or wait for ${counted(free, "more player")}.` : "Everybody is here.") : "You can start as soon as somebody is here with you.");

      rules.hidden = !room;
      if (room && room !== before?.room) {
        text(ruleName, `Rules of this room: ${room.rules}`);
        const clock = room.clock ? `Each player has ${counted(Math.round(room.clock / 60), "minute")} for the whole game.` : "";
        put(
          about,
          ...[...room.lines, clock, `Words are those of the list ${room.lexicon}, ${room.words.toLocaleString("en")} of them.`, room.public ? "The room is listed: everyone on this relay can come in." : "Only those who have the code can come in."]
            .filter(Boolean)
            .map((line) => h("li", {}, line)),
        );
      }
      chat.update(state, before);
      show();
    },
    destroy: () => clearInterval(tick),
  };
}
