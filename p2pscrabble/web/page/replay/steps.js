// @ts-check
/** Every step of a game, one under the other; a press goes there. */

import { attribute, h } from "../dom.js";
import { plain, signed } from "../panels/wording.js";

/**
 * @param {import("../types.js").Replay} replay
 * @param {(turn: number) => void} go
 */
export function createSteps({ frames, names }, go) {
  const buttons = frames.map(({ step }, turn) => {
    const cells = step
      ? [h("span", names[step.seat]), h("span", step.move || step.text), h("span", signed(step.points)), h("b", plain(step.total))]
      : [h("span", "Before the first move")];
    return h("button", { type: "button", data: { kind: step?.kind }, on: { click: () => go(turn) } }, h("small", String(turn)), ...cells);
  });
  const items = h("ol", ...buttons.map((button) => h("li", button)));
  return {
    element: h("section.card.steps", h("h2", "Moves"), items),
    /** @param {number} turn */
    update(turn) {
      buttons.forEach((button, index) => attribute(button, "aria-current", index === turn && "step"));
      // Only the list scrolls, never the page.
      const { offsetTop, offsetHeight } = buttons[turn];
      const { scrollTop, clientHeight } = items;
      if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) items.scrollTop = offsetTop - clientHeight / 2;
    },
  };
}
