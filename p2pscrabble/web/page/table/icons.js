// @ts-check
/** The signs of the table. */

import { svg } from "../dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  back: "M4 5l8 6 8-6M4 12l8 6 8-6",
  shuffle: "M3 7h3c5 0 6 10 11 10h4M3 17h3c5 0 6-10 11-10h4M18 4l3 3-3 3M18 14l3 3-3 3",
  exchange: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  history: "M5 6h14M5 12h14M5 18h9",
  chat: "M4 5h16v11H10l-4 4v-4H4z",
  unseen: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  bag: "M8 3h8l-2 4c4 2 6 5 6 8 0 4-3 6-8 6s-8-2-8-6c0-3 2-6 6-8z",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  typed: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
};

/** @param {string} name */
export const icon = (name) =>
  svg(
    "svg",
    { viewBox: "0 0 24 24", width: 22, height: 22, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }),
  );
