// SPDX-License-Identifier: GPL-3.0-only
// What the person has chosen, in one `set`, kept from visit to visit where the browser lets us.
import { word } from './words.js';

// The level is that of `hanxin play` too (PLAY_LEVEL in protocol/terminal/table.h).
const usual = { lang: navigator.language.startsWith('zh') ? 'zh' : 'en', who: 'red', level: 'L5', clock: '', figures: 'auto', coordinates: 'iccs',
    notation: '', rules: 'asian', theme: 'auto', sound: false, useBook: true, lines: '3' };

// What stands under this name; with a value, that from now on.
export function stored(name, value) {
    try {
        if (value !== undefined)
            localStorage.setItem(name, JSON.stringify(value));
        return JSON.parse(localStorage.getItem(name) ?? '{}');
    } catch {
        return {}; // then for this visit alone
    }
}

export const set = { ...usual, ...stored('hanxin') };

export function keep(name, value) {
    set[name] = value;
    stored('hanxin', set);
}

// In the language that is set.
export const say = (key, value) => word(key, set.lang, value);
