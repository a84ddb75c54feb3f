// SPDX-License-Identifier: GPL-3.0-only
// The engine as an opponent: whose turn it is, how strong it plays and how fast, hints, and the clocks.
import { drawnMove } from './book.js';
import { Clock } from './clock.js';
import { set } from './settings.js';

export class Play {
    /** @param {{ game: import('./game.js').Game, engine: import('./engine.js').Engine, played: Function, changed: () => void, drawClocks: () => void }} page */
    constructor({ game, engine, played, changed, drawClocks }) {
        this.game = game;
        this.engine = engine;
        this.played = played;
        this.changed = changed;
        this.thinking = null; // an AbortController during a search
        this.paused = false; // the engine does not play against itself
        this.clock = new Clock(loser => this.finish(loser, 'timeOut'), drawClocks);
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

    /** Begins the turn of the side to move: its clock runs, and the engine searches if it plays this side. Returns true if it does. */
    turn() {
        const { game, clock, engine } = this, who = game.turn;
        this.stop();
        if (!this.isOpen)
            return false;
        if (game.moves.length && (engine.ready || !this.owns(who)) && !this.paused)
            clock.begin(who); // resumes after a look back or a reload; the first move starts it
        if (!engine.ready || !this.owns(who) || this.paused)
            return false;
        clock.begin(who);
        this.#think(who);
        return true;
    }

    #strength() {
        const kind = set.level[0], number = Number(set.level.slice(1));
        return kind === 'S' ? { level: 20, movetime: number * 1000 } : { level: number, movetime: 1000 };
    }

    async #think(who) {
        const mine = (this.thinking = new AbortController()), { game } = this, { version } = game;
        const { level, movetime } = this.#strength(), from = { fen: game.start, moves: game.movesTo() };
        this.changed();
        // weaker levels were measured without a book
        const known = set.useBook && level === 20 ? await drawnMove(from, mine.signal) : undefined;
        const found = known ? { move: known } : await this.engine.bestMove(from, { level, movetime: Math.min(movetime, this.clock.allowance(who)), signal: mine.signal });
        if (mine.signal.aborted || !found?.move)
            return;
        const named = await game.read(found.move, set.lang);
        if (mine.signal.aborted || version !== game.version) // something else has been played
            return;
        this.thinking = null;
        this.played(named, Boolean(known));
    }

    /** Returns the move that the engine would play at full strength, in three notations; undefined if something happens meanwhile. */
    async hint() {
        const { game, engine } = this, { version } = game, mine = new AbortController();
        if (!engine.ready || game.over || this.thinking)
            return undefined;
        this.thinking = mine;
        this.changed();
        const found = await engine.bestMove({ fen: game.start, moves: game.movesTo() }, { level: 20, movetime: 1000, signal: mine.signal });
        if (this.thinking === mine)
            this.thinking = null;
        const named = found?.move && !mine.signal.aborted ? await game.read(found.move, set.lang) : undefined;
        return version === game.version ? named : undefined;
    }

    /** Ends the game for a reason that the board does not show: `how` is a key of words.js. */
    finish(loser, how) {
        const { game } = this;
        this.stop();
        this.clock.stop();
        game.goTo(game.mainLine());
        game.change({ ended: { result: loser === 'red' ? '0-1' : '1-0', loser, how } });
        this.played(null);
    }
}
