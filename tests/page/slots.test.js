import assert from "node:assert/strict";
import { test } from "node:test";

import * as slots from "../../p2pscrabble/web/page/table/slots.js";

const rack = (letters = "CATS?ER") => [...letters].map((tile, index) => ({ id: index + 1, tile, square: null, letter: null }));
const looks = (some) => some.filter((slot) => slot.square === null).map((slot) => slot.tile).join("");
const on = (some) => Object.fromEntries(slots.onBoard(some).map((slot) => [slot.square, slots.letterOf(slot)]));
const nothing = () => false;
const draft = (some, rev, by = "") => ({ rev, by, slots: some, play: null, chat: "" });

test("a tile is laid, moved and taken back, and is again where it was on the rack", () => {
  const start = rack();
  const laid = slots.place(start, 2, 112);
  assert.deepEqual(on(laid), { 112: "A" });
  assert.equal(looks(laid), "CTS?ER");
  const moved = slots.place(laid, 2, 113);
  assert.deepEqual(on(moved), { 113: "A" });
  assert.deepEqual(slots.recall(moved, 2), start);
  assert.equal(looks(start), "CATS?ER", "nothing is changed in place");
});

test("what changes nothing gives the very same slots", () => {
  const start = slots.place(rack(), 2, 112);
  assert.equal(slots.place(start, 2, 112), start);
  assert.equal(slots.place(start, 99, 112), start);
  assert.equal(slots.recall(start, 1), start);
  assert.equal(slots.swap(start, 1, 1), start);
  assert.equal(slots.swap(start, 1, 99), start);
  assert.equal(slots.reorder(start, 1, 0), start);
  assert.equal(slots.reorder(start, 99, 0), start);
  assert.equal(slots.recallAll(rack("")).length, 0);
  const empty = rack();
  assert.equal(slots.recallAll(empty), empty);
});

test("two tiles on the board change places, and a tile from the rack sends the other home", () => {
  const two = slots.place(slots.place(rack(), 1, 112), 2, 113);
  assert.deepEqual(on(slots.place(two, 1, 113)), { 112: "A", 113: "C" });
  const other = slots.place(two, 3, 112);
  assert.deepEqual(on(other), { 112: "T", 113: "A" });
  assert.equal(looks(other), "CS?ER");
});

test("a blank stands for a letter on the board alone", () => {
  const laid = slots.place(rack(), 5, 112, "q");
  assert.deepEqual(on(laid), { 112: "q" });
  const moved = slots.place(laid, 5, 0);
  assert.deepEqual(on(moved), { 0: "q" }, "it keeps its letter where it is moved");
  assert.deepEqual(on(slots.place(moved, 5, 0, "z")), { 0: "z" });
  assert.equal(slots.slotOf(slots.recall(moved, 5), 5).letter, null);
  assert.equal(slots.slotOf(slots.place(moved, 1, 0), 5).letter, null, "sent home by another");
  const swapped = slots.place(slots.place(moved, 1, 7), 1, 0);
  assert.deepEqual(on(swapped), { 0: "C", 7: "q" });
  assert.equal(slots.slotOf(slots.place(rack(), 1, 3, "x"), 1).letter, null, "a letter tile is its letter");
});

test("all tiles are taken back at once", () => {
  const start = rack();
  assert.deepEqual(slots.recallAll(slots.place(slots.place(start, 5, 3, "a"), 1, 2)), start);
});

test("a tile is put between others, or changes places with one", () => {
  assert.equal(looks(slots.reorder(rack(), 1, 3)), "ATSC?ER");
  assert.equal(looks(slots.reorder(rack(), 7, 0)), "RCATS?E");
  assert.equal(looks(slots.reorder(rack(), 7, 99)), "CATS?ER");
  assert.equal(looks(slots.reorder(slots.place(rack(), 1, 112), 1, 6)), "ATS?ERC", "also from the board");
  assert.equal(looks(slots.swap(rack(), 1, 7)), "RATS?EC");
});

test("a shuffle moves the tiles on the rack, and shows another order where there is one", () => {
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const start = slots.place(rack(), 1, 112);
  for (let turn = 0; turn < 50; turn++) {
    const mixed = slots.shuffle(start, random);
    assert.notEqual(looks(mixed), looks(start));
    assert.deepEqual([...looks(mixed)].sort(), [...looks(start)].sort());
    assert.equal(mixed[0], start[0], "what lies on the board keeps its place");
  }
  assert.notEqual(looks(slots.shuffle(rack("AB"), () => 0.999)), "AB");
  assert.equal(looks(slots.shuffle(rack("AAA"), () => 0.5)), "AAA");
  const one = rack("A");
  assert.equal(slots.shuffle(one, Math.random), one);
});

test("a typed letter takes its own tile, else a blank", () => {
  assert.equal(slots.held(rack(), "A", false).tile, "A");
  assert.equal(slots.held(rack(), "A", true).tile, "?");
  assert.equal(slots.held(rack(), "Q", false).tile, "?");
  assert.equal(slots.held(slots.place(rack(), 5, 0, "q"), "Q", false), undefined);
  assert.equal(slots.held(slots.place(rack(), 2, 0), "A", false).tile, "?");
});

test("the program is told ids, squares and letters, and a play of squares and letters", () => {
  const laid = slots.place(slots.place(rack("C?"), 1, 112), 2, 113, "a");
  assert.deepEqual(slots.wired(laid), [{ id: 1, square: 112, letter: null }, { id: 2, square: 113, letter: "a" }]);
  assert.deepEqual(slots.tilesOf(laid), [[112, "C"], [113, "a"]]);
});

test("what the program echoes leaves the screen as it is", () => {
  const before = rack();
  const mine = slots.place(before, 1, 112);
  assert.equal(slots.reconcile(mine, before, draft([...mine], 2, "me"), { tab: "me", changed: false, taken: nothing }), mine);
  const more = slots.place(mine, 2, 113);
  assert.equal(slots.reconcile(more, before, draft(mine, 2, "me"), { tab: "me", changed: true, taken: nothing }), more);
});

test("a line of chat, by whichever tab, does not disturb what is being laid", () => {
  const before = rack();
  const mine = slots.place(before, 1, 112);
  assert.equal(slots.reconcile(mine, before, draft([...before], 2, "other"), { tab: "me", changed: true, taken: nothing }), mine);
});

test("another tab is followed", () => {
  const before = rack();
  const theirs = slots.place(before, 3, 7);
  assert.equal(slots.reconcile(before, before, draft(theirs, 2, "other"), { tab: "me", changed: false, taken: nothing }), theirs);
  const mine = slots.place(before, 1, 112);
  assert.equal(slots.reconcile(mine, before, draft(theirs, 2, "other"), { tab: "me", changed: true, taken: nothing }), theirs);
});

test("a play of another covers a square: that tile comes back, what I changed otherwise stays", () => {
  const before = slots.place(rack(), 1, 112);
  const mine = slots.reorder(slots.place(before, 2, 113), 7, 0);
  const theirs = slots.recall(before, 1);
  const next = slots.reconcile(mine, before, draft(theirs, 2), { tab: "me", changed: true, taken: (square) => square === 112 });
  assert.deepEqual(on(next), { 113: "A" });
  assert.equal(looks(next), "RCTS?E");
});

test("tiles that are played go and new ones come, though something was just changed", () => {
  const before = slots.place(slots.place(rack(), 1, 112), 2, 113);
  const mine = slots.swap(before, 3, 4);
  const drawn = [...before.slice(2), { id: 8, tile: "Q", square: null, letter: null }, { id: 9, tile: "Z", square: null, letter: null }];
  const next = slots.reconcile(mine, before, draft(drawn, 5), { tab: "me", changed: true, taken: (square) => square === 112 || square === 113 });
  assert.equal(looks(next), "ST?ERQZ");
});

test("no two tiles come to lie on one square", () => {
  const before = rack();
  const mine = slots.place(before, 1, 112);
  const theirs = [...before.slice(0, 6), { id: 8, tile: "Q", square: 112, letter: null }];
  assert.deepEqual(on(slots.rebase(mine, theirs, nothing)), { 112: "C" });
});
