// SPDX-License-Identifier: GPL-3.0-only
let sounds;

// The sound of a piece put down.
export function click() {
    sounds ??= new AudioContext();
    const tone = sounds.createOscillator(), volume = sounds.createGain();
    tone.frequency.value = 420;
    volume.gain.setValueAtTime(0.2, sounds.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, sounds.currentTime + 0.09);
    tone.connect(volume).connect(sounds.destination);
    tone.start();
    tone.stop(sounds.currentTime + 0.1);
}
