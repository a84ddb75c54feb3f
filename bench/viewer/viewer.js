// SPDX-License-Identifier: GPL-3.0-only
// viewer.js - looks at games without changing them: the script of the pages that `hanxin review` and `hanxin-match` write (viewer.html), and of
// <hanxin-board> (protocol/web/element/). In both all modules are one script (page_add_module() in engine/base/page.h), so that no two may declare
// the same name.
//
// The game's text can be copied, saved, or opened on the board: in its page (index.html) with the text after `#game=`, percent-encoded.
import { Graph, isGraph, pointsOf } from '../../protocol/web/page/graph.js';
import { MoveList, moveNumber, pliesBefore } from '../../protocol/web/page/moves.js';
import { commandOf, commentWords, kind, shapesOf, sign, worthOfEval } from '../../protocol/web/page/notes.js';
import { has, lineFrom, nodeAt, nodesOn, pgnOf, treeOf } from '../../protocol/web/page/tree.js';

/** @typedef {'en' | 'zh' | 'zh-Hant' | 'vi'} Language */
/** @typedef {{ en: string, zh: string, 'zh-Hant'?: string, vi?: string }} Words a text in each language, or only in these two */
/** A game as the rules read it (protocol/web/rules.h), with more if it is known. `plies`: for each number of moves of the main line played,
 * the engine's choice in this position, what is said about it, words that belong to the move's comment, and whose line of the graph it is on.
 * `number`: its number, if that is not its place in the list; `nodes` may be a getter, which is called when the game is opened.
 * @typedef {{ number?: number, fen: string, result: string, comment: string, tags: Record<string, string>, nodes: any[], opening?: Words, ending?: Words,
 * plies?: { best?: string, note?: Words, words?: Words, line?: 'red' | 'black' }[] }} ViewedGame */

/** @type {Language[]} */
export const LANGUAGES = ['en', 'zh', 'zh-Hant', 'vi'];
/** Returns the language of a page or of a browser. @param {string} tag as in `lang` @returns {Language} */
export const languageOf = tag => (/^zh-(hant|tw|hk|mo)/i.test(tag) ? 'zh-Hant' : /^zh/i.test(tag) ? 'zh' : /^vi/i.test(tag) ? 'vi' : 'en');
/** Returns the text in the language, or in the nearest one. @param {Words | undefined} words @param {Language} lang */
const wordsIn = (words, lang) => words?.[lang] ?? words?.[lang === 'zh-Hant' ? 'zh' : 'en'];
/** Returns a text of a table that has them in the order of LANGUAGES, with each % replaced by the next value; those after the last value remain.
 * @param {string[]} texts @param {Language} lang @param {unknown[]} values */
export const textIn = (texts, lang, ...values) => texts[LANGUAGES.indexOf(lang)].replace(/%/g, sign => String(values.length ? values.shift() : sign));

const VIEWER_WORDS = /** @type {Record<string, string[]>} */ ({
    notation: ['notation', '记谱法', '記譜法', 'cách ghi nước'], keys: ['keys', '快捷键', '快速鍵', 'phím tắt'], games: ['games', '对局', '對局', 'ván cờ'],
    search: ['search games', '查找对局', '搜尋對局', 'tìm ván'], board: ['board', '棋盘', '棋盤', 'bàn cờ'], moves: ['moves', '着法', '著法', 'nước đi'],
    earlier: ['earlier games', '前面的对局', '前面的對局', 'các ván trước'], later: ['later games', '后面的对局', '後面的對局', 'các ván sau'],
    count: ['% of %', '第 % 局，共 % 局', '第 % 局，共 % 局', 'ván % / %'], first: ['start (Home)', '初始局面（Home）', '初始局面（Home）', 'đầu ván (Home)'],
    back: ['back (left arrow)', '上一着（左箭头）', '上一著（左箭頭）', 'lùi (mũi tên trái)'], next: ['next (right arrow)', '下一着（右箭头）', '下一著（右箭頭）', 'tiến (mũi tên phải)'],
    last: ['end (End)', '最后局面（End）', '最後局面（End）', 'cuối ván (End)'], play: ['play', '演示', '自動播放', 'tự chạy'], pause: ['pause', '暂停', '暫停', 'tạm dừng'],
    flip: ['flip', '翻转', '翻轉', 'xoay bàn'], figures: ['A / 字: other pieces', 'A / 字：棋子样式', 'A / 字：棋子樣式', 'A / 字: kiểu quân khác'], arrows: ['arrows', '箭头', '箭頭', 'mũi tên'],
    copy: ['Copy the game', '复制棋谱', '複製棋譜', 'Sao chép ván cờ'], save: ['Save the game', '保存棋谱', '儲存棋譜', 'Lưu ván'],
    open: ['Open on the board', '在棋盘上打开', '在棋盤上開啟', 'Mở trên bàn cờ'], close: ['Close', '关闭', '關閉', 'Đóng'],
    copied: ['Copied. It can be pasted into the page of “hanxin web”.', '已复制，可粘贴到“hanxin web”的页面中。', '已複製，可貼到「hanxin web」的頁面中。', 'Đã sao chép. Có thể dán vào trang của “hanxin web”.'],
    red: ['Red', '红方', '紅方', 'Đỏ'], black: ['Black', '黑方', '黑方', 'Đen'], hanxin: ['Hanxin', '韩信', '韓信', 'Hàn Tín'], round: ['round %', '第 % 轮', '第 % 輪', 'vòng %'],
    opening: ['Opening: %', '开局：%', '開局：%', 'Khai cuộc: %'], expects: ['Red expects % %', '红方得分率 %%', '紅方得分率 %%', 'Điểm kỳ vọng của Đỏ: %%'],
    start: ['Start', '初始局面', '初始局面', 'Đầu ván'], better: ['Better: %', '应走：%', '應走：%', 'Nên đi: %'], comma: [', ', '，', '，', ', '],
    graph: ['graph: Red’s expected score', '局势曲线：红方得分率', '局勢曲線：紅方得分率', 'đồ thị: điểm kỳ vọng của Đỏ'], redWins: ['Red wins', '红胜', '紅勝', 'Đỏ thắng'],
    even: ['even', '均势', '均勢', 'cân bằng'], blackWins: ['Black wins', '黑胜', '黑勝', 'Đen thắng'], only: ['only good move', '唯一着', '唯一著', 'nước hay duy nhất'],
    inaccuracy: ['inaccuracy', '疑问着', '疑問著', 'thiếu chính xác'], mistake: ['mistake', '失着', '失著', 'sai lầm'], blunder: ['blunder', '败着', '敗著', 'sai lầm nặng'],
    keySteps: ['one move back, forward', '上一着，下一着', '上一著，下一著', 'lùi, tiến một nước'], keyEnds: ['start, end', '初始局面，最后局面', '初始局面，最後局面', 'đầu, cuối'],
    keyOthers: ['other variation; at the start: other game', '其他变着；初始局面时为其他对局', '其他變化；初始局面時為其他對局', 'biến khác; ở đầu ván: ván khác'],
    keyEscape: ['back to the main line', '回到主变', '回到主線', 'về biến chính'], keySpace: ['play, pause', '演示，暂停', '自動播放，暫停', 'tự chạy, tạm dừng'],
    keyHelp: ['this list', '本列表', '本列表', 'bảng này'],
});
const VIEWER_KEYS = [['← →', 'keySteps'], ['Home End', 'keyEnds'], ['↑ ↓', 'keyOthers'], ['Esc', 'keyEscape'], ['Space', 'keySpace'], ['F', 'flip'], ['A', 'arrows'], ['?', 'keyHelp']];
const LISTED = 200, REPLAY_MS = 700, COPIED_MS = 6000;

/** @param {string} id @returns {any} */
export const $ = id => /** @type {any} */ (document.getElementById(id));

/** @param {string} key @param {string} [value] */
function stored(key, value) { // a page of its own file may have no storage
    try {
        if (value)
            localStorage.setItem(key, value);
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

/** @typedef {{ onWords?: (lang: Language) => void, onGame?: (game: ViewedGame, lang: Language) => void, root?: ShadowRoot, lang?: Language,
 * notation?: string, board?: any, fixed?: any }} ViewerOptions functions, called after a change of the language, and after that too and when a game
 * is opened; the tree with the elements of viewer.html, if it is only a part of a page, which then has its own language and no address; the
 * language and notation; options of the board: at first, and those that remain whatever the notation is */

/** Returns the data that the page contains. */
export const reportData = () => JSON.parse($('data').textContent);

export class Viewer {
    /** @param {ViewedGame[]} games @param {ViewerOptions} options */
    constructor(games, options) {
        const { root } = options, $ = (/** @type {string} */ id) => /** @type {any} */ ((root ?? document).getElementById(id));
        this.$ = $;
        this.whole = root ?? document;
        this.body = /** @type {HTMLElement} */ (root ? root.firstElementChild : document.body);
        this.games = games;
        for (const [i, game] of games.entries())
            game.number ??= i + 1;
        this.options = options;
        this.from = 0; // the first game in the list
        /** @type {number[]} */
        this.path = [];
        this.fens = new WeakMap(); // by node
        this.arrows = true;
        this.lang = options.lang ?? languageOf(stored('hanxin-lang') || document.documentElement.lang || navigator.language);
        const notation = root ? options.notation : stored('hanxin-notation');
        /** @type {any} */
        this.notation = ['chinese', 'traditional', 'english', 'vietnamese', 'wxf', 'move'].includes(notation) ? notation : { zh: 'chinese', 'zh-Hant': 'traditional', vi: 'vietnamese' }[/** @type {string} */ (this.lang)] ?? 'english';
        this.board = new XiangqiBoard($('board'), { animate: false, ...options.board });
        this.list = new MoveList($('moves'), { onGo: path => this.go(path) });
        this.graph = new Graph($('graph'), { onGo: ply => this.go(Array(ply).fill(0)) });
        $('list').hidden = games.length < 2;
        this.take();
        this.words();
        $('viewer').hidden = !games.length;
        if (!games.length)
            return;
        this.open(games[0]);
        if (root)
            return;
        window.onhashchange = () => this.follow();
        this.follow();
    }

    /** Returns a text in the language of the page, with each % replaced by the next value. @param {string} key @param {unknown[]} values */
    say(key, ...values) { return textIn(VIEWER_WORDS[key], this.lang, ...values); }

    // ---- input ----

    take() {
        const { $ } = this;
        const clicks = { first: () => this.go([]), back: () => this.step(-1), next: () => this.step(1), last: () => this.toEnd(), play: () => this.play(), copy: () => this.copy(), save: () => this.save(),
            flip: () => this.board.set({ flipped: !this.board.get('flipped') }), figures: () => this.board.set({ figures: XiangqiPieces.SETS[(XiangqiPieces.SETS.indexOf(this.board.get('figures')) + 1) % XiangqiPieces.SETS.length] }),
            arrows: () => this.toggleArrows(), help: () => $('keys').showModal(), earlier: () => this.page(-LISTED), later: () => this.page(LISTED) };
        for (const [id, click] of Object.entries(clicks))
            $(id).onclick = () => {
                if (id !== 'play')
                    this.stop();
                click();
            };
        $('lang').onchange = () => {
            stored('hanxin-lang', this.lang = $('lang').value);
            this.words();
            if (this.game)
                this.open(this.game, this.path);
        };
        $('notation').onchange = () => {
            stored('hanxin-notation', this.notation = $('notation').value);
            this.draw();
        };
        $('search').oninput = () => this.page(-Infinity);
        $('games').onclick = event => {
            const button = event.target.closest('button');
            if (button)
                this.open(this.games[button.dataset.i], [], true);
        };
        $('moments').onclick = event => {
            const button = event.target.closest('button');
            if (button)
                this.go(Array(Number(button.dataset.ply)).fill(0));
        };
        (this.options.root ? this.body : document).onkeydown = event => this.game && this.key(event);
    }

    key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, select, dialog') || (event.key === ' ' && event.target.closest('button, a')))
            return;
        const { $ } = this, act = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), ArrowUp: () => this.other(-1), ArrowDown: () => this.other(1), Home: () => this.go([]), End: () => this.toEnd(),
            Escape: () => this.go(this.path.slice(0, this.onMainLine(this.path))), ' ': () => this.play(), f: () => $('flip').click(), a: () => $('arrows').click(), '?': () => $('help').click() }[event.key];
        if (!act)
            return;
        event.preventDefault();
        if (event.key !== ' ')
            this.stop();
        act();
    }

    // ---- texts ----

    words() {
        const { $, whole, body } = this;
        (this.options.root ? body : document.documentElement).lang = this.lang;
        $('lang').value = this.lang;
        $('notation').value = this.notation;
        for (const element of whole.querySelectorAll('[data-t]'))
            element.textContent = this.say(/** @type {HTMLElement} */ (element).dataset.t);
        for (const element of /** @type {NodeListOf<HTMLElement>} */ (whole.querySelectorAll('[data-l]'))) {
            element.title = element.tagName === 'SECTION' ? '' : this.say(element.dataset.l);
            element.setAttribute('aria-label', this.say(element.dataset.l));
        }
        $('search').placeholder = this.say('search');
        $('play').textContent = this.say(this.timer ? 'pause' : 'play');
        $('keys').querySelector('table').replaceChildren(...VIEWER_KEYS.map(([keys, words]) => {
            const row = document.createElement('tr');
            row.innerHTML = '<td><kbd></kbd></td><td></td>';
            row.querySelector('kbd').textContent = keys;
            row.lastElementChild.textContent = this.say(words);
            return row;
        }));
        this.board.set({ lang: this.lang });
        this.options.onWords?.(this.lang);
    }

    /** @param {ViewedGame} game */
    players(game) {
        const name = (/** @type {string} */ tag, /** @type {string} */ side) => (['', '?'].includes(game.tags[tag] ?? '') ? this.say(side) : game.tags[tag] === 'Hanxin' ? this.say('hanxin') : game.tags[tag]);
        return `${name('Red', 'red')} - ${name('Black', 'black')}`;
    }

    /** @param {ViewedGame} game */
    about(game) {
        const opening = [wordsIn(game.opening, this.lang) ?? game.tags.Opening, game.tags.ECCO].filter(Boolean).join('  ');
        return [['Event', 'Round', 'Site', 'Date'].filter(tag => !['', '?'].includes(game.tags[tag] ?? '')).map(tag => (tag === 'Round' ? this.say('round', game.tags[tag]) : game.tags[tag])).join(this.say('comma')),
            opening && this.say('opening', opening), wordsIn(game.ending, this.lang)].filter(Boolean).join('  ·  ');
    }

    // ---- the list of games ----

    /** Shows another part of the list. @param {number} by games */
    page(by) {
        const { $ } = this, wanted = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
        const found = this.games.flatMap((game, i) => {
            const text = `${game.number} ${this.players(game)} ${game.result} ${this.about(game)}`.toLowerCase();
            return wanted.every(word => text.includes(word)) ? [i] : [];
        });
        this.from = Math.max(0, Math.min(found.length - 1, this.from + by));
        const shown = found.slice(this.from, this.from + LISTED);
        $('games').replaceChildren(...shown.map(i => {
            const button = document.createElement('button'), more = document.createElement('small'), game = this.games[i];
            button.type = 'button';
            button.dataset.i = String(i);
            more.className = 'dim';
            more.textContent = wordsIn(game.ending, this.lang) ?? '';
            button.append(`${game.number}. ${this.players(game)}  ${game.result}`, more);
            if (game === this.game) {
                button.className = 'now';
                button.setAttribute('aria-current', 'true');
            }
            return button;
        }));
        $('count').textContent = shown.length ? this.say('count', shown.length === found.length ? found.length : `${this.from + 1}-${this.from + shown.length}`, this.games.length) : this.say('count', 0, this.games.length);
        $('earlier').hidden = $('later').hidden = found.length <= LISTED;
    }

    /** Shows the part of the list that contains the game, and scrolls to it. */
    toListed() {
        const { $ } = this;
        if (!$('games').querySelector('.now')) {
            $('search').value = '';
            this.from = 0;
            this.page(Math.floor(this.games.indexOf(this.game) / LISTED) * LISTED);
        }
        const now = $('games').querySelector('.now');
        if (now)
            $('games').scrollTop = now.offsetTop - $('games').offsetTop - $('games').clientHeight / 2;
    }

    // ---- a game ----

    /** @param {ViewedGame} game @param {number[]} path @param {boolean} [chosen] by the user, who may have to scroll to the board */
    open(game, path = [], chosen = false) {
        const { $, body } = this;
        this.stop();
        this.game = game;
        this.root = treeOf({ ...game, comment: game.comment ?? '' });
        this.first = pliesBefore(game.fen);
        this.fens.set(this.root, game.fen);
        this.main = nodesOn(this.root, lineFrom(this.root, []));
        for (const [i, at] of [this.root, ...this.main].entries())
            if (game.plies?.[i]?.words)
                at.comment = `${at.comment} ${wordsIn(game.plies[i].words, this.lang)}`.trim();
        this.path = has(this.root, path) ? path : [];
        $('players').textContent = `${this.players(game)}  ${game.result}`;
        $('about').textContent = this.about(game);
        body.dataset.game = String(game.number);
        const start = game.fen.startsWith(XiangqiBoard.START) ? '' : game.fen;
        this.text = pgnOf(this.root, { tags: game.tags, start, result: game.result });
        const { board } = body.dataset;
        $('open').hidden = !/^https?:/.test(board);
        $('open').href = `${board.replace(/#.*/, '')}#game=${encodeURIComponent(this.text)}`;
        this.draw();
        this.page(0);
        this.toListed();
        this.options.onGame?.(game, this.lang);
        if (chosen && $('players').getBoundingClientRect().top < 0)
            $('players').scrollIntoView();
    }

    /** Draws what depends on the notation. */
    draw() {
        const { $ } = this, name = (/** @type {string} */ key) => this.say(key);
        this.list.draw(this.root, this.notation, this.first);
        const points = pointsOf(this.root, this.main, this.notation, this.first).map((point, i) => ({ ...point, line: this.game.plies?.[i]?.line }));
        $('graph').hidden = !isGraph(points);
        this.graph.draw(points, { name: name('graph'), red: name('redWins'), even: name('even'), black: name('blackWins'), start: name('start'), only: name('only'), inaccuracy: name('inaccuracy'),
            mistake: name('mistake'), blunder: name('blunder') }, this.first);
        $('moments').replaceChildren(...points.flatMap((point, ply) => {
            if (!point.kind || point.kind === 'inaccuracy')
                return [];
            const button = document.createElement('button'), mark = document.createElement('b');
            Object.assign(button, { type: 'button', textContent: `${point.label} ` });
            button.dataset.ply = String(ply);
            Object.assign(mark, { className: point.kind, textContent: point.sign });
            button.append(mark);
            return [button];
        }));
        this.board.set({ coordinates: XiangqiBoard.coordinatesOf(this.notation) });
        this.go(this.path);
    }

    /** Returns how many moves of a path are on the main line. @param {number[]} path */
    onMainLine(path) {
        const off = path.findIndex(index => index > 0);
        return off < 0 ? path.length : off;
    }

    /** Returns the position after a path. @param {number[]} path */
    fenAt(path) {
        let at = this.root, fen = this.fens.get(at);
        for (const index of path) {
            at = at.next[index];
            fen = this.fens.get(at) ?? XiangqiBoard.play(fen, at.move);
            this.fens.set(at, fen);
        }
        return fen;
    }

    /** @param {number[]} path */
    go(path) {
        const at = nodeAt(this.root, path), main = this.onMainLine(path) === path.length, ply = main ? this.game.plies?.[path.length] : undefined;
        this.path = path;
        this.body.dataset.path = String(path); // for tests
        const better = this.betterThan(path), nag = at.nags.find(number => kind(number) !== 'other');
        const arrow = (/** @type {string | undefined} */ move, /** @type {string} */ name) => (move && this.arrows ? [{ from: move.slice(0, 2), to: move.slice(2, 4), kind: name }] : []);
        this.board.set({ fen: this.fenAt(path), last: at.move, arrows: [...arrow(ply?.best, 'best'), ...arrow(better?.move, 'better')], shapes: shapesOf(at.comment),
            badges: nag === undefined ? [] : [{ at: at.move.slice(2, 4), text: sign(nag), kind: kind(nag) }] });
        this.list.show(path.length ? at : undefined);
        this.graph.show(main ? path.length : undefined);
        this.$('said').replaceChildren(...this.said(at, path, wordsIn(ply?.note, this.lang), better));
    }

    /** Returns the first move of the line that a review found better than the last move of a path. @param {number[]} path */
    betterThan(path) {
        if (!path.length || path[path.length - 1] > 0)
            return undefined;
        return nodeAt(this.root, path.slice(0, -1)).next.slice(1).find(({ before }) => commandOf(before, 'eval'));
    }

    said(at, path, note, better) {
        const ply = this.first + path.length - 1, score = commandOf(at.comment, 'eval'), worth = worthOfEval(score, ply % 2 === 0), name = document.createElement('b');
        name.textContent = path.length ? [moveNumber(ply), at[this.notation] || at.move, ...at.nags.map(sign)].join(' ') : this.say('start');
        const facts = [score, worth === undefined ? '' : this.say('expects', Math.round(100 * worth)), note].filter(Boolean).join(' · ');
        const texts = [path.length ? commentWords(at.before) : '', commentWords(at.comment), better ? this.say('better', better[this.notation] || better.move) : ''].filter(Boolean);
        return [name, facts && `  ${facts}`, ...texts.map(text => `\n${text}`)];
    }

    /** @param {number} by one move forward or back */
    step(by) {
        if (by < 0)
            this.go(this.path.slice(0, -1));
        else if (nodeAt(this.root, this.path).next.length)
            this.go([...this.path, 0]);
    }

    toEnd() { this.go(lineFrom(this.root, this.path)); }

    /** Goes to another move in place of the last one; from the start to another game. @param {number} by */
    other(by) {
        const { path } = this, last = path[path.length - 1];
        if (!path.length) {
            const game = this.games[this.games.indexOf(this.game) + by];
            if (game)
                this.open(game);
        } else if (nodeAt(this.root, path.slice(0, -1)).next[last + by]) {
            this.go([...path.slice(0, -1), last + by]);
        }
    }

    toggleArrows() {
        this.arrows = !this.arrows;
        this.$('arrows').setAttribute('aria-pressed', String(this.arrows));
        this.go(this.path);
    }

    play() {
        if (this.timer)
            return this.stop();
        this.timer = setInterval(() => (nodeAt(this.root, this.path).next.length ? this.step(1) : this.stop()), REPLAY_MS);
        this.$('play').textContent = this.say('pause');
    }

    stop() {
        clearInterval(this.timer);
        this.timer = undefined;
        this.$('play').textContent = this.say('play');
    }

    // ---- the game elsewhere ----

    async copy() {
        const { $ } = this;
        try {
            await navigator.clipboard.writeText(this.text);
        } catch { // without permission
            const box = document.createElement('textarea');
            box.value = this.text;
            document.body.append(box);
            box.select();
            document.execCommand('copy');
            box.remove();
            $('copy').focus();
        }
        $('copied').textContent = this.say('copied');
        setTimeout(() => ($('copied').textContent = ''), COPIED_MS);
    }

    save() {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([this.text], { type: 'application/x-chess-pgn' }));
        link.download = `${this.players(this.game).replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}.pgn`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), COPIED_MS);
    }

    /** A link may name a game and a number of moves: `page.html#12,30` shows game 12 after 30 moves. */
    follow() {
        const [, number, plies] = /^#(\d+),?(\d*)$/.exec(location.hash) ?? [], game = this.games.find(other => other.number === Number(number));
        if (!game)
            return;
        this.open(game, [], true);
        this.go(Array(Math.min(Number(plies), this.main.length)).fill(0));
        this.$('players').scrollIntoView();
    }
}
