// @ts-check
/** The scores of a game as lines, one a player, told apart by dashes and marks; a click goes to that turn. */

import { h, svg } from "../dom.js";
import { graph, inWords, spread } from "./points.js";

/** @typedef {import("../types.js").Replay} Replay */

const WIDE = 640;
const HIGH = 230;
const BOX = { left: 34, right: 520, top: 14, bottom: 206 };
const DASHES = ["none", "7 4", "2 4", "10 3 2 3"];

/** Marks by seat: circle, square, triangle, diamond. */
const MARKS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "M-3.6-3.6h7.2v7.2h-7.2z", "M0-4.6L4.4 3.6h-8.8z", "M0-5L5 0 0 5-5 0z"];

/** @param {{x: number, y: number}} point @param {number} seat */
const mark = ({ x, y }, seat) => svg("path", { d: MARKS[seat] ?? "", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: `mark seat${seat}` });

/** @param {number} seat @returns {SVGElement} a piece of a player's line, to stand beside the name */
export function sample(seat) {
  return svg(
    "svg",
    { viewBox: "0 0 30 12", width: 30, height: 12, "aria-hidden": "true", class: "sample" },
    svg("path", { d: "M1 6H29", class: `line seat${seat}`, "stroke-dasharray": DASHES[seat] ?? "" }),
    mark({ x: 15, y: 6 }, seat),
  );
}

/**
 * @param {Replay} replay
 * @param {(turn: number) => void} go
 */
export function createGraph({ names, frames }, go) {
  const { lines, scale, x, nearest } = graph(frames, BOX);
  const ends = lines.map((line) => line[line.length - 1] ?? { x: BOX.left, y: BOX.bottom });
  const heights = spread(ends.map(({ y }) => y), 17, BOX.bottom);
  const now = svg("line", { class: "now", y1: BOX.top - 6, y2: BOX.bottom });
  const dots = lines.map((_, seat) => svg("g", { class: "dot" }, mark({ x: 0, y: 0 }, seat)));
  // So many marks as stand apart from each other.
  const every = Math.ceil(frames.length / 24);
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `Scores turn by turn. ${inWords(names, frames)}`, class: "graph" },
    ...scale.flatMap(({ value, y }) => [
      svg("line", { class: "grid", x1: BOX.left, x2: BOX.right, y1: y, y2: y }),
      svg("text", { x: BOX.left - 6, y: y + 4, class: "scale" }, String(value)),
    ]),
    now,
    ...lines.map((line, seat) =>
      svg(
        "g",
        {},
        svg("path", { d: `M${line.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("L")}`, class: `line seat${seat}`, "stroke-dasharray": DASHES[seat] ?? "" }),
        ...line.filter((_, turn) => turn % every === 0 && frames[turn]?.step?.seat !== undefined).map((point) => mark(point, seat)),
        svg("text", { x: BOX.right + 10, y: (heights[seat] ?? 0) + 4, class: `seat${seat}` }, short(names[seat] ?? "")),
      ),
    ),
    ...dots,
  );
  picture.addEventListener("click", (event) => {
    const area = picture.getBoundingClientRect();
    go(nearest(((event.clientX - area.left) / area.width) * WIDE));
  });
  return {
    element: h("figure", { class: "scoregraph" }, picture),
    /** @param {number} turn */
    update(turn) {
      for (const end of ["x1", "x2"]) now.setAttribute(end, String(x(turn)));
      dots.forEach((dot, seat) => {
        const point = lines[seat]?.[turn];
        if (point) dot.setAttribute("transform", `translate(${point.x} ${point.y}) scale(1.6)`);
      });
    },
  };
}

/** @param {string} name */
const short = (name) => ([...name].length > 14 ? `${[...name].slice(0, 13).join("")}…` : name);
