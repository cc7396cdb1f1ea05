import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { connect, delay, fate } from "../../p2pscrabble/web/page/connection.js";

class Socket {
  sent = [];
  readyState = 1;
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.onclose?.();
  }
  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  /** The program's greeting, and the whole state. */
  greet(state = room(), run = "1") {
    this.tell({ t: "hello", config: {}, run });
    this.tell({ t: "state", v: 1, base: null, set: state });
  }
}

const room = (more = {}) => ({ phase: "playing", seat: 0, steps: [], turn: { number: 0, seat: 0, yours: true }, chat: [], ...more });

let sockets, states, lines, line, away;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  [sockets, states, lines, away] = [[], [], [], false];
  line = connect({
    url: "x", tab: "t", hello() {}, state: (state) => states.push(state), notice() {}, line: (now) => lines.push(now.state),
    refused: async () => away,
    open: () => (sockets.push(new Socket()), sockets.at(-1)),
  });
});

async function flush() {
  for (let times = 0; times < 5; times++) await Promise.resolve();
}

/** Cuts the line and lets it come back, as the program with this state. */
async function cut(state, run) {
  sockets.at(-1).close();
  await flush();
  mock.timers.tick(5000);
  sockets.at(-1).greet(state, run);
  await flush();
}

test("the wait grows, and has an end", () => {
  const waits = Array.from({ length: 12 }, (_, attempt) => delay(attempt));
  assert.ok(waits[0] < 300);
  assert.ok(waits.every((wait, index) => index === 0 || wait >= waits[index - 1]));
  assert.equal(waits.at(-1), 4000);
  assert.ok(Number.isFinite(delay(10_000)));
});

test("a command waits for the line, and is answered", async () => {
  const answer = line.send({ do: "name", name: "Ana" });
  sockets[0].tell({ t: "hello", config: {}, run: "1" });
  assert.deepEqual(sockets[0].sent, []);
  sockets[0].tell({ t: "state", v: 1, base: null, set: room() });
  assert.deepEqual(sockets[0].sent, [{ do: "name", name: "Ana", id: 1, tab: "t" }]);
  sockets[0].tell({ t: "answer", re: 1, ok: true, name: "Ana" });
  assert.deepEqual(await answer, { t: "answer", re: 1, ok: true, name: "Ana" });
});

test("where no state is told, commands go out all the same", () => {
  void line.send({ do: "name", name: "Ana" });
  sockets[0].tell({ t: "hello", config: {} });
  mock.timers.tick(2100);
  assert.equal(sockets[0].sent.length, 1);
});

test("what was answered is not sent again after a cut; what was not sent is sent once", async () => {
  sockets[0].greet();
  void line.send({ do: "say", text: "one" });
  sockets[0].tell({ t: "answer", re: 1, ok: true });
  sockets[0].close();
  void line.send({ do: "say", text: "two" });
  mock.timers.tick(5000);
  sockets[1].greet();
  assert.deepEqual(sockets[1].sent.map((one) => one.text), ["two"]);
});

test("what is said while the line closes waits for the next one", () => {
  sockets[0].greet();
  sockets[0].readyState = 2;
  void line.send({ do: "say", text: "one" });
  sockets[0].close();
  mock.timers.tick(5000);
  sockets[1].greet();
  assert.deepEqual([sockets[0].sent.length, sockets[1].sent.length], [0, 1]);
});

test("a move that the state shows is done, and is not sent again", async () => {
  sockets[0].greet();
  const answer = line.send({ do: "play", step: 0, tiles: [[112, "A"]] });
  await cut(room({ steps: [{ number: 0, seat: 0 }], turn: { number: 1, seat: 1, yours: false } }));
  assert.deepEqual(sockets.at(-1).sent, []);
  assert.equal((await answer).ok, true);
});

test("a move that was not received is sent again, under the same name", async () => {
  sockets[0].greet();
  void line.send({ do: "play", step: 0, tiles: [[112, "A"]] });
  await cut(room());
  assert.deepEqual(sockets.at(-1).sent, sockets[0].sent);
});

test("a move that the program refuses the second time is done where the state shows it", async () => {
  sockets[0].greet();
  const answer = line.send({ do: "pass", step: 0 });
  await cut(room());
  sockets.at(-1).tell({ t: "state", v: 2, base: 1, set: { steps: [{ number: 0, seat: 0 }] } });
  sockets.at(-1).tell({ t: "answer", re: 1, ok: false, error: "The game has gone on since." });
  assert.equal((await answer).ok, true);
});

test("a move whose turn went by in another way was not made", async () => {
  sockets[0].greet();
  const answer = line.send({ do: "challenge", step: 0 });
  await cut(room({ steps: [{ number: 0, seat: 1 }], turn: { number: 1, seat: 0, yours: true } }));
  assert.match((await answer).error, /was not made/);
});

test("chat is not doubled: neither where the state shows the line, nor without a cut", async () => {
  sockets[0].greet(room({ chat: [{ name: "Ana", text: "hi", you: true }] }));
  const answer = line.send({ do: "say", text: " hi " });
  const chat = [{ name: "Ana", text: "hi", you: true }, { name: "Ana", text: "hi", you: true }];
  await cut(room({ chat }));
  assert.deepEqual(sockets.at(-1).sent, []);
  assert.equal((await answer).ok, true);
});

test("chat that did not arrive is sent again, under the same name", async () => {
  sockets[0].greet(room({ chat: [{ name: "Ana", text: "hi", you: true }] }));
  void line.send({ do: "say", text: "hi" });
  await cut(room({ chat: [{ name: "Ana", text: "hi", you: true }] }));
  assert.deepEqual(sockets.at(-1).sent, sockets[0].sent);
});

test("of several drafts only the latest goes out, with all that was said in them", async () => {
  const answers = [line.send({ do: "draft", slots: [1], chat: "h" }), line.send({ do: "draft", chat: "hi" })];
  sockets[0].greet();
  assert.equal(sockets[0].sent.length, 1);
  assert.deepEqual(sockets[0].sent[0], { do: "draft", slots: [1], chat: "hi", id: 2, tab: "t" });
  sockets[0].tell({ t: "answer", re: 2, ok: true });
  assert.ok((await Promise.all(answers)).every((answer) => answer.ok));
});

test("what cannot be told is not done twice: a room, when the program was started anew", async () => {
  sockets[0].greet();
  const answer = line.send({ do: "host", settings: {} });
  await cut(room(), "2");
  assert.deepEqual(sockets.at(-1).sent, []);
  assert.match((await answer).error, /started anew/);
  assert.equal(fate({ command: { do: "host" }, sent: "2", again: false, said: 0, tell: [] }, room(), "2"), "again");
});

test("a gap asks for the whole, once", () => {
  sockets[0].greet();
  sockets[0].tell({ t: "state", v: 5, base: 4, set: { phase: "over" } });
  sockets[0].tell({ t: "state", v: 6, base: 5, set: { phase: "over" } });
  assert.deepEqual(sockets[0].sent.map((one) => one.do), ["whole"]);
  sockets[0].tell({ t: "state", v: 7, base: null, set: room({ phase: "over" }) });
  assert.equal(states.at(-1).phase, "over");
});

test("coming back with nothing new is told to nobody", async () => {
  sockets[0].greet();
  assert.equal(states.length, 1);
  await cut(room());
  assert.equal(states.length, 1);
});

test("a line that was up is lost at once; one that comes up slowly is not lost at first", async () => {
  sockets[0].close();
  assert.deepEqual(lines, []);
  mock.timers.tick(200);
  sockets[1].greet();
  sockets[1].close();
  assert.deepEqual(lines, ["up", "lost"]);
  await flush();
  mock.timers.tick(200);
  sockets[2].greet();
  assert.deepEqual(lines, ["up", "lost", "up"]);
});

test("a program that answers nothing is given up, and called again", () => {
  mock.timers.tick(6000);
  mock.timers.tick(1000);
  assert.equal(sockets.length, 2);
});

test("a page that is turned away says so, and is let in again", async () => {
  sockets[0].greet();
  away = true;
  sockets[0].close();
  await flush();
  assert.equal(lines.at(-1), "refused");
  away = false;
  mock.timers.tick(5000);
  sockets.at(-1).close();
  await flush();
  assert.equal(lines.at(-1), "lost");
});

test("a player who comes back need not wait", () => {
  for (let times = 0; times < 8; times++) {
    sockets.at(-1).close();
    if (times < 7) mock.timers.tick(4000);
  }
  const count = sockets.length;
  line.hurry();
  assert.equal(sockets.length, count + 1);
  line.hurry();
  assert.equal(sockets.length, count + 1);
});

test("a stopped program is no lost one", async () => {
  sockets[0].greet();
  line.farewell();
  sockets[0].close();
  await flush();
  assert.deepEqual(lines, ["up", "stopped"]);
});
