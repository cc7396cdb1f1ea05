import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { queue } from "../../p2pscrabble/web/page/announcing.js";

let shown, say;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  shown = [];
  say = queue((text) => shown.push(text), 700);
});

test("texts of the same moment are said together", () => {
  say("Ben passes.");
  say("Your turn.");
  mock.timers.tick(100);
  assert.deepEqual(shown, ["Ben passes. Your turn."]);
});

test("a later text waits, and none is lost", () => {
  say("one");
  mock.timers.tick(100);
  say("two");
  mock.timers.tick(100);
  assert.deepEqual(shown, ["one"]);
  say("three");
  mock.timers.tick(1000);
  assert.deepEqual(shown, ["one", "two three"]);
});

test("the same words again are a change", () => {
  say("Pass.");
  mock.timers.tick(1000);
  say("Pass.");
  mock.timers.tick(1000);
  assert.equal(shown.length, 2);
  assert.notEqual(shown[0], shown[1]);
  assert.equal(shown[1].trim(), "Pass.");
});

test("nothing is not said", () => {
  say("  ");
  mock.timers.tick(1000);
  assert.deepEqual(shown, []);
});
