// SPDX-License-Identifier: GPL-3.0-only
// The keys and the tabs of the page, and the order of its parts.
import { at } from './dom.js';
import { keep, set } from './settings.js';

// As in page.css: the moves are always shown; the panels are below the board, which stays.
const wide = matchMedia('(min-width: 44rem)'), phone = matchMedia('(max-width: 33.99rem), (max-width: 43.99rem) and (min-height: 32.01rem)');

/** Connects keys with actions. @param {Record<string, () => any>} shortcuts by the name of the key @param {{ undo: () => any, redo: () => any }} actions with Ctrl */
export function wireKeys(shortcuts, { undo, redo }) {
    addEventListener('keydown', event => {
        const target = /** @type {HTMLElement} */ (event.target);
        if (target.closest('input, select, textarea, dialog') || event.altKey)
            return;
        const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key, isCommand = event.ctrlKey || event.metaKey;
        const action = isCommand ? { z: event.shiftKey ? redo : undo, y: redo }[letter] : shortcuts[letter];
        if (!action || (target.closest('[role=tablist]') && letter.startsWith('Arrow')))
            return;
        event.preventDefault();
        action();
    });
}

/** Connects the tabs. `show` redraws the page. @param {() => void} show */
export function wireTabs(show) {
    const tabs = [...at('tabs').children];
    for (const tab of tabs)
        tab.addEventListener('click', () => { keep('tab', tab.id.slice(0, -3)); show(); });
    // The order of the elements is the one on the screen. On a phone, the status stays with the board, which would hide it.
    const arrange = () => {
        at('movesPanel')[wide.matches ? 'after' : 'before'](at('tabs'));
        if (phone.matches)
            at('table').append(at('status'));
        else
            at('linkFault').after(at('status'));
        show();
    };
    for (const query of [wide, phone])
        query.addEventListener('change', arrange);
    arrange();
    at('tabs').addEventListener('keydown', event => {
        const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key], now = tabs.indexOf(event.target);
        if (!way || now < 0)
            return;
        const next = tabs[(now + way + tabs.length) % tabs.length];
        next.click();
        next.focus();
    });
}

/** Shows the chosen tab and mode. */
export function drawTabs() {
    const shown = set.tab === 'moves' && wide.matches ? 'engine' : set.tab; // a wide page always shows the moves
    for (const tab of at('tabs').children) {
        const chosen = tab.id === `${shown}Tab`;
        tab.setAttribute('aria-selected', String(chosen));
        tab.tabIndex = chosen ? 0 : -1;
        at(tab.getAttribute('aria-controls')).classList.toggle('chosen', chosen);
    }
    document.body.dataset.mode = set.mode;
    for (const [id, mode] of [['modePlay', 'play'], ['modeAnalyse', 'analyse']])
        at(id).setAttribute('aria-pressed', String(set.mode === mode));
}
