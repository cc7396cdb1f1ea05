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
    const press = { type: "button", data: { kind: step?.kind ?? "" }, on: { click: () => go(turn) } };
    if (!step) return h("button", press, h("small", "0"), h("span", "Before the first move"));
    const { seat, move, text, points, total } = step;
    const cells = [h("span", names[seat]), h("span", move || text), h("span", signed(points)), h("b", plain(total))];
    return h("button", press, h("small", String(turn)), ...cells);
  });
  const items = h("ol", ...buttons.map((button) => h("li", button)));
  return {
    element: h("section.card.steps", h("h2", "Moves"), items),
    /** @param {number} turn */
    update(turn) {
      buttons.forEach((button, index) => attribute(button, "aria-current", index === turn ? "step" : null));
      // Only the list scrolls, never the page.
      const { offsetTop, offsetHeight } = buttons[turn];
      const { scrollTop, clientHeight } = items;
      if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) items.scrollTop = offsetTop - clientHeight / 2;
    },
  };
}
