// SPDX-License-Identifier: GPL-3.0-only
// The dialogs: a new game, open, save, set up, settings.
import { ask } from './rules.js';
import { Game } from './game.js';
import { keep, say, set } from './settings.js';
import { textOf } from './textfile.js';

const at = id => document.getElementById(id);

function option(value, text) {
    const element = document.createElement('option');
    element.value = value;
    element.textContent = text;
    return element;
}

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
function dialog(button, name, enter, leave) {
    const box = at(name), fault = box.querySelector('.fault');
    at(button).addEventListener('click', async () => {
        if (fault)
            fault.textContent = '';
        await enter();
        box.returnValue = '';
        box.showModal();
    });
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
}

// ---- new game ----

function newGame({ begin, mayReplace }) {
    dialog('new', 'newDialog', () => {
        const level = at('level'), clock = at('clock');
        level.replaceChildren(...Array.from({ length: 20 }, (_, i) => option(`L${i + 1}`, say('level', i + 1))),
            ...[3, 10, 30].map(seconds => option(`S${seconds}`, say('seconds', seconds))));
        ask(['levels en']).then(({ levels }) => levels.forEach((elo, i) => { level.options[i].textContent = `${say('level', i + 1)} · Elo ${elo}`; }), () => {});
        clock.replaceChildren(option('', say('noClock')), ...['5+3', '10+5', '20+10', '60+30'].map(kind => {
            const [minutes, seconds] = kind.split('+');
            return option(kind, `${say('minutes', minutes)} ${say('increment', seconds)}`);
        }));
        level.value = set.level;
        clock.value = set.clock;
        at('who').value = set.who;
    }, async () => {
        if (!await mayReplace())
            return false;
        for (const name of ['level', 'clock', 'who'])
            keep(name, at(name).value);
        return begin(new Game(), set.clock);
    });
}

// ---- open, save ----

let found = [];
async function readText() {
    const fault = at('openDialog').querySelector('.fault');
    fault.textContent = '';
    try {
        found = at('text').value.trim() ? await Game.readAll(at('text').value, set.lang) : [];
        fault.textContent = found.find(game => game.fault)?.fault ?? '';
    } catch (error) {
        found = [];
        fault.textContent = error.message;
    }
    at('games').replaceChildren(...found.map(({ tags, moves, result }, i) =>
        option(i, `${i + 1}. ${tags.Red ?? '?'} – ${tags.Black ?? '?'} ${result} (${Math.ceil(moves.length / 2)})`)));
}

function open({ begin, mayReplace }) {
    let typed;
    dialog('open', 'openDialog', () => {
        at('text').value = '';
        at('file').value = '';
        return readText();
    }, async () => {
        clearTimeout(typed); // otherwise it would replace this message
        const chosen = Number(at('games').value) || 0; // reading rebuilds the list
        await readText();
        if (!found.length)
            throw new Error(at('openDialog').querySelector('.fault').textContent || say('noGame'));
        const game = Game.from(found[chosen] ?? found[0]);
        if (!await mayReplace())
            return false;
        keep('who', 'both');
        return begin(game);
    });
    at('text').addEventListener('input', () => {
        clearTimeout(typed);
        typed = setTimeout(readText, 200);
    });
    at('file').addEventListener('change', async () => {
        const [file] = at('file').files;
        if (!file)
            return;
        at('text').value = textOf(new Uint8Array(await file.arrayBuffer()));
        await readText();
    });
}

function names() {
    const name = who => (set.who === who || set.who === 'both' ? '?' : 'Hanxin');
    const now = new Date(), digits = number => String(number).padStart(2, '0');
    const date = [now.getFullYear(), digits(now.getMonth() + 1), digits(now.getDate())].join('.'); // the player's local date
    return { Game: 'Chinese Chess', Date: date, Red: name('red'), Black: name('black') };
}

function save(current) {
    const notation = at('pgnNotation'), original = notation.options[0];
    const write = async () => {
        const game = current(), tags = Object.keys(game.tags).length ? {} : names();
        at('noNotes').textContent = game.opened?.notes && notation.value !== 'opened' ? say('noNotes') : '';
        at('pgn').value = notation.value === 'opened' ? game.opened.text : await game.pgn(notation.value, tags);
    };
    dialog('save', 'saveDialog', () => {
        const whole = current().asOpened && current().opened.text !== '';
        original.hidden = original.disabled = !whole;
        if (whole || notation.value === 'opened')
            notation.value = whole ? 'opened' : 'iccs';
        at('fen').value = current().state.fen;
        return write();
    }, () => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([at('pgn').value], { type: 'application/x-chess-pgn' }));
        link.download = /^\[DhtmlXQ/i.test(at('pgn').value) ? 'hanxin.txt' : 'hanxin.pgn';
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
    at('pgnNotation').addEventListener('change', write);
    for (const id of ['fen', 'pgn'])
        at(id).addEventListener('focus', () => at(id).select());
}

// ---- set up ----

function setUp({ begin, mayReplace, current }) {
    let brush = 'K', pieces = {}, board, latest;
    const fault = at('setupDialog').querySelector('.fault');
    const judged = () => ask([`state ${set.lang}`, at('setupFen').value.trim()]);
    // Shows the fault of the position, if there is one.
    const judgeAgain = async () => {
        const mine = (latest = Symbol()), { error = '' } = await judged();
        if (mine === latest)
            fault.textContent = error;
    };
    const palette = at('palette'), kinds = [...'KABNRCPkabnrcp', ''];
    const fen = () => {
        const ranks = [];
        for (let rank = 9; rank >= 0; rank--)
            ranks.push([...'abcdefghi'].map(file => pieces[file + rank] || '1').join('').replace(/1+/g, ones => ones.length));
        return `${ranks.join('/')} ${at('turn').value}`;
    };
    const draw = () => {
        at('setupFen').value = fen();
        board.set({ fen: fen(), lang: set.lang, figures: set.figures });
        for (const button of palette.children)
            button.setAttribute('aria-checked', String(button.value === brush));
        if (fault.textContent)
            judgeAgain();
    };
    const paint = square => {
        if (!brush || pieces[square] === brush)
            delete pieces[square];
        else
            pieces[square] = brush;
        draw();
        return true;
    };
    const move = (from, to) => {
        if (to)
            pieces[to] = pieces[from];
        delete pieces[from];
        draw();
    };
    const take = text => {
        pieces = XiangqiBoard.squares(text);
        at('turn').value = / b/.test(text) ? 'b' : 'w';
        draw();
    };
    const makePalette = () => palette.replaceChildren(...kinds.map(kind => {
        const button = document.createElement('button');
        Object.assign(button, { type: 'button', value: kind, className: kind && kind < 'a' ? 'red' : 'black' });
        if (kind && board.figures === 'western')
            button.innerHTML = `<svg viewBox="-20 -20 40 40"><path d="${XiangqiBoard.FIGURES[kind.toUpperCase()]}" /></svg>`;
        else
            button.textContent = !kind ? '✕' : board.figures === 'letters' ? kind.toUpperCase() : XiangqiBoard.GLYPHS[kind];
        button.setAttribute('role', 'radio');
        button.setAttribute('aria-label', kind ? XiangqiBoard.pieceName(kind, set.lang) : say('nothing'));
        button.onclick = () => { brush = kind; draw(); };
        return button;
    }));
    dialog('setup', 'setupDialog', () => {
        board ??= new XiangqiBoard(at('setupBoard'), { animate: false, onMove: move, onClick: paint,
            onSquare: (square, piece, event) => !(piece && event.type === 'pointerdown') && paint(square) }); // may become a drag
        take(current().state.fen);
        makePalette();
        draw();
    }, async () => {
        latest = null;
        const state = await judged();
        if (state.error)
            throw new Error(state.error);
        if (!await mayReplace())
            return false;
        const game = new Game();
        game.start = state.fen;
        return begin(game);
    });
    at('turn').addEventListener('change', draw);
    at('clear').addEventListener('click', () => take(''));
    at('startpos').addEventListener('click', () => take(XiangqiBoard.START));
    at('setupFen').addEventListener('change', () => {
        const typed = at('setupFen').value;
        take(typed);
        at('setupFen').value = typed; // unchanged, even if invalid
        judgeAgain();
    });
}

// ---- settings ----

function settings({ show, look }) {
    const boxes = ['figures', 'coordinates', 'notation', 'rules', 'theme'], ticks = ['sound', 'useBook'];
    at('more').addEventListener('click', () => {
        for (const name of boxes)
            at(name).value = set[name];
        if (set.figures === 'auto')
            at('figures').value = XiangqiBoard.haveCharacters() ? 'characters' : 'western';
        if (!set.notation)
            at('notation').value = set.lang === 'zh' ? 'chinese' : 'wxf';
        for (const name of ticks)
            at(name).checked = set[name];
        at('moreDialog').showModal();
    });
    for (const name of boxes)
        at(name).addEventListener('change', () => { keep(name, at(name).value); show(); });
    at('rules').addEventListener('change', look); // the rules decide whether the game is over
    for (const name of ticks)
        at(name).addEventListener('change', () => keep(name, at(name).checked));
}

// Functions of the page: `begin` a game, check that it `mayReplace` this one, `show` everything, `look` up its state, return the `current` game.
export function openDialogs(page) {
    newGame(page);
    open(page);
    save(page.current);
    setUp(page);
    settings(page);
}
