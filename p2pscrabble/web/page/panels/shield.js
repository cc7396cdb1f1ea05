// @ts-check
/** What is proven about this bag: one sentence with a shield, which opens into the details. */

import { h, put, svg, text } from "../dom.js";
import { icon } from "../table/icons.js";
import { pieces } from "./wording.js";

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
  const picture = icon("shield");
  picture.append(sign);
  const sentence = h("span.grow");
  const details = h("dl.stack");
  const chevron = h("span.chevron", { "aria-hidden": "true" }, "▾");
  const element = h("details.card.panel.shield", h("summary", picture, sentence, chevron), details);

  return {
    element,
    update({ shield }, before) {
      if (before?.shield === shield) return;
      element.dataset.level = shield.level;
      sign.setAttribute("d", SIGNS[shield.level]);
      text(sentence, shield.sentence);
      if (before && shield.level === "broken" && before.shield.level !== "broken") app.announce(shield.sentence, true);
      const parts = shield.details.map(({ title, text: words }) => {
        const said = pieces(words).map((piece, index) => (index % 2 ? h("code", piece) : piece));
        return h("div", h("dt", title), h("dd", ...said));
      });
      put(details, ...parts);
    },
  };
}
