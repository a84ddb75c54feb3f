// SPDX-License-Identifier: GPL-3.0-only
// The sounds, made from tones and noise.

// Knocks and tones: [start in seconds, pitch in hertz, length in seconds, volume]. A knock is a short noise, as of wood.
const SOUNDS = {
    move: { knocks: [[0, 900, 0.05, 0.5]], tones: [[0, 190, 0.08, 0.25]] },
    capture: { knocks: [[0, 1500, 0.04, 0.45], [0.055, 650, 0.08, 0.6]], tones: [[0.055, 130, 0.12, 0.35]] },
    check: { knocks: [[0, 900, 0.05, 0.4]], tones: [[0.03, 784, 0.12, 0.14], [0.13, 1047, 0.18, 0.14]] },
    end: { knocks: [], tones: [[0, 523, 0.3, 0.13], [0.16, 659, 0.3, 0.13], [0.32, 784, 0.55, 0.15]] },
    low: { knocks: [], tones: [[0, 880, 0.07, 0.16], [0.14, 880, 0.07, 0.16]] },
};
/** @typedef {keyof SOUNDS} Sound */
export const names = Object.keys(SOUNDS);

// Returns a volume that begins at `start` and fades out.
function fading(context, start, length, volume) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    gain.connect(context.destination);
    return gain;
}

/** Adds a sound to an audio context. @param {BaseAudioContext} context @param {Sound} name */
export function render(context, name) {
    const now = context.currentTime, { knocks, tones } = SOUNDS[name];
    const play = (source, start, length) => {
        source.start(start);
        source.stop(start + length + 0.02);
    };
    for (const [start, pitch, length, volume] of tones) {
        const tone = context.createOscillator();
        tone.type = 'triangle';
        tone.frequency.value = pitch;
        tone.connect(fading(context, now + start, length, volume));
        play(tone, now + start, length);
    }
    for (const [start, pitch, length, volume] of knocks) {
        const noise = context.createBufferSource(), band = context.createBiquadFilter();
        noise.buffer = context.createBuffer(1, Math.ceil(context.sampleRate * (length + 0.02)), context.sampleRate);
        const samples = noise.buffer.getChannelData(0);
        for (let i = 0; i < samples.length; i++)
            samples[i] = 2 * Math.random() - 1;
        band.type = 'bandpass';
        band.frequency.value = pitch;
        noise.connect(band).connect(fading(context, now + start, length, volume));
        play(noise, now + start, length);
    }
}

let context;

/** Plays a sound. Browsers allow none before the user has done something on the page. @param {Sound} name */
export function sound(name) {
    if (/** @type {any} */ (navigator).userActivation?.hasBeenActive === false)
        return;
    try {
        context ??= new AudioContext();
        context.resume();
        render(context, name);
    } catch {
        // no sound device: the game goes on without
    }
}
