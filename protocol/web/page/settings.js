// SPDX-License-Identifier: GPL-3.0-only
// The user's settings in one `set`, stored between visits if the browser allows it.
import { LANGUAGES, loadWords, word } from './words.js';

// The first of the browser's languages that the page has. Chinese is written in traditional characters in Taiwan, Hong Kong and Macao.
const browserLanguage = navigator.languages.map(tag => (/^zh-(hant|tw|hk|mo)/i.test(tag) ? 'zh-Hant' : tag.slice(0, 2).toLowerCase())).find(tag => LANGUAGES.includes(tag));
// The level is the same as in `hanxin play` (PLAY_LEVEL in protocol/terminal/table.h).
const usual = { lang: browserLanguage ?? 'en', mode: 'play', tab: 'moves', who: 'red', level: 'L5', clock: '', figures: 'traditional', surface: 'wood', coordinates: 'auto',
    notation: '', rules: 'asian', theme: 'auto', sound: false, volume: 70, useBook: true, lines: '3' };

// False if the browser stores nothing for this page.
export const canStore = (() => {
    try {
        localStorage.getItem('hanxin');
        return true;
    } catch {
        return false;
    }
})();

// Returns the stored object of this name, empty if there is none.
export function stored(name) {
    try {
        return JSON.parse(localStorage.getItem(name) ?? '{}') ?? {};
    } catch {
        return {}; // only for this visit
    }
}

// Stores an object; nothing instead if it is undefined. Returns false if the browser does not allow it, or has no room.
export function store(name, value) {
    try {
        if (value === undefined)
            localStorage.removeItem(name);
        else
            localStorage.setItem(name, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

// Values that earlier versions stored, and what they are called now.
const renamed = { figures: { auto: 'traditional', characters: 'traditional', western: 'pictures' }, coordinates: { files: 'chinese' } };

const kept = { ...usual, ...stored('hanxin') };
for (const [name, values] of Object.entries(renamed))
    kept[name] = values[kept[name]] ?? kept[name];
export const set = { ...kept }; // in this visit

export function keep(name, value) {
    set[name] = kept[name] = value;
    store('hanxin', kept);
}

// Sets the language of the page.
export async function keepLanguage(lang) {
    await loadWords(lang);
    keep('lang', lang);
}

export const isChinese = () => set.lang.startsWith('zh');

// Returns the notation, for Chinese in the characters of the language.
export const inScript = notation => (notation === 'chinese' && set.lang === 'zh-Hant' ? 'traditional' : notation);

// The notation of the language.
export const usualNotation = () => (isChinese() ? 'chinese' : set.lang === 'vi' ? 'vietnamese' : 'english');

// The notation of the page: a field of a move.
export const listNotation = () => inScript({ moves: 'move' }[set.notation] ?? (set.notation || usualNotation()));

// Returns the text in the language that is set.
export const say = (key, value) => word(key, set.lang, value);

// Returns a result such as `1-0` as it is usual in the language.
export const resultWords = result => (isChinese() && { '1-0': say('redGraph'), '0-1': say('blackGraph'), '1/2-1/2': say('drawn') }[result]) || result;

// Returns the words for a failure.
export const faultWords = error => (error?.address ? say('notLoaded', error.address) : String(error?.message ?? error));

await loadWords(set.lang).catch(() => { set.lang = 'en'; });
