// @ts-check
/** How to play. */

import { h } from "../dom.js";

/** @param {import("../types.js").App} app */
export function helpContent(app) {
  return h("div", { class: "stack help" }, h("p", {}, `${app.config.program}.`));
}

/** @param {import("../types.js").App} app @returns {import("../types.js").Screen} */
export function createScreen(app) {
  return { element: h("section", { data: { screen: "help" } }, h("h1", {}, "How to play"), helpContent(app)), update() {} };
}
