// @ts-check
/** How to play: short sections in plain words. The table shows the same in a dialog. */

import { h } from "../dom.js";

/** @typedef {import("../types.js").Config} Config */

const KEYS = [
  ["Arrow keys", "Move the cursor on the board"],
  ["Space", "Turn the cursor: across or down"],
  ["A to Z", "Lay that tile and go on"],
  ["Shift and a letter", "Lay a blank as that letter"],
  ["Backspace", "Take the last tile back"],
  ["Enter", "Play"],
  ["Esc", "Take back all tiles"],
  ["#", "Shuffle your rack"],
  ["2", "Pass (you are asked first)"],
  ["3", "Challenge the last play"],
  ["4", "Exchange tiles"],
  ["?", "This help"],
];

const SQUARES = [
  ["DL", "Double letter", "The tile on it counts twice."],
  ["TL", "Triple letter", "The tile on it counts three times."],
  ["DW", "Double word", "The whole word counts twice."],
  ["TW", "Triple word", "The whole word counts three times."],
];

/**
 * All of the help, without a heading of its own; its sections have headings of the given level.
 * @param {import("../types.js").App} app
 * @param {2 | 3} [level]
 */
export function helpContent(app, level = 3) {
  const heading = level === 2 ? "h2" : "h3";
  const part = (/** @type {string} */ title, /** @type {(Node | string)[]} */ ...content) =>
    h("section.help-part", h(heading, {}, title), ...content);
  return h(
    "div.help",
    part(
      "The game",
      say(
        "Take turns to lay words on the board, each joined to what lies there. Whoever has the most points at the end wins.",
        `You hold ${app.config.rack} tiles. The first word covers the middle square. After that, every play must touch a tile ` +
          "on the board, lie in one line, and make only words from the word list, crossing words too.",
      ),
    ),
    part("Your turn", turn(app.config)),
    part(
      "The squares",
      h(
        "dl.help-squares",
        ...SQUARES.flatMap(([mark, name, words]) => [
          h("dt", h("span", { class: `help-square ${mark.toLowerCase()}`, "aria-hidden": "true" }, mark), name),
          h("dd", words),
        ]),
      ),
      say("They count only for the play that covers them. The middle square doubles the first word."),
    ),
    part("The tiles", tiles(app.config), say("A blank stands for any letter you choose, and counts nothing.")),
    part(
      "Playing by hand",
      say(
        "Drag a tile onto the board, or tap the tile and then the square. Drag or tap it again to move it or take it back. " +
          "Drag tiles along the rack to sort them.",
        "While tiles lie on the board, the page says which words they make, what they score, and what is wrong. " +
          "A play that would be refused can’t be sent.",
      ),
    ),
    part(
      "Playing by keyboard",
      say("These work while the board has the focus:"),
      h(
        "table.help-keys",
        h("thead", h("tr", h("th", { scope: "col" }, "Key"), h("th", { scope: "col" }, "What it does"))),
        h("tbody", ...KEYS.map(([key, words]) => h("tr", h("th", { scope: "row" }, h("kbd", key)), h("td", words)))),
      ),
      say(
        code("Or write your move in the box “Type a move”: ", "8H CAT", " lays CAT across from row 8, column H; ", "H8 CAT", " lays it down. "),
        code("A small letter among capitals is a blank: ", "8H CaT", ". Also ", "pass", " and ", "exchange ABC", "."),
      ),
    ),
    part(
      "Exchange, pass, challenge",
      say(
        `Instead of playing you can exchange tiles, or pass. Whether you can exchange depends on how many tiles the bag has left.`,
        "Under most rules a word that is not in the list is refused, and costs nothing. Under club rules any word may be laid, " +
          "and the next player may challenge it before moving on. If it is not in the list, it comes off and scores nothing. " +
          "If it is, a wrong challenge may cost you: the rules of the room say what.",
      ),
    ),
    part(
      "The end",
      say(
        "The game ends when the bag is empty and a player has laid the last tile, or when everybody keeps passing. " +
          "Tiles left on a rack are taken off its score. The sums are shown line by line.",
        "Every finished game has a number. Keep it, and you can replay the game from it anywhere.",
      ),
    ),
    part(
      "What the shield means",
      say(
        "There is no server that deals. Every player’s program mixes the bag with a secret of its own, so nobody can choose the tiles. " +
          "At the end the secrets are opened, and each program checks every draw. The shield says in a sentence what is proven " +
          "so far. Press it to read the details.",
      ),
    ),
    part(
      "When the connection fails",
      say(
        "Nothing is lost. The program on this computer keeps the game, sends your move as soon as it can, and never sends it twice. " +
          "You may reload this page or close it.",
        code("If you stopped the program, start ", "p2pscrabble resume", ", and the game goes on where it was."),
      ),
    ),
    h("p.muted", app.config.program),
  );
}

/**
 * @param {...(string | (Node | string)[])} paragraphs
 * @returns {HTMLElement}
 */
function say(...paragraphs) {
  return h("div.help-words", ...paragraphs.map((words) => h("p", ...(Array.isArray(words) ? words : [words]))));
}

/** Every second text is what one types. @param {...string} texts @returns {(Node | string)[]} */
function code(...texts) {
  return texts.map((words, index) => (index % 2 ? h("code", words) : words));
}

/** @param {Config} config */
function turn(config) {
  return h(
    "ol.help-steps",
    h("li", "Lay tiles on the board and press Play."),
    h("li", "Your points are added: each tile’s value, with the coloured squares under it."),
    h("li", `You draw tiles until you hold ${config.rack} again, as long as the bag has any.`),
  );
}

/** @param {Config} config */
function tiles(config) {
  /** @type {Map<number, string[]>} */
  const worth = new Map();
  for (const [tile, { points }] of Object.entries(config.tiles)) {
    worth.set(points, [...(worth.get(points) ?? []), tile === "?" ? "" : tile]);
  }
  const rows = [...worth].sort(([a], [b]) => (a || 99) - (b || 99));
  return h(
    "dl.help-tiles",
    ...rows.flatMap(([points, letters]) => [h("dt", points === 1 ? "1 point" : `${points} points`), h("dd", ...letters.map(tile))]),
  );
}

/** @param {string} letter */
const tile = (letter) => h("span.help-tile", letter || h("span.unseen", "blank"));

/** @param {import("../types.js").App} app @returns {import("../types.js").Screen} */
export function createScreen(app) {
  const back = h("a.button", { href: "/" }, "To the lobby");
  const element = h("div.help-screen", { data: { screen: "help" } }, h("h1", "How to play"), helpContent(app, 2), back);
  return { element, update() {} };
}
