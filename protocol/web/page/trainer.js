// SPDX-License-Identifier: GPL-3.0-only
// Practice: endgames and mates, or the positions of a file. The rules (rules.h: lessons, task, practise) judge each move of the user and answer it.
import { dialog } from './dialogs.js';
import { at, option } from './dom.js';
import { drawPanel, pieceOf } from './exercise.js';
import { Game } from './game.js';
import { ask } from './rules.js';
import { keep, say, set, store, stored } from './settings.js';

/** @typedef {import('./tree.js').Named} Named a move in all notations */
/** @typedef {{ id: string, grade: number, motif: string, fen: string, task: string, words: string, solution?: string, fault?: string }} Lesson as in rules.h;
 * without an id if it comes from a file, and with a fault if there is nothing to solve in it */
/** @typedef {{ grade: 'best' | 'slower' | 'wrong', solved: boolean, words: Record<string, string>, best?: Named, reply?: Named }} Answer */
/** @typedef {{ game: Game, notation: () => import('./tree.js').Notation, begin: (state: any, options: any) => any, look: () => any, show: () => void, changed: () => void }} Page
 * changed: stores what kept() returns, and shows */

const REPLY_MS = 350; // before the reply, so that both moves are seen
const DONE = 'hanxin-lessons'; // stored: 2 for a lesson that was solved without help at the first try, 1 for others; nothing if the solution was shown
const isMate = (/** @type {Lesson} */ { task }) => task.startsWith('mate');

export class Trainer {
    /** The lesson on the board. @type {Lesson | null} */
    lesson = null;
    /** True once its goal is reached. */
    isSolved = false;
    /** The user's last move and its judgement. @type {{ named: Named, answer: Answer } | null} */
    last = null;
    /** The best move, after a hint ('piece') or the solution ('move'). @type {{ named: Named, part: 'piece' | 'move' } | null} */
    shown = null;
    /** The list to which the lesson belongs. @type {Lesson[]} */
    list = [];
    #isClean = true; // no wrong move, no help
    #isShown = false; // the solution was shown
    #isBusy = false;
    #fault = '';
    #lang = '';
    #chooser;

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        this.#chooser = new Chooser(this);
    }

    get isOn() {
        return this.lesson !== null;
    }

    /** Ends the practice. */
    stop() {
        this.lesson = this.last = this.shown = null;
        this.#isBusy = false;
    }

    /** Puts a lesson on the board. @param {Lesson} lesson @param {Lesson[]} list */
    async begin(lesson, list) {
        const shown = this.page.begin(Game.newState(lesson.fen), { mode: 'analyse', fromBlack: / b\b/.test(lesson.fen) });
        this.lesson = lesson;
        this.list = list;
        this.#isBusy = false;
        this.isSolved = Boolean(lesson.fault);
        this.last = this.shown = null;
        this.#fault = lesson.fault ?? '';
        this.#lang = set.lang;
        this.#isClean = true;
        this.#isShown = false;
        await shown;
        this.page.changed();
    }

    /** Returns what a later visit needs to go on, or undefined. */
    kept() {
        const { lesson, list, isSolved } = this, { entry: _, ...others } = /** @type {any} */ (lesson ?? {});
        return lesson ? { lesson: others, ids: lesson.id ? list.map(({ id }) => id) : [], isSolved, isClean: this.#isClean, isShown: this.#isShown } : undefined;
    }

    /** Goes on with the lesson of an earlier visit, whose moves are on the board. @param {any} kept as of kept() */
    async resume({ lesson, ids, isSolved, isClean, isShown }) {
        const { lessons } = ids.length ? await ask([`lessons ${set.lang}`]) : { lessons: [] }, { game } = this.page;
        this.list = ids.map(id => lessons.find(one => one.id === id)).filter(Boolean);
        this.lesson = this.list.find(({ id }) => id === lesson.id) ?? lesson;
        if (!this.list.length)
            this.list = [this.lesson];
        this.#lang = set.lang;
        this.#fault = lesson.fault ?? '';
        Object.assign(this, { isSolved });
        this.#isClean = isClean;
        this.#isShown = isShown;
        if (!isSolved && game.movesTo().length % 2) // before the reply
            return this.begin(this.lesson, this.list);
        return this.page.show();
    }

    #ask(move) {
        const { game } = this.page, { lesson } = this;
        return ask([`practise ${set.lang}`, game.start, game.movesTo().join(' '), lesson?.task ?? '', lesson?.solution ?? '', move]);
    }

    /** Judges a move of the user; plays it and the reply unless it is wrong. @param {Named} named */
    async play(named) {
        const { lesson, page: { game, look, changed } } = this;
        if (!lesson || this.isSolved || this.#isBusy)
            return;
        this.#isBusy = true;
        let { version } = game;
        const isCurrent = () => lesson === this.lesson && version === game.version; // the same lesson may have begun again
        const answer = await this.#ask(named.move).catch(error => ({ error: error.message }));
        if (!isCurrent())
            return;
        this.#isBusy = false;
        this.shown = null;
        this.#fault = answer.error ?? answer.refused ?? '';
        this.last = this.#fault ? null : { named, answer };
        if (this.#fault || answer.grade === 'wrong') {
            this.#isClean = false;
            return changed();
        }
        this.#isBusy = true;
        game.play(named);
        ({ version } = game);
        if (answer.solved)
            this.#solve();
        await look();
        if (answer.reply && !answer.solved) {
            await new Promise(resolve => setTimeout(resolve, REPLY_MS));
            if (!isCurrent())
                return;
            game.play(answer.reply);
            ({ version } = game);
            await look();
        }
        if (isCurrent())
            this.#isBusy = false;
    }

    #solve() {
        const { id } = this.lesson ?? {}, done = stored(DONE);
        this.isSolved = true;
        if (id && !this.#isShown)
            store(DONE, { ...done, [id]: Math.max(done[id] ?? 0, this.#isClean ? 2 : 1) });
    }

    /** Shows the piece to move, or the best move. @param {'piece' | 'move'} part */
    async #help(part) {
        const { lesson, page: { game } } = this, { version } = game, { best } = await this.#ask('');
        if (lesson !== this.lesson || version !== game.version || this.isSolved || !best)
            return;
        this.#isClean = false;
        this.#isShown ||= part === 'move';
        this.last = null;
        this.shown = { named: best, part };
        this.page.changed();
    }

    /** Shows the piece to move. */
    hint() {
        return this.#help('piece');
    }

    /** Goes to the next lesson of the list that is not solved, or to the next one. */
    #next() {
        const { list, lesson } = this, place = list.findIndex(one => one === lesson), done = stored(DONE);
        const others = [...list.slice(place + 1), ...list.slice(0, place)], next = others.find(({ id }) => !done[id]) ?? others[0];
        if (next)
            return this.#chooser.start(next, list);
        return this.begin(/** @type {Lesson} */ (lesson), list);
    }

    /** Arrows and circles for the board. */
    get marks() {
        const { last, shown } = this, arrow = ({ move }, kind) => ({ from: move.slice(0, 2), to: move.slice(2), kind });
        if (shown)
            return shown.part === 'move' ? { arrows: [arrow(shown.named, 'better')], shapes: [] }
                : { arrows: [], shapes: [{ from: shown.named.move.slice(0, 2), to: shown.named.move.slice(0, 2), colour: 'B' }] };
        const isWrong = last?.answer.grade === 'wrong';
        return { arrows: isWrong ? [arrow(last.named, 'played'), ...(last.answer.reply ? [arrow(last.answer.reply, 'threat')] : [])] : [], shapes: [] };
    }

    /** Returns the texts of the panel. */
    words() {
        const { lesson, last, shown, page: { notation } } = this;
        if (!lesson)
            return [];
        const place = this.list.indexOf(lesson), head = [this.list.length > 1 && `${place + 1} / ${this.list.length}`, lesson.motif, lesson.words].filter(Boolean).join(' · ');
        const name = (/** @type {Named} */ named) => named[notation()] || named.move;
        const help = shown && (shown.part === 'move' ? say('bestIs', name(shown.named)) : say('exerciseHint', pieceOf(name(shown.named))));
        return [head, this.#fault, last?.answer.words[notation()], help].filter(Boolean).map(String);
    }

    // Puts the texts of the lessons into another language.
    async #translate() {
        this.#lang = set.lang;
        const { lessons } = await ask([`lessons ${set.lang}`]), texts = new Map(lessons.map(({ id, motif, words }) => [id, { motif, words }]));
        for (const one of this.list)
            Object.assign(one, texts.get(one.id));
        this.page.show();
    }

    draw() {
        const { lesson, isSolved } = this;
        if (lesson?.id && this.#lang !== set.lang)
            this.#translate();
        document.body.toggleAttribute('data-practice', lesson !== null);
        /** @type {[string, string, () => void][]} */
        const help = [['hint', say('hint'), () => this.hint()], ['solution', say('solution'), () => this.#help('move')]];
        drawPanel(at('trainer'), this.words(), lesson ? [...(isSolved ? [] : help), ['again', say('again'), () => this.begin(lesson, this.list)],
            ['next', say('nextExercise'), () => this.#next()],
            ['end', say('endExercise'), () => { this.stop(); this.page.look(); }]] : []);
    }
}

/** The dialog in which a lesson is chosen. */
class Chooser {
    /** @type {Lesson[]} */
    #lessons = [];
    /** The games of the opened file. @type {any[]} */
    #games = [];
    #file = '';
    #latest = Symbol();

    /** The lessons that are listed. @type {Lesson[]} */
    found = [];

    /** @param {Trainer} trainer */
    constructor(trainer) {
        this.trainer = trainer;
        dialog('practise', 'practiseDialog', () => this.#enter(), () => this.#leave());
        for (const id of ['lessonKind', 'lessonGrade', 'lessonMotif'])
            at(id).addEventListener('change', () => { keep(id, at(id).value); this.#draw(); });
        at('lessonFile').addEventListener('change', () => this.#read());
        at('lessons').addEventListener('dblclick', () => at('practiseDialog').querySelector('form').requestSubmit(at('practiseDialog').querySelector('button[value=yes]')));
    }

    async #enter() {
        this.#lessons = (await ask([`lessons ${set.lang}`])).lessons;
        const count = wanted => `${this.#lessons.filter(one => isMate(one) === wanted && stored(DONE)[one.id]).length} / ${this.#lessons.filter(one => isMate(one) === wanted).length}`;
        at('lessonKind').replaceChildren(option('endgames', `${say('endgameLessons')} (${count(false)})`), option('mates', `${say('mateLessons')} (${count(true)})`), option('file', say('fromFile')));
        at('lessonKind').value = set.lessonKind ?? 'endgames';
        this.#draw();
    }

    // Fills a list with `all` and the values; keeps the chosen one if it is still there.
    #list(id, values, name) {
        at(id).replaceChildren(option('', say('all')), ...values.map(value => option(value, name(value))));
        at(id).value = set[id] ?? '';
        if (at(id).selectedIndex < 0)
            at(id).value = '';
    }

    #draw() {
        const kind = at('lessonKind').value, isFile = kind === 'file', done = stored(DONE), before = at('lessons').value;
        at('lessonFileLine').hidden = !isFile;
        for (const label of at('practiseDialog').querySelectorAll('.builtIn'))
            label.hidden = isFile;
        const all = this.#lessons.filter(one => isMate(one) === (kind === 'mates'));
        this.#list('lessonGrade', [...new Set(all.map(({ grade }) => String(grade)))], grade => say(kind === 'mates' ? 'matesNumber' : 'gradeNumber', grade));
        this.#list('lessonMotif', [...new Set(all.map(({ motif }) => motif))], motif => motif);
        const grade = at('lessonGrade').value, motif = at('lessonMotif').value;
        const found = all.filter(one => (!grade || String(one.grade) === grade) && (!motif || one.motif === motif));
        at('lessons').replaceChildren(...(isFile ? this.#games.map((entry, i) => option(i, `${i + 1}. ${entry.name || [entry.red, entry.black].filter(Boolean).join(' – ') || '?'} ${entry.result}`))
            : found.map((one, i) => option(one.id, `${['○', '✓', '★'][done[one.id] ?? 0]} ${i + 1}. ${one.motif} · ${one.words}`))));
        at('lessons').value = before;
        if (at('lessons').selectedIndex < 0)
            at('lessons').value = isFile ? 0 : (found.find(({ id }) => !done[id]) ?? found[0])?.id ?? '';
        at('lessonCount').textContent = isFile ? this.#file : say('solvedOf', `${found.filter(({ id }) => done[id]).length} / ${found.length}`);
        this.found = found;
    }

    async #read() {
        const mine = (this.#latest = Symbol()), [file] = at('lessonFile').files;
        let games = [], fault = '';
        try {
            games = file ? (await Game.list(file, set.lang, name => say('tooBig', name))).filter(({ found }) => found) : [];
        } catch (error) {
            fault = error.message;
        }
        if (mine !== this.#latest) // another file was chosen meanwhile
            return;
        this.#games = games;
        this.#file = file && !fault ? `${file.name}: ${games.length}` : '';
        at('practiseDialog').querySelector('.fault').textContent = fault;
        this.#draw();
    }

    async #leave() {
        const isFile = at('lessonKind').value === 'file';
        /** @type {any[]} */
        const list = isFile ? this.#games.map(entry => ({ entry, id: '', motif: '', fen: '', task: '', words: '', grade: 0 })) : this.found;
        const lesson = isFile ? list[Number(at('lessons').value)] : list.find(({ id }) => id === at('lessons').value);
        if (!lesson)
            throw new Error(say('noLesson'));
        await this.start(lesson, list);
    }

    /** Begins a lesson; one of a file is read first. One in which there is nothing to solve is left to the user. @param {any} lesson @param {any[]} list */
    async start(lesson, list) {
        if (lesson.entry && !lesson.task) {
            const state = Game.stateOf(await lesson.entry.read()), moves = Game.movesOf(state).join(' ');
            const { task = '', words = '', error: fault } = await ask([`task ${set.lang}`, state.start, moves]);
            Object.assign(lesson, { fen: state.start, task, words, fault, motif: lesson.entry.name, solution: task === 'line' ? moves : '' });
        }
        await this.trainer.begin(lesson, list);
    }
}
