import assert from "node:assert/strict";
import { test } from "node:test";
import {
  againText, clockChange, clockText, counted, durationText, grouped, joined, kindsText, pieces, plain, signed, sumsText, verdictText, whereText,
} from "../../p2pscrabble/web/page/panels/wording.js";

const MINUTE = 60_000;

test("a clock shows what has begun, and a minus over time", () => {
  const shown = [[1500, "25:00"], [725, "12:05"], [59.2, "1:00"], [12.4, "0:13"], [0.1, "0:01"], [0, "0:00"], [-0.4, "0:00"], [-1, "−0:01"], [-31.9, "−0:31"], [-600, "−10:00"], [6000, "100:00"]];
  for (const [seconds, text] of shown) assert.equal(clockText(seconds), text, String(seconds));
});

test("a running clock reads the same until the moment it says it changes", () => {
  for (const seconds of [1500, 12.4, 12, 1, 0.5, 0, -0.25, -1, -7.75]) {
    const change = clockChange(seconds);
    assert.ok(change > 0 && change <= 1000, `${seconds}: ${change}`);
    assert.equal(clockText(seconds - (change - 1) / 1000), clockText(seconds));
    assert.notEqual(clockText(seconds - (change + 1) / 1000), clockText(seconds));
  }
});

test("lengths of time are said as people say them", () => {
  const said = [[-5, "less than a minute"], [0, "less than a minute"], [MINUTE - 1, "less than a minute"], [MINUTE, "1 minute"], [3.9 * MINUTE, "3 minutes"], [60 * MINUTE, "1 hour"], [47.5 * 60 * MINUTE, "47 hours"], [48 * 60 * MINUTE, "2 days"]];
  for (const [ms, text] of said) assert.equal(durationText(ms), text);
});

test("counts, points and names", () => {
  assert.deepEqual([0, 1, 2].map((count) => counted(count, "tile")), ["0 tiles", "1 tile", "2 tiles"]);
  assert.deepEqual([12, 0, -5].map(signed), ["+12", "0", "−5"]);
  assert.deepEqual([12, 0, -5].map(plain), ["12", "0", "−5"]);
  assert.deepEqual([[], ["Ana"], ["Ana", "Ben"], ["Ana", "Ben", "Cleo"]].map(joined), ["", "Ana", "Ana and Ben", "Ana, Ben and Cleo"]);
});

test("digits come in groups of four, and none is lost", () => {
  assert.deepEqual(grouped("123456789"), ["1234", "5678", "9"]);
  assert.deepEqual(grouped("12345678"), ["1234", "5678"]);
  assert.deepEqual(grouped(""), []);
});

test("long runs of hexadecimal digits are told from words", () => {
  const hash = "9f86d081884c7d65";
  assert.deepEqual(pieces(`Ana: ${hash}.`), ["Ana: ", hash, "."]);
  assert.deepEqual(pieces("Bound to 9f86 d081 884c 7d65… before."), ["Bound to ", "9f86 d081 884c 7d65", "… before."]);
  assert.deepEqual(pieces("A bad face was faced, decade 1234."), ["A bad face was faced, decade 1234."]);
  assert.deepEqual(pieces(hash), ["", hash, ""]);
});

test("what each program found", () => {
  assert.equal(verdictText("Ben", false, true), "Ben’s program found the same.");
  assert.equal(verdictText("Ben", false, false), "Ben’s program found something else.");
  assert.equal(verdictText("Ben", false, null), "Ben’s program has not told yet what it found.");
  assert.equal(verdictText("Ana", true, true), "The program on this computer found the same.");
});

test("who would like another game, and who is waited for", () => {
  const player = (name, more = {}) => ({ name, you: false, presence: "here", again: false, ...more });
  const ana = player("Ana", { you: true });
  const asking = { ...ana, again: true };
  assert.equal(againText([ana, player("Ben")]), "");
  assert.equal(againText([ana, player("Ben", { again: true }), player("Cleo", { again: true })]), "Ben and Cleo would like another game.");
  assert.equal(againText([asking, player("Ben"), player("Cleo", { again: true })]), "You would like another game. Waiting for Ben.");
  assert.equal(againText([asking, player("Ben", { again: true })]), "The next game is about to begin.");
  assert.equal(againText([asking, player("Ben", { presence: "left" })]), "Ben has left.");
  assert.equal(againText([ana, player("Ben", { presence: "left" }), player("Cleo", { presence: "left" })]), "The others have left.");
});

test("the unseen tiles in sentences", () => {
  assert.equal(sumsText({ tiles: [], total: 6, vowels: 3, consonants: 1, blanks: 2 }), "3 vowels, 1 consonant and 2 blanks.");
  const tiles = [{ tile: "A", count: 3 }, { tile: "B", count: 0 }, { tile: "Q", count: 0 }, { tile: "Z", count: 1 }, { tile: "?", count: 2 }];
  assert.equal(kindsText(tiles), "A 3, Z 1, blank 2. None left of B and Q.");
  assert.equal(kindsText([{ tile: "E", count: 1 }]), "E 1.");
  assert.equal(kindsText([{ tile: "E", count: 0 }, { tile: "?", count: 0 }]), "None left of E and blank.");
});

test("where the unseen tiles are", () => {
  assert.equal(whereText(86, 93, ["Ben"]), "93 tiles: 86 in the bag, 7 on Ben’s rack.");
  assert.equal(whereText(72, 93, ["Ben", "Cleo", "Dan"]), "93 tiles: 72 in the bag, 21 on the others’ racks.");
  assert.equal(whereText(0, 5, ["Ben"]), "5 tiles, all on Ben’s rack.");
  assert.equal(whereText(0, 1, ["Ben"]), "1 tile, on Ben’s rack.");
  assert.equal(whereText(100, 100, []), "100 tiles in the bag.");
  assert.equal(whereText(0, 0, ["Ben"]), "Every tile is on the board or on your rack.");
});
