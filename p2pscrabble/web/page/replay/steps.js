// @ts-check
/** Every step of a game, one under the other; a press goes there. */

import { attribute, h } from "../dom.js";
import { plain, signed } from "../panels/wording.js";

/** @typedef {import("../types.js").Replay} Replay */

/**
 * @param {Replay} replay
 * @param {(turn: number) => void} go
 */
export function createSteps({ frames, names }, go) {
  const buttons = frames.map(({ step }, turn) => {
    const parts = step
      ? [
          h("span", { class: "nr" }, String(turn)),
          h("span", { class: "who" }, names[step.seat] ?? step.name),
          h("span", { class: "what" }, step.move || step.text),
          h("span", { class: "plus-points" }, signed(step.points)),
          h("b", {}, plain(step.total)),
        ]
      : [h("span", { class: "nr" }, "0"), h("span", { class: "who" }, "Before the first move")];
    return h("button", { type: "button", class: step ? `step ${step.kind}` : "step", title: step?.text ?? "", on: { click: () => go(turn) } }, ...parts);
  });
  const items = h("ol", { class: "steplist", start: 0 }, ...buttons.map((button) => h("li", {}, button)));
  return {
    element: h("section", { class: "card stepcard" }, h("h2", {}, "Moves"), items),
    /** @param {number} turn */
    update(turn) {
      buttons.forEach((button, index) => attribute(button, "aria-current", index === turn ? "step" : null));
      const button = buttons[turn];
      if (!button) return;
      // Only the list scrolls, never the page.
      const { offsetTop, offsetHeight } = button;
      const seen = items.scrollTop;
      if (offsetTop < seen || offsetTop + offsetHeight > seen + items.clientHeight) items.scrollTop = offsetTop - items.clientHeight / 2;
    },
  };
}
