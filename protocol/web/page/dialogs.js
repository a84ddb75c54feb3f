// SPDX-License-Identifier: GPL-3.0-only
// The dialogs: open, save, settings; newgame.js and setup.js have the others.
import { ask } from './rules.js';
import { Game } from './game.js';
import { at, element, option } from './dom.js';
import { fillHash, fillThreads } from './engine.js';
import { saveAs } from './give.js';
import { inScript, keep, listNotation, resultWords, say, set, usualNotation } from './settings.js';
import { setUp } from './setup.js';
import { sound } from './sound.js';

let decline = () => {}; // answers the open question with no

// Asks a question, after declining one that is still open. Returns a promise: true if the button labelled `yes` was pressed. Cancel has the
// focus.
export function question(words, yes) {
    const box = at('askDialog');
    decline();
    at('askWords').textContent = words;
    at('askYes').textContent = yes;
    box.returnValue = '';
    if (!box.open)
        box.showModal();
    return new Promise(resolve => {
        decline = () => resolve(false);
        box.onclose = () => resolve(box.returnValue === 'yes');
    });
}

// A dialog opened by a button. `enter` fills it. `leave` does the work; if it throws an error or returns false, the dialog stays open.
// Returns the function that opens it, whose arguments are passed to `enter`.
export function dialog(button, name, enter, leave) {
    const box = at(name), fault = box.querySelector('.fault');
    const open = async (...given) => {
        if (fault)
            fault.textContent = '';
        await enter(...given);
        box.returnValue = '';
        if (!box.open)
            box.showModal();
    };
    at(button).addEventListener('click', () => open());
    box.addEventListener('submit', async event => {
        if (event.submitter?.value !== 'yes')
            return;
        event.preventDefault();
        try {
            if (await leave() !== false)
                box.close();
        } catch (error) {
            if (!fault)
                throw error; // the page reports it
            fault.textContent = error.message;
        }
    });
    return open;
}

// ---- open, save ----

let found = [], latest;

// Lists the games of the chosen files or of the text. Shows what cannot be read.
async function list() {
    const mine = (latest = Symbol()), entries = [], faults = [], files = [...at('file').files], text = at('text').value;
    for (const source of files.length ? files : text.trim() ? [text] : [])
        try {
            const games = await Game.list(source, set.lang, name => say('tooBig', name || say('game')));
            if (source.name && !games.length)
                faults.push(`${source.name}: ${say('noGame')}`);
            for (const game of games)
                if (game.found)
                    entries.push(game);
                else
                    faults.push([source.name, games.length > 1 && say('gameNumber', game.number), game.fault].filter(Boolean).join(say('colon')));
        } catch (error) {
            faults.push(error.message);
        }
    if (mine !== latest)
        return;
    found = entries;
    at('search').value = '';
    listGames();
    showFaults(faults);
}

// Lists the games whose line contains all searched words.
function listGames() {
    const options = document.createDocumentFragment(); // there may be too many for the arguments of a call
    const wanted = at('search').value.toLowerCase().split(/\s+/).filter(Boolean), before = at('games').value;
    found.forEach((entry, i) => {
        const line = `${i + 1}. ${title(entry)} ${resultWords(entry.result)} (${Math.ceil(entry.plies / 2)})`, searched = `${line} ${entry.name} ${entry.result}`.toLowerCase();
        if (wanted.every(word => searched.includes(word)))
            options.append(option(i, line));
    });
    const count = options.childElementCount;
    at('games').replaceChildren(options);
    at('games').size = found.length > 6 ? 6 : 0;
    at('games').value = before;
    if (at('games').selectedIndex < 0)
        at('games').selectedIndex = 0;
    at('searching').hidden = found.length < 7;
    at('count').textContent = found.length > 1 ? say('games', count < found.length ? `${count} / ${found.length}` : found.length) : '';
}

// Shows the faults of games that cannot be opened, and that of the chosen game.
let unread = [];
function showFaults(faults = unread) {
    const most = 5;
    unread = faults;
    at('openDialog').querySelector('.fault').textContent = [...unread.slice(0, most), unread.length > most ? `... (${unread.length})` : '',
        found[at('games').value]?.fault].filter(Boolean).join('\n');
}

// Returns the players of a game in a list, or its name.
const title = ({ red, black, name }) => (red || black || !name ? `${red || '?'} – ${black || '?'}` : name);

// Returns what the user should know about an opened game, in lines.
const openedWords = (entry, { result, lost, fault }, hadGame) => [[(entry.red || entry.black || entry.name) && title(entry), result !== '*' && resultWords(result)].filter(Boolean).join(' '), lost, fault,
    hadGame && say('undoBrings')].filter(Boolean).join('\n');

function open({ begin, tell, game }) {
    let typed, listed;
    const box = at('openDialog'), refresh = () => (listed = list());
    const show = dialog('open', 'openDialog', (files, text = '') => {
        at('text').value = text;
        if (files)
            at('file').files = files;
        else
            at('file').value = '';
        return refresh();
    }, async () => {
        clearTimeout(typed); // otherwise it would replace this message
        if (found.length && at('games').selectedIndex < 0)
            return false; // the search has found none of them
        const chosen = Number(at('games').value) || 0; // listing rebuilds the list
        await (at('file').files.length ? listed : refresh());
        if (!found.length)
            throw new Error(box.querySelector('.fault').textContent || say('noGame'));
        const entry = found[chosen] ?? found[0], read = await entry.read();
        const hadGame = game.isBegun;
        await begin(Game.stateOf(read), { mode: 'analyse' });
        box.close();
        tell(openedWords(entry, read, hadGame));
        return true;
    });
    at('text').addEventListener('input', () => {
        at('file').value = '';
        clearTimeout(typed);
        typed = setTimeout(refresh, 200);
    });
    at('file').addEventListener('change', () => {
        at('text').value = '';
        refresh();
    });
    at('games').addEventListener('change', () => showFaults());
    at('search').addEventListener('input', () => { listGames(); showFaults(); });

    // Takes files, or text outside of input fields, that are dropped or pasted anywhere on the page. A single sound game is opened at once.
    const isEdited = ({ target }) => Boolean(target.closest?.('input, textarea'));
    const receive = async (event, data) => {
        const text = data.getData('text');
        if (!data.files.length && (isEdited(event) || !text.trim()))
            return;
        event.preventDefault(); // otherwise the browser may open the file instead of the page
        if (document.querySelector('dialog[open]:not(#openDialog)'))
            return;
        return take(data.files.length ? data.files : null, data.files.length ? '' : text);
    };
    const take = async (files, text) => {
        await show(files, text);
        if (found.length === 1 && !box.querySelector('.fault').textContent)
            box.querySelector('form').requestSubmit(box.querySelector('button[value=yes]'));
    };
    addEventListener('dragover', event => isEdited(event) && !event.dataTransfer.types.includes('Files') || event.preventDefault());
    addEventListener('drop', event => receive(event, event.dataTransfer));
    addEventListener('paste', (/** @type {ClipboardEvent} */ event) => receive(event, event.clipboardData));
    return file => {
        const data = new DataTransfer();
        data.items.add(file);
        return take(data.files, '');
    };
}

// True if the game began on this page, not in a file.
const isPlayed = game => set.mode === 'play' || game.seats.mode === 'play';

// Returns the tags of a game that the user has played here, and that has none.
export const ownTags = game => (Object.keys(game.tags).length || !isPlayed(game) ? {} : names());

function names() {
    const name = who => (set.who === who || set.who === 'both' ? '?' : 'Hanxin');
    const now = new Date(), digits = number => String(number).padStart(2, '0');
    const date = [now.getFullYear(), digits(now.getMonth() + 1), digits(now.getDate())].join('.'); // the player's local date
    return { Game: 'Chinese Chess', Date: date, Red: name('red'), Black: name('black') };
}

// Returns the name of a game's file: its players or event, without what file systems do not allow.
const nameOf = ({ Red, Black, Event, Title }) => ([Red, Black].filter(Boolean).join(' - ') || Event || Title || '').replace(/[\u0000-\u001f\\/:*?"<>|]/g, ' ').trim().slice(0, 80) || 'hanxin';

function save({ game }) {
    let file, newest;
    const write = async () => {
        const mine = (newest = Symbol()), format = at('format').value;
        const made = await game.write(inScript(format), ownTags(game), set.lang);
        if (mine !== newest)
            return;
        file = new File([made.bytes], `${nameOf(game.tags)}.${{ xqf: 'xqf', dhtmlxq: 'txt' }[format] ?? 'pgn'}`, { type: 'application/octet-stream' });
        at('written').value = format === 'xqf' ? say('notText') : new TextDecoder(format === 'gb18030' ? format : 'utf-8').decode(made.bytes);
        const lost = [made.lost, made.braces && say('lostBraces', made.braces)].filter(Boolean).join(say('semicolon'));
        at('lost').textContent = lost && say('lost', lost);
    };
    dialog('save', 'saveDialog', () => {
        at('fen').value = game.state.fen;
        at('format').value = set.format ?? { move: 'iccs', english: 'wxf', vietnamese: 'wxf', traditional: 'chinese' }[listNotation()] ?? listNotation();
        return write();
    }, () => saveAs(file, file.name));
    at('format').addEventListener('change', () => { keep('format', at('format').value); return write(); });
    for (const id of ['fen', 'written'])
        at(id).addEventListener('focus', () => at(id).select());
}

// ---- settings ----

function settings({ show, look }) {
    const boxes = ['figures', 'surface', 'coordinates', 'notation', 'rules', 'theme'], numbers = ['threads', 'hash'], ticks = ['sound', 'useBook'];
    let board;
    const preview = () => {
        if (!board) { // three ranks with all pieces
            board = new XiangqiBoard(at('preview'), { fen: '9/9/9/9/9/9/9/rnbakabnr/1cp3PC1/RNBAKABNR', coordinates: '', interactive: false, animate: false });
            board.svg.setAttribute('viewBox', '-16 414 572 192');
        }
        board.set({ figures: set.figures, surface: set.surface, lang: set.lang });
    };
    at('more').addEventListener('click', () => {
        for (const name of boxes)
            at(name).value = set[name];
        if (!set.notation)
            at('notation').value = usualNotation();
        fillThreads(at('threads'), set, say);
        fillHash(at('hash'), set, say);
        for (const name of ticks)
            at(name).checked = set[name];
        at('volume').value = set.volume;
        preview();
        at('moreDialog').showModal();
    });
    for (const name of boxes)
        at(name).addEventListener('change', () => { keep(name, at(name).value); preview(); show(); });
    for (const name of numbers)
        at(name).addEventListener('change', () => { keep(name, at(name).value); look(); });
    for (const name of ['rules', 'notation', 'coordinates']) // they decide whether the game is over, and how the verdict names points
        at(name).addEventListener('change', look);
    for (const name of ticks)
        at(name).addEventListener('change', () => keep(name, at(name).checked));
    at('volume').addEventListener('change', () => keep('volume', Number(at('volume').value)));
    for (const name of ['sound', 'volume']) // an example
        at(name).addEventListener('change', () => set.sound && sound('move', set.volume / 100));
}

// ---- game data, keys ----

const TAGS = [['Red', 'red'], ['Black', 'black'], ['Event', 'event'], ['Title', 'titleTag'], ['Site', 'site'], ['Round', 'roundTag'], ['Date', 'date'], ['Opening', 'opening'], ['ECCO', 'ECCO']];

function gameData({ game, changed }) {
    const results = ['*', '1-0', '0-1', '1/2-1/2'];
    dialog('tags', 'tagsDialog', () => {
        const row = (words, field) => element('p', {}, element('label', {}, words, ' ', field));
        const select = element('select', { name: 'Result' }, ...results.map(result => option(result, resultWords(result))));
        select.value = game.result;
        at('tagFields').replaceChildren(...TAGS.map(([name, key]) =>
            row(name === 'ECCO' ? name : say(key), element('input', { name, value: game.tags[name] ?? '', autocomplete: 'off' }))), row(say('resultTag'), select));
    }, () => {
        const tags = { ...game.tags }, result = at('tagFields').querySelector('select').value;
        for (const { name, value } of at('tagFields').querySelectorAll('input'))
            if (value.trim())
                tags[name] = value.trim();
            else
                delete tags[name];
        const ended = result === game.result ? game.ended : result === '*' ? null : { result, plies: game.mainLine().length };
        if (JSON.stringify([tags, ended]) !== JSON.stringify([game.tags, game.ended])) {
            game.change({ tags, ended });
            changed();
        }
    });
}

function keyList() {
    dialog('keys', 'keysDialog', () => at('keyList').replaceChildren(...[['← →', 'keyStep'], ['Home End', 'keyEnds'], ['↑ ↓', 'keyBeside'], ['Ctrl+Z Ctrl+Y', 'keyUndo'],
        ['f', 'keyFlip'], ['h', 'keyHint'], ['?', 'keyList'], ['← → ↑ ↓ Enter', 'keyBoard'], ['A', 'keyShape']].flatMap(([keys, words]) =>
        [element('dt', { textContent: keys }), element('dd', { textContent: say(words) })])), () => {});
}

// What the dialogs use of the page: its `game`; functions that `begin` another one, `show` everything, `look` up the state after a change of the
// position or of the rules, redraw after a `changed` tree or tag, and `tell` the user something; and the `coordinates` of boards.
/** Makes the dialogs work. Returns a function that opens a file like one that was dropped on the page. */
export function openDialogs(page) {
    const openFile = open(page);
    save(page);
    setUp(dialog, page);
    gameData(page);
    keyList();
    settings(page);
    return openFile;
}
