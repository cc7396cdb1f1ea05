// @ts-check
/** The score graph as figures: where its lines run, and what it says in words. Pure. */

import { joined } from "../panels/wording.js";

/** @typedef {{scores: readonly number[]}} Scored */

/**
 * @param {readonly Scored[]} frames
 * @param {{left: number, right: number, top: number, bottom: number}} box
 */
export function graph(frames, { left, right, top, bottom }) {
  const all = frames.flatMap(({ scores }) => scores);
  const [low, high] = [Math.min(0, ...all), Math.max(50, ...all)];
  const wide = Math.max(1, frames.length - 1);
  const tenth = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  const x = (/** @type {number} */ turn) => tenth(left + ((right - left) * turn) / wide);
  const y = (/** @type {number} */ score) => tenth(bottom - ((bottom - top) * (score - low)) / (high - low));
  const step = [10, 20, 25, 50, 100, 200, 250, 500].find((each) => (high - low) / each <= 5) ?? 1000;
  const scale = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) scale.push({ value, y: y(value) });
  return {
    /** Of each seat, its points. */
    lines: (frames[0]?.scores ?? []).map((_, seat) =>
      frames.map(({ scores }, turn) => ({ x: x(turn), y: y(scores[seat]) })),
    ),
    scale,
    x,
    /** @param {number} place @returns {number} the turn that is nearest to a place on the graph */
    nearest: (place) => Math.max(0, Math.min(frames.length - 1, Math.round(((place - left) / (right - left)) * wide))),
  };
}

/**
 * What the graph shows, in sentences.
 * @param {readonly string[]} names
 * @param {readonly Scored[]} frames
 * @param {{sums: {total: number}[]} | null} over
 */
export function inWords(names, frames, over) {
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
  const last = over?.sums.map(({ total }) => total) ?? frames[frames.length - 1]?.scores ?? [];
  const ends = `At the end ${joined(names.map((name, seat) => name + " has " + last[seat]))}.`;
  return leads.length ? `In the lead: ${leads.join(", ")}. ${ends}` : ends;
}
