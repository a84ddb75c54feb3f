// SPDX-License-Identifier: GPL-3.0-only
// The list of moves: the main line in two columns, and below a move its comment and the variations that replace it.
import { commentWords, sign } from './notes.js';

export class MoveList {
    /** @param {HTMLElement} host @param {{ onGo: (path: number[]) => void, onMenu: (path: number[], at: HTMLElement) => void }} calls */
    constructor(host, calls) {
        this.host = host;
        this.buttons = new Map(); // by node
        this.places = new Map(); // by button: { parent: the button of the move before, or null; index: the child's }
        const pathOf = event => {
            const path = [];
            for (let at = this.places.get(event.target.closest('button')); at; at = this.places.get(at.parent))
                path.push(at.index);
            return path.length ? path.reverse() : null;
        };
        host.addEventListener('click', event => {
            const path = pathOf(event);
            if (path)
                calls.onGo(path);
        });
        host.addEventListener('contextmenu', event => {
            const path = pathOf(event);
            if (!path)
                return;
            event.preventDefault();
            calls.onMenu(path, event.target.closest('button'));
        });
    }

    /** Draws the tree, unless it is the one on display. @param {import('./tree.js').Node} root @param {'move' | 'wxf' | 'chinese'} notation
     * @param {boolean} blackFirst */
    draw(root, notation, blackFirst) {
        if (root === this.root && notation === this.notation)
            return;
        Object.assign(this, { root, notation });
        this.buttons.clear();
        this.places.clear();
        this.host.replaceChildren(...this.mainLine(root, blackFirst ? 1 : 0));
        this.now = undefined;
    }

    button(at, parent, index) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = [at[this.notation] || at.move, ...at.nags.map(sign)].join(' ');
        this.buttons.set(at, button);
        this.places.set(button, { parent, index });
        return button;
    }

    // Returns the rows of the main line, iteratively, because it may be long.
    mainLine(root, first) {
        const rows = [];
        const block = (...content) => {
            const part = document.createElement('div');
            part.className = 'remark';
            part.append(...content);
            rows.push(part);
            row = null;
        };
        let row = null, ply = first, parent = null;
        if (root.comment)
            block(commentWords(root.comment));
        for (let at = root; at.next.length; at = at.next[0], ply++) {
            const [main, ...others] = at.next, before = parent;
            if (main.before)
                block(commentWords(main.before));
            if (!row) {
                row = document.createElement('div');
                row.className = 'row';
                const number = document.createElement('span');
                number.textContent = `${Math.floor(ply / 2) + 1}.`;
                row.append(number);
                if (ply % 2)
                    row.append(Object.assign(document.createElement('span'), { className: 'gap', textContent: '…' }));
                rows.push(row);
            }
            row.append((parent = this.button(main, before, 0)));
            if (ply % 2)
                row = null;
            if (main.comment)
                block(commentWords(main.comment));
            others.forEach((other, i) => block(this.variation(other, before, i + 1, ply)));
        }
        return rows;
    }

    // Returns a variation as running text, with its own variations in parentheses.
    variation(from, parent, index, ply) {
        const text = document.createElement('span');
        let due = true, siblings = [];
        text.className = 'variation';
        for (let at = from; at; ply++) {
            if (at.before)
                text.append(commentWords(at.before), ' ');
            if (due || ply % 2 === 0)
                text.append(`${Math.floor(ply / 2) + 1}.${ply % 2 ? '..' : ''} `);
            const before = parent;
            text.append((parent = this.button(at, before, index)), ' ');
            if (at.comment)
                text.append(commentWords(at.comment), ' ');
            siblings.forEach((other, i) => text.append('( ', this.variation(other, before, i + 1, ply), ') '));
            due = siblings.length > 0 || Boolean(at.comment);
            siblings = at.next.slice(1);
            index = 0;
            at = at.next[0];
        }
        return text;
    }

    /** Marks the move on the board, the last of this path, and scrolls to it. @param {import('./tree.js').Node | undefined} at */
    show(at) {
        this.now?.classList.remove('now');
        this.now?.removeAttribute('aria-current');
        this.now = this.buttons.get(at);
        this.now?.classList.add('now');
        this.now?.setAttribute('aria-current', 'true');
        if (this.now)
            this.host.scrollTop = this.now.offsetTop - this.host.offsetTop - this.host.clientHeight / 2;
    }
}
