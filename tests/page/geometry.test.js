import assert from "node:assert/strict";
import { test } from "node:test";

import { after, free, moved, placeAt, spoken, squareAt, squareName } from "../../p2pscrabble/web/page/table/geometry.js";

const premiums = Array(225).fill("");
premiums[0] = "TW";
premiums[112] = "DW";
const config = { size: 15, columns: "ABCDEFGHIJKLMNO", centre: 112, premiums, tiles: { C: { points: 3 }, E: { points: 1 } } };

test("a square is named by its column and its row", () => {
  assert.equal(squareName(config, 0), "A1");
  assert.equal(squareName(config, 112), "H8");
  assert.equal(squareName(config, 224), "O15");
});

test("the cursor goes by columns and rows and stops at the edge", () => {
  assert.equal(moved(112, 1, 0, 15), 113);
  assert.equal(moved(112, 0, -1, 15), 97);
  assert.equal(moved(14, 1, 0, 15), 14);
  assert.equal(moved(0, 0, -1, 15), 0);
  assert.equal(moved(112, -99, 0, 15), 105);
  assert.equal(moved(112, 0, 99, 15), 217);
});

test("a letter falls on the first free square, and the cursor goes on to the next", () => {
  const taken = (square) => [112, 113, 14].includes(square);
  assert.equal(free(112, false, 15, taken), 114);
  assert.equal(free(112, true, 15, taken), 127);
  assert.equal(free(14, false, 15, taken), null);
  assert.equal(after(111, false, 15, taken), 114);
  assert.equal(after(13, false, 15, taken), 13, "at the end of the line it stays");
  assert.equal(after(224, false, 15, taken), 224);
});

test("a point is over one square, or beside the board", () => {
  const box = { left: 100, top: 50, width: 300, height: 300 };
  assert.equal(squareAt(box, 100, 50, 15), 0);
  assert.equal(squareAt(box, 259, 209, 15), 112);
  assert.equal(squareAt(box, 399, 349, 15), 224);
  assert.equal(squareAt(box, 400, 349, 15), null);
  assert.equal(squareAt(box, 99, 60, 15), null);
});

test("a point is over one place of the rack, also a little beyond its edges", () => {
  const box = { left: 10, top: 500, width: 350, height: 50 };
  assert.equal(placeAt(box, 11, 520, 7), 0);
  assert.equal(placeAt(box, 200, 520, 7), 3);
  assert.equal(placeAt(box, 370, 520, 7), 6);
  assert.equal(placeAt(box, 0, 520, 7), 0);
  assert.equal(placeAt(box, 200, 480, 7), null);
  assert.equal(placeAt(box, 200, 590, 7), null);
  assert.equal(placeAt(box, 500, 520, 7), null);
});

test("a square says what it is", () => {
  assert.equal(spoken(config, 0, {}), "A1, triple word, empty");
  assert.equal(spoken(config, 112, {}), "H8, centre, double word, empty");
  assert.equal(spoken(config, 1, {}), "B1, empty");
  assert.equal(spoken(config, 112, { letter: "C", mine: true }), "H8, C, 3 points, yours, not played yet");
  assert.equal(spoken(config, 112, { letter: "E", last: true }), "H8, E, 1 point, last play");
  assert.equal(spoken(config, 112, { letter: "e" }), "H8, E, blank");
  assert.equal(spoken(config, 112, { letter: "C", mine: true, wrong: true }), "H8, C, 3 points, yours, not played yet, not right here");
});
