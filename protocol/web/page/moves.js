// SPDX-License-Identifier: GPL-3.0-only
// The list of moves: the main line in two columns, and below a move its comment and the variations that replace it.
//
// Only what has changed is drawn again. A node that occurs in the tree before and after an edit keeps its elements, and so does a row with the
// same text. Nothing here calls itself, because a line may be long and variations may be deep.
import { commandOf, commentWords, kind, sign } from './notes.js';

const DEEPEST = 30; // elements in each other; deeper variations are not elements of their own
const LONG_PRESS_MS = 500, NEAR = 10; // pixels that a finger may move in a long press

/** Returns the number of plies before the first move, such as 1 if Black begins. @param {string} fen */
export function pliesBefore(fen) {
    const [, side, , , , round] = fen.trim().split(/\s+/);
    return 2 * Math.max(0, (Number(round) || 1) - 1) + (side === 'b' ? 1 : 0);
}

/** Returns the number of a move as written before it, such as `3.`, or `3...` for Black. @param {number} ply */
export const moveNumber = ply => `${Math.floor(ply / 2) + 1}.${ply % 2 ? '..' : ''}`;

const made = (/** @type {string} */ tag, /** @type {string} */ className, /** @type {(Element | string)[]} */ ...content) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...content);
    return element;
};

export class MoveList {
    /** @param {HTMLElement} host @param {{ onGo: (path: number[]) => void, onMenu?: (path: number[], at: HTMLElement) => void }} calls `onMenu`:
     * right click, long press, or the key for menus */
    constructor(host, { onGo, onMenu }) {
        this.host = host;
        this.calls = { onGo, onMenu };
        /** @type {WeakMap<Element, import('./tree.js').Node>} */
        this.nodes = new WeakMap(); // by button
        /** @type {WeakSet<Element>} */
        this.broken = new WeakSet(); // elements of variations from which an inner one was taken: not to be used again
        host.classList.add('move-list');
        host.addEventListener('click', event => this.go(event));
        if (onMenu)
            this.takeMenus();
    }

    takeMenus() {
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let timer;
        let from = { x: 0, y: 0 };
        const wait = (/** @type {PointerEvent} */ event) => {
            clearTimeout(timer);
            this.pressed = false;
            if (event.pointerType !== 'touch')
                return;
            from = event;
            timer = setTimeout(() => this.menu(event), LONG_PRESS_MS);
        };
        const stop = () => clearTimeout(timer);
        this.host.addEventListener('pointerdown', wait);
        this.host.addEventListener('pointermove', event => Math.hypot(event.x - from.x, event.y - from.y) > NEAR && stop());
        this.host.addEventListener('pointerup', stop);
        this.host.addEventListener('pointercancel', stop);
        this.host.addEventListener('contextmenu', event => {
            stop();
            this.menu(event);
        });
        this.host.addEventListener('keydown', event => {
            if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))
                this.menu(event);
        });
    }

    /** Opens the menu of a move, once for each key, click or long press, each of which may send two events. @param {Event} event */
    menu(event) {
        const button = this.buttonOf(event), now = performance.now();
        if (!button)
            return;
        event.preventDefault();
        if (button === this.menuOf && now - this.menuAt < 2 * LONG_PRESS_MS)
            return;
        this.menuOf = button;
        this.menuAt = now;
        this.pressed = event.type === 'pointerdown';
        this.calls.onMenu(this.pathTo(this.nodes.get(button)), button);
    }

    /** @param {Event} event */
    go(event) {
        const button = this.buttonOf(event);
        if (button && !this.pressed)
            this.calls.onGo(this.pathTo(this.nodes.get(button)));
        this.pressed = false;
    }

    /** @param {Event} event @returns {HTMLElement | null} */
    buttonOf(event) {
        return /** @type {Element} */ (event.target).closest('button');
    }

    /** Returns the path of a node in the tree on display. @param {import('./tree.js').Node | undefined} at */
    pathTo(at) {
        const path = [];
        for (let place; (place = this.places.get(at)); at = place.parent)
            path.push(place.index);
        return path.reverse();
    }

    /** Draws the tree, unless it is the one on display. @param {import('./tree.js').Node} root @param {import('./tree.js').Notation} notation
     * @param {number} first number of plies before the first move (pliesBefore()) */
    draw(root, notation, first = 0) {
        first = Number(first);
        if (root === this.root && notation === this.notation && first === this.first)
            return;
        if (notation !== this.notation || first !== this.first) {
            this.blocks = new Map(); // elements of the host, by their text or by the node that begins the variation
            this.buttons = new WeakMap(); // by node
            this.spans = new WeakMap(); // variations, by their first node
        }
        this.root = root;
        this.notation = notation;
        this.first = first;
        this.findPlaces();
        const wanted = this.mainLine();
        for (const old of [...this.host.children].filter(element => !wanted.has(element)))
            old.remove();
        let place = this.host.firstElementChild;
        for (const element of wanted)
            if (element === place)
                place = place.nextElementSibling;
            else
                this.host.insertBefore(element, place);
        if (!this.reached?.isConnected)
            this.reach(undefined);
    }

    findPlaces() {
        this.places = new Map();
        const waiting = [this.root];
        for (let parent; (parent = waiting.pop());)
            for (const [index, child] of parent.next.entries()) {
                this.places.set(child, { parent, index });
                waiting.push(child);
            }
    }

    /** Makes a node's button, or finds that which shows the same. @param {import('./tree.js').Node} at @param {Element} [old] */
    button(at, old) {
        const button = old ?? made('button', '', at[this.notation] || at.move);
        if (!old) {
            /** @type {HTMLButtonElement} */ (button).type = 'button';
            /** @type {HTMLButtonElement} */ (button).tabIndex = -1;
            for (const nag of at.nags)
                button.append(' ', made('b', kind(nag), sign(nag)));
        }
        this.buttons.set(at, button);
        this.nodes.set(button, at);
        return button;
    }

    /** Returns the elements of the host. */
    mainLine() {
        const before = this.blocks, wanted = new Set();
        this.blocks = new Map();
        const block = (/** @type {any} */ key, /** @type {() => Element} */ make) => {
            const old = before.get(key), element = old && !this.broken.has(old) ? old : make();
            this.blocks.set(key, element);
            wanted.add(element);
            return element;
        };
        const remark = (/** @type {string} */ text, /** @type {string} */ key) => {
            const words = commentWords(text);
            if (words)
                block(`${key} ${words}`, () => made('div', 'remark', words));
        };
        /** @type {import('./tree.js').Node[]} */
        let row = []; // the moves of the current row
        const endRow = (/** @type {number} */ ply) => {
            if (row.length)
                this.row(row, ply - row.length, block);
            row = [];
        };
        remark(this.root.comment, 'start');
        let ply = this.first;
        for (let at = this.root; at.next.length; at = at.next[0], ply++) {
            const [main, ...others] = at.next;
            if (commentWords(main.before)) {
                endRow(ply);
                remark(main.before, `before ${ply}`);
            }
            row.push(main);
            if (ply % 2 || others.length || commentWords(main.comment))
                endRow(ply + 1);
            remark(main.comment, `after ${ply}`);
            for (const other of others)
                block(other, () => made('div', 'remark', this.variation(other, ply)));
        }
        endRow(ply);
        return wanted;
    }

    /** Draws one or two moves of the main line. @param {import('./tree.js').Node[]} row @param {number} ply of the first
     * @param {(key: string, make: () => Element) => Element} block */
    row(row, ply, block) {
        const score = (/** @type {import('./tree.js').Node} */ at) => commandOf(at.comment, 'eval') ?? '';
        const key = `row ${ply} ${JSON.stringify(row.map(at => [at.move, at[this.notation], at.nags, score(at)]))}`;
        let old = true;
        const element = block(key, () => {
            old = false;
            return made('div', 'row', made('span', 'number', `${Math.floor(ply / 2) + 1}.`), ...(ply % 2 ? [made('span', 'gap', '…')] : []));
        });
        const buttons = [...element.querySelectorAll('button')];
        for (const [i, at] of row.entries()) {
            const button = this.button(at, buttons[i]);
            if (!old && score(at))
                button.append(' ', made('small', '', score(at)));
            if (!old)
                element.append(button);
        }
    }

    /** Returns a variation as running text, with its own variations in parentheses. @param {import('./tree.js').Node} from @param {number} firstPly */
    variation(from, firstPly) {
        const whole = made('span', 'variation');
        let blank = false; // one is due before the next piece
        const put = (/** @type {Element} */ into, /** @type {string | Element} */ piece) => {
            into.append(...(blank && piece !== ')' ? [' '] : []), piece);
            blank = piece !== '(' && (typeof piece === 'string' || piece.hasChildNodes());
        };
        /** What is still to be added, the next one last: a piece as it is, or a move and the rest of its line. `due`: a move number is due;
         * `others`: the moves that this one replaces.
         * @type {{ into: Element, piece?: string | Element, at?: import('./tree.js').Node, ply?: number, depth?: number, due?: boolean, others?: import('./tree.js').Node[] }[]} */
        const waiting = [{ at: from, ply: firstPly, into: whole, depth: 0, due: true, others: [] }];
        for (let step; (step = waiting.pop());) {
            const { at, ply, into, depth, due, others, piece } = step;
            if (!at) {
                put(into, piece);
                continue;
            }
            const words = commentWords(at.comment), before = commentWords(at.before);
            if (before)
                put(into, made('span', 'words', before));
            put(into, due || before || ply % 2 === 0 ? made('span', 'numbered', made('span', 'number', moveNumber(ply)), ' ', this.button(at)) : this.button(at));
            if (words)
                put(into, made('span', 'words', words));
            if (at.next.length)
                waiting.push({ at: at.next[0], ply: ply + 1, into, depth, due: others.length > 0 || words !== '', others: at.next.slice(1) });
            for (const other of [...others].reverse())
                waiting.push(...this.nested(other, step));
        }
        return whole;
    }

    /** Returns the steps that add a variation of a variation, the first one last. @param {import('./tree.js').Node} from
     * @param {{ into: Element, ply?: number, depth?: number }} step */
    nested(from, step) {
        const { ply, into, depth } = step;
        const old = this.spans.get(from);
        if (old && !this.broken.has(old)) {
            for (let former = old.parentElement; former && former !== this.host; former = former.parentElement)
                this.broken.add(former);
            return [{ into, piece: old }];
        }
        const flat = depth >= DEEPEST, span = flat ? into : made('span', 'nested');
        if (!flat)
            this.spans.set(from, span);
        return [{ into: span, piece: ')' }, { at: from, ply, into: span, depth: depth + 1, due: true, others: [] }, { into: span, piece: '(' },
            ...(flat ? [] : [{ into, piece: span }])];
    }

    /** Returns a node's button. @param {import('./tree.js').Node | undefined} at @returns {HTMLElement | undefined} */
    shown(at) {
        const button = at && this.buttons?.get(at);
        if (!button || button.isConnected)
            return button;
        return [...this.host.querySelectorAll('button')].find(other => this.nodes.get(other) === at); // an earlier one is in use again
    }

    /** Lets Tab reach one move, and the others only by the keys of the page. @param {HTMLElement | null | undefined} button */
    reach(button) {
        if (this.reached)
            this.reached.tabIndex = -1;
        this.reached = button ?? this.host.querySelector('button');
        if (this.reached)
            this.reached.tabIndex = 0;
    }

    /** Marks the move on the board and scrolls to it; the start position if undefined. @param {import('./tree.js').Node | undefined} at */
    show(at) {
        const focused = this.host.contains(/** @type {Document | ShadowRoot} */ (this.host.getRootNode()).activeElement), button = this.shown(at);
        this.now?.classList.remove('now');
        this.now?.removeAttribute('aria-current');
        this.now = button;
        this.reach(button);
        if (!button) {
            this.host.scrollTop = 0;
            return;
        }
        button.classList.add('now');
        button.setAttribute('aria-current', 'true');
        if (focused)
            button.focus({ preventScroll: true });
        const box = this.host.getBoundingClientRect(), { top, bottom } = button.getBoundingClientRect();
        if (top < box.top || bottom > box.bottom)
            this.host.scrollTop += (top + bottom - box.top - box.bottom) / 2;
    }
}
