// SPDX-License-Identifier: GPL-3.0-only
// The user's settings in one `set`, stored between visits if the browser allows it.
import { word } from './words.js';

const chinese = navigator.language.startsWith('zh');
// The level is the same as in `hanxin play` (PLAY_LEVEL in protocol/terminal/table.h).
const usual = { lang: chinese ? 'zh' : 'en', who: 'red', level: 'L5', clock: '', figures: 'auto', coordinates: chinese ? 'files' : 'iccs',
    notation: '', rules: 'asian', theme: 'auto', sound: false, useBook: true, lines: '3' };

// Returns the stored value of this name, or stores a new one.
export function stored(name, value) {
    try {
        if (value !== undefined)
            localStorage.setItem(name, JSON.stringify(value));
        return JSON.parse(localStorage.getItem(name) ?? '{}');
    } catch {
        return {}; // only for this visit
    }
}

export const set = { ...usual, ...stored('hanxin') };

export function keep(name, value) {
    set[name] = value;
    stored('hanxin', set);
}

// Returns the text in the language that is set.
export const say = (key, value) => word(key, set.lang, value);
