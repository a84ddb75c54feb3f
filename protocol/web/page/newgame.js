// SPDX-License-Identifier: GPL-3.0-only
// The dialog for a new game: who plays, the engine's strength and pace, the clocks.
import { controlWords, readClocks, readControl, writeControl } from './clock.js';
import { dialog } from './dialogs.js';
import { at, option } from './dom.js';
import { Game } from './game.js';
import { ask } from './rules.js';
import { say, set } from './settings.js';

const CLOCKS = ['', '5+3', '10+5', '20+10', '60+30', '15s', '40/30', '10+3x30s'];
const SECONDS = [3, 10, 30];
const RANKS = [700, 900, 1150, 1400, 1750, 2100]; // the Elo at which the words of the next rank begin

/** Returns a level with its strength in words. @param {number} level @param {number} [elo] */
function levelWords(level, elo) {
    const words = level === 20 ? [say('fullStrength', 1)] : elo ? [say(`rank${RANKS.filter(least => elo >= least).length}`), say('about', Math.round(elo / 10) * 10)] : [];
    return [say('level', level), ...words].join(' · ');
}

async function listLevels() {
    const { levels = [] } = await ask(['levels en']).catch(() => ({}));
    at('level').replaceChildren(...Array.from({ length: 20 }, (_, i) => option(`L${i + 1}`, levelWords(i + 1, levels[i]))),
        ...SECONDS.map(seconds => option(`S${seconds}`, say('fullStrength', seconds))), option('S', say('ownSeconds')));
}

// Selects a value. If the list does not contain it, selects the last entry, for which a text is typed, and returns true.
function choose(list, value) {
    list.value = value;
    const isOther = list.selectedIndex < 0;
    if (isOther)
        list.selectedIndex = list.options.length - 1;
    return isOther;
}

const kindWords = kind => {
    const clocks = readClocks(kind), [red, black] = [clocks.red, clocks.black].map(control => controlWords(control, say));
    return red === black ? red : `${say('red')}${say('colon')}${red}${say('semicolon')}${say('black')}${say('colon')}${black}`;
};

// Returns the time control that is typed, in its usual form. Throws an error that says what is wrong.
function typedClocks() {
    const controls = [at('clockRed').value, at('clockBlack').value].filter((text, i) => i === 0 || text.trim()).map(text => {
        const control = readControl(text);
        if (!control || control === 'range')
            throw new Error(say(control ? 'clockRange' : 'badClock', text.trim()));
        return writeControl(control);
    });
    return controls[0] === controls[1] ? controls[0] : controls.join('|');
}

function chosenLevel() {
    const level = at('level').value, seconds = Number(at('levelSeconds').value.replace(',', '.').trim() || NaN);
    if (level !== 'S' || at('strength').hidden)
        return level === 'S' ? set.level : level;
    if (!(seconds >= 0.05 && seconds <= 3600))
        throw new Error(say('badSeconds', at('levelSeconds').value));
    return `S${seconds}`;
}

// Shows the fields that belong to what is chosen, and what the typed time control means.
function refresh() {
    const level = at('level').value, isFull = level[0] === 'S' || level === 'L20', isOther = at('clock').value === 'other';
    at('strength').hidden = at('who').value === 'both';
    at('levelLine').hidden = level !== 'S';
    at('paceLine').hidden = at('who').value === 'both' || isFull;
    at('ownClock').hidden = !isOther;
    at('clockWords').textContent = '';
    if (isOther && at('clockRed').value.trim())
        try {
            at('clockWords').textContent = kindWords(typedClocks());
        } catch (error) {
            at('clockWords').textContent = error.message;
        }
}

/** @param {{ begin: Function, game: Game, tell: (words: string) => void }} page */
export function newGame({ begin, game, tell }) {
    const show = dialog('new', 'newDialog', async (here = false) => {
        await listLevels();
        at('clock').replaceChildren(...CLOCKS.map(kind => option(kind, kind ? kindWords(kind) : say('noClock'))), option('other', say('otherClock')));
        at('levelSeconds').value = choose(at('level'), set.level) ? set.level.slice(1) : '';
        const [red, black = ''] = choose(at('clock'), set.clock) ? set.clock.split('|') : [''];
        at('clockRed').value = red;
        at('clockBlack').value = black;
        at('pace').value = set.pace ?? 'natural';
        at('fromLine').hidden = !game.isBegun;
        at('from').value = here === true ? 'here' : '';
        at('who').value = here === true && set.who !== 'both' ? game.turn : set.who;
        refresh();
    }, async () => {
        const chosen = { who: at('who').value, level: chosenLevel(), clock: at('clock').value === 'other' ? typedClocks() : at('clock').value, pace: at('pace').value };
        const isBranch = at('from').value === 'here';
        await begin(isBranch ? game.branch() : Game.newState(), { time: chosen.clock, mode: 'play', ...chosen });
        if (isBranch)
            tell(say('undoBrings')); // it has lost its comments, variations and later moves
    });
    for (const id of ['who', 'level', 'clock'])
        at(id).addEventListener('change', refresh);
    for (const id of ['clockRed', 'clockBlack'])
        at(id).addEventListener('input', refresh);
    // Enter in a list begins the game, unless the list is open.
    at('newDialog').addEventListener('keydown', event => {
        if (event.key !== 'Enter' || !event.target.matches('select') || (CSS.supports('selector(:open)') && event.target.matches(':open')))
            return;
        event.preventDefault();
        at('newDialog').querySelector('form').requestSubmit(at('newDialog').querySelector('button[value=yes]'));
    });
    at('here').addEventListener('click', () => show(true));
}
