// SPDX-License-Identifier: GPL-3.0-only
// The engine as an opponent: whose turn it is, how strong it plays and how fast, hints, and the clocks.
import { drawnMove } from './book.js';
import { Clock, otherClocks } from './clock.js';
import { at, disable } from './dom.js';
import { Game } from './game.js';
import { keep, say, set } from './settings.js';
import { sound } from './sound.js';

const isAway = () => document.visibilityState === 'hidden';

/** Returns the time in milliseconds that a person might need for a move, a random one in a range.
 * @param {{ fen: string, legal: string[], check?: boolean }} state the position before the move
 * @param {string} move @param {{ last?: string, ply?: number, random?: () => number }} more the move before it, the number of moves played */
export function naturalTime({ fen, legal, check }, move, { last = '', ply = 99, random = Math.random }) {
    const between = (least, most) => Math.round(least + (most - least) * random()), pieces = XiangqiBoard.squares(fen);
    if (legal.length === 1 || (last && move.slice(2) === last.slice(2)))
        return between(250, 550); // the only move, or it takes the piece that has just moved
    if (ply < 6)
        return between(350, 800);
    const captures = legal.filter(other => pieces[other.slice(2)]).length, complexity = Math.min(1, (legal.length + 5 * captures) / 75);
    return between(400, 700) + Math.round(between(300, 1300) * (check ? 0.5 : complexity));
}

// Waits, unless the signal is aborted. Browsers delay timers in the background, where nobody sees the pace.
const wait = (time, signal) => new Promise(resolve => {
    if (time <= 0 || isAway())
        return resolve();
    const timer = setTimeout(resolve, time);
    return signal.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
});

export class Play {
    /** @param {{ game: Game, engine: import('./engine.js').Engine, played: Function, changed: () => void, drawClocks: () => void,
     * refuse: (words: string) => void, begin: Function, look: Function, review: Function, stateWords: () => string }} page `played` puts a move
     * on the board, `refuse` shows a sentence, `begin` begins another game, `look` shows another position, `review` reviews the game */
    constructor(page) {
        const { game, engine, played, changed, drawClocks } = page;
        this.page = page;
        this.game = game;
        this.engine = engine;
        this.played = played;
        this.changed = changed;
        this.thinking = null; // an AbortController during a search
        this.paused = false; // true while a game of the engine against itself is paused
        this.plan = null; // the premove: { move, id, ply }, for after the next move
        this.clock = new Clock({ lost: loser => this.finish(loser, 'timeOut'), changed: drawClocks, low: who => this.#warn(who) });
        document.addEventListener('visibilitychange', () => this.clock.tick());
        this.#wire();
    }

    get isOn() {
        return set.mode === 'play';
    }

    /** True if the engine plays this side. */
    owns(side) {
        return this.isOn && (set.who === 'none' || (set.who !== 'both' && set.who !== side));
    }

    /** True if the game goes on from the position on the board. */
    get isOpen() {
        const { game } = this;
        return this.isOn && !game.over && game.at === game.whole.length && game.isMainLine;
    }

    stop() {
        this.thinking?.abort();
        this.thinking = null;
    }

    /** The user goes to another position of the game. The engine and its clock stop; a person's clock runs on. */
    leave() {
        if (!this.isOn || (this.clock.runs && this.owns(this.clock.who)))
            this.clock.stop();
    }

    /** Begins the turn of the side to move: its clock runs, and the engine searches if it plays this side. Returns true if it does. */
    turn() {
        const { game, clock, engine } = this, who = game.turn;
        this.stop();
        if (!this.isOpen)
            return false;
        this.#followPlan();
        if (game.moves.length && (engine.ready || !this.owns(who)) && !this.paused)
            clock.begin(who); // resumes after a look back or a reload; the first move starts it
        if (!engine.ready || !this.owns(who) || this.paused)
            return false;
        clock.begin(who);
        this.#think(who);
        return true;
    }

    #strength() {
        const kind = set.level[0], number = Number(set.level.slice(1)), own = this.#ownTime;
        return kind === 'S' ? { level: 20, movetime: own || number * 1000 } : { level: number, movetime: Math.min(1000, own || 1000) };
    }

    // The time per move that the user sets for a game of the engine against itself; 0: none.
    get #ownTime() {
        return set.who === 'none' ? Number(set.speed || 0) * 1000 : 0;
    }

    // Returns the time that must pass before the engine's move is played.
    #pace(who, move, ply) {
        const { state, path } = this.game;
        if (this.#ownTime)
            return this.#ownTime;
        if (set.pace === 'once' || this.#strength().level === 20)
            return 0;
        return Math.min(naturalTime(state, move, { last: path.length ? this.game.node.move : '', ply }), this.clock.allowance(who) / 2);
    }

    async #think(who) {
        const mine = (this.thinking = new AbortController()), { game } = this, { version } = game, begun = performance.now();
        const { level, movetime } = this.#strength(), from = { fen: game.start, moves: game.movesTo() };
        this.changed();
        // weaker levels were measured without a book
        const known = set.useBook && level === 20 ? await drawnMove(from, mine.signal) : undefined;
        const found = known ? { move: known } : await this.engine.bestMove(from, { level, movetime: Math.min(movetime, this.clock.allowance(who)), signal: mine.signal });
        if (mine.signal.aborted || !found?.move)
            return;
        const named = await game.read(found.move, set.lang);
        if (!mine.signal.aborted)
            await wait(begun + this.#pace(who, found.move, game.at) - performance.now(), mine.signal);
        if (mine.signal.aborted || version !== game.version) // something else has been played
            return;
        this.thinking = null;
        this.played(named, Boolean(known));
    }

    /** Pauses a game of the engine against itself, or resumes it at its end. */
    togglePause() {
        const { game } = this, isHeld = this.isHeld;
        this.paused = !isHeld;
        this.clock.stop();
        if (isHeld && !this.isOpen)
            game.goTo(game.mainLine());
        return this.page.look();
    }

    /** True in a game of the engine against itself. */
    get isWatched() {
        return this.isOn && set.who === 'none';
    }

    /** True if a game of the engine against itself does not go on: it is paused, or the user looks at an earlier position. */
    get isHeld() {
        return this.paused || !this.isOpen;
    }

    // ---- premoves ----

    /** True if the user may choose a move for after the engine's. */
    get canPlan() {
        return this.isOpen && set.who !== 'none' && this.owns(this.game.turn);
    }

    /** The premove to show on the board, or ''. */
    get planned() {
        const { plan, game } = this;
        return plan && this.canPlan && plan.id === game.id && plan.ply === game.at ? plan.move : '';
    }

    /** Keeps a premove, or drops it if both squares are ''. @param {string} from @param {string} to */
    setPlan(from, to) {
        this.plan = from ? { move: from + to, id: this.game.id, ply: this.game.at } : null;
    }

    // Plays the premove if it is the user's turn. Drops one that was meant for another position.
    async #followPlan() {
        const { plan, game } = this, { version } = game;
        if (!plan || this.planned)
            return;
        this.plan = null;
        if (plan.id !== game.id || plan.ply + 1 !== game.at || this.owns(game.turn))
            return;
        const { refused, error, ...named } = await game.read(plan.move, set.lang);
        if (version !== game.version)
            return;
        if (named.move)
            this.played(named);
        else
            this.page.refuse(`${say('premoveDropped')} ${refused ?? error}`);
    }

    // Returns what the engine finds at full strength; undefined if something happens meanwhile.
    async #advice() {
        const { game, engine } = this, { version } = game, mine = new AbortController();
        if (!engine.ready || game.over || this.thinking)
            return undefined;
        this.thinking = mine;
        this.changed();
        const found = await engine.bestMove({ fen: game.start, moves: game.movesTo() }, { level: 20, movetime: 1000, signal: mine.signal });
        if (this.thinking === mine)
            this.thinking = null;
        return found?.move && !mine.signal.aborted && version === game.version ? found : undefined;
    }

    /** Returns the move that the engine would play at full strength, in all notations; undefined if something happens meanwhile. */
    async hint() {
        const { game } = this, { version } = game, found = await this.#advice(), named = found && await game.read(found.move, set.lang);
        return version === game.version ? named : undefined;
    }

    /** Offers a draw. The engine agrees by the same rule as `hanxin play`: if it is clearly worse or, after 20 moves, not better. */
    async offerDraw() {
        const worse = 100, plies = 40, { game } = this, isBegun = game.moves.length > 0, found = isBegun ? await this.#advice() : undefined;
        if (isBegun && !found)
            return;
        const { cp = 0, mate = 0 } = found?.info?.score ?? {}, isFair = mate > 0 || (mate === 0 && cp >= 0); // for the user, who is to move
        if (isBegun && (mate > 0 || (mate === 0 && cp >= worse) || (isFair && game.at >= plies)))
            this.end({ result: '1/2-1/2', how: 'agreed' });
        else
            this.page.refuse(say(isFair ? 'tooEarly' : 'declined'));
    }

    // ---- sounds, clocks, the end ----

    #sound(name) {
        if (set.sound)
            sound(name, set.volume / 100);
    }

    /** Makes the sound of a move that is on the board by now, or of the end of the game. @param {boolean} [isCapture] */
    soundMove(isCapture = false) {
        const { game } = this;
        this.#sound(game.over ? 'end' : game.state.check ? 'check' : isCapture ? 'capture' : 'move');
    }

    /** Makes the sound of a move that cannot be played. */
    soundRefusal() { this.#sound('illegal'); }

    // Warns a person whose time is short: by a sound, and by words for screen readers.
    #warn(who) {
        if (this.owns(who))
            return;
        this.#sound('low');
        at('lowTime').textContent = say('lowTime', say(who));
    }

    /** Draws the clock of a side. @param {HTMLElement} element @param {'red' | 'black'} who */
    drawClock(element, who) {
        const { clock } = this, moves = clock.movesLeft(who), periods = clock.periodsLeft(who);
        element.textContent = !this.isOn ? '' : clock.text(who) + (moves ? ` · ${moves}` : periods > 1 ? ` ×${periods}` : '');
        element.title = moves ? say('movesLeft', moves) : periods ? say('periodsLeft', periods) : '';
        element.classList.toggle('low', this.isOn && !this.game.over && clock.isLow(who));
    }

    /** Draws the controls that belong to playing, and the panel at the end of the game. */
    draw() {
        const { game } = this, isEnd = this.isOn && game.over && game.at === game.whole.length && game.isMainLine, panel = at('ending');
        at('pause').hidden = at('speedLine').hidden = set.who !== 'none' || game.over;
        at('pause').textContent = say(this.isHeld ? 'goOn' : 'pause');
        at('speed').placeholder = say('usualSpeed');
        at('offer').hidden = set.who === 'both' || set.who === 'none';
        disable(at('offer'), !this.engine.ready || !this.isOpen || this.owns(game.turn) || Boolean(this.thinking));
        if (!this.clock.warned.size)
            at('lowTime').textContent = '';
        if (isEnd) {
            const { result } = game, winner = { '1-0': 'red', '0-1': 'black' }[result];
            at('endingTitle').textContent = !winner ? say('drawn') : set.who === 'both' || set.who === 'none' ? say('sideWins', say(winner))
                : say(winner === set.who ? 'youWin' : 'youLose');
            at('endingWhy').textContent = `${this.page.stateWords()} ${say('endingAt', Math.ceil((game.at + game.first) / 2)).replace('=', result)}`;
        }
        // The focus goes to the panel when the game ends, but not while the user types, and not when an ended game is opened.
        const isNew = isEnd && panel.hidden && this.live === game.id && !document.activeElement?.closest('input, textarea, select, dialog');
        if (!isEnd && this.isOpen)
            this.live = game.id;
        if (!isEnd && panel.contains(document.activeElement))
            at('board').firstChild.focus({ preventScroll: true });
        panel.hidden = !isEnd;
        if (isNew) {
            this.live = null;
            at('endingTitle').focus({ preventScroll: true });
        }
    }

    /** Begins another game with the same settings. Against the engine, the sides are exchanged, and so are their clocks. */
    rematch() {
        const other = { red: 'black', black: 'red' }[set.who], clock = other ? otherClocks(set.clock) : set.clock;
        return this.page.begin(Game.newState(this.game.start), { time: this.clock.isOn ? clock : '', mode: 'play', who: other ?? set.who, clock });
    }

    #wire() {
        const buttons = { offer: () => this.offerDraw(), rematch: () => this.rematch(), endReview: () => this.page.review(), endSave: () => at('save').click(), endNew: () => at('new').click() };
        for (const [id, action] of Object.entries(buttons))
            at(id).addEventListener('click', action);
        at('speed').value = set.speed ?? '';
        at('speed').addEventListener('change', () => {
            if (!at('speed').reportValidity())
                return;
            keep('speed', at('speed').value);
            if (this.isOpen)
                this.page.look(); // the engine begins this move again
        });
    }

    /** Ends the game for a reason that the board does not show: `how` is a key of words.js. */
    finish(loser, how) {
        this.end({ result: loser === 'red' ? '0-1' : '1-0', loser, how });
    }

    /** @param {import('./game.js').Ended} ended */
    end(ended) {
        const { game } = this;
        this.stop();
        this.clock.stop();
        game.goTo(game.mainLine());
        game.change({ ended: { ...ended, plies: game.at } });
        this.played(null);
    }
}
