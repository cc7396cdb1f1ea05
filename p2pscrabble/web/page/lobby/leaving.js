// @ts-check
/** Leaving a room or a game, after a question. */

import { ask } from "../dialogs.js";

/**
 * @param {Pick<import("../types.js").App, "send" | "go" | "toast">} app
 * @param {Pick<import("../types.js").RoomState, "phase" | "host">} state
 */
export async function leave({ send, go, toast }, { phase, host }) {
  const what = phase === "gathering" ? "room" : "game";
  const text =
    what === "game"
      ? "Your seat is given up for good: your tiles go back to the bag, and you can’t win. To come back later, just close the page instead."
      : host
        ? "You made it: when you leave, it closes for everyone."
        : "With the code you can come back as long as a seat is free.";
  if (!(await ask({ title: `Leave the ${what}?`, text, yes: "Leave", no: "Stay", danger: true }))) return;
  const answer = await send({ do: "leave" });
  if (answer.ok) go("/");
  else toast(answer.error, "bad");
}
