// @ts-check
/** The scores of a game as lines, one a player, told apart by their dashes; a press goes to that turn. */

import { h, svg } from "../dom.js";
import { graph, inWords } from "./points.js";

const [WIDE, HIGH] = [440, 216];
const BOX = { left: 34, right: 430, top: 14, bottom: 206 };
const DASHES = ["none", "7 4", "2 4", "10 3 2 3"];

/** @param {string} d @param {number} seat */
const trace = (d, seat) => svg("path", { d, class: `trace seat${seat}`, "stroke-dasharray": DASHES[seat] });

/** @param {number} seat @returns {SVGElement} a piece of a player's line, to stand beside the name */
export const sample = (seat) =>
  svg("svg", { viewBox: "0 0 30 12", width: 30, height: 12, "aria-hidden": "true" }, trace("M1 6H29", seat));

/**
 * @param {import("../types.js").Replay} replay
 * @param {(turn: number) => void} go
 */
export function createGraph({ names, frames, over }, go) {
  const { lines, scale, x, nearest } = graph(frames, BOX);
  const now = svg("path", { class: "here", d: `M0 ${BOX.top - 6}V${BOX.bottom}` });
  const dots = lines.map((_, seat) => svg("circle", { r: 5, class: `pip seat${seat}` }));
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      class: "scoregraph",
      "aria-label": `Scores turn by turn. ${inWords(names, frames, over)}`,
    },
    ...scale.flatMap(({ value, y }) => [
      svg("path", { d: `M${BOX.left} ${y}H${BOX.right}` }),
      svg("text", { x: BOX.left - 6, y: y + 4, "text-anchor": "end" }, String(value)),
    ]),
    now,
    ...lines.map((line, seat) => trace("M" + line.map(({ x, y }) => `${x} ${y}`).join("L"), seat)),
    ...dots,
  );
  picture.addEventListener("click", (event) => {
    const area = picture.getBoundingClientRect();
    go(nearest(((event.clientX - area.left) / area.width) * WIDE));
  });
  return {
    element: h(
      "section.card.stack",
      h("h2", "Scores"),
      h("div.row", ...names.map((name, seat) => h("span", sample(seat), " ", name))),
      picture,
    ),
    /** @param {number} turn */
    update(turn) {
      now.setAttribute("transform", `translate(${x(turn)} 0)`);
      dots.forEach((dot, seat) => {
        const { x, y } = lines[seat][turn];
        dot.setAttribute("transform", `translate(${x} ${y})`);
      });
    },
  };
}
