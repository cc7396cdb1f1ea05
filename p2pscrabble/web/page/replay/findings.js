// @ts-check
/** What there is to a finished game besides its moves: the sums at its end, what was checked, and its number. */

import { button, h } from "../dom.js";
import { act } from "../lobby/asking.js";
import { createDigits, tablesOf } from "./sums.js";

/** @typedef {import("../types.js").Replay} Replay */

/** @param {string} title @param {...Node} content */
const card = (title, ...content) => h("section.card.stack", h("h2", title), ...content);

/** @param {Replay} replay */
export function createSums({ over }) {
  if (!over) return card("The end", h("p", "This game was not played to its end."));
  return card(over.text, h("p.muted", over.reason), h("div.sums", ...tablesOf(over)));
}

/** @param {Replay} replay */
export function createAudit({ audit, rules, lexicon }) {
  const found = audit.map(({ holds }) => holds);
  const good = found.includes(null) ? "All that can be checked here holds." : "Everything holds.";
  const verdict = found.includes(false) ? "Something in this number is wrong." : good;
  const items = audit.map(({ holds, text }) => {
    const words = holds ? "Holds" : holds === null ? "Cannot be told" : "Wrong";
    return h("li", { data: { verdict: String(holds) } }, h("b", words), `: ${text}`);
  });
  return card(
    "Checked anew",
    h("strong", verdict),
    h("ul.bullets", ...items),
    h("p.muted", `Rules: ${rules}. Word list: ${lexicon}.`),
  );
}

/**
 * @param {import("../types.js").App} app
 * @param {Replay} replay
 */
export function createNumber(app, { number }) {
  const { about, digits, copy, update } = createDigits(app);
  const gcg = button("Download GCG", async () => {
    const answer = await act(app, gcg, { do: "gcg", number });
    if (!answer) return;
    const href = URL.createObjectURL(new Blob([answer.text], { type: "text/plain;charset=utf-8" }));
    h("a", { href, download: answer.file }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  });
  update(number);
  const words = h("p.muted", "A GCG file is for other programs, such as Quackle or Macondo.");
  return card("The game as a number", about, digits, h("div.row", copy, gcg), words);
}
