// @ts-check
/** Soft sounds, made here: a wooden click, two notes for your turn. None before the player has touched the page. */

/** @typedef {Parameters<import("./types.js").App["sound"]>[0]} Sound */

export function createSounds() {
  /** @type {AudioContext | null} */
  let audio = null;
  let on = stored("sounds") !== "off";
  const wake = () => {
    if (!on) return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  };
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { capture: true, passive: true });
  return {
    get on() {
      return on;
    },
    set on(value) {
      on = value;
      keep("sounds", value ? "on" : "off");
      wake();
    },
    /** @param {Sound} sound */
    play(sound) {
      if (on && audio?.state === "running") SCORES[sound](audio);
    },
    /**
     * For what every tab of this player hears of at the same moment: one of them sounds.
     * @param {Sound} sound
     * @param {string} about what it is about, the same in every tab
     */
    playOnce(sound, about) {
      if (!on || audio?.state !== "running") return;
      // It is held until the other tabs have come and gone.
      void navigator.locks.request(`sound ${about}`, { ifAvailable: true }, async (lock) => {
        if (!lock) return;
        this.play(sound);
        await new Promise((resolve) => setTimeout(resolve, 1500));
      });
    },
  };
}

/** What the player chose, as far as the browser keeps it. @param {string} key */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it holds for this page only.
  }
}

/** @type {Record<Sound, (audio: AudioContext) => void>} */
const SCORES = {
  tile: (audio) => knock(audio, 0, 0.3),
  move: (audio) => [0, 0.09].forEach((after) => knock(audio, after, 0.45)),
  turn: (audio) => [523.25, 783.99].forEach((pitch, index) => note(audio, pitch, index * 0.14, 0.1)),
  chat: (audio) => note(audio, 880, 0, 0.05, 0.16),
  over: (audio) => [392, 493.88, 587.33, 783.99].forEach((pitch, index) => note(audio, pitch, index * 0.13, 0.08, 0.6)),
  refused: (audio) => note(audio, 185, 0, 0.09, 0.2),
};

/**
 * A wooden tile set down: a short noise through a resonance.
 * @param {AudioContext} audio @param {number} after seconds @param {number} volume
 */
function knock(audio, after, volume) {
  const length = Math.floor(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  buffer.copyToChannel(Float32Array.from({ length }, (_, at) => (Math.random() * 2 - 1) * Math.exp((-9 * at) / length)), 0);
  const source = new AudioBufferSourceNode(audio, { buffer });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1150 + Math.random() * 150, Q: 3.5 });
  source.connect(wood).connect(new GainNode(audio, { gain: volume })).connect(audio.destination);
  source.start(audio.currentTime + after);
}

/**
 * A soft note that rings out.
 * @param {AudioContext} audio @param {number} pitch hertz @param {number} after seconds
 * @param {number} volume @param {number} [length] seconds
 */
function note(audio, pitch, after, volume, length = 0.45) {
  const start = audio.currentTime + after;
  const swell = new GainNode(audio, { gain: 0 });
  swell.gain.setValueAtTime(0, start);
  swell.gain.linearRampToValueAtTime(volume, start + 0.015);
  swell.gain.exponentialRampToValueAtTime(0.0001, start + length);
  swell.connect(audio.destination);
  for (const [times, gain] of [[1, 1], [2, 0.25]]) {
    const tone = new OscillatorNode(audio, { frequency: pitch * times });
    tone.connect(new GainNode(audio, { gain })).connect(swell);
    tone.start(start);
    tone.stop(start + length);
  }
}
