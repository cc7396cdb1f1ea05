import assert from "node:assert/strict";
import { test } from "node:test";

import { banners } from "../../p2pscrabble/web/page/banners.js";

const NOW = 1_000_000;
const up = { state: "up", since: 0, retryAt: null };
const lost = (since) => ({ state: "lost", since, retryAt: NOW + 1000 });
const room = (more = {}) => ({
  phase: "playing", failure: "", warning: "", delivered: true, relay: { state: "up", detail: "", retryAt: null },
  absent: [], ...more,
});
const keys = (line, state) => banners(line, state, NOW).map((one) => one.key);

test("nothing stands in the way of a game that runs", () => {
  assert.deepEqual(keys(up, room()), []);
  assert.deepEqual(keys(up, null), []);
  assert.deepEqual(keys({ ...up, state: "connecting" }, room({ warning: "x" })), []);
  assert.deepEqual(keys(up, { name: "Ana", relay: { state: "down" } }), []);
});

test("a program that does not answer is told after a moment, and hides what it can't know", () => {
  const [banner, ...others] = banners(lost(NOW - 5000), room({ warning: "x" }), NOW);
  assert.match(banner.text, /p2pscrabble resume/);
  assert.ok(banner.after > 1000);
  assert.equal(banner.kind, "alarm");
  assert.deepEqual(others, []);
  assert.match(banners({ ...up, state: "refused" }, room(), NOW)[0].text, /no longer valid/);
  assert.match(banners({ ...up, state: "stopped" }, room(), NOW)[0].text, /was stopped/);
});

test("a relay that is down says until when, and what becomes of the moves", () => {
  const relay = { state: "down", detail: "The relay can’t be reached", retryAt: NOW + 4000 };
  const [banner] = banners(up, room({ relay, delivered: false }), NOW);
  assert.equal(banner.text, "There is no connection to the relay. Your moves are kept, and go out as soon as it is back.");
  assert.equal(banner.detail, "The relay can’t be reached.");
  assert.equal(banner.after, 0);
  assert.equal(banner.until, NOW + 4000);
  assert.equal(banners(up, room({ relay: { ...relay, retryAt: NOW - 1 } }), NOW)[0].until, null);
  assert.ok(!/moves/.test(banners(up, room({ relay, phase: "gathering" }), NOW)[0].text));
  assert.equal(banners(up, room({ relay: { state: "refused", detail: "", retryAt: null } }), NOW)[0].detail, "");
  const again = banners(up, room({ relay: { state: "connecting", detail: "", retryAt: null } }), NOW)[0];
  assert.equal(again.key, banner.key);
  assert.ok(again.after > 1000);
});

test("who only looks on is told", () => {
  const [banner, ...others] = banners(up, room({ watching: "Eve is watching." }), NOW);
  assert.deepEqual([banner.kind, banner.text, others], ["info", "Eve is watching.", []]);
  assert.deepEqual(keys(up, room({ phase: "gathering", watching: "Eve is watching." })), ["watching Eve is watching."]);
});

test("whoever is absent is told with what can be done, and not that the last move is under way", () => {
  const absent = [{ seat: 1, text: "Ben is away.", act: "Go on without Ben", on: true }];
  const [found, ...others] = banners(up, room({ absent, delivered: false }), NOW);
  assert.deepEqual(others, []);
  assert.equal(found.key, "absent 1");
  assert.equal(found.text, "Ben is away.");
  assert.equal(found.act, "Go on without Ben");
  assert.deepEqual(found.go, { do: "without", seat: 1, on: true });
  assert.deepEqual(keys(up, room({ absent, phase: "over" })), []);
});

test("a warning is told as it is, and a failure has a card of its own", () => {
  assert.equal(banners(up, room({ warning: "Two programs disagree" }), NOW)[0].text, "Two programs disagree.");
  assert.deepEqual(keys(up, room({ warning: "x", failure: "y" })), []);
  assert.deepEqual(keys(up, room({ delivered: false })), ["delivery"]);
});
