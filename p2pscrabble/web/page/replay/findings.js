// @ts-check
/** What there is to a finished game besides its moves: the sums at its end, what was checked, and its number. */

import { h } from "../dom.js";
import { act, createFault } from "../lobby/asking.js";
import { createCopy } from "../lobby/copying.js";
import { counted, grouped, plain, signed } from "../panels/wording.js";

/** @typedef {import("../types.js").Replay} Replay */

/** @param {string} title @param {...(Node | string | false)} content */
const card = (title, ...content) => h("section.card.stack", h("h2", title), ...content);

/** @param {string} name @param {string} value @param {string} [kind] */
const row = (name, value, kind = "") => h("tr", { class: kind }, h("th", { scope: "row" }, name), h("td", value));

/** @param {Replay} replay */
export function createSums({ over }) {
  if (!over) return card("The end", h("p", "This game was not played to its end."));
  const tables = over.sums.map(({ seat, name, before, lines, total }) => {
    const won = over.winners.includes(seat);
    return h(
      "table",
      h("caption", name, won && h("b", over.winners.length > 1 ? " shares the win" : " wins")),
      h("tbody", row("Before", plain(before)), ...lines.map(({ text, points }) => row(text, signed(points))), row("Final", plain(total), "final")),
    );
  });
  return card(over.text, h("p.muted", over.reason), h("div.endsums", ...tables));
}

/** @param {Replay} replay */
export function createAudit({ audit, rules, lexicon }) {
  const [wrong, open] = [false, null].map((way) => audit.filter(({ holds }) => holds === way).length);
  const bad = `${counted(wrong, "thing")} in this number ${wrong === 1 ? "is" : "are"} wrong.`;
  return card(
    "Checked anew",
    h("p", h("strong", wrong ? bad : open ? "All that can be checked here holds." : "Everything holds.")),
    h(
      "ul.audit",
      ...audit.map(({ holds, text }) => {
        const [sign, words] = holds ? ["✓", "Holds"] : holds === null ? ["?", "Cannot be told"] : ["✗", "Wrong"];
        return h("li", { data: { holds: String(holds) } }, h("i", { "aria-hidden": "true" }, sign), h("p", h("b", words), ": ", text));
      }),
    ),
    h("p.muted", `Rules: ${rules}. Word list: ${lexicon}.`),
  );
}

/**
 * @param {import("../types.js").App} app
 * @param {Replay} replay
 */
export function createNumber(app, { number }) {
  const groups = grouped(number).flatMap((group) => [h("span", group), " "]);
  const digits = h("code.gamenumber", { tabIndex: 0, role: "region", "aria-label": "The number" }, ...groups);
  const fault = createFault();
  const gcg = h("button.button", { type: "button" }, "Download GCG");
  gcg.addEventListener("click", async () => {
    const answer = await act(app, gcg, fault, { do: "gcg", number });
    if (!answer) return;
    const href = URL.createObjectURL(new Blob([answer.text], { type: "text/plain;charset=utf-8" }));
    h("a", { href, download: answer.file }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  });
  return card(
    "The game as a number",
    h("p.muted", `${counted(number.length, "digit")} hold the whole game. Send them to anyone: their program shows the same.`),
    digits,
    h("div.row", createCopy(app, "Copy the number", () => number, "The number is copied.", digits), gcg),
    h("p.muted", "A GCG file is for other programs, such as Quackle or Macondo."),
    fault.element,
  );
}
