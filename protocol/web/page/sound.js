// SPDX-License-Identifier: GPL-3.0-only
// The sounds, made from tones and noise.

// Knocks and tones: [start in seconds, pitch in hertz, length in seconds, volume]. A knock is a short noise, that of the contact. A piece of wood
// rings in tones whose pitches are no multiples of each other, the high ones shorter.
const SOUNDS = {
    move: { knocks: [[0, 2400, 0.03, 0.5]], tones: [[0, 410, 0.09, 0.4], [0, 1130, 0.05, 0.16], [0, 1910, 0.03, 0.08]] },
    capture: { knocks: [[0, 3000, 0.025, 0.45], [0.06, 1100, 0.07, 0.7]], tones: [[0, 620, 0.06, 0.16], [0.06, 205, 0.16, 0.5], [0.06, 560, 0.1, 0.2], [0.06, 1240, 0.05, 0.08]] },
    check: { knocks: [[0, 2400, 0.03, 0.4]], tones: [[0, 440, 0.09, 0.3], [0.06, 880, 0.22, 0.16], [0.06, 2429, 0.1, 0.05], [0.18, 1109, 0.3, 0.16]] },
    end: { knocks: [], tones: [[0, 523, 0.5, 0.16], [0, 1441, 0.14, 0.04], [0.17, 659, 0.5, 0.16], [0.34, 784, 0.6, 0.18], [0.34, 2160, 0.16, 0.04]] },
    illegal: { knocks: [[0, 300, 0.07, 0.5]], tones: [[0, 150, 0.1, 0.35], [0.1, 126, 0.14, 0.35]] },
    low: { knocks: [], tones: [[0, 880, 0.07, 0.18], [0.14, 880, 0.07, 0.18]] },
};
/** @typedef {keyof SOUNDS} Sound */
export const names = Object.keys(SOUNDS);

// Returns a volume that begins at `start` and fades out.
function fading(context, start, length, volume) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    return gain;
}

/** Adds a sound to an audio context. @param {BaseAudioContext} context @param {Sound} name @param {number} [volume] from 0 to 1 */
export function render(context, name, volume = 1) {
    const now = context.currentTime, { knocks, tones } = SOUNDS[name], whole = context.createGain();
    whole.gain.value = volume;
    whole.connect(context.destination);
    const play = (source, start, length) => {
        source.start(start);
        source.stop(start + length + 0.02);
    };
    for (const [start, pitch, length, loud] of tones) {
        const tone = context.createOscillator();
        tone.frequency.value = pitch;
        tone.connect(fading(context, now + start, length, loud)).connect(whole);
        play(tone, now + start, length);
    }
    for (const [start, pitch, length, loud] of knocks) {
        const noise = context.createBufferSource(), band = context.createBiquadFilter();
        noise.buffer = context.createBuffer(1, Math.ceil(context.sampleRate * (length + 0.02)), context.sampleRate);
        const samples = noise.buffer.getChannelData(0);
        for (let i = 0; i < samples.length; i++)
            samples[i] = 2 * Math.random() - 1;
        band.type = 'bandpass';
        band.frequency.value = pitch;
        noise.connect(band).connect(fading(context, now + start, length, loud)).connect(whole);
        play(noise, now + start, length);
    }
}

let context;

/** Plays a sound. Browsers allow none before the user has done something on the page.
 * @param {Sound} name @param {number} [volume] from 0 to 1 */
export function sound(name, volume) {
    if (/** @type {any} */ (navigator).userActivation?.hasBeenActive === false)
        return;
    try {
        context ??= new AudioContext();
        context.resume();
        render(context, name, volume);
    } catch {
        // no sound device: the game goes on without
    }
}
