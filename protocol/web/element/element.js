// SPDX-License-Identifier: GPL-3.0-only
// <hanxin-board>: games on any web page, in the viewer of the reports (bench/viewer). bundle.mjs makes one file of this module and of what it
// imports; only the rules, which read the games, are other files, loaded when the first board comes into view.
//
//   <script type="module" src="hanxin-board.js"></script>
//   <hanxin-board src="game.xqf"></hanxin-board>
//
// Attributes; a change of one draws the board again.
//   src          address of a file of games in any format; without it, the element's text is the game, or the position if it is a FEN
//   fen          a position instead
//   game         number of the game to be shown; without it, the element lists all games of the file, up to 100
//   ply          number of moves of the main line that are played at first
//   lang         en, zh, zh-Hant or vi; without it, the language of the page around the element
//   notation     chinese, traditional, english, vietnamese, wxf or move
//   theme        light or dark; without it, that of the system
//   figures, surface, coordinates     options of the board (board.js)
//   flipped      Black below
//   controls     none: the board without buttons and moves; the arrow keys still work
//   autoplay     plays the game
//   link         address of a board on which the game can be continued (page/index.html)
import { languageOf, textIn, Viewer } from '../../../bench/viewer/viewer.js';

const ELEMENT_STYLE = '/*STYLE*/', ELEMENT_PAGE = '/*PAGE*/'; // filled in by bundle.mjs
const ATTRIBUTES = ['src', 'fen', 'game', 'ply', 'lang', 'notation', 'theme', 'figures', 'surface', 'coordinates', 'flipped', 'controls', 'autoplay', 'link'];
const GAMES_MOST = 100;

const ELEMENT_WORDS = /** @type {Record<string, string[]>} */ ({
    none: ['no game was found', '没有找到棋谱', '沒有找到棋譜', 'không tìm thấy ván cờ'],
    number: ["invalid value '%' for game: expected an integer from 1 to %", 'game 的值“%”无效：应为 1 至 % 的整数', 'game 的值「%」無效：應為 1 至 % 的整數', "giá trị '%' không hợp lệ cho game: cần số nguyên từ 1 đến %"],
    load: ['cannot load %: %', '无法载入 %：%', '無法載入 %：%', 'không thể tải %: %'],
});

const style = new CSSStyleSheet(); // not in an element, which a page may forbid
style.replaceSync(ELEMENT_STYLE);

/** The viewer with the board as the element's attributes want it. */
class ElementViewer extends Viewer {
    draw() {
        super.draw();
        this.board.set(this.options.fixed);
    }
}

class HanxinBoard extends HTMLElement {
    static observedAttributes = ATTRIBUTES;

    constructor() {
        super();
        this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [style];
        this.near = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && this.show(), { rootMargin: '50%' });
    }

    connectedCallback() {
        if (document.readyState === 'loading') // the text may not be complete
            addEventListener('DOMContentLoaded', () => this.near.observe(this), { once: true });
        else
            this.near.observe(this);
    }

    disconnectedCallback() {
        this.shown = undefined; // what is being loaded is dropped
        this.near.disconnect();
        this.viewer?.stop();
    }

    attributeChangedCallback() {
        if (!this.shown)
            return;
        const mine = (this.shown = Symbol()); // several attributes may change at once
        queueMicrotask(() => mine === this.shown && this.show());
    }

    get language() {
        return languageOf(this.closest('[lang]')?.getAttribute('lang') || navigator.language);
    }

    /** @param {string} key @param {unknown[]} values */
    say(key, ...values) {
        return textIn(ELEMENT_WORDS[key], this.language, ...values);
    }

    /** The position, if there is no game. */
    get fen() {
        return this.getAttribute('fen') ?? (!this.hasAttribute('src') && /^\s*\S+\/\S+\/.*\s*$/.test(this.textContent) ? this.textContent.trim() : undefined);
    }

    /** Returns the file, or the text. @returns {Promise<[string, string | ArrayBuffer]>} its name and its contents */
    async source() {
        const src = this.getAttribute('src');
        if (!src)
            return ['', this.textContent.trim()];
        try {
            const response = await fetch(new URL(src, document.baseURI));
            if (!response.ok)
                throw new Error(`${response.status} ${response.statusText}`.trim());
            return [src.replace(/[?#].*/, '').replace(/.*\//, ''), await response.arrayBuffer()];
        } catch (error) {
            throw new Error(this.say('load', src, error.message));
        }
    }

    /** Returns the games to be shown. */
    async games() {
        const { fen, language } = this, { ask } = await import('./rules.js'), wanted = this.getAttribute('game');
        const answered = async (/** @type {any[]} */ ...lines) => {
            const answer = await ask(lines);
            if (answer.error)
                throw new Error(answer.error);
            return answer;
        };
        if (fen !== undefined)
            return [{ fen: (await answered(`state ${language}`, fen, '')).start, nodes: [], comment: '', tags: {}, result: '*', fault: '' }];
        const [name, data] = await this.source(), { games } = await answered(`${wanted === null ? 'games' : 'list'} ${language}`, name, data);
        const found = games.filter((/** @type {any} */ game) => game.found ?? game.nodes);
        if (!found.length)
            throw new Error(games[0]?.fault || this.say('none'));
        if (wanted !== null && !found[Number(wanted) - 1])
            throw new Error(this.say('number', wanted, found.length));
        return wanted === null ? found.slice(0, GAMES_MOST) : [await answered(`read ${language}`, String(found[Number(wanted) - 1].number), name, data)];
    }

    /** Draws the element, or one sentence about what is wrong. */
    async show() {
        const mine = (this.shown = Symbol()), root = this.shadowRoot, at = (/** @type {string} */ name) => this.getAttribute(name) ?? undefined;
        this.near.disconnect();
        let games, fault = '';
        try {
            games = await this.games();
        } catch (error) {
            fault = error.message;
        }
        if (mine !== this.shown)
            return;
        this.viewer?.stop();
        root.innerHTML = ELEMENT_PAGE;
        const main = /** @type {HTMLElement} */ (root.firstElementChild);
        Object.assign(main.dataset, { theme: at('theme') ?? '', controls: at('controls') ?? '', board: at('link') ?? '' });
        this.toggleAttribute('data-fault', Boolean(fault));
        if (fault) {
            main.textContent = `${this.getAttribute('src')?.replace(/.*\//, '') || 'hanxin-board'}: ${fault.replace(/\s*\n\s*/g, ' ')}`;
            main.className = 'fault';
            main.setAttribute('role', 'alert');
            return;
        }
        const given = (/** @type {string[]} */ ...names) => Object.fromEntries(names.flatMap(name => (at(name) === undefined ? [] : [[name, at(name)]])));
        this.viewer = new ElementViewer(games, { root, lang: this.language, notation: at('notation'), board: { ...given('figures', 'surface'), flipped: this.hasAttribute('flipped') }, fixed: given('coordinates'),
            onGame: game => { root.getElementById('above').textContent = /** @type {any} */ (game).fault; } });
        this.viewer.go(Array(Math.min(Math.max(0, Number(at('ply')) || 0), this.viewer.main.length)).fill(0));
        if (this.hasAttribute('autoplay'))
            this.viewer.play();
    }
}
if (!customElements.get('hanxin-board'))
    customElements.define('hanxin-board', HanxinBoard);
