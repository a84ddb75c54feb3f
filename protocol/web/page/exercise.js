// SPDX-License-Identifier: GPL-3.0-only
// "Find the better move": the positions before the mistakes of a side, one after the other. The user plays a move, which the review's better
// move or the engine judges.
import { moveNumber } from './moves.js';
import { sign } from './notes.js';
import { button, element, refill } from './dom.js';
import { mistakes } from './review.js';
import { say } from './settings.js';
import { nodesOn, treeOf } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Path} Path */
/** @typedef {import('./tree.js').Named} Named a move in all notations */
/** @typedef {'right' | 'good' | 'wrong' | 'same' | 'shown'} Verdict right: the review's better move; good: it loses less than 0.05; same: it was played in
 * the game; shown: the user has looked at the solution */
/** @typedef {import('./reviewer.js').Judged} Judged */

const GOOD = 0.05; // a loss of expected score that is no mistake

export class Exercise {
    /** The mistakes to correct. @type {ReturnType<typeof mistakes>} */
    tasks;
    /** Number of the current task; after the last one, the exercise is over. */
    index = 0;
    /** Number of tasks that were solved at the first try, without a hint. */
    solved = 0;
    /** The last try. @type {{ verdict: Verdict, named?: Named, judged?: Judged } | null} */
    answer = null;
    /** True while the engine judges a move. */
    judging = false;
    /** The point of the piece to move, after a hint. */
    hinted = '';
    /** The moves that lead to the position, as a tree for the list of moves. @type {Node} */
    moves;
    #isTried = false;
    #root;

    /** @param {Node} root @param {Path} path the reviewed line @param {{ side: 'red' | 'black', first: number,
     *   judge: (task: ReturnType<typeof mistakes>[number], move: string) => Promise<Judged | null> }} options
     * `first`: number of plies before the first move; `judge`: compares a move with the better one; null if it cannot (reviewer.js) */
    constructor(root, path, { side, first, judge }) {
        this.tasks = mistakes(root, path, first === 1).filter(task => task.side === side);
        this.side = side;
        this.first = first;
        this.judge = judge;
        this.#root = root;
        this.#list();
    }

    #list() {
        this.moves = treeOf({ comment: '', nodes: nodesOn(this.#root, this.before ?? []).map(({ move, wxf, chinese }, after) => ({ after, move, wxf, chinese })) });
    }

    /** The current task; undefined at the end. */
    get task() {
        return this.tasks[this.index];
    }

    /** The path of the position to solve. */
    get before() {
        return this.task?.path.slice(0, -1);
    }

    /** True once the better move is on display. */
    get isSolved() {
        return this.answer !== null && ['right', 'good', 'shown'].includes(this.answer.verdict);
    }

    /** Arrows for the board: the better move, or the reply to a wrong one after this one.
     * @returns {{ from: string, to: string, kind: string }[]} */
    get arrows() {
        const arrow = (/** @type {string} */ move, /** @type {string} */ kind) => ({ from: move.slice(0, 2), to: move.slice(2, 4), kind });
        if (this.isSolved)
            return [arrow(this.task.better.line[0].move, 'better')];
        const { named, judged } = this.answer ?? {};
        return named && judged?.reply ? [arrow(named.move, 'played'), arrow(judged.reply.split(' ')[0], 'threat')] : [];
    }

    /** Judges the user's move. Resolves to the verdict; undefined if there is no task, or it ended meanwhile.
     * @param {Named} named @returns {Promise<Verdict | undefined>} */
    async play(named) {
        const { task } = this;
        if (!task || this.isSolved || this.judging)
            return undefined;
        this.judging = true;
        const isRight = named.move === task.better.line[0].move, isSame = named.move === task.at.move;
        const judged = isRight || isSame ? null : await this.judge(task, named.move).catch(error => {
            this.judging = false;
            throw error;
        });
        if (task !== this.task || !this.judging)
            return undefined;
        this.judging = false;
        const verdict = isRight ? 'right' : isSame ? 'same' : judged && judged.lost < GOOD ? 'good' : 'wrong';
        this.answer = { verdict, named, judged: judged ?? undefined };
        if (this.isSolved && !this.#isTried && !this.hinted)
            this.solved++;
        this.#isTried = true;
        return verdict;
    }

    /** Returns the point of the piece to move. */
    hint() {
        return (this.hinted = this.task.better.line[0].move.slice(0, 2));
    }

    /** Gives the task up. */
    show() {
        this.#isTried = true;
        this.judging = false;
        this.answer = { verdict: 'shown' };
    }

    /** Goes to the next task. */
    next() {
        this.index++;
        this.answer = null;
        this.judging = false;
        this.hinted = '';
        this.#isTried = false;
        this.#list();
    }
}

/** Returns the part of a move's name that stands for the piece. @param {string} name */
export const pieceOf = name => [...name].slice(0, 2).join('');

/** Returns the texts about the last try. @param {Exercise} exercise @param {import('./tree.js').Notation} notation @returns {string[]} */
export function exerciseWords(exercise, notation) {
    const { task, answer, judging, hinted, first, side, index, tasks, solved } = exercise, nameOf = (/** @type {Named} */ named) => named[notation] || named.move;
    if (!task)
        return [say('exerciseEnd', `${solved} / ${tasks.length}`)];
    const line = task.better.line.slice(0, 6).map(nameOf).join(' '), words = [`${index + 1} / ${tasks.length}`];
    if (judging)
        return [...words, say('judging')];
    if (!answer)
        words.push(`${moveNumber(first + task.ply - 1)} ${say('turnStop', say(side))}`, say('exerciseAsk', `${nameOf(task.at)} ${task.at.nags.map(sign).join(' ')}`.trim()));
    else if (answer.verdict === 'shown')
        words.push(say('exerciseShown', line));
    else
        words.push(say({ right: 'exerciseRight', good: 'exerciseGood', same: 'exerciseSame', wrong: 'exerciseWrong' }[answer.verdict], nameOf(/** @type {Named} */ (answer.named))),
            answer.judged && !exercise.isSolved ? answer.judged.sentence || say('exerciseCosts', say('percent', Math.round(100 * answer.judged.lost))) : '', exercise.isSolved ? say('betterWas', line) : '');
    if (hinted && !exercise.isSolved)
        words.push(say('exerciseHint', pieceOf(nameOf(task.better.line[0]))));
    return words.filter(Boolean);
}

/** Draws a panel: texts, and buttons as [value, text, action]. @param {HTMLElement} host @param {string[]} words @param {[string, string, () => void][]} buttons */
export function drawPanel(host, words, buttons) {
    refill(host, [words, buttons.map(([value, text]) => [value, text])], () => {
        if (!words.length)
            return [];
        const status = element('p', { className: 'words', textContent: words.join(' · ') });
        status.setAttribute('role', 'status');
        return [status, element('p', { className: 'buttons' }, ...buttons.map(one => button(...one)))];
    });
}

/** Draws the panel of an exercise; null empties it. `onChange`: the user has asked for a hint, the solution or the next task; `onEnd`: the exercise
 * is to end.
 * @param {HTMLElement} host @param {Exercise | null} exercise
 * @param {{ notation: import('./tree.js').Notation, onChange: () => void, onEnd: () => void }} calls */
export function drawExercise(host, exercise, { notation, onChange, onEnd }) {
    if (!exercise)
        return drawPanel(host, [], []);
    const { task, isSolved } = exercise;
    /** @type {(value: string, text: string, action: () => void) => [string, string, () => void]} */
    const does = (value, text, action) => [value, say(text), () => { action(); onChange(); }];
    drawPanel(host, exerciseWords(exercise, notation), [
        ...(task && !isSolved ? [does('hint', 'hint', () => exercise.hint()), does('solution', 'solution', () => exercise.show())] : []),
        ...(task ? [does('next', 'nextExercise', () => exercise.next())] : []),
        ['end', say('endExercise'), onEnd]]);
}
