// @ts-check
/** How to play: short sections in plain words. The table shows the same in a dialog. */

import { h } from "../dom.js";
import { counted } from "../panels/wording.js";
import { createTile } from "../table/tile.js";

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

const SQUARES = {
  DL: "Double letter: the tile on it counts twice.",
  TL: "Triple letter: it counts three times.",
  DW: "Double word: the whole word counts twice.",
  TW: "Triple word: it counts three times.",
};

/**
 * All of the help, without a heading of its own; its sections have headings of the given level.
 * @param {import("../types.js").App} app
 * @param {"h2" | "h3"} [heading]
 */
export function helpContent({ config }, heading = "h3") {
  /** @param {string} title @param {...(Node | string)} content texts are paragraphs of their own */
  const part = (title, ...content) =>
    h("section.stack", h(heading, title), ...content.map((each) => (typeof each === "string" ? h("p", each) : each)));
  const squares = Object.entries(SQUARES).map(([mark, words]) =>
    h("div.row", h("span.square", { "aria-hidden": "true", data: { premium: mark, mark } }), h("p.grow", words)),
  );
  const keys = KEYS.map(([key, words]) => h("tr", h("th", { scope: "row" }, h("kbd", key)), h("td", words)));
  const columns = ["Key", "What it does"].map((name) => h("th", { scope: "col" }, name));
  return h(
    "div.stack.help",
    part(
      "The game",
      "Take turns to lay words on the board. The most points win.",
      `You hold ${config.rack} tiles. The first word covers the middle square. Every later play touches a tile on the board, lies in one line, and makes only words from the word list, crossing words too.`,
      "You get what the tiles are worth, with the coloured squares under them, and draw new tiles as long as the bag has any.",
    ),
    part(
      "The squares",
      ...squares,
      "They count only for the play that covers them. The middle square doubles the first word.",
    ),
    part("The tiles", ...tiles(config), "A blank stands for any letter you choose, and counts nothing."),
    part(
      "Playing by hand",
      "Drag a tile onto the board, or tap the tile and then the square. Drag or tap it again to move it or take it back. Drag along the rack to sort.",
      "Before you press Play, the page says what your tiles score, or what is wrong.",
    ),
    part(
      "Playing by keyboard",
      "These work while the board has the focus:",
      h("table", h("thead.muted", h("tr", ...columns)), h("tbody", ...keys)),
      "Or write your move under “Type a move”: “8H CAT” lays CAT across from row 8, column H; “H8 CAT” lays it down. A small letter among capitals is a blank: “8H CaT”. Also “pass” and “exchange ABC”.",
    ),
    part(
      "Exchange, pass, challenge",
      "Instead of playing you can exchange tiles, while the bag has enough of them, or pass.",
      "Under most rules a word that is not in the list is refused, and costs nothing. Under club rules any word may be laid, and the next player may challenge it: a false word comes off, and a wrong challenge may cost what the room’s rules say.",
    ),
    part(
      "The end",
      "The game ends when the bag is empty and a player has laid the last tile, or when everybody keeps passing. Tiles left on a rack cost their points.",
      "Every finished game is a number, from which it can be seen again anywhere.",
    ),
    part(
      "What the shield means",
      "No server deals. Every player’s program mixes the bag with a secret of its own and locks every tile, so nobody can choose the tiles, and nobody sees yours. At the end the secrets are opened, and each program checks every draw. Press the shield to see what is proven so far.",
    ),
    part(
      "When the connection fails",
      "Nothing is lost. The program on this computer keeps the game, and sends your move as soon as it can. You may reload or close this page. If you stopped the program, start p2pscrabble resume.",
    ),
    h("p.muted", config.program),
  );
}

/** The tiles by what they are worth. @param {import("../types.js").Config} config */
function tiles(config) {
  const letters = Object.keys(config.tiles);
  const worths = [...new Set(letters.map((letter) => config.tiles[letter].points))].sort((a, b) => a - b);
  return worths.filter(Boolean).map((worth) => {
    const some = letters.filter((letter) => config.tiles[letter].points === worth);
    const words = h("span.muted", counted(worth, "point"), h("span.unseen", `: ${some.join(", ")}`));
    return h("div.row", words, h("div.tiles.grow", ...some.map((letter) => createTile(config, letter))));
  });
}

/** @param {import("../types.js").App} app @returns {import("../types.js").Screen} */
export function createScreen(app) {
  const element = h(
    "div.page.help",
    h("h1", "How to play"),
    helpContent(app, "h2"),
    h("a.button", { href: "/" }, "To the lobby"),
  );
  return { element, update() {} };
}
