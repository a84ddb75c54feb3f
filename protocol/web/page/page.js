// SPDX-License-Identifier: GPL-3.0-only
// The page: a board, a game on it, and the engine. show() draws everything from `game` and `set` alone.
import { Analysis, drawBar } from './analysis.js';
import { at, disable, wireDisabled } from './dom.js';
import { Engine } from './engine.js';
import { Game } from './game.js';
import { Graph, isGraph, pointsOf } from './graph.js';
import { MoveList } from './moves.js';
import { Play } from './play.js';
import { drawEditor, wireEditor } from './edit.js';
import { isMine, keepFormer, keepGame, keptFormer, keptGame } from './kept.js';
import { drawTabs, wireKeys, wireTabs } from './controls.js';
import { betterOf, inLanguage } from './review.js';
import { betterWords, infoWords, nameOf, stateWords, threadWords } from './status.js';
import { Study } from './study.js';
import { Trainer } from './trainer.js';
import { kind, shapesOf, sign, withShapes } from './notes.js';
import { nodeAt } from './tree.js';
import { fill } from './words.js';
import { canStore, faultWords, keep, keepLanguage, listNotation, say, set } from './settings.js';
import { openDialogs, question } from './dialogs.js';
import { keepOffline } from './offline.js';
import { unpack } from './links.js';
import { share } from './share.js';
import { newGame } from './newgame.js';
import { able } from './thread.js';

let flipped = false, drawing = false, note = '', replaying = 0, arrows = [], refusedText = '';
const game = new Game(), engine = new Engine({ set, onState });
const play = new Play({ game, engine, played, changed: show, drawClocks, refuse, begin, look, stateWords: () => howItStands(), review: () => study.review() });
const { clock } = play;
const board = new XiangqiBoard(at('board'), { onPick: pick, onMove: put, onPremove: (from, to) => play.setPlan(from, to), onShapes: shapes => {
    game.annotate(game.path, { comment: withShapes(game.node.comment, shapes) });
    changed();
} });
const moveList = new MoveList(at('moves'), { onGo: path => (study.task ? walk(path.length) : walkTo(path)), onMenu: path => {
    if (study.task)
        return;
    walkTo(path);
    setMode('analyse');
    at('edit').open = true;
    at('edit').querySelector('summary').focus();
} });

const graph = new Graph(at('graph'), { onGo: ply => walk(ply) });

const analysis = new Analysis(at('enginePanel'), { engine, say, set, keep, boardOptions: () => ({ figures: set.figures, surface: set.surface, lang: set.lang, flipped }),
    onPlay: line => { game.playLine(line); look(); },
    onArrows: found => { arrows = found; drawBoard(); },
    onScore: score => {
        at('bar').hidden = !score;
        drawBar(at('bar'), score, { flipped, say });
    } });

const study = new Study({ game, engine, notation: listNotation, look, changed, show, setMode, walkTo });
const trainer = new Trainer({ game, notation: listNotation, begin, look, show, changed });

// ---- display ----

// Returns the notation in which the rules name points: as the board does.
const pointsNotation = () => (set.coordinates === 'iccs' || (set.coordinates === 'auto' && listNotation() === 'move') ? 'iccs' : 'wxf');

// Returns how the game stands.
const howItStands = () => stateWords(game, play);

function statusWords() {
    return note || [howItStands(), study.exercise ? '' : betterWords(game)].filter(Boolean).join('\n');
}

function drawClocks() {
    for (const [id, who] of [['above', flipped ? 'red' : 'black'], ['below', flipped ? 'black' : 'red']]) {
        const owner = play.isOn && set.who !== 'both' && say(play.owns(who) ? 'engine' : 'person');
        const name = owner || (game.tags[who === 'red' ? 'Red' : 'Black'] ?? '');
        at(id).className = `player ${who}` + (game.state && game.turn === who && !game.over ? ' turn' : '');
        at(id).querySelector('.name').textContent = [say(who), name].filter(Boolean).join(' · ');
        play.drawClock(at(id).querySelector('time'), who);
    }
}

function drawGraph() {
    const points = pointsOf(game.root, game.line, listNotation(), game.first);
    at('graph').hidden = !isGraph(points);
    if (at('graph').hidden)
        return;
    graph.draw(points, Object.fromEntries(['red', 'black', 'even', 'start', 'only', 'inaccuracy', 'mistake', 'blunder'].map(key => [key, say(`${key}Graph`)]).concat([['name', say('graph')]])), game.first);
    graph.show(game.at);
}

// Returns the coordinates of boards, as for XiangqiBoard.
const coordinates = () => (set.coordinates === 'auto' ? XiangqiBoard.coordinatesOf(listNotation()) : set.coordinates);

function drawBoard() {
    if (!game.state)
        return;
    const { state, node } = game, glyph = node.nags.find(nag => kind(nag) !== 'other') ?? node.nags[0];
    const marks = trainer.isOn ? trainer.marks : study.marks, better = study.exercise ? undefined : betterOf(game.root, game.path);
    board.set({ fen: state.fen, last: node.move, check: state.check, shapes: [...shapesOf(node.comment), ...marks.shapes],
        arrows: [...marks.arrows, ...arrows, ...(better ? [{ from: better.line[0].move.slice(0, 2), to: better.line[0].move.slice(2), kind: 'better' }] : [])],
        drawing: drawing && !play.isOn, flipped, lang: set.lang, figures: set.figures, surface: set.surface, coordinates: coordinates(),
        premove: play.canPlan, premoved: play.planned, badges: glyph ? [{ at: node.move.slice(2), text: sign(glyph), kind: kind(glyph) }] : [] });
}

// Redraws everything.
function show() {
    if (!game.state)
        return;
    document.documentElement.lang = set.lang;
    document.documentElement.dataset.theme = set.theme === 'auto' ? '' : set.theme;
    const { Red, Black, Event, Title } = game.tags, name = Red || Black ? `${Red || '?'} – ${Black || '?'}` : Event || Title;
    document.title = name ? `${name} · ${say('title')}` : say('title');
    fill(document, set.lang);
    drawTabs();
    drawBoard();
    const listed = study.task?.moves; // an exercise shows no later moves
    moveList.draw(listed ?? game.root, listNotation(), game.first);
    moveList.show(game.at ? listed ? nodeAt(listed, game.path.map(() => 0)) : game.node : undefined);
    drawGraph();
    study.draw();
    trainer.draw();
    drawEditor(game);
    drawClocks();
    at('info').textContent = infoWords(game, play.isOn);
    const words = statusWords();
    if (at('status').textContent !== words)
        at('status').textContent = words;
    for (const [ids, isDisabled] of /** @type {[string[], boolean][]} */ ([[['hint'], !engine.ready || game.over || Boolean(play.thinking)], [['back', 'previous', 'first'], game.at === 0],
        [['next', 'last'], game.at >= lastPly()], [['resign'], game.over], [['undo'], !game.past.length], [['redo'], !game.future.length]]))
        ids.forEach(id => disable(at(id), isDisabled));
    at('draw').setAttribute('aria-pressed', String(drawing));
    play.draw();
    at('broken').hidden = !engine.fault;
    at('engineFault').textContent = engine.fault && say('failed', engine.fault);
    at('about').textContent = engine.fault ? '' : !engine.ready ? say('loading') : [threadWords(engine), engine.remark].filter(Boolean).join(' · ');
}

// The engine has started or failed. A failure stops its clock.
function onState() {
    if (engine.fault) {
        play.stop();
        play.leave();
    }
    show();
}

const keepNow = () => keepGame(game, clock.kept(), trainer.kept());

// Updates the state from the rules and redraws. Stops an engine that works on another position first.
async function look() {
    arrows = [];
    note = '';
    play.stop();
    analysis.stop();
    if (game.state)
        keepNow(); // at once, because the page may be closed meanwhile
    if (document.activeElement !== at('move') || at('move').value === refusedText) // otherwise the user is typing the next move
        at('move').value = '';
    if (!await game.look(set.lang, set.rules, pointsNotation()))
        return;
    if (game.over) {
        clock.stop();
        at('askDialog').close(); // nobody can resign now
    }
    keepNow();
    show();
    turn();
}

// Redraws after an edit that does not change the position.
function changed() {
    note = '';
    keepNow();
    show();
}

function turn() {
    play.turn();
    const isQuiet = play.isOn || study.isBusy || trainer.isOn;
    at('bar').hidden ||= isQuiet;
    if (isQuiet)
        analysis.stop();
    else
        analysis.show({ fen: game.start, moves: game.movesTo(), state: game.state }, listNotation());
}

// ---- moves ----

// True if no move can be played. An analysis may go on after a resignation.
const isClosed = () => (play.isOn ? game.over : game.state.result !== '*');

function pick(square, piece) {
    const { state } = game, held = board.get('selected'), isMover = piece => (piece < 'a') === (state.turn === 'red');
    if (held && isMover(board.pieces[held]) && !isMover(piece))
        return false; // the held piece is put down there
    if (play.canPlan && !isMover(piece))
        return 'premove';
    if (play.thinking || isClosed() || !isMover(piece) || play.owns(game.turn))
        return true; // it may be picked up; if it cannot move, the reason is given when it is put down
    return state.legal.filter(move => move.startsWith(square)).map(move => move.slice(2));
}

// A sentence that stays until the next move, step or edit.
function refuse(words) {
    note = words;
    show();
    board.say(words);
}

// A sentence about what has been done, before the state.
const tell = words => refuse([words, howItStands()].filter(Boolean).join('\n'));

async function put(from, to) {
    if (!to)
        refuse(say('outside'));
    else if (from !== to)
        await tryMove(from + to);
}

// Plays the user's move, given in any notation.
async function tryMove(text) {
    if (isClosed())
        return refuse(say('over')), false;
    if (play.isOpen && play.owns(game.turn))
        return refuse(say('notTurn')), false;
    const { version } = game, { refused, error, ...named } = await game.read(text, set.lang, pointsNotation());
    if (version !== game.version) // another move was played first
        return false;
    if (!named.move) {
        play.soundRefusal();
        return refuse(refused ?? error), false;
    }
    if (study.task && game.at < lastPly())
        return refuse(say('exerciseEarlier')), false;
    if (study.exercise)
        return study.play(named), true;
    if (trainer.isOn)
        return trainer.play(named), true;
    await played(named);
    return true;
}

// Puts a move on the board, given in all notations; null: the game has ended otherwise.
async function played(named, byBook = false) {
    const who = game.turn, isCapture = Boolean(named && board.pieces[named.move.slice(2)]);
    stopReplay();
    if (named && clock.tick()) // it came too late
        return;
    at('linkFault').textContent = '';
    if (named) {
        const isNew = !game.node.next.some(({ move }) => move === named.move), length = game.mainLine().length;
        game.play(named, { byBook, main: play.isOn });
        if (isNew && play.isOn) {
            recount(length, game.at - 1);
            clock.press(who);
        }
    }
    const { version } = game;
    await look();
    play.soundMove(isCapture);
    if (named && version === game.version)
        board.say(`${say('played', say(who))} ${nameOf(named)}. ${statusWords()}`);
}

// Tells the clock that the game has another number of moves, which were taken back or restored.
function recount(from, to) {
    for (let ply = Math.min(from, to); ply < Math.max(from, to); ply++)
        clock.recount((game.first + ply) % 2 ? 'black' : 'red', Math.sign(to - from));
}

// Steps along the game end a practice, whose position would be gone.
function leave() {
    trainer.stop();
    play.leave();
}

function walkTo(path) {
    leave();
    game.goTo(path);
    return look();
}

// Returns the number of the last move that may be shown.
const lastPly = () => study.task?.before.length ?? game.whole.length;

function walk(to) {
    leave();
    game.go(Math.min(to, lastPly()));
    return look();
}

function stopReplay() {
    clearInterval(replaying);
    replaying = 0;
}

// ---- games and modes ----

const seatsNow = () => ({ mode: set.mode, who: set.who, level: set.level, clock: set.clock, left: clock.kept() });

/** Puts another game on the board, which undo takes away again. `time` is the kind of its clocks. The other options are settings that it
 * changes, and that undo restores. `fromBlack`: Black is at the bottom.
 * @param {any} state
 * @param {{ time?: string, fromBlack?: boolean, mode?: string, who?: string, level?: string, clock?: string, pace?: string }} options */
function begin(state, { time = '', mode = set.mode, fromBlack = false, ...seats } = {}) {
    const before = game.isBegun;
    play.stop();
    study.stop();
    trainer.stop();
    play.paused = false;
    stopReplay();
    game.seats = seatsNow();
    if (before)
        keepFormer(game.remembered());
    for (const [name, value] of Object.entries({ mode, ...seats }))
        keep(name, value);
    clock.stop();
    clock.reset(time);
    if (before)
        game.change(state);
    else
        Object.assign(game, state, { version: game.version + 1 });
    game.seats = seatsNow();
    flipped = fromBlack || (set.mode === 'play' && set.who === 'black');
    at('linkFault').textContent = '';
    return look();
}

// Undoes or redoes. In a game against the engine, up to the user's turn.
function step(way) {
    if (game[way === 'undo' ? 'past' : 'future'].at(-1)?.id !== game.id) // to another game
        game.seats = seatsNow();
    const before = game.remembered(), { id } = before, length = game.mainLine().length;
    clock.stop();
    study.stop();
    trainer.stop();
    do
        game[way]();
    while (game.id === id && play.isOn && game.isMainLine && game.at === game.whole.length && set.who !== 'none' && play.owns(game.turn) && game[way === 'undo' ? 'past' : 'future'].length);
    if (game.id === id) {
        if (play.isOn)
            recount(length, game.mainLine().length);
    } else {
        const { left, ...kept } = game.seats;
        for (const [name, value] of Object.entries(kept))
            keep(name, value);
        clock.reset(left ? set.clock : '', left);
        flipped = play.isOn && set.who === 'black';
        keepFormer(before); // undo brings it back after a reload, whichever way this went
        return look().then(() => tell(say('backTo', way === 'undo' ? '↷' : '↶')));
    }
    return look();
}

function setMode(mode) {
    if (mode === set.mode)
        return undefined;
    if (mode === 'play')
        study.stop();
    trainer.stop();
    keep('mode', mode);
    clock.stop();
    if (mode === 'play')
        game.goToMain();
    return look();
}

// Restores the game of the last visit, if there is one, and the one before it for undo.
async function beginAgain() {
    const [kept, former] = await Promise.all([keptGame(), keptFormer()]);
    if (!kept)
        return begin(Game.newState(), { time: set.mode === 'play' ? set.clock : '' });
    Object.assign(game, kept.state, { past: former ? [former] : [] });
    clock.reset(kept.left ? set.clock : '', kept.left);
    flipped = kept.lesson ? / b\b/.test(kept.lesson.lesson.fen) : play.isOn && set.who === 'black';
    await look();
    if (kept.lesson)
        await trainer.resume(kept.lesson);
    if (kept.cut)
        refuse(`${say('noNotes')}\n${howItStands()}`);
    return undefined;
}

// Opens what the address gives (links.js): a position as ?fen= or #fen=, with %20, + or _ for blanks, where the user has the move; or a game as
// #game= or #gz=. With #file=NAME, `hanxin web` has a file for the page.
let openFile;
async function followLink(isReload = false) {
    const inAddress = name => new URLSearchParams(location.hash.slice(1)).get(name) ?? new URLSearchParams(location.search.slice(1)).get(name) ?? '';
    const fen = inAddress('fen').replaceAll('_', ' ').trim(), packed = inAddress('gz'), name = inAddress('file');
    let text = inAddress('game');
    if (name && !(isReload && game.isBegun)) {
        const given = await fetch('file').catch(() => undefined);
        if (given?.ok)
            await openFile(new File([await given.blob()], name));
        else
            at('linkFault').textContent = say('badLink', name);
        return;
    }
    if ((!fen && !text && !packed) || (isReload && game.isBegun))
        return;
    try {
        if (packed)
            text = await unpack(packed).catch(() => { throw new Error(say('DecompressionStream' in globalThis ? 'cutLink' : 'oldBrowser')); });
        const [entry] = text ? await Game.list(text, set.lang, () => say('tooBig', say('game'))) : [];
        if (entry?.found === false)
            throw new Error(entry.fault);
        const state = Game.stateOf(text ? await entry.read() : await Game.readFen(fen, set.lang));
        const isSame = state.start === game.start && game.moves.join() === Game.movesOf(state).join();
        if (isSame)
            return;
        state.at = fen ? state.whole.length : Math.max(0, Math.min(state.whole.length, Number(inAddress('at')) || 0));
        const who = fen && set.who !== 'both' ? (/ b\b/.test(state.start) === (state.at % 2 === 0) ? 'black' : 'red') : set.who;
        await begin(state, { mode: text ? 'analyse' : set.mode, who });
    } catch (error) {
        at('linkFault').textContent = say('badLink', error.message);
    }
}

// ---- controls ----

const actions = {
    first: () => walk(0),
    previous: () => walk(game.at - 1),
    next: () => walk(game.at + 1),
    last: () => walk(lastPly()),
    replay: () => {
        if (replaying)
            return stopReplay();
        replaying = setInterval(() => (game.at < lastPly() ? walk(game.at + 1) : stopReplay()), 1200);
        return walk(game.at >= lastPly() ? 0 : game.at + 1);
    },
    undo: () => step('undo'),
    redo: () => step('redo'),
    flip: () => { flipped = !flipped; show(); },
    draw: () => { drawing = !drawing; show(); },
    back: () => {
        const count = Math.min(game.at, (set.who === 'red' || set.who === 'black') && game.turn === set.who ? 2 : 1);
        play.stop();
        clock.stop();
        recount(game.mainLine().length, game.at - count);
        game.takeBack(count);
        return look();
    },
    hint: async () => {
        const named = await play.hint();
        if (!named)
            return;
        arrows = [{ from: named.move.slice(0, 2), to: named.move.slice(2), kind: 'best' }];
        refuse(say('hintIs', nameOf(named)));
        turn();
    },
    resign: async () => {
        const loser = ['red', 'black'].includes(set.who) ? set.who : game.turn, { id } = game;
        if (!game.over && await question(say('resignFor', say(loser)), say('resign')) && id === game.id && !game.over)
            play.finish(loser, 'resigned');
    },
    pause: () => play.togglePause(),
    restart: async () => {
        const begun = engine.start();
        show();
        await begun;
        if (engine.ready)
            look();
    },
    modePlay: () => setMode('play'),
    modeAnalyse: () => setMode('analyse'),
};

// Goes to another variation, but not in an exercise, whose solution is one.
function goBeside(way) {
    if (study.task)
        return;
    game.goBeside(way);
    look();
}

const shortcuts = {
    ArrowLeft: actions.previous, ArrowRight: actions.next, Home: actions.first, End: actions.last,
    ArrowUp: () => goBeside(-1), ArrowDown: () => goBeside(1),
    f: actions.flip,
    h: () => (trainer.isOn ? trainer.hint() : actions.hint()),
    '?': () => at('keys').click(),
};

function wire() {
    for (const [id, action] of Object.entries(actions))
        at(id).addEventListener('click', action);
    at('typed').addEventListener('submit', async event => {
        event.preventDefault();
        const text = at('move').value, isPlayed = Boolean(text.trim()) && await tryMove(text);
        if (at('move').value !== text) // it is the next one
            return;
        if (isPlayed)
            at('move').value = '';
        else
            at('move').select();
        refusedText = at('move').value;
    });
    at('lang').value = set.lang;
    at('lang').addEventListener('change', async () => {
        try {
            await keepLanguage(at('lang').value);
        } finally {
            at('lang').value = set.lang; // the former one if the new one could not be loaded
        }
        keep('notation', '');
        game.root = inLanguage(game.root, set.lang);
        board.say('');
        show();
        look();
    });
    wireDisabled();
    wireKeys(shortcuts, actions);
    wireTabs(show);
    wireEditor(game, { look, changed, tell });
    at('comment').addEventListener('focus', stopReplay); // it would go to another comment
    addEventListener('hashchange', () => followLink());
    newGame({ begin, game, tell });
    openFile = openDialogs({ begin, show, look, changed, coordinates, game, tell });
    share({ game, board, notation: listNotation });
    addEventListener('pagehide', () => clock.runs && isMine() && keepNow()); // the clock has run since the last move
    // Errors of the rules, for example if the program behind them has ended, are reported wherever the request came from.
    addEventListener('unhandledrejection', ({ reason }) => {
        const words = faultWords(reason);
        refuse(words);
        at('status').textContent = words; // even before the first position
    });
}

// ---- start ----

// Progress of the page, for those who wait for it.
function reached(point) {
    document.body.dataset.ready = point;
    performance.mark(point);
}

async function start() {
    document.documentElement.removeAttribute('data-unable'); // a fault was not the page's, but for example an extension's
    if (!able || !('HTMLDialogElement' in window && 'hasOwn' in Object))
        return unable(able ? 'old' : 'wasm');
    reached('page');
    document.documentElement.lang = set.lang;
    wire();
    await beginAgain();
    if (!canStore)
        tell(say('notStored'));
    followLink(['reload', 'back_forward'].includes(/** @type {any} */ (performance.getEntriesByType('navigation')[0])?.type));
    reached('rules');
    await engine.start();
    if (engine.ready)
        reached('engine');
    show();
    if (game.state) // otherwise later
        turn();
    keepOffline();
}
start();
