// SPDX-License-Identifier: GPL-3.0-only
// The page: a board, a game on it, and the engine. show() draws everything from `game` and `set` alone.
import { Hanxin } from './hanxin.js';
import { ask } from './rules.js';
import { bookMoves, drawnMove } from './book.js';
import { Game } from './game.js';
import { Clock } from './clock.js';
import { fill } from './words.js';
import { keep, say, set, stored } from './settings.js';
import { openDialogs, question } from './dialogs.js';
import { keepOffline } from './offline.js';
import { click } from './sound.js';
import { usualHash } from './thread.js';
import { accuracy, betterOf, drawGraph, markOf, plyAt, worthOf, worthOfResult } from './review.js';

const at = id => document.getElementById(id);
const side = state => (state.turn === 'red' ? 'red' : 'black');
const playsItself = turn => set.who === 'none' || (set.who !== 'both' && set.who !== turn);

let game = new Game(), flipped = false, engine = null, engineFault = '', note = '', thinking = null, analysing = null, reviewing = null, replaying = 0, arrows = [];
let former = stored('hanxin-former'); // the game that a button restores: a stored game with its players, or nothing
const clock = new Clock(loser => finish(loser, 'timeOut'), drawClocks);
const board = new XiangqiBoard(at('board'), { onPick: pick, onMove: put });

// ---- display ----

const listNotation = () => set.notation || (set.lang === 'zh' ? 'chinese' : 'wxf');

function statusWords() {
    if (note)
        return note;
    const ply = game.at - 1, better = betterOf(game, ply), kind = listNotation();
    return stateWords() + (better ? `\n${say('better', `${game.names[kind][ply]} ${markOf(game, ply)[0]}`)}${better.names[kind]}` : '');
}

function stateWords() {
    const { state } = game;
    if (game.over)
        return game.ended ? (game.ended.loser ? say(game.ended.how, say(game.ended.loser)) : game.ended.result) : state.reason.trim();
    if (thinking)
        return say('thinking');
    return `${say('turn', say(side(state)))}${state.check ? ` · ${say('check')}` : ''}${game.byBook ? ` · ${say('fromBook')}` : ''}`;
}

function drawMoves() {
    const list = game.names[listNotation()], first = game.names.start.includes(' b ') ? 1 : 0, items = [];
    list.forEach((text, i) => {
        const button = document.createElement('button');
        button.textContent = [text, markOf(game, i)?.[0]].filter(Boolean).join(' ');
        button.className = i + 1 === game.at ? 'now' : '';
        button.onclick = () => walk(i + 1);
        if (i === 0 || (i + first) % 2 === 0) {
            items.push(document.createElement('li'));
            items.at(-1).value = Math.floor((i + first) / 2) + 1;
            if (i === 0 && first)
                items[0].append('... ');
        }
        items.at(-1).append(button, ' ');
    });
    at('moves').replaceChildren(...items);
}

function drawClocks() {
    for (const [id, who] of [['above', flipped ? 'red' : 'black'], ['below', flipped ? 'black' : 'red']]) {
        const name = playsItself(who) ? say('engine') : set.who === 'both' ? game.tags[who === 'red' ? 'Red' : 'Black'] ?? '' : say('person');
        at(id).className = `player ${who}` + (game.state && side(game.state) === who && !game.over ? ' turn' : '');
        at(id).querySelector('.name').textContent = [say(who), name].filter(Boolean).join(' · ');
        at(id).querySelector('time').textContent = clock.text(who);
    }
}

function drawReview() {
    const shares = [true, false].map(red => accuracy(game, red)), known = game.worth.filter(Boolean).length;
    at('review').textContent = say(reviewing ? 'stop' : 'review');
    at('graph').innerHTML = drawGraph(game);
    at('graph').parentElement.hidden = known === 0;
    at('accuracy').textContent = reviewing ? say('reviewed', `${known} / ${game.moves.length + 1}`)
        : shares.map((share, i) => share !== undefined && `${say(i ? 'black' : 'red')} ${share.toFixed(0)} %`).filter(Boolean).join(' · ');
    at('accuracyOf').hidden = reviewing || !at('accuracy').textContent;
}

// The arrows of the engine's move and of the better move instead of the last one.
function shownArrows() {
    const better = betterOf(game, game.at - 1);
    return better ? [...arrows, { from: better.move.slice(0, 2), to: better.move.slice(2), kind: 'better' }] : arrows;
}

// Redraws everything.
function show() {
    if (!game.state)
        return;
    const { state } = game;
    document.documentElement.lang = set.lang;
    document.documentElement.dataset.theme = set.theme === 'auto' ? '' : set.theme;
    document.title = say('title');
    fill(document, set.lang);
    const last = game.moves[game.at - 1] ?? '', mark = last && markOf(game, game.at - 1);
    board.set({ fen: state.fen, last, check: state.check, arrows: shownArrows(), flipped, lang: set.lang, figures: set.figures, coordinates: set.coordinates,
        badges: mark ? [{ at: last.slice(2), text: mark[0], kind: mark[2] }] : [] });
    drawMoves();
    drawReview();
    drawClocks();
    const words = statusWords();
    if (at('status').textContent !== words)
        at('status').textContent = words;
    at('hint').disabled = !engine || Boolean(reviewing) || game.over;
    at('back').disabled = at('previous').disabled = at('first').disabled = game.at === 0;
    at('next').disabled = at('last').disabled = game.at === game.moves.length;
    at('resign').disabled = game.over;
    at('former').hidden = !former.moves;
    at('review').disabled = !engine || !game.moves.length;
    at('about').textContent = engine ? (engine.multithreaded ? say('threads', engine.threads) : say('oneThread'))
        : engineFault ? say('failed', engineFault) : say('loading');
    const now = at('moves').querySelector('.now');
    if (now)
        at('moves').scrollTop = now.offsetTop - at('moves').offsetTop - at('moves').clientHeight / 2;
}

// Updates the state from the rules and redraws. Stops an engine that works on another position first.
async function look() {
    arrows = [];
    if (!await game.look(set.lang, set.rules))
        return;
    if (game.over)
        clock.stop();
    keepGame();
    show();
    turn();
}

const visit = Math.random(); // identifies this page, since other tabs store their games in the same place
const keepGame = () => stored('hanxin-game', { ...game.kept(), left: clock.kept(), visit });

// ---- confirmation ----

const plies = count => say(count === 1 ? 'onePly' : 'plies', count);

// Asks before part of the game is dropped. Returns true if allowed, and saves the game, which a button restores.
async function mayDrop(words, yes) {
    stopReplay();
    if (!await question([...words, say('comesBack', say('former'))].join('\n'), yes))
        return false;
    keepFormer();
    return true;
}

function mayDropRest(yes, count) {
    const words = [say('dropRest', plies(count))];
    if (game.opened?.notes)
        words.push(say('dropNotes'));
    return mayDrop(words, say(yes, plies(count)));
}

const isBegun = () => game.moves.length > 0 || game.opened !== null || !(game.start === '' || game.start.startsWith(XiangqiBoard.START));

// Asks before another game replaces this one, if anything would be lost.
async function mayReplace() {
    const count = game.moves.length;
    return !isBegun() || mayDrop([count ? say('replaceGame', plies(count)) : say('replacePosition')], say('replaceIt'));
}

function keepFormer() {
    const { who, level, clock: kind } = set;
    former = isBegun() ? { ...game.kept(), left: clock.kept(), who, level, clock: kind } : {};
    stored('hanxin-former', former);
}

// Puts the former game on the board, and saves this one in its place.
async function bringBack() {
    const { left, who, level, clock: kind, ...kept } = former, again = await Game.again(kept);
    if (!again)
        return;
    keepFormer();
    for (const [name, value] of Object.entries({ who, level, clock: kind }))
        keep(name, value);
    await resume(again, left);
}

// ---- moves ----

function pick(square, piece) {
    const { state } = game, held = board.get('selected'), isMover = piece => (piece < 'a') === (state.turn === 'red');
    if (held && isMover(board.pieces[held]) && !isMover(piece))
        return false; // the held piece is put down there
    if (thinking || game.over || !isMover(piece) || playsItself(side(state)))
        return true; // it may be picked up; if it cannot move, the reason is given when it is put down
    return state.legal.filter(move => move.startsWith(square)).map(move => move.slice(2));
}

// A sentence that stays until something happens.
function refuse(words) {
    note = words;
    show();
    note = '';
    board.say(words);
}

async function put(from, to) {
    if (!to)
        refuse(say('outside'));
    else if (from !== to)
        await tryMove(from + to);
}

// Plays the user's move, given in any notation.
async function tryMove(text) {
    if (game.over)
        return refuse(say('over')), false;
    if (thinking && playsItself(side(game.state)))
        return refuse(say('notTurn')), false;
    const mine = game, { at: ply, moves: { length } } = game, left = length - ply;
    const isLate = () => mine !== game || ply !== game.at || length !== game.moves.length; // another move was played first
    const { move, refused, error } = await game.read(text, set.lang);
    if (isLate())
        return false;
    if (!move)
        return refuse(refused ?? error), false;
    if (left > 0 && move !== game.moves[ply] && (!await mayDropRest('playAndDrop', left) || isLate()))
        return false;
    await played(move);
    return true;
}

async function played(move, byBook = false) {
    const who = side(game.state);
    stopReplay();
    at('linkFault').textContent = '';
    if (move === game.moves[game.at]) {
        game.go(game.at + 1);
    } else {
        reviewing?.abort();
        game.play(move, byBook);
        clock.press(who);
    }
    if (set.sound)
        click();
    const mine = game;
    await look();
    if (mine === game && game.names[listNotation()].length >= game.at)
        board.say(`${say('played', say(who))} ${game.names[listNotation()][game.at - 1]} (${move}). ${statusWords()}`);
}

// Ends the game for a reason that the board does not show: `how` is a key of words.js.
function finish(loser, how) {
    thinking?.abort();
    clock.stop();
    game.go(game.moves.length);
    game.ended = { result: loser === 'red' ? '0-1' : '1-0', loser, how };
    look();
}

async function walk(to) {
    thinking?.abort();
    clock.stop();
    game.go(to);
    await look();
}

function stopReplay() {
    clearInterval(replaying);
    replaying = 0;
}

// ---- the engine ----

// Runs one search at a time: the next waits until the one before it has ended.
let searches = Promise.resolve();
function search(work) {
    const ended = searches.then(work);
    searches = ended.catch(error => {
        if (error.name === 'AbortError')
            return;
        engineFault = error.message;
        engine = null;
        thinking = analysing = null;
        show();
    });
    return searches;
}

const position = () => ({ fen: game.start, moves: game.moves.slice(0, game.at) });

function strength() {
    const kind = set.level[0], number = Number(set.level.slice(1));
    return kind === 'S' ? { level: 20, movetime: number * 1000 } : { level: number, movetime: 1000 };
}

// Starts the engine's turn: it plays if it is to move at the end of the game, otherwise it analyses if requested.
function turn() {
    thinking?.abort();
    analysing?.abort();
    thinking = analysing = null;
    at('book').textContent = '';
    if (reviewing)
        return;
    const who = side(game.state), open = !game.over && game.at === game.moves.length;
    if (open && game.moves.length && (engine || !playsItself(who)))
        clock.begin(who); // resumes after a look back or a reload; the first move starts it
    if (!engine)
        return;
    if (open && playsItself(who))
        think({ ...strength(), book: true }, played);
    else if (at('analysis').open)
        analyse();
}

function think({ level, movetime, book = false }, then) {
    const mine = (thinking = new AbortController()), who = side(game.state), from = position(), here = game, ply = game.at;
    if (playsItself(who) && ply === game.moves.length)
        clock.begin(who);
    show();
    search(async () => {
        if (mine.signal.aborted)
            return;
        engine.setOption('Skill Level', level);
        const known = book && set.useBook && level === 20 ? await drawnMove(from, mine.signal) : undefined; // weaker levels were measured without a book
        const found = known ? { move: known } : await engine.bestMove(from, { movetime: Math.min(movetime, clock.allowance(who)), signal: mine.signal });
        if (mine.signal.aborted || !found.move)
            return;
        thinking = null;
        await new Promise(resolve => setTimeout(resolve, 0)); // leave the queue, since the following may search again
        if (here === game && ply === game.at && !game.over) // nothing else has been played
            then(found.move, Boolean(known));
    });
}

// Scores beyond all evaluations (engine/board/score.h): wins by an endgame table, T, and by the repetition rules, R.
function scoreWords({ cp, mate }, sign) {
    if (Math.abs(cp) > 20000)
        return (sign * cp < 0 ? '-' : '+') + (Math.abs(cp) < 29000 - 128 ? 'T' : 'R');
    return mate !== undefined ? say('mate', mate * sign) : (sign * cp / 100).toFixed(2).replace(/^(?=[\d])/, '+');
}

function drawBar(info, sign) {
    const { cp, mate } = info.score, value = sign * (mate !== undefined ? (mate > 0 ? 2000 : -2000) : cp);
    at('bar').firstElementChild.style.height = `${100 / (1 + Math.exp(-value / 250))}%`;
    at('bar').classList.toggle('flipped', flipped);
    at('bar').setAttribute('aria-label', say('bar', scoreWords(info.score, sign)));
}

async function drawLines(lines, from, sign) {
    const items = await Promise.all(lines.filter(Boolean).map(async info => {
        const names = await ask([`state ${set.lang}`, from.fen, [...from.moves, ...info.pv.slice(0, 12)].join(' ')]);
        const item = document.createElement('li'), score = document.createElement('b');
        score.textContent = scoreWords(info.score, sign);
        item.append(score, ' ', (names[listNotation()] ?? info.pv).slice(from.moves.length).join(' '));
        return item;
    }));
    return items;
}

// Shows the opening book's moves with their shares and scores, like the engine's lines.
async function drawBook(from, sign, signal) {
    const most = 6, book = await bookMoves(from);
    const items = book.slice(0, most).map(entry => [entry[listNotation()] ?? entry.move, `${entry.share.toFixed(0)} %`,
        'score' in entry || 'mate' in entry ? scoreWords({ cp: entry.score, mate: entry.mate }, sign) : ''].filter(Boolean).join(' '));
    if (!signal.aborted)
        at('book').textContent = items.length ? say('book', [...items, book.length > most ? say('others') : ''].filter(Boolean).join(' · ')) : '';
}

function analyse() {
    const mine = (analysing = new AbortController()), from = position(), sign = game.state.turn === 'red' ? 1 : -1, lines = [];
    let due = 0;
    const draw = async () => {
        due = 0;
        const items = await drawLines(lines, from, sign);
        if (mine.signal.aborted)
            return;
        at('found').replaceChildren(...items);
        at('depth').textContent = say('depth', lines[0].depth);
        drawBar(lines[0], sign);
        arrows = lines.slice(0, 3).filter(Boolean).map((info, i) => ({ from: info.pv[0].slice(0, 2), to: info.pv[0].slice(2), kind: i ? 'other' : 'best', label: i ? String(i + 1) : '' }));
        board.set({ arrows: shownArrows() });
    };
    at('found').replaceChildren();
    drawBook(from, sign, mine.signal);
    search(async () => {
        if (mine.signal.aborted)
            return;
        engine.setOption('Skill Level', 20);
        for await (const info of engine.analyse(from, { multipv: Number(set.lines), signal: mine.signal })) {
            lines[info.multipv - 1] = info;
            if (lines[0]?.pv.length)
                due ||= setTimeout(draw, 100);
        }
    });
}

// From the end, because results for a position help with the one before it.
function review() {
    const mine = (reviewing = new AbortController()), { moves, start } = game, of = game;
    thinking?.abort();
    analysing?.abort();
    thinking = analysing = null;
    stopReplay();
    clock.stop();
    if (game.worth.filter(Boolean).length > moves.length) // the review is complete
        game.worth = [];
    if (game.names.result !== '*')
        game.worth[moves.length] = worthOfResult(game.names.result);
    show();
    search(async () => {
        for (let ply = moves.length; ply >= 0 && !mine.signal.aborted; ply--) {
            if (of.worth[ply])
                continue;
            engine.setOption('Skill Level', 20);
            const { info } = await engine.bestMove({ fen: start, moves: moves.slice(0, ply) }, { movetime: 400, signal: mine.signal });
            const names = info && !mine.signal.aborted ? await of.spell(ply, info.pv[0]) : null;
            if (mine.signal.aborted)
                break;
            if (info)
                of.worth[ply] = { ...worthOf(info, (ply % 2 === 0) !== of.names.start.includes(' b ') ? 'red' : 'black'), names };
            keepGame();
            show();
        }
    }).finally(() => {
        if (reviewing !== mine)
            return;
        reviewing = null;
        show();
        turn();
    });
}

// ---- start ----

function begin(fresh, time = '') {
    thinking?.abort();
    reviewing?.abort();
    reviewing = null;
    stopReplay();
    clock.stop();
    clock.reset(time);
    game = fresh;
    flipped = set.who === 'black';
    at('linkFault').textContent = '';
    return look();
}

// Restores a stored game and its clocks.
function resume(again, left) {
    const begun = begin(again, left ? set.clock : '');
    if (left && clock.left)
        clock.left = left;
    return begun;
}

// Restores the game of the last visit, if there is one.
async function beginAgain() {
    const { left, visit: _, ...kept } = stored('hanxin-game'), again = kept.moves?.length || kept.start ? await Game.again(kept).catch(() => null) : null;
    return again ? resume(again, left) : begin(game);
}

// Sets the position that the address gives as ?fen= or #fen=, with %20, + or _ for blanks. The user has the move there.
async function followLink(isReload = false) {
    const inAddress = part => new URLSearchParams(part.slice(1)).get('fen');
    const fen = (inAddress(location.hash) ?? inAddress(location.search) ?? '').replaceAll('_', ' ').trim();
    if (!fen)
        return;
    const found = await Game.readFen(fen, set.lang).catch(error => ({ error: error.message }));
    if (found.error) {
        at('linkFault').textContent = say('badLink', found.error);
        return;
    }
    const fresh = Game.from(found), isSame = fresh.start === game.start && fresh.moves.join() === game.moves.join();
    if (isSame || (isReload && isBegun()) || !await mayReplace())
        return;
    fresh.go(fresh.moves.length);
    if (set.who !== 'both')
        keep('who', fresh.start.includes(' b ') === (fresh.moves.length % 2 === 0) ? 'black' : 'red');
    await begin(fresh);
}

function wire() {
    for (const [id, action] of Object.entries({
        back: async () => {
            const own = set.who === 'red' || set.who === 'black', mine = game, ply = game.at;
            const count = Math.min(ply, own && game.state && side(game.state) === set.who ? 2 : 1), left = game.moves.length - ply;
            if (left > 0 && (!await mayDropRest('takeAndDrop', left + count) || mine !== game || ply !== game.at))
                return;
            thinking?.abort();
            reviewing?.abort();
            game.takeBack(count);
            clock.stop();
            look();
        },
        hint: () => !game.over && !thinking && engine && (analysing?.abort(), think({ level: 20, movetime: 1000 }, async move => {
            const mine = game, ply = game.at;
            const names = await game.spell(ply, move);
            if (mine !== game || ply !== game.at)
                return;
            arrows = [{ from: move.slice(0, 2), to: move.slice(2), kind: 'best' }];
            refuse(say('hintIs', `${names[listNotation()]} (${move})`));
            if (at('analysis').open && !thinking)
                turn(); // continues with it
        })),
        resign: async () => {
            const loser = ['red', 'black'].includes(set.who) ? set.who : side(game.names), mine = game;
            if (!game.over && await question(say('resignFor', say(loser)), say('resign')) && mine === game && !game.over)
                finish(loser, 'resigned');
        },
        former: bringBack,
        review: () => {
            if (!reviewing)
                return review();
            reviewing.abort();
            reviewing = null;
            show();
            turn();
        },
        flip: () => { flipped = !flipped; show(); },
        first: () => walk(0),
        previous: () => walk(game.at - 1),
        next: () => walk(game.at + 1),
        last: () => walk(game.moves.length),
        play: () => {
            if (replaying)
                return stopReplay();
            replaying = setInterval(() => (game.at < game.moves.length ? walk(game.at + 1) : stopReplay()), 1200);
            walk(game.at === game.moves.length ? 0 : game.at + 1);
        },
    }))
        at(id).addEventListener('click', action);
    at('typed').addEventListener('submit', async event => {
        event.preventDefault();
        if (at('move').value.trim() && await tryMove(at('move').value))
            at('move').value = '';
    });
    at('analysis').addEventListener('toggle', () => {
        at('bar').hidden = !at('analysis').open;
        at('found').replaceChildren();
        arrows = [];
        show();
        if (game.state && !thinking)
            turn();
    });
    at('graph').addEventListener('click', event => {
        const box = at('graph').getBoundingClientRect();
        walk(plyAt(game, (event.clientX - box.left) / box.width));
    });
    at('lang').value = set.lang;
    at('lang').addEventListener('change', () => {
        set.notation = '';
        keep('lang', at('lang').value);
        show();
        look();
    });
    at('lines').value = set.lines;
    at('lines').addEventListener('change', () => { keep('lines', at('lines').value); turn(); });
    addEventListener('keydown', event => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step && !event.target.closest('input, select, textarea, dialog') && !event.ctrlKey && !event.altKey && !event.metaKey)
            walk(game.at + step);
    });
    addEventListener('hashchange', () => followLink());
    openDialogs({ begin, mayReplace, show, look, tell: words => refuse(`${words}\n${stateWords()}`), current: () => game });
    addEventListener('pagehide', () => clock.runs && stored('hanxin-game').visit === visit && keepGame()); // the clock has run since the last move
    // Errors of the rules, for example if the program behind them has ended, are reported wherever the request came from.
    addEventListener('unhandledrejection', ({ reason }) => {
        const words = String(reason?.message ?? reason);
        refuse(words);
        at('status').textContent = words; // even before the first position
    });
}

// Progress of the page, for those who wait for it.
function reached(point) {
    document.body.dataset.ready = point;
    performance.mark(point);
}

async function start() {
    document.documentElement.lang = set.lang;
    wire();
    await beginAgain();
    followLink(['reload', 'back_forward'].includes(performance.getEntriesByType('navigation')[0]?.type));
    reached('rules');
    try {
        engine = await Hanxin.create({ hash: usualHash });
    } catch (error) {
        engineFault = error.message;
    }
    if (engine)
        reached('engine');
    show();
    if (game.state) // otherwise later
        turn();
    keepOffline();
}
start();
