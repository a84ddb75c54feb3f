// SPDX-License-Identifier: GPL-3.0-only
// Learning from a game: its review, and the exercise to find the better moves.
import { at } from './dom.js';
import { drawExercise, Exercise } from './exercise.js';
import { applyReview, beginReview, drawReview, hasMark, reviewTags } from './review.js';
import { judgeMove, reviewGame } from './reviewer.js';
import { keep, set } from './settings.js';
import { pathOf } from './tree.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {{ game: Game, engine: import('./engine.js').Engine, notation: () => import('./tree.js').Notation, look: () => any, changed: () => void,
 *   show: () => void, walkTo: (path: import('./tree.js').Path) => any, setMode: (mode: string) => any }} Page */

const REDRAW_MS = 200;

export class Study {
    /** The exercise on the board. @type {Exercise | null} */
    exercise = null;
    /** @type {AbortController | null} */
    #reviewing = null;
    /** @type {{ pass: number, done: number, of: number } | null} */
    #progress = null;
    #fault = '';
    #due = 0;

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
    }

    /** True while the engine is needed for a review, or its analysis would give the solution away. */
    get isBusy() {
        return this.#reviewing !== null || this.exercise !== null;
    }

    /** The exercise while it asks for a move. */
    get task() {
        return this.exercise?.task ? this.exercise : undefined;
    }

    // ---- review ----

    /** Reviews the line on display. The results are one entry for undo. */
    async review() {
        const { game, engine, look, changed, setMode } = this.page, { id } = game, mine = new AbortController(), wasPlay = set.mode === 'play';
        this.stop();
        this.#reviewing = mine;
        this.#progress = { pass: 1, done: 0, of: game.whole.length + 1 };
        this.#fault = '';
        keep('tab', 'review');
        await setMode('analyse');
        if (wasPlay)
            at('reviewTab').focus({ preventScroll: true }); // the panel with the button is not there any more
        if (!game.isMainLine)
            game.goTo(game.mainLine());
        const { moves, start } = game;
        game.change(beginReview(game));
        const marked = game.line.map(hasMark); // by people: these marks stay
        look();
        const onResult = result => {
            const path = pathOf(game.root, moves.slice(0, result.ply));
            if (game.id === id && path.length === result.ply)
                game.root = applyReview(game.root, path, marked[result.ply - 1] ? { ...result, nag: null } : result, set.lang);
            this.#due ||= setTimeout(() => { this.#due = 0; changed(); }, REDRAW_MS);
        };
        try {
            const summary = await reviewGame({ start, moves }, { engine, signal: mine.signal, onResult, onProgress: progress => { this.#progress = progress; } });
            if (summary && game.id === id)
                game.tags = reviewTags(game.tags, summary, set.lang);
        } catch (error) {
            this.#fault = error.message;
        }
        if (this.#reviewing !== mine)
            return;
        this.#reviewing = this.#progress = null;
        look();
    }

    /** Ends the review and the exercise. */
    stop() {
        this.#reviewing?.abort();
        this.#reviewing = this.#progress = null;
        this.exercise = null;
    }

    // ---- exercise ----

    #begin(side) {
        const { game, engine } = this.page, { root, whole, first, start } = game;
        this.stop();
        this.exercise = new Exercise(root, whole, { side, first, judge: ({ path, better }, move) =>
            judgeMove({ start, moves: game.movesTo(path.slice(0, -1)) }, move, better.line.map(one => one.move), { engine, lang: set.lang }) });
        this.#go();
        at('board').firstChild.focus({ preventScroll: true }); // the button is not there any more
    }

    async #end() {
        const { side } = /** @type {Exercise} */ (this.exercise);
        this.stop();
        await this.page.look();
        at('reviewed').querySelector(`button[value=${side}]`)?.focus();
    }

    // True if the board shows the position of the task.
    get #isThere() {
        return this.exercise?.before?.join() === this.page.game.path.join();
    }

    // Shows the position of the task.
    #go() {
        const { exercise, page: { walkTo, look } } = this;
        if (exercise?.before)
            walkTo(exercise.before);
        else
            look();
    }

    /** Judges a move of the user, given in all notations. */
    async play(named) {
        const { exercise, page: { show } } = this, judged = exercise?.play(named);
        show();
        await judged;
        if (exercise === this.exercise)
            show();
    }

    /** Arrows and circles that the exercise puts on the board. */
    get marks() {
        const exercise = this.#isThere ? this.exercise : null, hinted = exercise && !exercise.isSolved ? exercise.hinted : '';
        return { arrows: exercise?.arrows ?? [], shapes: hinted ? [{ from: hinted, to: hinted, colour: 'B' }] : [] };
    }

    // ---- display ----

    draw() {
        const { game, engine, notation, show, look, walkTo } = this.page, { exercise } = this;
        document.body.toggleAttribute('data-exercise', exercise !== null);
        drawReview(at('reviewed'), { root: game.root, path: game.whole, first: game.first, tags: game.tags, notation: notation(), ready: engine.ready, progress: this.#progress,
            fault: this.#fault, at: game.at }, {
            onReview: () => this.review(),
            onStop: () => { this.stop(); look(); },
            onGo: walkTo,
            onExercise: side => this.#begin(side),
        });
        drawExercise(at('exercise'), exercise, { notation: notation(), onEnd: () => this.#end(),
            onChange: () => (this.#isThere ? show() : this.#go()) });
    }
}
