// @ts-check
/** What is proven about this bag: one sentence with a shield, which opens into the details. */

import { h, put, svg, text } from "../dom.js";
import { pieces } from "./wording.js";

const OUTLINE = "M12 2.5 4.5 5.3v6c0 4.7 3 8.3 7.5 10.2 4.5-1.9 7.5-5.5 7.5-10.2v-6z";
const SIGNS = {
  waiting: "M8 12h.01M12 12h.01M16 12h.01",
  open: "M12 8v.01M12 11.5v5",
  sealed: "M8.5 11.5h7v5h-7zM10 11.5V9.8a2 2 0 0 1 4 0v1.7",
  checked: "m8 12 3 3 5-6",
  broken: "m9 9 6 6m0-6-6 6",
};

/** @param {import("../types.js").App} app @returns {import("../types.js").Panel} */
export function createShield(app) {
  const sign = svg("path");
  const icon = svg("svg", { viewBox: "0 0 24 24", width: 26, height: 26, "aria-hidden": "true" }, svg("path", { d: OUTLINE }), sign);
  const sentence = h("span", { class: "proven" });
  const details = h("dl");
  const chevron = h("span", { class: "chevron", "aria-hidden": "true" }, "▾");
  const element = h("details", { class: "panel shield" }, h("summary", {}, icon, sentence, chevron), details);

  return {
    element,
    update({ shield }, before) {
      if (before?.shield === shield) return;
      element.dataset.level = shield.level;
      sign.setAttribute("d", SIGNS[shield.level]);
      text(sentence, shield.sentence);
      if (before && shield.level === "broken" && before.shield.level !== "broken") app.announce(shield.sentence, true);
      if (before?.shield.details === shield.details) return;
      put(details, ...shield.details.map(({ title, text: words }) =>
        h("div", {}, h("dt", {}, title), h("dd", {}, ...pieces(words).map((piece) => (piece.hex ? h("code", {}, piece.text) : piece.text)))),
      ));
    },
  };
}
