// SPDX-License-Identifier: GPL-3.0-only
// Pictures of the board as it is shown: SVG that needs nothing else, and its pixels. The drawing is board.js's own, with what board.css adds to
// it as attributes of its elements.

/** @typedef {{ above: string, below: string }} Names of the players on both sides of the board; empty for none */

const BAR = 34; // height of a line with names

// Properties of elements in a drawing: those that are inherited, and the others with their initial values.
const INHERITED = ['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'stroke-dashoffset', 'paint-order',
    'color', 'font-family', 'font-size', 'font-style', 'font-weight', 'letter-spacing', 'text-anchor', 'dominant-baseline', 'visibility'];
const INITIAL = { opacity: '1', transform: 'none', filter: 'none', 'clip-path': 'none', mask: 'none', 'stop-color': 'rgb(0, 0, 0)', 'stop-opacity': '1' };

/** Returns the properties, each with its value, in which an element differs from what it would be in a drawing without styles.
 * @param {Element} element @param {Element | null} parent in the drawing */
function styleOf(element, parent) {
    const own = getComputedStyle(element), above = parent && getComputedStyle(parent), of = (/** @type {string} */ name) => own.getPropertyValue(name);
    return [...INHERITED.filter(name => of(name) !== above?.getPropertyValue(name)),
        ...Object.entries(INITIAL).filter(([name, value]) => parent && of(name) !== value && !element.hasAttribute(name)).map(([name]) => name),
        ...(own.display === 'none' ? ['display'] : []), ...(element.localName === 'circle' ? ['r'] : [])].map(name => [name, of(name)]);
}

/** A board that is not on display, in the style of another one. */
export class Picture {
    /** @param {any} shown the other board; `board` is set like it, without what belongs to input */
    constructor(shown) {
        this.host = shown.host.cloneNode(false);
        Object.assign(this.host, { id: '', inert: true });
        this.host.classList.add('hidden');
        shown.host.after(this.host);
        this.styles = new WeakMap(); // by element; board.js replaces the elements of what changes
        this.canvas = document.createElement('canvas');
        this.board = new XiangqiBoard(this.host, { ...shown.state, interactive: false, animate: false, selected: '', targets: [], premoved: '' });
    }

    remove() {
        this.host.remove();
    }

    /** Returns the board as SVG of that width in pixels. @param {number} width @param {Names} names */
    svg(width, names) {
        const { svg } = this.board, copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true)), page = getComputedStyle(document.body);
        const [x, y, w, h] = svg.getAttribute('viewBox').split(' ').map(Number);
        const copies = [copy, ...copy.querySelectorAll('*')];
        for (const [i, element] of [svg, ...svg.querySelectorAll('*')].entries()) {
            const style = this.styles.get(element) ?? styleOf(element, i ? element.parentElement : null);
            this.styles.set(element, style);
            for (const [name, value] of style)
                copies[i].setAttribute(name, value); // not in one attribute `style`, which a page may forbid
            for (const name of ['class', 'style'])
                copies[i].removeAttribute(name);
        }
        const [above, below] = [names.above, names.below].map(name => (name ? BAR : 0));
        const bar = (name, top) => (name ? `<text x="${x + 8}" y="${top + BAR / 2}" font-family="system-ui,sans-serif" font-weight="600" font-size="18" text-anchor="start" dominant-baseline="central" fill="${page.color}">${XiangqiBoard.escape(name)}</text>` : '');
        copy.insertAdjacentHTML('afterbegin', `<rect x="${x}" y="${y - above}" width="${w}" height="${h + above + below}" fill="${page.backgroundColor}" />${bar(names.above, y - above)}${bar(names.below, y + h)}`);
        const height = h + above + below, more = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `${x} ${y - above} ${w} ${height}`, width, height: Math.round(width * height / w) };
        for (const [name, value] of Object.entries(more))
            copy.setAttribute(name, String(value));
        return new XMLSerializer().serializeToString(copy);
    }

    /** Draws the board. Returns the canvas, which is also the one for the next picture. @param {number} width @param {Names} names */
    async draw(width, names) {
        const image = new Image();
        image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(this.svg(width, names))}`;
        await image.decode();
        Object.assign(this.canvas, { width: image.width, height: image.height });
        this.canvas.getContext('2d', { willReadFrequently: true }).drawImage(image, 0, 0);
        return this.canvas;
    }

    /** Returns the board as PNG. @param {number} width @param {Names} names @returns {Promise<Blob>} */
    async png(width, names) {
        const canvas = await this.draw(width, names);
        return new Promise((resolve, reject) => canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('PNG'))), 'image/png'));
    }
}
