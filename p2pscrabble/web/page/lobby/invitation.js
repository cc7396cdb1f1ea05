// @ts-check
/** How the others come in: the link, the same as a picture, the code, and the other addresses of this computer. */

import { attribute, h, list, put, text } from "../dom.js";
import { createCopy, inGroups } from "./copying.js";

/** @param {import("../types.js").App} app */
export function createInvitation(app) {
  let [link, code] = ["", ""];
  const digits = h("p.roomcode");
  const address = h("p.muted");
  const picture = h("img.qr", { width: 168, height: 168, alt: "The link to this room as a QR code" });
  const copy = createCopy(app, "Copy link", () => link, "The link is copied.", address);
  copy.classList.add("main");
  const others = h("ul.stack");
  const more = h("details", h("summary", "The same link by this computer’s other addresses"), others);
  const words = h("p", "Send them this link. They paste it in the lobby of their program.");
  const aslink = h("div.stack.grow", words, address, h("div", copy));
  const element = h(
    "section.card.stack.invitation",
    h("h2", "Invite your friends"),
    h("div.row.aslink", aslink, picture),
    h("p", "The room code is enough for those who have set the same relay."),
    h(
      "div.row",
      digits,
      createCopy(app, "Copy code", () => code, "The room code is copied.", digits),
    ),
    more,
  );

  /** @param {string} each */
  function make(each) {
    const shown = h("span.muted.grow", each);
    const one = createCopy(app, "Copy", () => each, "The link is copied.", shown);
    one.ariaLabel = `Copy ${each}`;
    return h("li.row", shown, one);
  }

  return {
    element,
    /** @param {import("../types.js").RoomState} state */
    update(state) {
      if (code !== state.code) put(digits, ...inGroups(state.code.replaceAll(" ", "")));
      ({ link, code } = state);
      text(address, link);
      picture.hidden = !state.qr;
      attribute(picture, "src", state.qr || null);
      const rest = state.links.filter((each) => each !== link);
      more.hidden = !rest.length;
      list(others, rest, (each) => each, make);
    },
  };
}
