// SPDX-License-Identifier: GPL-3.0-only
// The graph of a game: Red's expected score after each move, with the marks of the moves. It is a slider from the first position to the last.
import { commandOf, kind, sign, worthOfEval } from './notes.js';
import { moveNumber } from './moves.js';

/** A position of the game. `worth`: Red's expected score, 0 to 1, undefined if it is not known; `label`: the move that led to it, with its
 * number; `score`: as text; `sign` and `kind` of the move's mark (notes.js), if it has one; `line`: 'red' or 'black' if the two engines of a match
 * have lines of their own.
 * @typedef {{ worth?: number, label: string, score?: string, sign?: string, kind?: string, line?: 'red' | 'black' }} Point */
/** Texts: `name` of the graph, `red` and `black` next to the ends of the axis and `even` between, `start` of the game, and each kind of mark.
 * @typedef {{ name: string, red: string, black: string, even: string, start: string, only: string, inaccuracy: string, mistake: string, blunder: string }} GraphWords */

const HEIGHT = 150, TOP = 8, BOTTOM = 20, RIGHT = 10;
/** Shapes of the marks, which differ without colours too. @type {Record<string, string>} */
const SHAPES = { only: 'M0 -6L6 0L0 6L-6 0Z', inaccuracy: 'M-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0 -3.5 0Z', mistake: 'M0 -5.5L6 5H-6Z', blunder: 'M-5 -5H5V5H-5Z' };

/** Returns the points of a line of moves. @param {import('./tree.js').Node} root @param {import('./tree.js').Node[]} nodes
 * @param {import('./tree.js').Notation} notation @param {number} first number of plies before the first move @returns {Point[]} */
export function pointsOf(root, nodes, notation, first) {
    return [root, ...nodes].map((at, i) => {
        const ply = first + i - 1, score = commandOf(at.comment, 'eval'), nag = at.nags.find(number => kind(number) !== 'other');
        return { worth: worthOfEval(score, ply % 2 === 0), label: at.move && `${moveNumber(ply)} ${at[notation] || at.move}`, score,
            ...(nag === undefined ? {} : { sign: sign(nag), kind: kind(nag) }) };
    });
}

/** Returns true if there is a graph to show. @param {Point[]} points */
export const isGraph = points => points.filter(({ worth }) => worth !== undefined).length > 1;

export class Graph {
    /** @param {HTMLElement} host @param {{ onGo: (ply: number) => void }} calls `onGo`: with the number of moves played */
    constructor(host, { onGo }) {
        this.host = host;
        this.onGo = onGo;
        /** @type {Point[]} */
        this.points = [];
        this.ply = 0;
        this.width = 0;
        host.classList.add('graph');
        host.innerHTML = `<svg role="slider" tabindex="0" height="${HEIGHT}"></svg><div class="tip"></div>`;
        this.svg = /** @type {SVGSVGElement} */ (host.firstElementChild);
        this.tip = /** @type {HTMLElement} */ (host.lastElementChild);
        this.svg.addEventListener('pointermove', event => this.read(this.plyAt(event)));
        this.svg.addEventListener('pointerleave', () => this.read(undefined));
        this.svg.addEventListener('focus', () => this.svg.matches(':focus-visible') && this.read(this.ply));
        this.svg.addEventListener('blur', () => this.read(undefined));
        this.svg.addEventListener('click', event => this.onGo(this.plyAt(event)));
        this.svg.addEventListener('keydown', event => this.key(event));
        new ResizeObserver(() => host.clientWidth !== this.width && this.redraw()).observe(host);
    }

    /** @param {Point[]} points the start position first @param {GraphWords} words @param {number} first number of plies before the first move */
    draw(points, words, first = 0) {
        this.points = points;
        this.words = words;
        this.first = first;
        this.svg.setAttribute('aria-label', words.name);
        this.svg.setAttribute('aria-valuemin', '0');
        this.svg.setAttribute('aria-valuemax', String(points.length - 1));
        this.redraw();
    }

    /** Marks the position after `ply` moves; no position if it is not on the line. @param {number | undefined} ply */
    show(ply) {
        this.ply = ply;
        this.svg.setAttribute('aria-valuenow', String(ply ?? 0));
        this.svg.setAttribute('aria-valuetext', this.textAt(ply ?? 0));
        this.mark('now', ply);
        if (this.svg.matches(':focus-visible'))
            this.read(ply);
    }

    // ---- places ----

    /** @param {number} ply */
    x(ply) { return this.left + (this.width - this.left - RIGHT) * (this.points.length > 1 ? ply / (this.points.length - 1) : 0); }

    /** @param {number} worth */
    y(worth) { return TOP + (HEIGHT - TOP - BOTTOM) * (1 - worth); }

    /** @param {MouseEvent} event */
    plyAt(event) {
        const most = this.points.length - 1, share = (event.clientX - this.svg.getBoundingClientRect().left - this.left) / (this.width - this.left - RIGHT);
        return Math.max(0, Math.min(most, Math.round(share * most)));
    }

    // ---- drawing ----

    redraw() {
        this.width = this.host.clientWidth;
        if (!this.words || this.width === 0)
            return;
        const { red, even, black } = this.words, columns = (/** @type {string} */ text) => [...text].reduce((sum, sign) => sum + (sign > '\u2E7F' ? 11 : 6), 0);
        this.left = Math.max(...[red, even, black].map(columns)) + 10;
        this.svg.setAttribute('viewBox', `0 0 ${this.width} ${HEIGHT}`);
        const right = this.width - RIGHT, line = (/** @type {string} */ name, /** @type {number} */ y) => `<line class="${name}" x1="${this.left}" x2="${right}" y1="${y}" y2="${y}"/>`;
        this.svg.innerHTML = `${this.areas()}<rect class="frame" x="${this.left}" y="${TOP}" width="${right - this.left}" height="${this.y(0) - TOP}"/>
            ${line('even', this.y(0.5))}${this.ticks()}${this.lines()}<g class="moving"></g>${this.marks()}
            ${[1, 0.5, 0].map(worth => `<text class="unit" x="${this.left - 5}" y="${this.y(worth) + 5 * (2 * worth - 1)}"></text>`).join('')}`;
        this.svg.querySelectorAll('.unit').forEach((text, i) => (text.textContent = [red, even, black][i]));
        this.show(this.ply);
    }

    /** Returns the runs of known points, each of [x, y]. @param {string | undefined} which line */
    runs(which) {
        /** @type {[number, number][][]} */
        const runs = [];
        let open = false;
        for (const [ply, { worth, line }] of this.points.entries()) {
            if (line !== which)
                continue; // a move of the other engine
            if (worth === undefined) {
                open = false;
                continue;
            }
            if (!open)
                runs.push([]);
            open = true;
            runs[runs.length - 1].push([this.x(ply), this.y(worth)]);
        }
        return runs;
    }

    /** Returns the areas between the line and the middle: where Red is better, and where Black is. */
    areas() {
        const middle = this.y(0.5);
        const area = (/** @type {string} */ name, /** @type {number} */ top, /** @type {number} */ bottom) => this.runs(undefined).map(run => {
            const shape = [[run[0][0], middle], ...run, [run[run.length - 1][0], middle]].map(([x, y]) => `${(x - this.left).toFixed(1)},${(y - top).toFixed(1)}`).join(' ');
            return `<svg x="${this.left}" y="${top}" width="${this.width - this.left - RIGHT}" height="${bottom - top}"><polygon class="${name}" points="${shape}"/></svg>`;
        }).join('');
        return area('for-red', TOP, middle) + area('for-black', middle, this.y(0));
    }

    lines() {
        return [undefined, 'red', 'black'].map(which => this.runs(which).map(run =>
            `<polyline class="line line-${which ?? 'one'}" points="${(run.length > 1 ? run : [...run, [run[0][0] + 1, run[0][1]]]).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}"/>`).join('')).join('');
    }

    marks() {
        return this.points.map(({ worth, kind: name }, ply) => (name && SHAPES[name] && worth !== undefined ?
            `<path class="mark ${name}" d="${SHAPES[name]}" transform="translate(${this.x(ply).toFixed(1)} ${this.y(worth).toFixed(1)})"/>` : '')).join('');
    }

    /** Returns the numbers of moves under the graph, at Red's moves. */
    ticks() {
        const LEAST = 38, rounds = this.points.length / 2, room = Math.max(1, (this.width - this.left - RIGHT) / LEAST);
        const power = 10 ** Math.floor(Math.log10(Math.max(1, rounds / room))), step = [1, 2, 5, 10].map(factor => factor * power).find(size => size * room >= rounds) ?? 1;
        let text = '';
        for (let round = Math.max(step, Math.ceil((this.first / 2 + 1) / step) * step); ; round += step) {
            const ply = 2 * round - 1 - this.first, x = this.x(ply).toFixed(1);
            if (ply >= this.points.length)
                return text;
            text += `<line class="grid" x1="${x}" x2="${x}" y1="${this.y(0)}" y2="${this.y(0) + 4}"/><text class="tick" x="${x}" y="${HEIGHT - 5}">${round}</text>`;
        }
    }

    /** Draws a vertical line at a position, in place of an earlier one. @param {'now' | 'near'} name @param {number | undefined} ply */
    mark(name, ply) {
        const group = this.svg.querySelector('.moving'), point = this.points[ply ?? -1];
        if (!group)
            return;
        group.querySelectorAll(`.at-${name}`).forEach(old => old.remove());
        if (!point)
            return;
        const x = this.x(ply).toFixed(1), place = point.worth === undefined ? '' : `<circle class="place at-${name}" r="4" cx="${x}" cy="${this.y(point.worth).toFixed(1)}"/>`;
        group.insertAdjacentHTML('beforeend', `<line class="${name} at-${name}" x1="${x}" x2="${x}" y1="${TOP}" y2="${this.y(0)}"/>${place}`);
    }

    // ---- reading and going ----

    /** @param {number} ply */
    textAt(ply) {
        const point = this.points[ply];
        if (!point)
            return '';
        const mark = point.kind && /** @type {Record<string, string>} */ (/** @type {unknown} */ (this.words))[point.kind];
        return [`${point.label || this.words.start}${point.sign ? ` ${point.sign}` : ''}`, point.score, mark].filter(Boolean).join(' \u00B7 ');
    }

    /** Shows the move and score of a position, or of none. @param {number | undefined} ply */
    read(ply) {
        this.tip.textContent = ply === undefined ? '' : this.textAt(ply);
        this.mark('near', ply);
        if (ply !== undefined)
            this.tip.style.left = `${Math.max(0, Math.min(this.width - this.tip.offsetWidth, this.x(ply) - this.tip.offsetWidth / 2))}px`;
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const most = this.points.length - 1, at = this.ply ?? 0, PAGE = 10;
        /** @type {Record<string, number>} */
        const places = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at - PAGE, PageUp: at + PAGE, Home: 0, End: most };
        const place = places[event.key];
        if (place === undefined || event.ctrlKey || event.altKey || event.metaKey)
            return;
        event.preventDefault();
        event.stopPropagation(); // the page must not go there once more
        this.onGo(Math.max(0, Math.min(most, place)));
    }
}
