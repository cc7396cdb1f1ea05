// @ts-check
/** What there is to a finished game besides its moves: the sums at its end, what was checked, and its number. */

import { h } from "../dom.js";
import { act, createFault } from "../lobby/asking.js";
import { createCopy } from "../lobby/copying.js";
import { counted, grouped, plain, signed } from "../panels/wording.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Replay} Replay */

/** How a finding stands, as a sign and in words. */
const HOLDS = { true: ["✓", "Holds"], false: ["✗", "Wrong"], null: ["?", "Cannot be told"] };

/** @param {Replay} replay */
export function createSums({ over, names }) {
  if (!over) return h("section", { class: "card stack" }, h("h2", {}, "The end"), h("p", {}, "This game was not played to its end."));
  return h(
    "section",
    { class: "card stack" },
    h("h2", {}, over.text),
    h("p", { class: "muted" }, over.reason),
    h(
      "div",
      { class: "sums" },
      ...over.sums.map(({ seat, name, before, lines, total }) =>
        h(
          "table",
          { class: over.winners.includes(seat) ? "won" : "" },
          h("caption", {}, h("span", {}, names[seat] ?? name), over.winners.includes(seat) && h("b", {}, over.winners.length > 1 ? "shares the win" : "wins")),
          h("tbody", {}, row("Before", plain(before)), ...lines.map((line) => row(line.text, signed(line.points))), row("Final", plain(total), "final")),
        ),
      ),
    ),
  );
}

/** @param {string} name @param {string} value @param {string} [kind] */
const row = (name, value, kind = "") => h("tr", { class: kind }, h("th", { scope: "row" }, name), h("td", {}, value));

/** @param {Replay} replay */
export function createAudit({ audit, rules, lexicon }) {
  const wrong = audit.filter(({ holds }) => holds === false).length;
  const open = audit.filter(({ holds }) => holds === null).length;
  const verdict = wrong ? `${counted(wrong, "thing")} in this number ${wrong === 1 ? "is" : "are"} wrong.` : open ? "All that can be checked here holds." : "Everything holds.";
  return h(
    "section",
    { class: "card stack" },
    h("h2", {}, "Checked anew"),
    h("p", {}, h("strong", {}, verdict)),
    h(
      "ul",
      { class: "audit" },
      ...audit.map(({ holds, text }) => {
        const [sign, words] = HOLDS[/** @type {"true"} */ (String(holds))];
        return h("li", { data: { holds: String(holds) } }, h("span", { class: "verdict" }, h("i", { "aria-hidden": "true" }, sign), words), h("span", {}, text));
      }),
    ),
    h("p", { class: "muted" }, `Rules: ${rules}. Word list: ${lexicon}.`),
  );
}

/**
 * @param {App} app
 * @param {Replay} replay
 */
export function createNumber(app, { number }) {
  const digits = h("code", { class: "digits", tabIndex: 0, role: "region", "aria-label": "The number" }, ...grouped(number).flatMap((group) => [h("span", {}, group), " "]));
  const fault = createFault();
  const gcg = h("button", { class: "button", type: "button" }, "Download GCG");
  gcg.addEventListener("click", async () => {
    const answer = await act(app, gcg, fault, { do: "gcg", number });
    if (!answer) return;
    const address = URL.createObjectURL(new Blob([answer.text], { type: "text/plain;charset=utf-8" }));
    h("a", { href: address, download: answer.file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  });
  return h(
    "section",
    { class: "card stack" },
    h("h2", {}, "The game as a number"),
    h("p", { class: "muted" }, `${counted(number.length, "digit")}: all tiles, racks and moves of this game. Send it to anyone; their program shows the same.`),
    digits,
    h("div", { class: "row" }, createCopy(app, "Copy the number", () => number, "The number is copied.", () => digits), gcg),
    h("p", { class: "muted" }, "A GCG file is for other programs, such as Quackle or Macondo."),
    fault.element,
  );
}
