// @ts-check
/** The score graph as figures: where its lines run, where their names stand, and what it says in words. Pure. */

import { joined } from "../panels/wording.js";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/**
 * A round step for the lines of a scale that has at most five of them.
 * @param {number} span
 */
export function roundStep(span) {
  const steps = [10, 20, 25, 50, 100, 200, 250, 500];
  return steps.find((step) => span / step <= 5) ?? 1000;
}

/**
 * @param {readonly Pick<Frame, "scores">[]} frames
 * @param {Box} box
 */
export function graph(frames, box) {
  const all = frames.flatMap(({ scores }) => scores);
  const low = Math.min(0, ...all);
  const high = Math.max(50, ...all);
  const wide = Math.max(1, frames.length - 1);
  /** @param {number} turn */
  const x = (turn) => box.left + ((box.right - box.left) * turn) / wide;
  /** @param {number} score */
  const y = (score) => box.bottom - ((box.bottom - box.top) * (score - low)) / (high - low);
  const step = roundStep(high - low);
  const scale = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) scale.push({ value, y: y(value) });
  const seats = frames[0]?.scores.length ?? 0;
  const lines = Array.from({ length: seats }, (_, seat) => frames.map(({ scores }, turn) => ({ x: x(turn), y: y(scores[seat] ?? 0) })));
  return {
    lines,
    scale,
    x,
    y,
    /** @param {number} place @returns {number} the turn that is nearest to a place on the graph */
    nearest: (place) => Math.max(0, Math.min(frames.length - 1, Math.round(((place - box.left) / (box.right - box.left)) * wide))),
  };
}

/**
 * Heights for labels that shall not cover one another: each as near to where it wants to be as the gap allows.
 * @param {readonly number[]} wanted
 * @param {number} gap
 * @param {number} bottom
 * @returns {number[]}
 */
export function spread(wanted, gap, bottom) {
  const order = wanted.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  for (let at = 1; at < order.length; at += 1) order[at].height = Math.max(order[at].height, order[at - 1].height + gap);
  let limit = bottom;
  for (const label of order.reverse()) {
    label.height = Math.min(label.height, limit);
    limit = label.height - gap;
  }
  return order.sort((a, b) => a.index - b.index).map(({ height }) => height);
}

/**
 * What the graph shows, in sentences.
 * @param {readonly string[]} names
 * @param {readonly Pick<Frame, "scores">[]} frames
 */
export function inWords(names, frames) {
  const last = frames[frames.length - 1]?.scores ?? [];
  const ends = `At the end ${joined(names.map((name, seat) => `${name} has ${last[seat] ?? 0}`))}.`;
  /** @type {string[]} */
  const leads = [];
  let leader = -1;
  frames.forEach(({ scores }, turn) => {
    const best = Math.max(...scores);
    const seat = scores.indexOf(best);
    if (seat === leader || scores.lastIndexOf(best) !== seat) return;
    leader = seat;
    leads.push(`${names[seat]} from step ${turn}`);
  });
  return leads.length ? `In the lead: ${leads.join(", ")}. ${ends}` : ends;
}
