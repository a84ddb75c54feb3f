// SPDX-License-Identifier: GPL-3.0-only
// The set-up editor. Pieces are dragged on the board, onto it from the palette, and off it, or painted with the tool that the palette sets.
import { mirrored } from './book.js';
import { at, element } from './dom.js';
import { ask } from './rules.js';
import { Game } from './game.js';
import { say, set } from './settings.js';

/** @typedef {{ pieces: Record<string, string>, turn: string }} Position `pieces` as of XiangqiBoard.squares(); `turn`: 'w' or 'b' */

const HAND = 'hand', TOOLS = [...'KABNRCP', HAND, ...'kabnrcp', '']; // '' removes pieces
const PLACES = /((?:[kabnrcpeh\d]{1,9}\/){9}[kabnrcpeh\d]{1,9})(?:(?:[\s_+]|%20)+([a-z])(?![a-z]))?/i;

let board, tool = HAND, /** @type {Position} */ position, /** @type {Position[]} */ former = [];
let unread = null; // the request about a text that is no position
let timer, latest;

const fenOf = ({ pieces, turn }) => XiangqiBoard.fen(pieces, turn);
const positionOf = fen => ({ pieces: XiangqiBoard.squares(fen), turn: / b/.test(fen) ? 'b' : 'w' });
const mapped = (pieces, square, piece = letter => letter) => Object.fromEntries(Object.entries(pieces).map(([from, letter]) => [square(from), piece(letter)]));
const swapped = letter => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase());

// ---- display ----

// Draws the position and the chosen tool, and judges the position.
function draw() {
    at('setupFen').value = fenOf(position);
    drawBoard();
}

function drawBoard() {
    board.set({ fen: fenOf(position), lang: set.lang, figures: set.figures, surface: set.surface, selected: '', targets: [] });
    at('turn').value = position.turn;
    at('setupUndo').disabled = !former.length && !unread;
    drawTools();
    clearTimeout(timer);
    timer = setTimeout(judge, 150);
}

function drawTools() {
    for (const button of at('palette').children) {
        button.setAttribute('aria-checked', String(button.value === tool));
        button.tabIndex = button.value === tool ? 0 : -1;
    }
}

// Returns the rules' answer to the position. A fault is described without words about FEN, unless a text is the fault.
async function judged() {
    const state = await ask([`state ${set.lang}`, ...(unread ?? [fenOf(position)])]);
    const plain = (/** @type {string} */ error) => error.replace(/^FEN[^:：]*[:：]\s*/, '').replace(/^./, first => first.toUpperCase());
    return !unread && state.error ? { ...state, error: plain(state.error) } : state;
}

// Shows the fault of the position, if there is one.
async function judge() {
    const mine = (latest = Symbol()), { error = '' } = await judged();
    if (mine === latest && fault().textContent !== error)
        fault().textContent = error;
}

const fault = () => at('setupDialog').querySelector('.fault');

// ---- changes ----

// Sets another position, which can be undone.
function change(next) {
    unread = null;
    if (fenOf(next) === fenOf(position))
        return;
    former.push(position);
    position = next;
}

function edit(next) {
    change(next);
    draw();
}

const setPieces = pieces => edit({ ...position, pieces });

function undo() {
    position = unread ? position : former.pop() ?? position;
    unread = null;
    draw();
}

// Puts a piece on a square, or removes the piece there if it is ''.
function put(square, piece) {
    const { [square]: old, ...others } = position.pieces;
    setPieces(piece ? { ...others, [square]: piece } : others);
}

function paint(square) {
    put(square, position.pieces[square] === tool ? '' : tool);
    return true;
}

function move(from, to) {
    const { [from]: piece, ...others } = position.pieces;
    setPieces(to ? { ...others, [to]: piece } : others);
}

// Takes the position of a text that contains a FEN, perhaps followed by `moves`. `rewrite`: the field shows it in its usual form.
async function take(text, rewrite) {
    const mine = (latest = Symbol()), [, ranks, letter = 'w'] = PLACES.exec(text.replace('startpos', XiangqiBoard.START)) ?? [];
    const side = { w: 'w', r: 'w', b: 'b' }[letter.toLowerCase()], fen = ranks ? `${ranks} ${side ?? letter}` : text.trim();
    const moves = (/\bmoves\b(.*)/s.exec(text)?.[1] ?? '').trim().replace(/\s+/g, ' ');
    const after = moves ? await ask([`state ${set.lang}`, fen, moves]) : { fen };
    if (mine !== latest)
        return;
    if (ranks && side && !after.error)
        change(positionOf(after.fen));
    else if (fen)
        unread = [fen, moves];
    if (rewrite && !unread)
        draw();
    else
        drawBoard();
}

// ---- the palette ----

function makePalette() {
    at('palette').replaceChildren(...TOOLS.map(kind => {
        const isPiece = kind && kind !== HAND, button = element('button', { type: 'button', value: kind });
        if (isPiece)
            button.innerHTML = XiangqiPieces.icon(set.figures, kind);
        else
            button.textContent = kind ? '✥' : '✕';
        button.title = !kind ? say('nothing') : kind === HAND ? say('movePieces') : XiangqiBoard.pieceName(kind, set.lang);
        button.setAttribute('role', 'radio');
        button.setAttribute('aria-label', button.title);
        button.autofocus = kind === tool;
        button.addEventListener('click', () => choose(kind));
        if (isPiece)
            button.addEventListener('pointerdown', event => event.button === 0 && drag(event, button));
        return button;
    }));
}

function choose(kind) {
    tool = kind;
    board.set({ selected: '', targets: [] });
    drawTools();
}

// Moves a copy of the button with the pointer, and puts its piece on the square where it is released.
function drag(press, button) {
    let ghost;
    const away = new AbortController(), { signal } = away;
    button.setPointerCapture(press.pointerId);
    button.addEventListener('pointermove', event => {
        if (!ghost && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > 8) {
            ghost = button.cloneNode(true);
            ghost.classList.add('ghost');
            ghost.setAttribute('aria-hidden', 'true');
            at('setupDialog').append(ghost);
        }
        if (ghost)
            Object.assign(ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
    }, { signal });
    const end = event => {
        away.abort();
        ghost?.remove();
        if (!ghost)
            return;
        const stop = click => click.stopPropagation(); // it would choose the tool
        addEventListener('click', stop, true);
        setTimeout(() => removeEventListener('click', stop, true));
        const square = event.type === 'pointerup' && board.squareOf(event);
        if (square)
            put(square, button.value);
    };
    button.addEventListener('pointerup', end, { signal });
    button.addEventListener('pointercancel', end, { signal });
}

// Chooses the next tool by an arrow key.
function paletteKey(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step)
        return;
    event.preventDefault();
    choose(TOOLS[(TOOLS.indexOf(tool) + step + TOOLS.length) % TOOLS.length]);
    at('palette').querySelector('[aria-checked=true]').focus();
}

// ---- the board, the keyboard, the dialog ----

// Puts the piece of a FEN letter on the square of the cursor, or removes the one there.
function boardKey(event) {
    const letter = { e: 'b', E: 'B', h: 'n', H: 'N' }[event.key] ?? event.key, isRemoved = ['Delete', 'Backspace'].includes(letter);
    if (event.ctrlKey || event.altKey || event.metaKey || !(isRemoved || letter in XiangqiPieces.NAMES.traditional))
        return;
    event.preventDefault();
    put(board.cursor, isRemoved ? '' : letter);
    board.say(board.squareWords(board.cursor));
}

function dialogKey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z' || event.target === at('setupFen'))
        return;
    event.preventDefault();
    undo();
}

function listen() {
    const buttons = { clear: () => setPieces({}), startpos: () => edit(positionOf(XiangqiBoard.START)), setupUndo: undo,
        setupMirror: () => setPieces(mapped(position.pieces, mirrored)),
        setupSwap: () => edit({ pieces: mapped(position.pieces, square => square[0] + (9 - Number(square[1])), swapped), turn: position.turn === 'w' ? 'b' : 'w' }) };
    for (const [id, action] of Object.entries(buttons))
        at(id).addEventListener('click', action);
    at('turn').addEventListener('change', () => edit({ ...position, turn: at('turn').value }));
    at('setupFen').addEventListener('input', () => take(at('setupFen').value, false));
    at('setupFen').addEventListener('change', () => take(at('setupFen').value, true));
    at('palette').addEventListener('keydown', paletteKey);
    at('setupBoard').addEventListener('keydown', boardKey);
    at('setupDialog').addEventListener('keydown', dialogKey);
    at('setupDialog').addEventListener('paste', event => {
        if (event.target === at('setupFen'))
            return;
        event.preventDefault();
        take(event.clipboardData.getData('text'), true);
    });
}

/** Prepares the dialog. `dialog` is the helper of dialogs.js; the page begins another game, and has the current one.
 * @param {(button: string, name: string, enter: () => void, leave: () => Promise<any>) => any} dialog
 * @param {{ begin: (state: any, options: { mode: string, time?: string, who?: string }) => any, coordinates: () => string, game: Game }} page */
export function setUp(dialog, { begin, coordinates, game }) {
    dialog('setup', 'setupDialog', () => {
        board ??= new XiangqiBoard(at('setupBoard'), { animate: false, onMove: move, onPick: () => !board.get('selected'), // else: put down there
            onClick: square => tool !== HAND && paint(square),
            onSquare: (square, piece, event) => tool !== HAND && !(piece && event.type === 'pointerdown') && paint(square) }); // may become a drag
        position = positionOf(game.state.fen);
        former = [];
        unread = null;
        tool = HAND;
        at('setupWho').value = set.mode === 'play' ? set.who : '';
        board.set({ coordinates: coordinates() });
        makePalette();
        draw();
    }, async () => {
        clearTimeout(timer);
        latest = null;
        const { error, fen } = await judged();
        if (error)
            throw new Error(error);
        const who = at('setupWho').value;
        return begin(Game.newState(fen), who ? { mode: 'play', time: set.clock, who } : { mode: 'analyse' });
    });
    listen();
}
