import assert from "node:assert/strict";
import { test } from "node:test";

import { ago, digitsOf, grouped, initials, inOrder, regrouped, remaining, unfinished } from "../../p2pscrabble/web/page/lobby/words.js";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

test("a code is shown in groups of four, and a link as it is", () => {
  assert.equal(grouped("1234567890123456"), "1234 5678 9012 3456");
  assert.equal(grouped("1234-5678 90"), "1234 5678 90");
  assert.equal(grouped("12345"), "1234 5");
  assert.equal(grouped(""), "");
  assert.equal(grouped("ws:/host/#1234567890123456"), "ws:/host/#1234567890123456");
});

test("while a code is typed the caret stays behind the digit that it stood behind", () => {
  assert.deepEqual(regrouped("12345", 5), { text: "1234 5", caret: 6 });
  assert.deepEqual(regrouped("12934 5", 3), { text: "1293 45", caret: 3 });
  assert.deepEqual(regrouped("1234 ", 5), { text: "1234", caret: 4 });
  assert.deepEqual(regrouped("1234 5", 2), { text: "1234 5", caret: 2 });
  assert.deepEqual(regrouped(" 1234", 0), { text: "1234", caret: 0 });
  assert.deepEqual(regrouped("host:1", 6), { text: "host:1", caret: 6 });
});

test("how long ago, as one says it", () => {
  const now = 1_000 * DAY;
  const said = (/** @type {number} */ past) => ago(now - past, now);
  assert.equal(said(0), "just now");
  assert.equal(said(-5 * MINUTE), "just now");
  assert.equal(said(MINUTE), "1 minute ago");
  assert.equal(said(59 * MINUTE), "59 minutes ago");
  assert.equal(said(HOUR), "1 hour ago");
  assert.equal(said(47.9 * HOUR), "47 hours ago");
  assert.equal(said(30 * DAY), "30 days ago");
});

test("the time that is left runs down to nothing and no further", () => {
  assert.equal(remaining(65_000, 0), "1:05");
  assert.equal(remaining(9_001, 0), "0:10");
  assert.equal(remaining(0, 5_000), "0:00");
});

test("initials are those of the first and the last name, whole signs at a time", () => {
  assert.equal(initials("Ana"), "A");
  assert.equal(initials("ben von der miller"), "BM");
  assert.equal(initials("  Élodie  "), "É");
  assert.equal(initials("𝒜na"), "𝒜");
  assert.equal(initials(""), "");
});

test("a pasted number loses its spaces and line breaks, and nothing else", () => {
  assert.equal(digitsOf(" 1043 9444\n5149\u00a04862\r\n"), "1043944451494862");
  assert.equal(digitsOf("12x4"), "12x4");
});

test("your turn comes first, then what changed last", () => {
  const game = (/** @type {string} */ id, yourTurn = false, changed = 0) => ({ id, yourTurn, changed });
  const order = inOrder([game("old"), game("new", false, 9), game("mine", true, 1), game("mine too", true, 5)]);
  assert.deepEqual(order.map(({ id }) => id), ["mine too", "mine", "new", "old"]);
  assert.deepEqual(["gathering", "playing", "over", "left"].map((state) => unfinished(/** @type {any} */ ({ state }))), [true, true, false, false]);
});
