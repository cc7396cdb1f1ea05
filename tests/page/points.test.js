import assert from "node:assert/strict";
import { test } from "node:test";

import { graph, inWords } from "../../p2pscrabble/web/page/replay/points.js";

const BOX = { left: 0, right: 100, top: 0, bottom: 200 };
const frames = (/** @type {number[][]} */ ...all) => all.map((scores) => ({ scores }));

test("lines run from the first step to the last, and from nothing to the highest score", () => {
  const { lines, x } = graph(frames([0, 0], [20, 0], [20, 100]), BOX);
  assert.deepEqual(lines[0], [{ x: 0, y: 200 }, { x: 50, y: 160 }, { x: 100, y: 160 }]);
  assert.deepEqual(lines[1].at(-1), { x: 100, y: 0 });
  assert.equal(x(1), 50);
});

test("a score below nothing is still on the graph", () => {
  const { lines, scale } = graph(frames([0], [-30]), BOX);
  assert.equal(lines[0][1].y, 200);
  assert.equal(scale[0].value, -20);
  assert.ok(scale.every(({ y }) => y >= 0 && y <= 200));
});

test("a game of no steps is a point, and no score makes a scale of its own", () => {
  const { lines, scale, nearest } = graph(frames([0, 0]), BOX);
  assert.deepEqual(lines, [[{ x: 0, y: 200 }], [{ x: 0, y: 200 }]]);
  assert.deepEqual(scale.map(({ value }) => value), [0, 10, 20, 30, 40, 50]);
  assert.equal(nearest(77), 0);
});

test("the scale has few and round lines, whatever the scores", () => {
  for (const best of [1, 99, 333, 500, 1200, 4999]) {
    const { scale } = graph(frames([0], [best]), BOX);
    assert.ok(scale.length >= 2 && scale.length <= 6, `${best}: ${scale.length}`);
  }
});

test("a place on the graph leads to the nearest step", () => {
  const { nearest } = graph(frames([0], [1], [2], [3], [4]), BOX);
  assert.deepEqual([-20, 0, 12, 13, 60, 500].map(nearest), [0, 0, 0, 1, 2, 4]);
});

test("the graph says who led from where, and how it ended", () => {
  const told = frames([0, 0], [18, 0], [18, 55], [55, 55], [60, 55]);
  assert.equal(inWords(["Ana", "Ben"], told, null), "In the lead: Ana from step 1, Ben from step 2, Ana from step 4. At the end Ana has 60 and Ben has 55.");
  assert.equal(inWords(["Ana", "Ben"], told, { sums: [{ total: 67 }, { total: 48 }] }).slice(-36), "At the end Ana has 67 and Ben has 48.".slice(-36));
  assert.equal(inWords(["Ana"], frames([0]), null), "In the lead: Ana from step 0. At the end Ana has 0.");
  assert.equal(inWords(["Ana", "Ben"], frames([0, 0]), null), "At the end Ana has 0 and Ben has 0.");
});
