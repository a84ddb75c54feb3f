// SPDX-License-Identifier: GPL-3.0-only
// The analysis panel with the real engine: lines, small board, threat, opening book, endgame tables.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { native, serve } from './serve.mjs';

const site = new URL('../../dist/web', import.meta.url).pathname;
const options = { skip, timeout: 300000 };
let browser, server;
const { quiet, picture } = actions(() => browser);

before(async () => {
    if (skip)
        return;
    browser = await openBrowser();
    server = await serve(site, true);
    await open();
});
after(async () => {
    await browser?.close();
    server?.close();
});

const PAGE = `<!DOCTYPE html><html lang="en"><head><title>Analysis</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="board.css"><link rel="stylesheet" href="page.css"><link rel="stylesheet" href="analysis.css"><script src="pieces.js"></script><script src="board.js"></script></head>
<body><main><h1>Analysis</h1><div id="bar"></div><section id="panel" aria-label="Analysis"></section>
<p><label>Threads <select id="threads"></select></label> <label>Hash <select id="hash"></select></label></p></main></body></html>`;

// Opens a page that has only the panel, and exposes all that it reports.
async function open(settings = {}, { url } = server) {
    await browser.go(`${url}words.js`);
    await browser.run('localStorage.clear(); localStorage.setItem("hanxin", arguments[1]); document.open(); document.write(arguments[0]); document.close()',
        PAGE, JSON.stringify({ lang: 'en', analysis: true, lines: '3', ...settings }));
    await browser.until('return typeof XiangqiBoard === "function"');
    await browser.log(); // words.js has no icon
    return browser.run(`return Promise.all(['analysis', 'engine', 'settings'].map(name => import(new URL(name + '.js', location))))
        .then(([{ Analysis, drawBar, scoreOf, scoreText, scoreWords }, { Engine, fillHash, fillThreads }, { keep, say, set }]) => {
            const seen = { played: [], arrows: [], score: null }, engine = new Engine({ set }), find = id => document.getElementById(id);
            const panel = new Analysis(find('panel'), { engine, say, set, keep, boardOptions: () => ({ lang: set.lang }),
                onPlay: moves => seen.played.push(moves),
                onArrows: arrows => { seen.arrows = arrows; },
                onScore: score => {
                    seen.score = score;
                    drawBar(find('bar'), score, { flipped: false, say });
                } });
            Object.assign(window, { panel, engine, seen, set, keep, say, drawBar, scoreOf, scoreText, scoreWords });
            fillThreads(find('threads'), set, say);
            fillHash(find('hash'), set, say);
            return engine.start().then(() => engine.fault);
        })`);
}
const show = (moves = [], fen = '', notation = 'move') => browser.run('seen.played = []; panel.show({ fen: arguments[0], moves: arguments[1] }, arguments[2])', fen, moves, notation);
const lines = count => browser.until(`const rows = [...document.querySelectorAll('.an-lines li:not(.old)')];
    return rows.length === arguments[0] && rows.every(row => row.querySelector('[data-move]')) && rows.map(row => [...row.querySelectorAll('[role=toolbar] button:not([hidden])')].map(b => b.textContent))`, count);
const played = () => browser.until('return seen.played.at(-1)');
const depth = () => browser.run('return Number(/\\d+/.exec(document.querySelector(".an-info").textContent)?.[0] ?? 0)');
const deeper = than => browser.until('return Number(/\\d+/.exec(document.querySelector(".an-info").textContent)?.[0] ?? 0) > arguments[0]', than);
const focus = selector => browser.run('document.querySelector(arguments[0]).focus({ focusVisible: true })', selector);
const peek = () => browser.run('const p = document.querySelector(".peek"); return p.hidden ? null : { fen: panel.peek.board.get("fen"), last: panel.peek.board.get("last"), ...p.getBoundingClientRect().toJSON() }');
const after2 = (fen, moves) => browser.run('return arguments[1].reduce((fen, move) => XiangqiBoard.play(fen, move), arguments[0])', fen, moves);
const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';

test('lines have scores, numbers and moves, which play the line up to the move', options, async () => {
    await show();
    await deeper(7);
    const found = await lines(3);
    assert.ok(found.every(moves => moves.every(move => /^[a-i]\d[a-i]\d$/.test(move))));
    assert.match(await browser.text('.an-lines li:first-child'), /^[+-]\d+\.\d\d\s+1\.\s*\w{4}\s+\w{4}\s+2\./);
    assert.match(await browser.text('.an-info'), /^depth \d+ · [\d.]+[KM]? nodes · [\d.]+[KM]?\/s · [\d.]+ s$/);
    const wdl = await browser.run('return document.querySelector(".an-wdl").getAttribute("aria-label")');
    assert.match(wdl, /^Red wins \d+ %, draw \d+ %, Black wins \d+ %$/);
    assert.deepEqual(await browser.run('return [seen.score.kind, seen.arrows[0].kind, seen.arrows.length]'), ['pawns', 'best', 3]);
    assert.match(await browser.run('return document.querySelector("#bar").getAttribute("aria-label")'), /^Evaluation: [+-]\d\.\d\d\. /);
    assert.match(await browser.run('return document.querySelector("#bar span").textContent'), /^[+-]?\d+\.\d$/);
    const third = '.an-lines li:nth-child(2) [data-move="2"]';
    await browser.until('return document.querySelector(arguments[0])', third); // a new line may have two moves at first
    await browser.click(third);
    const moves = await played();
    assert.deepEqual(moves.map(({ move }) => move).length, 3);
    assert.match(moves[0].chinese, /^[\u4e00-\u9fff]{4}$/);
    assert.match(moves[0].wxf, /^[A-Z+-][\d.+-]{3}/);
    await show(['h2e2'], '', 'wxf');
    await lines(3);
    assert.match(await browser.text('.an-lines li:first-child'), /^\S+\s+1\.\.\.\s*[A-Z+-]/);
    await picture('analysis');
    await quiet();
});

test('the small board shows the position after the move under the mouse or the focus, within the screen', options, async () => {
    await browser.point('h1');
    await show();
    await deeper(6); // with several moves
    await lines(3);
    assert.equal(await peek(), null);
    await browser.point('.an-lines li:first-child [data-move="1"]');
    await browser.until('return !document.querySelector(".peek").hidden');
    const shownMoves = (await lines(3))[0].slice(0, 2), { fen, last } = await peek();
    assert.equal(fen, await after2(START, shownMoves));
    assert.equal(last, shownMoves[1]);
    const now = await depth();
    await deeper(now); // the search goes on, the line under the mouse stays
    assert.deepEqual((await lines(3))[0].slice(0, 2), shownMoves);
    assert.deepEqual(await browser.run('return panel.rows.map(row => Boolean(row.hasMouse))'), [true, false, false]);
    await picture('analysis-hover');
    await browser.point('h1');
    assert.equal(await peek(), null);
    await focus('.an-lines li:last-child [data-move="0"]');
    await browser.until('return !document.querySelector(".peek").hidden');
    const before = await depth();
    await deeper(before);
    assert.equal(await browser.run('return document.activeElement === document.querySelector(".an-lines li:last-child [data-move=\\"0\\"]")'), true);
    await browser.press('\uE014'); // right
    assert.equal(await browser.run('return document.activeElement.dataset.move'), '1');
    await browser.press('\uE013'); // up
    assert.equal(await browser.run('return document.activeElement.closest("li") === document.querySelector(".an-lines li:nth-child(2)")'), true);
    const expected = (await lines(3))[1].slice(0, 2);
    await browser.press('\uE007');
    assert.deepEqual((await played()).map(({ move }) => move), expected);
    await browser.run('panel.stop()'); // as the page does before it knows the new position
    await show(expected); // the focus survives it
    await lines(3);
    assert.equal(await browser.run('return document.activeElement.closest(".an-lines") !== null'), true);
    await deeper(10);
    assert.equal(await browser.run('return panel.rows.some(row => row.hasFocus || row.hasMouse)'), false); // the line goes on until the user moves again
    await browser.run('document.activeElement.blur()');
    await quiet();
});

test('scores in signs and words', options, async () => {
    const told = (score, turn) => browser.run('const score = scoreOf({ score: arguments[0], wdl: [700, 200, 100] }, arguments[1]); return [scoreText(score), scoreWords(score, say), ...score.wdl]', score, turn);
    assert.deepEqual(await told({ cp: 35 }, 'red'), ['+0.35', 'The position is even.', 700, 200, 100]);
    assert.deepEqual(await told({ cp: 35 }, 'black'), ['-0.35', 'The position is even.', 100, 200, 700]);
    assert.deepEqual((await told({ cp: 0 }, 'black')).slice(0, 2), ['+0.00', 'The position is even.']);
    assert.deepEqual((await told({ cp: -180 }, 'red')).slice(0, 2), ['-1.80', 'Black is better.']);
    assert.deepEqual((await told({ cp: 640 }, 'red')).slice(0, 2), ['+6.40', 'Red is winning.']);
    assert.deepEqual((await told({ cp: 22480 }, 'red')).slice(0, 2), ['+T', 'Red wins by an endgame table.']);
    assert.deepEqual((await told({ cp: 28990 }, 'black')).slice(0, 2), ['-R', 'Black wins by the rules of repetition.']);
    assert.deepEqual((await told({ mate: 3 }, 'red')).slice(0, 2), ['+M3', 'Red mates in 3.']);
    assert.deepEqual((await told({ mate: -1 }, 'black')).slice(0, 2), ['+M1', 'Red mates in 1.']);
    assert.deepEqual((await told({ mate: 0 }, 'red')).slice(0, 2), ['-M0', 'Red is mated.']);
    assert.deepEqual((await told({ mate: 0 }, 'black')).slice(0, 2), ['+M0', 'Black is mated.']);
    const bar = (flipped, cp) => browser.run(`const bar = document.createElement('div'); drawBar(bar, scoreOf({ score: { cp: arguments[1] } }, 'red'), { flipped: arguments[0], say });
        return [bar.className, bar.textContent, parseFloat(bar.firstChild.style.height) > 50, bar.getAttribute('aria-label')]`, flipped, cp);
    assert.deepEqual(await bar(false, 184), ['bar', '+1.8', true, 'Evaluation: +1.84. Red is better.']);
    assert.deepEqual(await bar(true, -22000), ['bar flipped black-ahead', '-T', false, 'Evaluation: -T. Black wins by an endgame table.']);
});

test('the threat is the other side\'s best move, and none in check', options, async () => {
    await show(['h2e2'], '', 'wxf'); // the cannon attacks the central pawn
    await browser.click('.an-threat');
    assert.match(await browser.until('const p = document.querySelector(".an-threatened"); return !p.hidden && p.textContent'), /^Threat of Red: [A-Z]\S+( \S+)* · [+-]\d+\.\d\d · (Red|The position) is .*\.$/);
    const threat = await browser.until('return seen.arrows.find(({ kind }) => kind === "threat")');
    assert.ok(/^[a-i]\d$/.test(threat.from) && /^[a-i]\d$/.test(threat.to));
    await lines(3);
    await browser.until('return seen.arrows.length === 4');
    assert.deepEqual(await browser.run('return seen.arrows.map(({ kind }) => kind)'), ['best', 'other', 'other', 'threat']);
    await picture('analysis-threat');
    await show([], '4k4/9/9/9/4R4/9/9/9/r8/3K5 b - - 0 1');
    assert.equal(await browser.until('return document.querySelector(".an-threatened").textContent'), 'No threat can be shown in check.');
    await browser.until('return seen.arrows.length');
    assert.equal(await browser.run('return seen.arrows.some(({ kind }) => kind === "threat")'), false);
    await browser.click('.an-threat');
    assert.equal(await browser.run('return document.querySelector(".an-threatened").hidden'), true);
    await quiet();
});

test('the opening book is a table that plays', options, async () => {
    await show([], '', 'wxf');
    await browser.until('return document.querySelector(".an-book caption")?.textContent.startsWith("Opening book · share: how often")');
    const rows = await browser.run('return [...document.querySelectorAll(".an-book tbody tr")].map(row => [...row.cells].map(cell => cell.textContent))');
    assert.deepEqual(rows.map(([move]) => move).slice(0, 2), ['H2+3', 'C2.5'], 'of two mirror images one is listed');
    assert.ok(Math.abs(rows.reduce((sum, [, share]) => sum + parseFloat(share), 0) - 100) < 3);
    assert.ok(rows.every(([move, share]) => /^[A-Z+-][\d.+-]{3}/.test(move) && /^\d+(\.\d)? %$/.test(share)));
    await picture('analysis-book');
    await browser.point('.an-book tbody tr:nth-child(2) button');
    await browser.until('return !document.querySelector(".peek").hidden');
    await browser.click('.an-book tbody tr:nth-child(2) button');
    const [move] = await played();
    assert.equal(move.wxf, rows[1][0]);
    assert.match(move.move, /^[a-i]\d[a-i]\d$/);
    await show([], '3k5/4a4/9/9/9/9/9/9/4C4/4K4 w - - 0 1');
    await browser.run('document.querySelector(".an-book button")?.click()'); // a move of the position before cannot be played
    await browser.until('return document.querySelector(".an-book").hidden');
    assert.deepEqual(await browser.run('return seen.played'), []);
    await quiet();
});

const ROOK_ENDING = '3ak4/4a4/9/9/9/9/9/9/9/R2K5 w - - 0 1';
test('endgame tables say what each move leads to', options, async () => {
    await show([], ROOK_ENDING);
    assert.equal(await browser.until('return document.querySelector(".an-tables:not(.old) caption")?.textContent'), 'Endgame table: Red wins; capture or mate in 9 plies');
    const rows = await browser.run('return [...document.querySelectorAll(".an-tables tbody tr")].map(row => [...row.cells].map(cell => cell.textContent))');
    assert.deepEqual(rows[0], ['d0e0', 'Red wins; capture or mate in 9 plies']);
    const distances = rows.filter(([, words]) => words.startsWith('Red')).map(([, words]) => Number(/\d+/.exec(words)[0]));
    assert.deepEqual(distances, [...distances].sort((a, b) => a - b));
    await deeper(3);
    assert.equal(await browser.text('.an-score'), '+T Red wins by an endgame table.');
    await picture('analysis-table');
    await browser.click('.an-tables tbody tr:first-child button');
    assert.deepEqual((await played()).map(({ move }) => move), ['d0e0']);
    await browser.run('keep("lang", "zh")');
    await show(['d0e0'], ROOK_ENDING, 'chinese');
    assert.equal(await browser.until('const text = document.querySelector(".an-tables caption")?.textContent; return text?.startsWith("残局库") && text'), '残局库：红方胜，8 着后吃子或终局');
    await deeper(3);
    await picture('analysis-table-zh');
    await browser.run('keep("lang", "en")');
    await show(); // too many pieces
    await browser.until('return document.querySelector(".an-tables").hidden');
    await quiet();
});

test('settings reach the engine, which searches one position at a time', options, async () => {
    const cores = await browser.run('return navigator.hardwareConcurrency');
    assert.deepEqual(await browser.run('return [document.querySelector("#threads").length, [...document.querySelector("#hash").options].map(o => o.value)]'),
        [cores + 1, ['', '16', '32', '64', '128', '256', '512', ...native ? ['1024'] : []]]);
    await browser.run('keep("threads", "2"); keep("hash", "16")');
    await show();
    await lines(3);
    assert.equal(await browser.run('return engine.threads'), 2);
    await browser.run('panel.stop()');
    const [found, none, depth] = await browser.run(`const gone = new AbortController(), late = new AbortController();
        gone.abort();
        setTimeout(() => late.abort(), 300);
        const depths = [];
        return Promise.all([engine.bestMove({}, { depth: 6, level: 5 }), engine.bestMove({}, { signal: gone.signal }),
            engine.analyse({ moves: ['h2e2'] }, { depth: 5 }, info => depths.push(info.depth)).then(() => Math.max(...depths)), engine.bestMove({}, { signal: late.signal })])`);
    assert.match(found.move, /^[a-i]\d[a-i]\d$/);
    assert.equal(none, null);
    assert.equal(depth, 5);
    assert.match(await browser.run('return engine.bestMove({ moves: ["a0a9"] }, { depth: 1 }).catch(error => error.message)'), /^move 1, a0a9: /);
    assert.equal(await browser.run('return engine.ready'), true); // a wrong position is no fault of the engine
    await browser.run('keep("threads", ""); keep("hash", "")');
    await quiet();
});

test('a narrow touch screen: nothing leaves it, targets are large, a long press shows the board and plays nothing', options, async () => {
    await browser.size(390, 844);
    await browser.touch(true);
    await open({ lines: '5' });
    await show([], '', 'chinese');
    await lines(5);
    await deeper(6);
    assert.equal(await browser.run('return matchMedia("(pointer: coarse)").matches'), true);
    assert.ok(await browser.run('return document.documentElement.scrollWidth') <= 390);
    await browser.until('return document.querySelector(".an-book button")');
    assert.deepEqual(await browser.run(`return [...document.querySelectorAll('#panel button, #panel select, #panel label')].filter(e => e.offsetParent && (e.offsetHeight < 44 || e.offsetWidth < 44)).map(e => e.outerHTML)`), []);
    assert.ok(await browser.run('const top = part => document.querySelector(part).getBoundingClientRect().top; return top(".an-lines") < top(".an-score")'));
    await picture('analysis-390');
    await browser.point('.an-lines li:nth-child(3) [data-move="1"]', 200); // a tap
    assert.equal((await played()).length, 2);
    await browser.run('seen.played = []; panel.peek.show = new Proxy(panel.peek.show, { apply: (show, self, given) => { show.apply(self, given); window.peeked = self.box.getBoundingClientRect().toJSON(); } })');
    await browser.point('.an-lines li:nth-child(4) [data-move="2"]', 900);
    const { left, right, top, bottom } = await browser.until('return window.peeked');
    assert.ok(left >= 0 && right <= 390 && top >= 0 && bottom <= 844);
    assert.deepEqual(await browser.run('return [seen.played, document.querySelector(".peek").hidden]'), [[], true]);
    await browser.touch(false);
    await browser.size(1280, 900);
    await quiet();
});

test('without shared memory, where each search needs a new engine', { ...options, skip: skip || (native ? 'the program has threads' : false) }, async t => {
    const plain = await serve(site, false);
    t.after(plain.close);
    assert.equal(await open({}, plain), '');
    assert.deepEqual(await browser.run('return [engine.threads, document.querySelector("#threads").disabled]'), [1, true]);
    for (const moves of [[], ['h2e2'], ['h2e2', 'h9g7']]) {
        await show(moves);
        await deeper(5);
        assert.ok((await lines(3)).every(line => line.length > 1));
    }
    // A line that comes while the one before is drawn, and is the last.
    await browser.run(`const Usual = TextEncoder;
        engine.analyse = async (position, limits, onInfo) => {
            const info = { depth: 1, multipv: 1, score: { cp: 0 }, pv: ['h2e2'] };
            window.TextEncoder = class extends Usual {
                encode(line) {
                    if (line.startsWith('state')) { // the request for the names of the moves
                        window.TextEncoder = Usual;
                        onInfo({ ...info, depth: 2 });
                    }
                    return super.encode(line);
                }
            };
            onInfo(info);
        };
        panel.show({ fen: '', moves: [], state: { fen: arguments[0], start: arguments[0], turn: 'red', check: false, legal: ['h2e2'] } }, 'move')`, START);
    await deeper(1);
    await quiet();
});

test('without the engine the book and the tables still answer', { ...options, skip: skip || (native ? 'the program is the engine' : false) }, async t => {
    const deaf = await serve(site, true, '.nnue');
    t.after(deaf.close);
    assert.match(await open({}, deaf), /hanxin\.nnue/);
    await show();
    assert.match(await browser.until('return document.querySelector(".an-info").textContent'), /hanxin\.nnue/);
    await browser.until('return document.querySelector(".an-book tbody tr")');
    await browser.log(); // the missing file is reported there
});
