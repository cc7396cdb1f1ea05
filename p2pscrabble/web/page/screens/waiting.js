// @ts-check
/** The waiting room: seats fill, and the game starts. */

import { attribute, button, freshId, h, put, text } from "../dom.js";
import { act } from "../lobby/asking.js";
import { createInvitation } from "../lobby/invitation.js";
import { leave } from "../lobby/leaving.js";
import { createCountdown, createSeats } from "../lobby/seats.js";
import { createChat } from "../panels/chat.js";
import { joined } from "../panels/wording.js";

/** @typedef {import("../types.js").RoomState} RoomState */

/** After so many milliseconds without a word of the room, the player is told what may be the matter. */
const PATIENCE = 10_000;

/**
 * @param {import("../types.js").App} app
 * @returns {import("../types.js").Screen}
 */
export function createScreen(app) {
  const began = Date.now();
  /** @type {RoomState | null} */
  let held = null;
  let warned = false;

  const title = h("h1");
  const status = h("p", { role: "status" });
  const hint = h(
    "p.note",
    "This takes long. Ask your friend whether the program that made the room is running, and whether the code is right.",
  );
  const countdown = createCountdown();
  const seats = createSeats();
  const invitation = createInvitation(app);
  const chat = createChat(app);

  const why = h("p.muted", { id: freshId() });
  const described = { "aria-describedby": why.id };
  const start = button("Start now", () => act(app, start, { do: "start" }), "main", described);
  const bot = button("Add a computer player", () => act(app, bot, { do: "bot" }), "", described);
  const controls = h("div.stack", h("div.row", start, bot), why);

  const lines = h("ul.bullets");
  const rulesName = h("summary");
  const rules = h("details.card", rulesName, lines);
  const away = button("Leave the room", () => held && leave(app, held), "danger bare");

  const element = h(
    "section.page.waiting",
    h("div.row.heading", title, away),
    h(
      "div",
      h("section.card.stack", h("h2", "Seats"), status, hint, countdown.element, seats.element, controls),
      chat.element,
    ),
    h("div", invitation.element, rules),
  );

  /** What changes with time alone. */
  function show() {
    const now = Date.now();
    const until = held?.startsAt ?? null;
    hint.hidden = Boolean(held?.room) || now - began < PATIENCE;
    countdown.update(until, now);
    const soon = until !== null && until - now < 10_500;
    if (soon && !warned && until - now > 8_000) app.announce("The game starts in 10 seconds.");
    warned = soon;
  }
  const tick = setInterval(show, 500);

  return {
    element,
    /** @param {RoomState} state */
    update(state) {
      const before = held;
      held = state;
      const { room, host, relay } = state;
      const here = state.players.filter(({ presence }) => presence !== "left");
      const others = here.filter(({ you }) => !you).map(({ name }) => name);
      const owner = here.find((player) => player.host)?.name;
      const free = (room?.seats ?? 0) - here.length;
      text(title, host ? "Your room" : owner ? `${owner}’s room` : "The room");
      const looking = (relay.state !== "up" && relay.detail) || `Looking for the room ${state.code}…`;
      const waits = host || state.startsAt !== null ? "" : ` Waiting for ${owner ?? "the host"} to start.`;
      text(status, room ? `${here.length} of ${room.seats} seats are taken.${waits}` : looking);
      status.ariaBusy = room ? null : "true";
      seats.update(here, room?.seats ?? 0);
      invitation.update(state);
      invitation.element.hidden = rules.hidden = !room;

      controls.hidden = !host || !room;
      attribute(start, "aria-disabled", !others.length);
      attribute(bot, "aria-disabled", free <= 0);
      const ready = free > 0 ? `You can start with ${joined(others)}, or wait for others.` : "Everybody is here.";
      text(why, others.length ? ready : "You can start as soon as somebody is here with you.");

      if (room && room !== before?.room) {
        text(rulesName, `Rules of this room: ${room.rules.replace(/ with .*/, " with changes")}`);
        const words = `Words are those of the list ${room.lexicon}, ${room.words.toLocaleString("en")} of them.`;
        const who = room.public ? "Everyone on this relay can come in." : "Only those who have the code can come in.";
        put(lines, ...[...room.lines, words, who].map((line) => h("li", line)));
      }
      chat.update(state, before);
      show();
    },
    destroy: () => clearInterval(tick),
  };
}
