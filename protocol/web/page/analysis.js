// SPDX-License-Identifier: GPL-3.0-only
// The analysis panel: the engine's lines, the evaluation, the threat, the opening book and the endgame tables.
import { ask } from './rules.js';
import { moveNumber } from './moves.js';
import { bookMoves, fillMoveTable, shareBar, tableMoves, withoutMirrors } from './book.js';

/** @typedef {import('./engine.js').Info} Info */
/** @typedef {import('./tree.js').Named} Named */
/** @typedef {import('./tree.js').Notation} Notation */
/** @typedef {{ kind: 'pawns' | 'mate' | 'table' | 'rule', value: number, wdl?: number[] }} Score
 * A score from Red's view. `value` is in pawns, for a mate in moves (0: Red is mated, if Black is to move the other way round), otherwise 1
 * or -1. `wdl` is the probability of Red's win, draw and loss per mille. */
/** @typedef {{ from: string, to: string, kind: string, label?: string }} Arrow */
/** @typedef {{ fen: string, moves: string[], state?: any }} Place
 * The start position ('' for the usual one), the moves from there, and the rules' answer to `state` for them if it is known. */

const NOTATIONS = /** @type {Record<Notation, string>} */ ({ move: 'moves', wxf: 'wxf', chinese: 'chinese', traditional: 'traditional', english: 'english', vietnamese: 'vietnamese' }); // fields of an answer to `state`
const REDRAW_MS = 100, PLIES_SHOWN = 24, THREAT_MS = 700, LONG_PRESS_MS = 400, EMPTY_MS = 1000, MOST_LINES = 5;

// ---- scores ----

/** Returns the score of a line, or of a move of the book, for Red. Scores beyond all evaluations are those of engine/board/score.h.
 * @param {{ score: { cp?: number, mate?: number }, wdl?: number[] }} info @param {string} turn @returns {Score} */
export function scoreOf({ score: { cp = 0, mate }, wdl }, turn) {
    const sign = turn === 'red' ? 1 : -1, chances = wdl && (sign > 0 ? wdl : [...wdl].reverse());
    if (mate !== undefined)
        return { kind: 'mate', value: sign * (mate || -0), wdl: chances };
    if (Math.abs(cp) > 20000)
        return { kind: Math.abs(cp) < 29000 - 128 ? 'table' : 'rule', value: Math.sign(cp) * sign, wdl: chances };
    return { kind: 'pawns', value: sign * cp / 100, wdl: chances };
}

const isForRed = value => value > 0 || Object.is(value, 0); // -0: Red is mated

/** Returns a score as a short text such as `+0.35`, `-M3`, `+T` and `+R`. @param {Score} score @param {number} digits */
export function scoreText({ kind, value }, digits = 2) {
    const sign = isForRed(value) ? '+' : '-';
    if (kind === 'mate')
        return `${sign}M${Math.abs(value)}`;
    return kind === 'pawns' ? value.toFixed(digits).replace(/^-(?=[0.]*$)/, '').replace(/^(?=\d)/, '+') : sign + (kind === 'table' ? 'T' : 'R');
}

/** Returns a score in words. @param {Score} score @param {(key: string, value?: any) => string} say */
export function scoreWords({ kind, value }, say) {
    const side = say(isForRed(value) ? 'red' : 'black'), size = Math.abs(value);
    if (kind === 'mate')
        return size ? say('mates', side).replace('#', String(size)) : say('isMated', say(isForRed(value) ? 'black' : 'red'));
    if (kind !== 'pawns')
        return say(kind === 'table' ? 'winsByTable' : 'winsByRule', side);
    return size < 0.4 ? say('isEqual') : say(size < 1.2 ? 'isSlight' : size < 3 ? 'isBetter' : 'isWinning', side);
}

/** Draws the evaluation bar: Red's part from below, with the score as a number. `score` null empties it.
 * @param {HTMLElement} element @param {Score | null} score @param {{ flipped: boolean, say: (key: string, value?: any) => string }} options */
export function drawBar(element, score, { flipped, say }) {
    if (!element.querySelector('.bar-red')) {
        element.classList.add('bar');
        element.setAttribute('role', 'img');
        element.innerHTML = '<div class="bar-red"></div><span aria-hidden="true"></span>';
    }
    const [red, number] = /** @type {HTMLElement[]} */ ([...element.children]);
    const isRed = !score || isForRed(score.value);
    const value = !score ? 0 : score.kind === 'pawns' ? score.value : isRed ? 20 : -20;
    red.style.height = `${(100 / (1 + Math.exp(-value / 2.5))).toFixed(1)}%`;
    number.textContent = score ? scoreText(score, 1) : '';
    element.classList.toggle('flipped', flipped);
    element.classList.toggle('black-ahead', !isRed);
    element.setAttribute('aria-label', score ? say('bar', `${scoreText(score)}. ${scoreWords(score, say)}`) : say('bar', '–'));
}

/** Returns the arrows for the first moves of the best three lines, the best first. @param {(Info | undefined)[]} lines @returns {Arrow[]} */
export const arrowsOf = lines => lines.slice(0, 3).filter(info => info?.pv.length)
    .map(({ pv: [move] }, i) => ({ from: move.slice(0, 2), to: move.slice(2, 4), kind: i ? 'other' : 'best', label: i ? String(i + 1) : '' }));

// ---- numbers ----

const short = (number, lang) => new Intl.NumberFormat(lang, { notation: 'compact', maximumSignificantDigits: 3 }).format(number);

// ---- the small board ----

/** A small board next to an element, which shows the position after a move. It does not leave the screen and takes no part in the input. */
export class Peek {
    /** @param {HTMLElement} host @param {Record<string, any>} options of the board, such as figures and lang */
    constructor(host, options = {}) {
        this.box = document.createElement('div');
        this.box.className = 'peek';
        this.box.setAttribute('aria-hidden', 'true');
        this.box.hidden = true;
        host.append(this.box);
        this.board = new XiangqiBoard(this.box.appendChild(document.createElement('div')), { ...options, coordinates: '', animate: false, interactive: false });
    }

    /** @param {HTMLElement} anchor @param {{ fen: string, last: string }} position @param {Record<string, any>} options of the board */
    show(anchor, { fen, last }, options = {}) {
        const { box } = this, margin = 8;
        this.anchor = anchor;
        this.board.set({ ...options, fen, last, coordinates: '' });
        box.hidden = false;
        const at = anchor.getBoundingClientRect(), { width, height } = box.getBoundingClientRect();
        const right = Math.max(margin, document.documentElement.clientWidth - width - margin), foot = document.documentElement.clientHeight - height - margin;
        const below = at.bottom + margin, above = at.top - height - margin;
        const isBeside = below > foot && above < margin; // no room above or below
        const left = isBeside ? (at.left - width - margin >= margin ? at.left - width - margin : at.right + margin) : at.left;
        box.style.left = `${Math.max(margin, Math.min(left, right))}px`;
        box.style.top = `${Math.max(margin, isBeside ? Math.min(at.top, foot) : below <= foot ? below : above)}px`;
    }

    hide() {
        this.anchor = null;
        this.box.hidden = true;
    }
}

// Returns the position after these moves, for the small board.
const positionAfter = (fen, moves) => ({ fen: moves.reduce((now, { move }) => XiangqiBoard.play(now, move), fen), last: moves.at(-1).move });

// Shows a small board for the moves in an element, on hover, focus and a long press. `after` returns the position after the move of a button.
// `play` is called by a click.
function watch(element, peek, after, play) {
    const target = event => event.target.closest?.('button[data-move]:not([aria-disabled])');
    const show = button => peek.show(button, ...after(button));
    const hide = () => peek.hide();
    let timer = 0, isLong = false;
    element.addEventListener('pointerover', event => event.pointerType === 'mouse' && (target(event) ? show(target(event)) : hide()));
    element.addEventListener('pointerleave', hide);
    element.addEventListener('focusin', event => target(event)?.matches(':focus-visible') && show(target(event)));
    element.addEventListener('focusout', hide);
    element.addEventListener('pointerdown', event => {
        isLong = false;
        clearTimeout(timer);
        if (event.pointerType !== 'mouse' && target(event))
            timer = setTimeout(() => {
                isLong = true;
                show(target(event));
            }, LONG_PRESS_MS);
    });
    for (const end of ['pointerup', 'pointercancel'])
        element.addEventListener(end, event => {
            clearTimeout(timer);
            if (event.pointerType !== 'mouse')
                hide();
        });
    element.addEventListener('contextmenu', event => isLong && target(event) && event.preventDefault());
    element.addEventListener('keydown', event => event.key === 'Escape' && hide());
    element.addEventListener('click', event => {
        const button = target(event);
        if (!button || isLong && event.detail > 0) {
            isLong = false;
            return;
        }
        hide();
        play(button);
    });
}

// ---- the panel ----

// Marks a part as one of another position: it stays, so that nothing jumps, but its moves cannot be played.
function age(part) {
    part.classList.add('old');
    for (const button of part.querySelectorAll('[data-move]'))
        button.setAttribute('aria-disabled', 'true');
}

// One line of the engine: the score, then the moves as buttons, which are reused. After the mouse or the keyboard has moved to a move of the line,
// it does not change, so that a click plays what it shows.
class Row {
    constructor(number, say) {
        this.item = document.createElement('li');
        this.item.innerHTML = '<b></b><div role="toolbar"></div><button class="whole" data-l="wholeLine" aria-expanded="false">⋯</button>';
        const [score, line, whole] = /** @type {HTMLElement[]} */ ([...this.item.children]);
        this.score = score;
        this.line = line;
        this.whole = whole;
        this.number = number;
        this.say = say;
        this.moves = [];
        this.whole.setAttribute('aria-label', say('wholeLine'));
        this.whole.addEventListener('click', () => this.whole.setAttribute('aria-expanded', String(this.item.classList.toggle('open'))));
        this.line.addEventListener('focusin', ({ target }) => {
            this.#reach(target);
            this.hasFocus = /** @type {HTMLElement} */ (target).matches(':focus-visible');
        });
        this.line.addEventListener('focusout', () => { this.hasFocus = false; });
        this.line.addEventListener('pointermove', ({ pointerType }) => { this.hasMouse = pointerType === 'mouse'; });
        this.line.addEventListener('pointerleave', () => { this.hasMouse = false; });
        this.clear();
    }

    get buttons() {
        return /** @type {HTMLElement[]} */ ([...this.line.querySelectorAll('button:not([hidden])')]);
    }

    // Only one button of a line is reached by Tab; arrows reach the others.
    #reach(button) {
        for (const other of this.line.querySelectorAll('button'))
            other.tabIndex = other === button ? 0 : -1;
    }

    /** @param {Named[]} moves from the position `fen` @param {Notation} notation @param {number} ply of the first @param {Score} score
     * @param {string} fen */
    draw(moves, notation, ply, score, fen = '') {
        this.moves = moves;
        this.fen = fen;
        this.isOld = false;
        this.item.className = this.item.classList.contains('open') ? 'open' : '';
        this.score.textContent = scoreText(score);
        this.score.title = scoreWords(score, this.say);
        this.line.setAttribute('aria-label', `${this.say('lineNumber', this.number)}: ${scoreText(score)}`);
        this.whole.hidden = moves.length === 0;
        const last = document.activeElement;
        while (this.line.children.length < moves.length) {
            const move = this.line.appendChild(document.createElement('span'));
            move.innerHTML = '<i></i><button tabindex="-1"></button>';
        }
        for (const [i, place] of [...this.line.children].entries()) {
            const [number, button] = /** @type {HTMLElement[]} */ ([...place.children]), move = moves[i];
            button.hidden = !move;
            /** @type {HTMLElement} */ (place).hidden = !move;
            if (!move)
                continue;
            number.textContent = i === 0 || (ply + i) % 2 === 0 ? moveNumber(ply + i) : '';
            button.textContent = move[notation];
            button.dataset.move = String(i);
            button.removeAttribute('aria-disabled');
        }
        const { buttons } = this;
        if (last && this.line.contains(last) && !buttons.includes(/** @type {HTMLElement} */ (last))) {
            buttons.at(-1)?.focus();
            this.hasFocus = false; // the user has not moved it
        }
        if (buttons.length && !buttons.some(button => button.tabIndex === 0))
            buttons[0].tabIndex = 0;
    }

    age() {
        this.isOld = true;
        this.hasMouse = this.hasFocus = false; // until it moves again
        age(this.item);
    }

    clear() {
        this.draw([], 'move', 0, { kind: 'pawns', value: 0 });
        this.score.textContent = this.score.title = '';
        this.item.classList.add('old');
        this.line.setAttribute('aria-label', this.say('lineNumber', this.number));
    }
}

export class Analysis {
    /** The evaluation of the position shown; null if it is unknown. @type {Score | null} */
    score = null;
    /** @type {Place | null} */
    #place = null;
    /** @type {Notation} */
    #notation = 'english';
    #run = new AbortController();
    #state = null;
    /** @type {(Info | undefined)[]} */
    #lines = [];
    #spelled = new Map(); // promises of named moves, by line
    #threat = null;
    #due = 0; // the timer of the next drawing; also set during one
    #isNew = false; // lines have come since the last drawing began
    #ply = 0; // of the position, from one with Red to move

    /** @param {HTMLElement} host filled by the panel
     * @param {{ engine: import('./engine.js').Engine, say: (key: string, value?: any) => string, set: Record<string, any>,
     *   keep?: (name: string, value: any) => void, boardOptions?: () => Record<string, any>, onPlay: (moves: Named[]) => void,
     *   onArrows?: (arrows: Arrow[]) => void, onScore?: (score: Score | null) => void, onSwitch?: (on: boolean) => void }} options
     * `keep` stores a setting: `analysis`, `lines` and `threat`. `boardOptions` gives the small board its figures, language and flipped. */
    constructor(host, options) {
        const { set } = options;
        this.options = { keep: (/** @type {string} */ name, /** @type {any} */ value) => { set[name] = value; }, boardOptions: () => ({}), onArrows: () => {}, onScore: () => {}, onSwitch: () => {}, ...options };
        this.host = host;
        this.#build();
    }

    // ---- building ----

    #build() {
        const { host, options: { set, keep, say, boardOptions, onPlay, onSwitch } } = this;
        host.classList.add('analysis');
        host.innerHTML = `<div class="an-head">
  <label><input type="checkbox" role="switch" class="an-on"><span data-t="analysis"></span></label>
  <label><span data-t="lines"></span><select class="an-count">${Array.from({ length: MOST_LINES }, (_, i) => `<option>${i + 1}</option>`).join('')}</select></label>
  <button class="an-threat" aria-pressed="false" data-t="threat"></button>
</div>
<div class="an-body">
  <p class="an-score"><b></b> <span role="status"></span></p>
  <div class="an-wdl" role="img" hidden><span></span><span></span><span></span></div>
  <p class="an-info"></p>
  <p class="an-threatened" hidden></p>
  <ol class="an-lines" data-l="lines"></ol>
  <div class="an-tables"></div>
  <div class="an-book"></div>
</div>`;
        const find = (/** @type {string} */ name) => /** @type {any} */ (host.querySelector(`.an-${name}`));
        this.parts = { on: find('on'), count: find('count'), threat: find('threat'), body: find('body'), score: find('score'), wdl: find('wdl'),
            info: find('info'), threatened: find('threatened'), lines: find('lines'), tables: find('tables'), book: find('book') };
        this.peek = new Peek(host, boardOptions());
        this.rows = [];
        const { on, count, threat, lines, tables, book } = this.parts;
        on.checked = Boolean(set.analysis);
        on.addEventListener('change', () => {
            keep('analysis', on.checked);
            this.#restart();
            onSwitch(on.checked);
        });
        count.value = String(Math.min(MOST_LINES, Number(set.lines) || 3));
        count.addEventListener('change', () => {
            keep('lines', count.value);
            this.#restart();
        });
        threat.setAttribute('aria-pressed', String(Boolean(set.threat)));
        threat.addEventListener('click', () => {
            keep('threat', threat.getAttribute('aria-pressed') !== 'true');
            threat.setAttribute('aria-pressed', String(Boolean(set.threat)));
            this.#restart();
        });
        const rowOf = button => this.rows.find(row => row.line.contains(button)), upTo = button => rowOf(button).moves.slice(0, Number(button.dataset.move) + 1);
        watch(lines, this.peek, button => [positionAfter(rowOf(button).fen, upTo(button)), boardOptions()], button => onPlay(upTo(button)));
        lines.addEventListener('keydown', event => this.#step(event));
        lines.addEventListener('pointerleave', () => this.#draw());
        lines.addEventListener('focusout', () => this.#draw());
        for (const part of [tables, book])
            watch(part, this.peek, button => [positionAfter(this.#state.fen, [JSON.parse(button.dataset.move)]), boardOptions()], button => onPlay([JSON.parse(button.dataset.move)]));
        this.#label();
    }

    #label() {
        const { host, options: { say } } = this;
        for (const element of host.querySelectorAll('[data-t]'))
            element.textContent = say(/** @type {HTMLElement} */ (element).dataset.t);
        for (const element of host.querySelectorAll('[data-l]'))
            element.setAttribute('aria-label', say(/** @type {HTMLElement} */ (element).dataset.l));
    }

    // Arrows reach the other moves of a line, and the other lines.
    #step(event) {
        const button = event.target.closest('button[data-move]'), index = this.rows.findIndex(row => row.line.contains(button));
        if (!button || event.ctrlKey || event.altKey || event.metaKey)
            return;
        const { buttons } = this.rows[index], at = buttons.indexOf(button);
        const other = { ArrowLeft: buttons[at - 1], ArrowRight: buttons[at + 1], Home: buttons[0], End: buttons.at(-1) };
        const rows = { ArrowUp: this.rows[index - 1], ArrowDown: this.rows[index + 1] };
        if (!(event.key in other) && !(event.key in rows))
            return;
        event.preventDefault();
        event.stopPropagation();
        (event.key in rows ? rows[event.key]?.buttons.find((_, i, all) => i === Math.min(at, all.length - 1)) : other[event.key])?.focus();
    }

    // ---- the interface ----

    /** True if the panel is switched on. */
    get on() {
        return this.parts.on.checked;
    }

    set on(on) {
        this.parts.on.checked = on;
        this.options.keep('analysis', on);
        this.#restart();
    }

    /** Shows a position, and analyses it if the panel is switched on. Also to be called after a change of language, notation or engine settings.
     * @param {Place} place @param {Notation} notation */
    show(place, notation) {
        this.#place = place;
        this.#notation = notation;
        this.#label();
        this.#restart();
    }

    /** Stops the analysis, for example because the engine is to play. The lines go a moment later, unless show() continues it. */
    stop() {
        this.#place = null;
        this.#halt();
        this.#age();
        this.#due = setTimeout(() => {
            this.#clear('');
            for (const part of [this.parts.book, this.parts.tables])
                fillMoveTable(part, '', [], []);
        }, EMPTY_MS);
    }

    #age() {
        const { parts } = this;
        this.peek.hide();
        for (const row of this.rows)
            row.age();
        for (const part of [parts.score, parts.wdl, parts.book, parts.tables])
            age(part);
    }

    // Empties the lines and gives the reason.
    #clear(reason) {
        for (const row of this.rows)
            row.clear();
        this.parts.info.textContent = reason;
    }

    #halt() {
        this.#run.abort();
        clearTimeout(this.#due);
        this.#due = 0;
    }

    #restart() {
        const { parts, options: { say, onArrows, onScore } } = this;
        this.#halt();
        this.#age();
        parts.body.hidden = !this.on;
        parts.threat.disabled = parts.count.disabled = !this.on;
        this.#lines = [];
        this.#threat = null;
        this.#spelled.clear();
        while (this.rows.length < Number(parts.count.value)) {
            this.rows.push(new Row(this.rows.length + 1, say));
            parts.lines.append(this.rows.at(-1).item);
        }
        for (const row of this.rows.splice(Number(parts.count.value)))
            row.item.remove();
        parts.threatened.hidden = !this.options.set.threat;
        parts.threatened.textContent = '';
        onArrows([]);
        if (!this.on) {
            this.score = null;
            onScore(null);
        }
        if (this.#place && this.on)
            this.#begin(this.#place, this.#run = new AbortController());
    }

    async #begin(place, mine) {
        const { parts, options: { say, set, engine, onPlay } } = this;
        const state = place.state ?? await ask([`state ${set.lang}`, place.fen, place.moves.join(' ')]);
        if (mine.signal.aborted)
            return;
        this.#state = state;
        this.#ply = place.moves.length + (/ b/.test(state.start) ? 1 : 0);
        this.#showBook(place, mine.signal);
        this.#showTable(place, mine.signal);
        if (!state.legal.length) {
            this.#clear(say('gameOver'));
            return;
        }
        parts.info.textContent = engine.fault || say('searching');
        if (set.threat)
            await this.#findThreat(state, mine);
        await engine.analyse({ fen: place.fen, moves: place.moves }, { lines: this.rows.length, signal: mine.signal }, info => {
            if (!info.pv.length)
                return;
            this.#lines[info.multipv - 1] = info;
            this.#isNew = true;
            if (this.#lines[0])
                this.#due ||= setTimeout(() => this.#draw(), REDRAW_MS);
        });
        if (!mine.signal.aborted && engine.fault)
            this.#clear(engine.fault);
    }

    async #showBook(place, signal) {
        const { options: { say } } = this, { turn, fen } = this.#state, book = withoutMirrors(await bookMoves(place), fen);
        if (signal.aborted)
            return;
        fillMoveTable(this.parts.book, `${say('bookTable')} · ${say('shareWords')}`, [say('move'), say('share'), say('score')], book.map(entry => ({
            named: entry, name: entry[this.#notation], cells: [shareBar(entry.share, say('percent', entry.share.toFixed(entry.share < 1 ? 1 : 0))),
                'score' in entry || 'mate' in entry ? scoreText(scoreOf({ score: { cp: entry.score, mate: entry.mate } }, turn)) : ''],
        })));
    }

    async #showTable(place, signal) {
        const { options: { say } } = this, { words, moves } = await tableMoves(place, this.#state.fen);
        if (!signal.aborted)
            fillMoveTable(this.parts.tables, say('endgameTable', words ?? say('captures')), [say('move'), say('result')],
                moves.map(entry => ({ named: entry, name: entry[this.#notation], cells: [entry.words] })));
    }

    // Searches the position with the other side to move.
    async #findThreat(state, mine) {
        const { parts, options: { say, set, engine } } = this;
        if (state.check) {
            parts.threatened.textContent = say('noThreat');
            return;
        }
        const other = state.turn === 'red' ? 'black' : 'red', fen = state.fen.replace(/ [wb]/, other === 'red' ? ' w' : ' b');
        const found = await engine.bestMove({ fen }, { movetime: THREAT_MS, signal: mine.signal });
        if (!found?.info?.pv.length || mine.signal.aborted)
            return;
        const { [NOTATIONS[this.#notation]]: names } = await ask([`state ${set.lang}`, fen, found.info.pv.slice(0, 3).join(' ')]);
        if (mine.signal.aborted)
            return;
        this.#threat = found.move;
        const score = scoreOf(found.info, other);
        parts.threatened.textContent = `${say('threatOf', say(other))}${names.join(' ')} · ${scoreText(score)} · ${scoreWords(score, say)}`;
        this.options.onArrows(this.#arrows());
    }

    #arrows() {
        const threat = this.#threat;
        return [...arrowsOf(this.#lines), ...threat ? [{ from: threat.slice(0, 2), to: threat.slice(2, 4), kind: 'threat' }] : []];
    }

    // ---- drawing ----

    // Returns a promise of the moves of a line in all notations.
    #spell({ pv }) {
        const text = pv.slice(0, PLIES_SHOWN).join(' ');
        if (!this.#spelled.has(text)) {
            if (this.#spelled.size > 200)
                this.#spelled.clear();
            this.#spelled.set(text, ask([`state ${this.options.set.lang}`, this.#state.fen, text])
                .then(answer => (answer.moves ?? []).map((_, i) => Object.fromEntries(Object.entries(NOTATIONS).map(([name, field]) => [name, answer[field][i]])))));
        }
        return this.#spelled.get(text);
    }

    async #draw() {
        const mine = this.#run, lines = [...this.#lines], { options: { onArrows, onScore } } = this;
        if (!lines[0])
            return;
        this.#isNew = false;
        const spelled = await Promise.all(lines.map(info => info && this.#spell(info)));
        if (mine.signal.aborted)
            return;
        this.#due = this.#isNew ? setTimeout(() => this.#draw(), REDRAW_MS) : 0;
        for (const [i, row] of this.rows.entries()) {
            const info = lines[i];
            if (row.hasMouse || row.hasFocus)
                continue;
            if (info)
                row.draw(spelled[i], this.#notation, this.#ply, scoreOf(info, this.#state.turn), this.#state.fen);
            else if (row.isOld)
                row.clear();
        }
        this.score = scoreOf(lines[0], this.#state.turn);
        this.#drawScore(this.score, lines[0]);
        onArrows(this.#arrows());
        onScore(this.score);
    }

    #drawScore(score, { depth, nodes = 0, nps = 0, time = 0 }) {
        const { parts, options: { say, set } } = this, [number, words] = parts.score.children, sentence = scoreWords(score, say);
        parts.score.classList.remove('old');
        parts.wdl.classList.remove('old');
        number.textContent = scoreText(score);
        if (words.textContent !== sentence)
            words.textContent = sentence;
        parts.info.textContent = [say('depth', depth), say('nodes', short(nodes, set.lang)), say('nodesPerSecond', short(nps, set.lang)), say('time', (time / 1000).toFixed(1))].join(' · ');
        parts.wdl.hidden = !score.wdl;
        if (!score.wdl)
            return;
        const shares = score.wdl.map(share => say('percent', Math.round(share / 10)));
        for (const [i, part] of [...parts.wdl.children].entries()) {
            part.style.flexGrow = String(score.wdl[i]);
            part.textContent = score.wdl[i] >= 100 ? shares[i] : '';
        }
        parts.wdl.setAttribute('aria-label', [say('redChance', shares[0]), say('drawChance', shares[1]), say('blackChance', shares[2])].join(', '));
    }
}
