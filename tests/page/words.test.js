import assert from "node:assert/strict";
import { test } from "node:test";

import { ago, codeText, digitsOf, inOrder, remaining, unfinished } from "../../p2pscrabble/web/page/lobby/words.js";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

test("a code is shown in groups of four, and a link as it is", () => {
  assert.equal(codeText("1234567890123456"), "1234 5678 9012 3456");
  assert.equal(codeText("1234-5678 90"), "1234 5678 90");
  assert.equal(codeText("12345"), "1234 5");
  assert.equal(codeText("1234 "), "1234");
  assert.equal(codeText(""), "");
  assert.equal(codeText("ws:/host/#1234567890123456"), "ws:/host/#1234567890123456");
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
