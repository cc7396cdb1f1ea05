// @ts-check
/** Soft sounds, made here: a wooden click, two notes for your turn. None before the player has touched the page. */

/** @typedef {Parameters<import("./types.js").App["sound"]>[0]} Sound */

/**
 * Each sound: how loud it is, the seconds from note to note, how many seconds a note rings, and the notes in hertz. A
 * short one is a tile that knocks on wood.
 * @type {Record<Sound, [volume: number, gap: number, length: number, ...notes: number[]]>}
 */
const SOUNDS = {
  tile: [0.12, 0, 0.06, 1150],
  move: [0.16, 0.09, 0.06, 1100, 1200],
  turn: [0.1, 0.14, 0.45, 523.25, 783.99],
  chat: [0.05, 0, 0.16, 880],
  over: [0.08, 0.13, 0.6, 392, 493.88, 587.33, 783.99],
  refused: [0.09, 0, 0.2, 185],
};

export function createSounds() {
  /** @type {AudioContext | undefined} */
  let audio;
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
      if (!on || audio?.state !== "running") return;
      const [volume, gap, length, ...notes] = SOUNDS[sound];
      for (const [index, pitch] of notes.entries()) note(audio, audio.currentTime + index * gap, volume, length, pitch);
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

/**
 * A soft note that rings out.
 * @param {AudioContext} audio @param {number} start @param {number} volume @param {number} length @param {number} pitch
 */
function note(audio, start, volume, length, pitch) {
  const swell = new GainNode(audio, { gain: 0 });
  swell.gain.setValueAtTime(0, start);
  swell.gain.linearRampToValueAtTime(volume, start + 0.01);
  swell.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  tone.connect(swell).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}
