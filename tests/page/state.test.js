import assert from "node:assert/strict";
import { test } from "node:test";

import { behind, merge, news, same, title } from "../../p2pscrabble/web/page/state.js";

const player = (name, more = {}) => ({ name, you: false, host: false, bot: false, presence: "here", score: 0, turn: false, ...more });
const step = (number, seat, name, more = {}) => ({ number, seat, name, kind: "played", text: `${name} plays 8H CAT for 10 points.`, ...more });
const turn = (number, seat, more = {}) => ({ number, seat, yours: seat === 0, mustAnswer: false, ...more });

function view(more = {}) {
  return {
    id: "r1", phase: "playing", failure: "", warning: "", seat: 0, game: 1, first: null, over: null, chat: [], steps: [],
    room: { seats: 2 }, players: [player("Ana", { you: true, score: 120 }), player("Ben", { score: 98 })], turn: turn(0, 1), ...more,
  };
}

const texts = (found) => found.map((one) => one.text);
const sounds = (found) => found.map((one) => one.sound).filter(Boolean);

test("a whole state replaces what was held, a change is laid over it", () => {
  const first = merge(null, { t: "state", v: 1, base: null, set: { a: 1, b: [1] } });
  assert.deepEqual(first, { state: { a: 1, b: [1] }, version: 1, gap: false });
  const second = merge(first, { t: "state", v: 2, base: 1, set: { a: 2 } });
  assert.deepEqual(second.state, { a: 2, b: [1] });
  assert.equal(second.state.b, first.state.b);
  const whole = merge(second, { t: "state", v: 1, base: null, set: { a: 3 } });
  assert.deepEqual(whole, { state: { a: 3 }, version: 1, gap: false });
});

test("a change of another version is a gap, and changes nothing", () => {
  const held = merge(null, { t: "state", v: 4, base: null, set: { a: 1 } });
  assert.deepEqual(merge(held, { t: "state", v: 6, base: 5, set: { a: 2 } }), { state: { a: 1 }, version: 4, gap: true });
  assert.deepEqual(merge(null, { t: "state", v: 2, base: 1, set: { a: 2 } }), { state: null, version: -1, gap: true });
});

test("what is equal stays the same object", () => {
  const held = merge(null, { t: "state", v: 1, base: null, set: { steps: [{ a: [1, 2] }], chat: [] } });
  const again = merge(held, { t: "state", v: 1, base: null, set: { steps: [{ a: [1, 2] }], chat: [] } });
  assert.equal(again.state, held.state);
  const more = merge(held, { t: "state", v: 2, base: 1, set: { steps: [{ a: [1, 2] }], chat: [1] } });
  assert.notEqual(more.state, held.state);
  assert.equal(more.state.steps, held.state.steps);
});

test("values are equal by what is in them", () => {
  assert.ok(same({ a: [1, null], b: "" }, { b: "", a: [1, null] }));
  for (const [a, b] of [[1, "1"], [null, {}], [[], {}], [{ a: 1 }, {}], [{ a: undefined }, { b: undefined }], [[1], [1, 2]]]) {
    assert.ok(!same(a, b), JSON.stringify([a, b]));
  }
});

test("the first view tells nothing, and neither does the same again", () => {
  const now = view({ steps: [step(0, 1, "Ben")], chat: [{ name: "Ben", text: "hi", you: false }], turn: turn(1, 0) });
  assert.deepEqual(news(null, now), []);
  assert.deepEqual(news(now, structuredClone(now)), []);
  assert.deepEqual(news(view(), view({ id: "r2", steps: [step(0, 1, "Ben")] })), []);
});

test("one new move makes one sound, and says whose turn it is", () => {
  const found = news(view(), view({ steps: [step(0, 1, "Ben")], turn: turn(1, 0) }));
  assert.deepEqual(texts(found), ["Ben plays 8H CAT for 10 points.", "Your turn."]);
  assert.deepEqual(sounds(found), ["turn"]);
  assert.ok(found.every((one) => one.urgent));
});

test("a move between others makes one sound, too", () => {
  const players = [player("Ana", { you: true }), player("Ben"), player("Cy")];
  const found = news(view({ players }), view({ players, steps: [step(0, 1, "Ben")], turn: turn(1, 2) }));
  assert.deepEqual(texts(found), ["Ben plays 8H CAT for 10 points.", "Cy is to play."]);
  assert.deepEqual(sounds(found), ["move"]);
});

test("several moves at once make one sound, and all are told", () => {
  const steps = [step(0, 1, "Ben"), step(1, 2, "Cy"), step(2, 1, "Ben", { text: "Ben passes." })];
  const chat = [{ name: "Cy", text: "ha", you: false }];
  const found = news(view(), view({ steps, chat, turn: turn(3, 0) }));
  assert.equal(sounds(found).length, 1);
  assert.deepEqual(texts(found), [steps[0].text, steps[1].text, "Ben passes.", "Your turn.", "Cy: ha"]);
});

test("own moves click, and alarm nobody", () => {
  const before = view({ turn: turn(0, 0) });
  const found = news(before, view({ steps: [step(0, 0, "Ana")], turn: turn(1, 1) }));
  assert.deepEqual(sounds(found), ["tile"]);
  assert.ok(found.every((one) => !one.urgent));
  const again = news(before, view({ steps: [step(0, 0, "Ana")], turn: turn(1, 0) }));
  assert.deepEqual(sounds(again), ["tile"]);
  assert.equal(texts(again).at(-1), "Your turn again.");
});

test("an answer that the end waits for is asked for", () => {
  const found = news(view(), view({ steps: [step(0, 1, "Ben")], turn: turn(1, 0, { mustAnswer: true }) }));
  assert.match(texts(found).at(-1), /accept the last play, or challenge it/);
});

test("own lines of chat are not told, others are, each once", () => {
  const line = (name, text, you = false) => ({ name, text, you });
  const before = view({ chat: [line("Ben", "hi"), line("Ana", "hi", true)] });
  assert.deepEqual(news(before, view({ chat: [...before.chat, line("Ana", "so", true)] })), []);
  const found = news(before, view({ chat: [...before.chat, line("Ben", "hi"), line("Ben", "well")] }));
  assert.deepEqual(texts(found), ["Ben: hi", "Ben: well"]);
  assert.deepEqual(sounds(found), ["chat"]);
});

test("lines in another order are not new", () => {
  const [a, b, c] = ["a", "b", "c"].map((text) => ({ name: "Ben", text, you: false }));
  assert.deepEqual(news(view({ chat: [a, b, c] }), view({ chat: [c, a, b] })), []);
  assert.deepEqual(texts(news(view({ chat: [a, b] }), view({ chat: [c, b, a] }))), ["Ben: c"]);
});

test("the end is told with its reason, louder than all else", () => {
  const over = { reason: "Everyone has passed.", text: "Ana wins: Ana 120, Ben 98." };
  const after = view({ phase: "over", over, steps: [step(0, 1, "Ben")], turn: null });
  const found = news(view(), after);
  assert.deepEqual(sounds(found), ["over"]);
  assert.equal(texts(found).at(-1), "The game is over. Everyone has passed. Ana wins: Ana 120, Ben 98.");
  assert.deepEqual(news(after, structuredClone(after)), []);
});

test("whoever comes to a waiting room is told, and whoever goes", () => {
  const gathering = (...players) => view({ phase: "gathering", game: 0, turn: null, players });
  const [ana, ben] = [player("Ana", { you: true }), player("Ben")];
  assert.deepEqual(texts(news(gathering(ana), gathering(ana, ben))), ["Ben is here."]);
  assert.deepEqual(texts(news(gathering(ana, ben), gathering(ana))), ["Ben has gone."]);
  assert.deepEqual(texts(news(gathering(ana), gathering(ana, ben, player("Ben")))), ["Ben is here.", "Ben is here."]);
});

test("whoever is away is told without a sound, and told when back", () => {
  const here = view();
  const away = view({ players: [here.players[0], player("Ben", { presence: "away" })] });
  assert.deepEqual(news(here, away), [{ kind: "presence", text: "Ben is away.", sound: null, urgent: false }]);
  assert.deepEqual(texts(news(away, here)), ["Ben is back."]);
  const left = view({ players: [here.players[0], player("Ben", { presence: "left" })] });
  assert.deepEqual(news(here, left), []);
});

test("the beginning is told: the dealing, and who was drawn", () => {
  const waiting = view({ phase: "gathering", game: 0, turn: null });
  const dealing = view({ phase: "committing", game: 0, turn: null });
  assert.match(texts(news(waiting, dealing))[0], /being dealt/);
  assert.deepEqual(news(dealing, view({ phase: "revealing", game: 0, turn: null })), []);
  const first = { rounds: [], seat: 0, text: "Ana draws A, Ben draws B. Ana plays first." };
  const found = news(dealing, view({ first, turn: turn(0, 0) }));
  assert.deepEqual(texts(found), [first.text, "Your turn."]);
  assert.deepEqual(sounds(found), ["turn"]);
});

test("another game begins at its own beginning", () => {
  const over = { reason: "Everyone has passed.", text: "Ana wins." };
  const before = view({ phase: "over", over, turn: null, steps: [step(0, 1, "Ben"), step(1, 0, "Ana")] });
  const after = view({ game: 2, turn: turn(1, 0), steps: [step(0, 1, "Ben", { text: "Ben passes." })] });
  assert.deepEqual(texts(news(before, after)), ["Ben passes.", "Your turn."]);
});

test("a view that is behind tells nothing, and what follows is measured by what was seen", () => {
  const seen = view({ steps: [step(0, 1, "Ben"), step(1, 0, "Ana")], turn: turn(2, 1) });
  const started = view({ phase: "gathering", game: 0, steps: [], turn: null });
  assert.ok(behind(seen, started));
  assert.ok(behind(seen, view({ steps: [step(0, 1, "Ben")] })));
  assert.ok(!behind(started, seen));
  assert.deepEqual(news(seen, started), []);
});

test("a room that is closed or stopped says so, with the reason where there is one", () => {
  assert.deepEqual(texts(news(view(), view({ phase: "closed", turn: null }))), ["The room is closed."]);
  const stopped = view({ phase: "stopped", turn: null, warning: "The game has stopped: two programs disagree." });
  assert.deepEqual(texts(news(view(), stopped)), [stopped.warning]);
});

test("the title says whose turn it is", () => {
  assert.equal(title(view({ turn: turn(0, 0) })), "● Your turn · Ana 120, Ben 98 · p2pscrabble");
  assert.equal(title(view()), "Ben to play · Ana 120, Ben 98 · p2pscrabble");
  assert.equal(title(view({ phase: "gathering", turn: null })), "2 of 2 here · p2pscrabble");
  assert.equal(title(view({ phase: "gathering", room: null, turn: null })), "Waiting room · p2pscrabble");
  assert.equal(title(view({ phase: "over", turn: null, over: { text: "Ana wins: Ana 120, Ben 98." } })), "Ana wins: Ana 120, Ben 98 · p2pscrabble");
  assert.equal(title(view({ phase: "closed", turn: null })), "Ana 120, Ben 98 · p2pscrabble");
});
