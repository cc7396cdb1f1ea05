// @ts-check
/** How the others come in: the code, the link, the link as a picture, and the other addresses of this computer. */

import { attribute, h, list, put, text } from "../dom.js";
import { createCopy, createShare } from "./copying.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").RoomState} RoomState */

/** @param {App} app */
export function createInvitation(app) {
  /** @type {RoomState | null} */
  let held = null;
  const link = () => held?.link ?? "";
  const code = h("p", { class: "code" });
  const address = h("p", { class: "link muted" });
  const picture = h("img", { class: "qr", width: 168, height: 168, alt: "The link to this room as a QR code, for a phone’s camera" });
  const others = h("ul", { class: "stack" });
  const more = h("details", { class: "about" }, h("summary", {}, "More ways in"), h("p", { class: "muted" }, "The same link by the other addresses of this computer. Try one of these if the first leads nowhere."), others);
  const element = h(
    "section",
    { class: "card stack invitation" },
    h("h2", {}, "Invite your friends"),
    h(
      "div",
      { class: "invite" },
      h(
        "div",
        { class: "stack grow" },
        h("p", {}, "Send them the link, any way you like. They paste it in the lobby of their program."),
        address,
        h("div", { class: "row" }, createCopy(app, "Copy link", link, "The link is copied.", () => address), createShare(link)),
        h("p", { class: "muted" }, "Room code, enough for those who have set the same relay:"),
        code,
        h("div", { class: "row" }, createCopy(app, "Copy code", () => held?.code ?? "", "The room code is copied.", () => code)),
      ),
      picture,
    ),
    more,
  );
  element.querySelector("button")?.classList.add("main");

  /** @param {string} each */
  const make = (each) => {
    const shown = h("code", { class: "grow link" }, each);
    const button = createCopy(app, "Copy", () => each, "The link is copied.", () => shown);
    attribute(button, "aria-label", `Copy ${each}`);
    return h("li", { class: "row" }, shown, button);
  };

  return {
    element,
    /** @param {RoomState} state */
    update(state) {
      if (state.code !== held?.code) put(code, ...state.code.split(/[\s-]+/).flatMap((group, index) => [index ? " " : "", h("span", {}, group)]));
      text(address, state.link);
      picture.hidden = !state.qr;
      if (state.qr && state.qr !== held?.qr) picture.src = state.qr;
      const rest = state.links.filter((each) => each !== state.link);
      more.hidden = !rest.length;
      list(others, rest, (each) => each, make);
      held = state;
    },
  };
}
