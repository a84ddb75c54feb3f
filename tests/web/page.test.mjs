// SPDX-License-Identifier: GPL-3.0-only
// The page in a real browser, if Chromium and chromedriver are installed. PICTURES=folder saves screenshots there.
// HANXIN_WEB=program: the page of `hanxin web`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { native, serve } from './serve.mjs';

const folder = new URL('../../dist/web', import.meta.url).pathname;
const options = { skip, timeout: 300000 }, inWasm = { ...options, skip: skip || (native ? 'hanxin web always serves all of it' : false) };
const hasBook = !skip && statSync(join(folder, 'engine/hanxin.hxb')).size > 0;
const THREADS = /^(Threads: \d+|1 thread)$/;
let browser, isolated, plain;

before(async () => {
    if (skip)
        return;
    browser = await openBrowser();
    [isolated, plain] = await Promise.all([serve(folder, true), serve(folder, false)]);
    await browser.go(isolated.url);
    await ready();
});
after(async () => {
    await browser?.close();
    isolated?.close();
    plain?.close();
});

const { ready, moves, status, says, choose, quiet, press, left, picture, enter, open, newGame, mode, list, now, go } = actions(() => browser);

test('a game against the engine: drag, type, refusals, take back', options, async () => {
    console.log(`can be played on after ${await browser.run('return Math.round(performance.getEntriesByName("rules")[0].startTime)')} ms, the engine is there after ${
        await browser.run('return Math.round(performance.getEntriesByName("engine")[0].startTime)')} ms`);
    assert.equal(await browser.run('return crossOriginIsolated'), true);
    if (await browser.run('return typeof SharedArrayBuffer !== "undefined"'))
        assert.match(await browser.text('#about'), THREADS);
    await newGame('red', 'L1');
    await browser.drag('h2', 'h8');
    await says('cannon');
    await picture('refused');
    await browser.drag('h2', 'e2');
    await moves(2);
    await enter('nonsense');
    await says('is not a move');
    await browser.click('#back');
    await moves(0);
    await enter('炮二平五');
    await moves(2);
    await browser.click('#hint');
    await says('Hanxin would play');
    await browser.click('#resign');
    await browser.click('#askYes');
    await says('resigns');
    await browser.choose('#lang', 'zh');
    await says('认输');
    await browser.choose('#lang', 'en');
    await enter('a0a1');
    await says('The game is over');
    await quiet();
});

test('two people, in Chinese: a check, a mate, set up', options, async () => {
    await newGame('both', 'L1');
    await browser.choose('#lang', 'zh');
    await open('3k5/9/9/9/9/9/9/9/R8/1R3K3 w');
    await enter('车九进七');
    await moves(1);
    await enter('d9e9');
    await says('轮到红方走');
    await enter('b0b9');
    await says('将死');
    await picture('mate-zh');
    await press('#setup');
    await browser.click('#clear');
    await browser.click('#setupDialog button[value=yes]');
    await browser.until('return document.querySelector("#setupDialog .fault").textContent === "红方没有帅"');
    assert.equal(await browser.run('return document.querySelector("#setupBoard .xq-edge").innerHTML === document.querySelector("#board .xq-edge").innerHTML'), true, 'the coordinates are the same');
    await picture('setup-zh');
    await browser.click('#startpos');
    await browser.click('#setupDialog button[value=yes]');
    await left('#setupDialog');
    await says('轮到红方走');
    await browser.choose('#lang', 'en');
    await quiet();
});

test('PGN in, replayed, and out', options, async () => {
    await press('#open');
    await browser.type('#text', 'no game');
    await browser.click('#openDialog button[value=yes]');
    await new Promise(resolve => setTimeout(resolve, 400)); // longer than the dialog waits for more input
    assert.match(await browser.text('#openDialog .fault'), /\w/);
    await browser.click('#openDialog button[value=""]');
    await open('[Red "甲"]\n[Black "乙"]\n\n1. C2.5 H8+7 2. H2+3 R9.8 1-0');
    await moves(4);
    assert.equal(await status(), '甲 – 乙 1-0\nRed to move');
    assert.deepEqual(await browser.run('return [...document.querySelectorAll(".player .name")].map(e => e.textContent)'), ['Black · 乙', 'Red · 甲']);
    await browser.click('#last');
    await browser.until('return document.querySelector("#status").textContent === "1-0"');
    await browser.click('#previous');
    await says('Black to move');
    await press('#save');
    assert.equal(await browser.run('return document.querySelector("#format").value'), 'wxf', "the user's notation");
    await browser.choose('#format', 'chinese');
    const pgn = await browser.until('const t = document.querySelector("#written").value; return t.includes("炮二平五") && t');
    assert.match(pgn, /\[Red "甲"\][^]*1-0\s*$/);
    assert.match(await browser.run('return document.querySelector("#fen").value'), /^\S+ b - - /);
    await browser.click('#saveDialog button[value=""]');
    await open('[Title "a study"]\n\n1. h2e2 *');
    assert.match(await browser.text('#info'), /^a study/);
    assert.match(await browser.run('return document.title'), /^a study · /);
    await quiet();
});

// Small files of all kinds: as paths for the dialog, and as [name, base64] for dropping and pasting.
const ours = name => new URL(`../fuzz/corpus/${name}`, import.meta.url).pathname;
const packed = (name, path = ours(name)) => [basename(path), readFileSync(path, 'base64')];
// Sends an event with files or text, as if they were dropped or pasted on an element.
const give = (type, selector, files, text = '') => browser.run(`const [type, selector, files, text] = arguments, data = new DataTransfer();
    for (const [name, base64] of files)
        data.items.add(new File([Uint8Array.from(atob(base64), c => c.charCodeAt(0))], name));
    if (text)
        data.setData('text/plain', text);
    const given = type === 'drop' ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }) : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    return document.querySelector(selector).dispatchEvent(given)`, type, selector, files, text);
// Gives a single sound game, which is opened at once.
const opens = async (...given) => {
    await browser.run('document.querySelector("#status").textContent = ""');
    assert.equal(await give(...given), false);
    await browser.until('return document.querySelector("#status").textContent');
    await left('#openDialog');
};
const fault = () => browser.run('return document.querySelector("#openDialog .fault").textContent');
const listed = count => browser.until(`const list = [...document.querySelectorAll('#games option')].map(e => e.textContent);
    return document.querySelector('#openDialog').open && list.length === arguments[0] && [list]`, count).then(([list]) => list);
const leaves = () => browser.run('document.querySelector("#openDialog").close()');

test('files of any format: by the dialog, dropped or pasted', options, async t => {
    const home = mkdtempSync(join(tmpdir(), 'hanxin-files-')), file = (name, bytes) => (writeFileSync(join(home, name), bytes), join(home, name));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    const gbk = file('gbk.pgn', Buffer.from('5b5265642022cdf5ccecd2bb225d0a0a312e20c5dab6fec6bdcee520c2eda3b8bdf8a3b720312d300a', 'hex'));
    const zip = file('a.zip', 'PK\x03\x04 '), list = file('list.epd', '4k4/9/9/9/9/9/9/9/9/R2K5 w;one rook\n4k4/9/9/9/9/9/9/9/9/C2K5 w;one cannon\n');
    await newGame('both', 'L1');
    await press('#open');
    await browser.type('#file', [gbk, ours('xqf/v18'), ours('games/record.cbr'), ours('games/games.cbf'), zip, list].join('\n'));
    const names = await listed(6);
    assert.equal(names[0], '1. 王天一 – ? 1-0 (1)');
    assert.deepEqual(names.slice(3), ['4. a 1-0 (1)', '5. one rook * (0)', '6. one cannon * (0)']);
    assert.equal(await browser.text('#count'), 'of 6');
    assert.equal(await fault(), 'a.zip: a ZIP archive: unpack it first');
    await picture('open-files');
    await browser.choose('#games', '2');
    await browser.click('#openDialog button[value=yes]');
    await left('#openDialog');
    await moves(5);
    assert.equal(await status(), 'record.cbr\nRed to move');
    await opens('drop', '#board', [packed('', gbk)]);
    await says('王天一 – ? 1-0');
    await moves(2);
    assert.equal(await give('drop', '#moves', [packed('', zip), packed('games/games.cbf')]), false);
    assert.deepEqual(await listed(1), ['1. a 1-0 (1)']);
    assert.match(await fault(), /^a\.zip: a ZIP archive/);
    await leaves();
    await opens('paste', '#side', [packed('xqf/v10')]);
    await opens('paste', '#side', [], '[Red "乙"]\n\n1. C2.5 *');
    await says('乙 – ?');
    assert.equal(await give('paste', '#move', [], 'h2e2'), true); // this text is for the input field
    await press('#more');
    assert.equal(await give('drop', '#moreDialog', [packed('', gbk)]), false); // ignored, and does not replace the page
    assert.equal(await browser.run('return document.querySelector("#openDialog").open'), false);
    await browser.run('document.querySelector("#moreDialog").close()');
    await give('paste', '#side', [], 'no game');
    await browser.until('return document.querySelector("#openDialog .fault").textContent.includes("line 1: ")');
    await leaves();
    await opens('paste', '#side', [], 'https://example.org/?fen=4k4/9/9/9/9/9/9/9/9/R2K5_w'); // or a position
    await browser.until('return document.querySelectorAll("#board .xq-piece").length === 3');
    await press('#open');
    await browser.type('#file', file('large.pgn', Buffer.alloc((32 << 20) + 1)));
    await browser.until('return document.querySelector("#openDialog .fault").textContent === "large.pgn: more than 32 MB, the limit of this page"');
    await leaves();
    await quiet();
});

test('Save offers other formats, which are opened again', options, async () => {
    await open('[Red "甲"]\n[Remark "x"]\n\n1. h2e2 {a} (1. b2e2 h9g7) h9g7 1-0');
    await browser.run(`window.saved = []; URL.createObjectURL = file => { saved.push(file); return 'data:,'; };
        HTMLAnchorElement.prototype.click = function () { saved.at(-1).savedAs = this.download; }`);
    let before = 'iccs'; // the last choice
    await browser.choose('#format', before);
    for (const [format, shown, lost] of [['gb18030', /^\[Red "甲"\][^]*炮二平五 \{a\}/, ''], ['chinese', /炮二平五 \{a\} \(1\. 炮八平五/, ''], ['xqf', /^This format is not text/, 'Not in the file: tags that have no field: Remark'], ['dhtmlxq', /^\[DhtmlXQ\]/, '']]) {
        await press('#save');
        assert.equal(await browser.run('return document.querySelector("#format").value'), before);
        before = format;
        await browser.run('document.querySelector("#written").value = ""');
        const begin = Date.now();
        await browser.choose('#format', format);
        assert.match(await browser.until('return document.querySelector("#written").value'), shown);
        assert.ok(Date.now() - begin < 5000, `${format} took ${Date.now() - begin} ms`);
        assert.equal(await browser.run('return document.querySelector("#lost").textContent'), lost);
        await browser.click('#saveDialog button[value=yes]');
        await browser.until('return !document.querySelector("#saveDialog").open');
    }
    const files = await browser.run(`return Promise.all(saved.map(async file => [file.savedAs, btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())))]))`);
    assert.deepEqual(files.map(([name]) => name), ['甲.pgn', '甲.pgn', '甲.xqf', '甲.txt']);
    assert.ok(Buffer.from(files[0][1], 'base64').includes(Buffer.from('c5dab6fec6bdcee5', 'hex')), '炮二平五');
    assert.equal(Buffer.from(files[2][1], 'base64').toString('latin1', 0, 3), 'XQ\n');
    await browser.choose('#format', 'iccs');
    for (const saved of files) {
        await give('drop', '#board', [saved]);
        await left('#openDialog');
        await says('甲 – ? 1-0\nUndo brings back the former game.');
        assert.deepEqual(await list(), ['C2=5', 'C8=5', 'H8+7', 'H8+7']);
        assert.equal(await browser.text('#moves .remark'), 'a');
    }
    await open('1. h2e2 ; a } b\n*');
    await press('#save');
    await browser.choose('#format', 'iccs');
    await browser.until('return document.querySelector("#lost").textContent === "Not in the file: braces in comments, written as \')\': 1"');
    assert.match(await browser.run('return document.querySelector("#written").value'), /\{a \) b\}/);
    await browser.click('#saveDialog .buttons button:last-child');
    await left('#saveDialog');
    await quiet();
});

test('the chosen one of several games is opened; the user resigns, whichever side is to move', options, async () => {
    await press('#open');
    await browser.run('document.querySelector("#text").value = arguments[0]; document.querySelector("#text").dispatchEvent(new Event("input"))',
        '[Red "a"]\n\n1. h2e2 *\n\n[Red "b"]\n\n1. b2e2 b9c7 *\n\n[Red "c"]\n\n1. c3c4 c6c5 2. h0g2 *\n');
    await browser.until('return document.querySelectorAll("#games option").length === 3');
    await browser.choose('#games', '1');
    await browser.click('#openDialog button[value=yes]');
    await left('#openDialog');
    await moves(2);
    await newGame('red', 'L19'); // this level does not use the book
    await enter('h2e2');
    await moves(1);
    await browser.click('#resign'); // during a search
    await browser.click('#askYes');
    await says('Red resigns');
    await quiet();
});

test('a draw and a loss by repetition are explained', options, async () => {
    await open(`rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves ${Array(3).fill('a0a1 a9a8 a1a0 a8a9').join(' ')}`);
    await browser.click('#last');
    await says('Draw by repetition.');
    await says('R1+1: cannon on file 2 attacks horse on file 8');
    await picture('repetition-draw');
    await open(`4k4/9/9/9/9/9/9/9/4A4/R3K4 w moves a0a9 ${Array(4).fill('e9e8 a9a8 e8e9 a8a9').join(' ')}`);
    await browser.click('#last');
    await says('perpetual');
    await picture('repetition-loss');
    await quiet();
});

// [ratio, what]: the contrast between each visible text or piece and its background (WCAG 2).
const contrasts = `
    const channels = colour => colour.match(/[\\d.]+/g).map(Number), linear = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const light = colour => { const [r, g, b] = channels(colour).map(linear); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const ratio = (a, b) => { const [low, high] = [light(a), light(b)].sort((x, y) => x - y); return (high + 0.05) / (low + 0.05); };
    const behind = e => { for (; e; e = e.parentElement) { const colour = getComputedStyle(e).backgroundColor; if (channels(colour)[3] !== 0) return colour; } return 'rgb(255, 255, 255)'; };
    const texts = [...document.querySelectorAll('body *')].filter(e => !e.closest('svg') && !e.matches(':disabled, [aria-disabled=true]') && e.checkVisibility()
        && ([...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.matches('input, select')));
    return [...texts.map(e => [ratio(getComputedStyle(e).color, behind(e)), e.outerHTML.slice(0, 80)]),
        ...[...document.querySelectorAll('input')].filter(e => e.checkVisibility()).map(e => [ratio(getComputedStyle(e, '::placeholder').color, behind(e)), e.id + ' (placeholder)']),
        ...[...document.querySelectorAll('.xq-piece')].map(g => [ratio(getComputedStyle(g.querySelector('.xq-glyph')).fill, getComputedStyle(g.querySelector('.xq-disc')).fill), 'piece']),
        ...[...document.querySelectorAll('.xq-edge text')].map(e => [ratio(getComputedStyle(e).fill, getComputedStyle(document.querySelector('.xq-wood')).fill), 'coordinates'])]
        .sort((a, b) => a[0] - b[0]).slice(0, 1)[0]`;

test('light and dark: all texts have enough contrast; every set of pieces', options, async () => {
    for (const theme of ['light', 'dark']) {
        await choose('#more', [['#theme', theme]]);
        const least = [await browser.run(contrasts)];
        for (const button of ['#new', '#setup', '#open', '#save', '#more']) {
            await press(button);
            least.push(await browser.run(contrasts));
            await browser.run('document.querySelector(arguments[0]).close()', `${button}Dialog`);
        }
        console.log(`${theme}: contrast ${Math.min(...least.map(([ratio]) => ratio)).toFixed(2)} or more`);
        for (const [ratio, what] of least)
            assert.ok(ratio >= 4.5, `${theme}: ${ratio.toFixed(2)}: ${what}`);
    }
    for (const figures of await browser.run('return XiangqiPieces.SETS')) {
        await choose('#more', [['#figures', figures]]);
        await press('#setup'); // the board, the editor's board and its palette
        assert.deepEqual(await browser.run('return ["#board", "#setupBoard", "#palette .xq"].map(at => document.querySelector(at).dataset.figures)'), [figures, figures, figures]);
        await picture(`figures-${figures}`);
        await browser.run('document.querySelector("#setupDialog").close()');
    }
    await choose('#more', [['#theme', 'auto']]);
    await quiet();
});

// The moves of the main line, as the page stores them.
const mainLine = () => browser.run(`const { nodes } = JSON.parse(localStorage.getItem('hanxin-tree')), moves = [];
    for (let i = 0; (i = nodes.findIndex(node => node.after === i) + 1) > 0;)
        moves.push(nodes[i - 1].move);
    return moves`);
// Sets settings as if the page had stored them, and begins again without a game.
const restart = async settings => {
    await browser.run('localStorage.setItem("hanxin", JSON.stringify({ ...JSON.parse(localStorage.getItem("hanxin")), mode: "play", ...arguments[0] })); for (const name of ["game", "tree", "former"]) localStorage.removeItem(`hanxin-${name}`)', settings);
    await browser.reload();
    await ready();
};

test('pieces, board and coordinates are set, shown at once and kept; what earlier versions stored keeps its meaning', options, async () => {
    const looks = () => browser.run(`const { figures, surface } = document.querySelector('#board').dataset, edge = document.querySelector('#board .xq-edge');
        return [figures, surface, edge.querySelectorAll('path').length, edge.textContent].join()`);
    await restart({ figures: 'western', coordinates: 'files', surface: undefined });
    assert.equal(await looks(), 'pictures,wood,9,123456789');
    await press('#more');
    assert.equal(await browser.run('return document.querySelector("#figures").value + document.querySelector("#coordinates").value'), 'pictureschinese');
    for (const [selector, value] of [['#figures', 'carved'], ['#surface', 'slate'], ['#coordinates', 'auto'], ['#notation', 'wxf']])
        await browser.choose(selector, value);
    assert.deepEqual(await browser.run('const { figures, surface } = document.querySelector("#preview").dataset; return [figures, surface]'), ['carved', 'slate']);
    assert.equal(await looks(), 'carved,slate,0,918273645546372819');
    await picture('settings');
    await browser.choose('#notation', 'moves');
    await browser.run('document.querySelector("#moreDialog").close()');
    await browser.reload();
    await ready();
    assert.equal(await looks(), 'carved,slate,0,abcdefghi0123456789');
    await restart({ figures: 'auto', coordinates: 'auto', surface: 'wood', notation: '' });
    assert.equal(await looks(), 'traditional,wood,0,918273645546372819');
    await quiet();
});

// Plays the page's game to its end by typing the moves that `choose` returns. Returns the final status text.
async function playOn(choose) {
    for (let count = 0; ; count += 2) {
        const over = await browser.until(`const over = document.querySelector("#resign").disabled;
            return (over || document.querySelectorAll("#moves button").length === arguments[0]) && { over }`, count);
        if (over.over)
            return status();
        await enter(await choose(await mainLine()));
    }
}

test('a whole game won against level 1, and one lost against full strength', options, async t => {
    const { Hanxin } = await import(join(folder, '../npm/hanxin.js'));
    const player = await Hanxin.create({ threads: 1 });
    t.after(() => player.terminate());
    await newGame('red', 'L1');
    assert.match(await playOn(async moves => (await player.bestMove({ moves }, { movetime: 60 })).move), /^Black (is checkmated|has no legal move|loses)/);
    await picture('won');
    await restart({ level: 'S0.05', who: 'red' });
    player.setOption('Skill Level', 0);
    assert.match(await playOn(async moves => (await player.bestMove({ moves }, { movetime: 10 })).move), /^Red (is checkmated|has no legal move|loses)/);
    await picture('lost');
    await quiet();
});

test('at full strength openings are played from the book, without a search', options, async () => {
    await restart({ level: hasBook ? 'S3000' : 'S1', who: 'black' });
    await moves(1);
    const byBook = () => browser.run('return document.querySelector("#status").textContent.includes("from the opening book")');
    assert.equal(await byBook(), hasBook);
    for (const wanted of [false, true]) {
        await press('#more');
        await browser.click('#useBook');
        await browser.run('document.querySelector("#moreDialog").close()');
        await newGame('black', 'L20');
        await moves(1);
        assert.equal(await byBook(), wanted && hasBook);
    }
    await newGame('red', 'L1');
    await browser.reload(); // without the book it searches
    await ready();
    await browser.run('const get = fetch; window.fetch = (place, ...more) => (String(place).endsWith(".hxb") ? Promise.reject(new Error("gone")) : get(place, ...more))');
    await newGame('black', 'L20');
    await moves(1);
    if (await browser.run('return typeof SharedArrayBuffer !== "undefined"'))
        assert.match(await browser.text('#about'), THREADS);
    await newGame('red', 'L1');
    await browser.reload(); // and does not wait for ever
    await ready();
    await browser.run('const get = fetch; window.fetch = (place, ...more) => (String(place).endsWith(".hxb") ? new Promise(() => {}) : get(place, ...more))');
    await newGame('black', 'L20');
    await moves(1);
    await newGame('red', 'L1');
    await quiet();
});

test('a server without the book and the endgame tables: the engine plays', inWasm, async t => {
    const bare = await serve(folder, true, '.hxb', '.hxe');
    t.after(() => bare.close());
    await browser.go(bare.url);
    await ready();
    if (await browser.run('return typeof SharedArrayBuffer !== "undefined"'))
        assert.match(await browser.text('#about'), THREADS);
    await newGame('black', 'L20');
    await moves(1);
    await browser.log(); // the log lists the missing files
    await browser.go(isolated.url);
    await ready();
});

test('by keys alone, with texts for screen readers', options, async () => {
    await newGame('both', 'L1');
    const [right, up, leftKey] = ['\uE014', '\uE013', '\uE012'];
    const keys = async text => browser.keys('#board svg', text); // the cursor starts on e0
    await keys(right + right + right + up + up);
    assert.equal(await browser.text('.xq-say'), 'file 2 rank 3, red cannon');
    await keys('\n' + leftKey + leftKey + leftKey);
    assert.equal(await browser.text('.xq-say'), 'file 5 rank 3, empty, can go here');
    await keys('\n');
    await moves(1);
    await browser.until('return document.querySelector(".xq-say").textContent.startsWith("Red plays C2=5. Black to move")');
    assert.equal(await browser.run('return document.querySelector("#board svg").getAttribute("role") && document.querySelector("#status").getAttribute("aria-live")'), 'polite');
    const focus = () => browser.run('return document.activeElement.id');
    await browser.keys('#undo', '\n');
    await moves(0);
    await browser.keys('#redo', '\n\n');
    await moves(1);
    assert.equal(await focus(), 'redo', 'a button that can do nothing more keeps the focus');
    await browser.keys('#new', '\n');
    await browser.until('return document.activeElement.id === "who"');
    await browser.keys('#who', '\n');
    await left('#newDialog');
    await moves(0);
    await quiet();
});

test('moves, hints and refusals are in the notation, and points as the board names them', options, async () => {
    await newGame('both', 'L1');
    for (const [settings, move, hint, refused] of [
        [[], 'C2=5', /^Hanxin would play [A-Z+-][\d+-][=+-]\d\.$/, "The rook's way is blocked by the pawn on file 9."],
        [[['#notation', 'wxf'], ['#coordinates', 'iccs']], 'C2.5', /^Hanxin would play [A-Z+-][\d+-][.+-]\d\.$/, "The rook's way is blocked by the pawn on a3."],
        [[['#notation', 'moves'], ['#coordinates', 'auto']], 'h2e2', /^Hanxin would play [a-i]\d[a-i]\d\.$/, "The rook's way is blocked by the pawn on a3."],
        [[['#notation', 'chinese']], '炮二平五', /^Hanxin would play .[一二三四五六七八九][进退平].\.$/, "The rook's way is blocked by the pawn on file 9."],
        [[['#notation', 'english']], 'C2=5', /^建议走 [A-Z+-][\d+-][=+-]\d。$/, '车被九路的兵挡住。'],
    ]) {
        await browser.choose('#lang', refused.startsWith('The') ? 'en' : 'zh');
        if (settings.length)
            await choose('#more', settings);
        await enter('a0a4');
        await says(refused);
        await browser.click('#hint');
        await browser.until('return arguments[0] !== document.querySelector("#status").textContent', refused);
        assert.match(await status(), hint);
        await enter('h2e2');
        await moves(1);
        assert.deepEqual(await list(), [move]);
        await browser.click('#back');
        await moves(0);
    }
    await browser.choose('#lang', 'en');
    await quiet();
});

test('a clock keeps running over a reload and while earlier moves are shown', options, async () => {
    await newGame('both', 'L1', '5+3');
    await enter('h2e2');
    await moves(1);
    const left = 'const [minutes, seconds] = document.querySelector("#above time").textContent.split(":").map(Number), left = 60 * minutes + seconds;';
    await browser.until(`${left} return left < 299`);
    await browser.reload();
    await ready();
    assert.ok(await browser.run(`${left} return left < 299 && left > 100`));
    await browser.click('#first');
    const stood = await browser.run(`${left} return left`);
    await browser.click('#last');
    await browser.until(`${left} return left < arguments[0]`, stood);
    await browser.run(`localStorage.setItem('hanxin-game', JSON.stringify({ ...JSON.parse(localStorage.getItem('hanxin-game')), visit: 0 }));
        localStorage.setItem('hanxin-tree', JSON.stringify({ comment: '', nodes: [{ after: 0, move: 'b2e2', wxf: 'C8.5', chinese: '', english: 'C8=5' }] }))`);
    await browser.reload(); // another tab has saved a newer game
    await ready();
    assert.deepEqual(await mainLine(), ['b2e2']);
    await newGame('both', 'L1', '');
    await quiet();
});

test('a phone: nothing is wider than the screen, every control has a name', options, async () => {
    await browser.size(360, 740);
    await browser.reload();
    await ready();
    assert.equal(await browser.run('return document.documentElement.scrollWidth'), 360);
    assert.deepEqual(await browser.run(`return [...document.querySelectorAll('button, select, input, textarea')].filter(e => !(e.getAttribute('aria-label')
        || e.labels?.[0]?.textContent.trim() || e.textContent.trim())).map(e => e.outerHTML)`), []);
    await picture('phone');
    await press('#open');
    assert.equal(await browser.run('const box = document.querySelector("#openDialog"); return box.scrollWidth <= box.clientWidth'), true);
    await leaves();
    await choose('#more', [['#theme', 'dark']]);
    await browser.choose('#lang', 'zh');
    await browser.run('scrollTo(0, 0)');
    await picture('phone-zh-dark');
    await browser.size(740, 360); // in landscape format the whole board is visible
    assert.ok(await browser.run('const box = document.querySelector("#board svg").getBoundingClientRect(); return box.width > 220 && box.bottom < 360 && document.documentElement.scrollWidth <= 740'));
    await picture('phone-on-its-side');
    await browser.size(360, 740);
    await choose('#more', [['#theme', 'auto']]);
    await browser.choose('#lang', 'en');
    await browser.size(1280, 900);
    await quiet();
});

test('several games in a file: a list with search', options, async () => {
    await newGame('both', 'L1');
    await press('#open');
    const names = ['Wang', 'Zheng', 'Lü', '胡', 'Zhao', 'Xu', 'Meng', 'Wang'];
    await browser.run('document.querySelector("#text").value = arguments[0]; document.querySelector("#text").dispatchEvent(new Event("input"))',
        names.map((name, i) => `[Red "${name}"]\n[Black "B${i}"]\n\n1. ${i % 2 ? 'h2e2' : 'b2e2'} *\n\n`).join(''));
    await listed(8);
    assert.equal(await browser.text('#count'), 'of 8');
    const search = async (text, count) => {
        await browser.run('document.querySelector("#search").value = arguments[0]; document.querySelector("#search").dispatchEvent(new Event("input"))', text);
        return listed(count);
    };
    assert.deepEqual(await search('wang', 2), ['1. Wang – B0 * (1)', '8. Wang – B7 * (1)']);
    assert.equal(await browser.text('#count'), 'of 2 / 8');
    assert.deepEqual(await search('b7 WANG', 1), ['8. Wang – B7 * (1)']);
    await search('nobody', 0);
    await picture('search');
    await browser.click('#openDialog button[value=yes]');
    await new Promise(resolve => setTimeout(resolve, 300));
    assert.equal(await browser.run('return document.querySelector("#openDialog").open'), true); // nothing is chosen
    await search('胡', 1);
    await browser.click('#openDialog button[value=yes]');
    await left('#openDialog');
    await says('胡 – B3');
    await moves(1);
    assert.deepEqual(await browser.run('return [...document.querySelectorAll(".player .name")].map(e => e.textContent)'), ['Black · B3', 'Red · 胡']);
    await quiet();
});

test('game data: players, event and result are shown, saved, and undone', options, async () => {
    const info = () => browser.text('#info');
    const pgn = async () => {
        await browser.run('document.querySelector("#written").value = ""');
        await press('#save');
        const text = await browser.until('return document.querySelector("#written").value');
        await browser.run('document.querySelector("#saveDialog").close()');
        return text;
    };
    await open('1. h2e2 h9g7 2. h0g2 *');
    assert.match(await pgn(), /^\[Result "\*"\]\n\[Format/); // nothing that the file did not contain
    const data = async values => {
        await press('#tags');
        await browser.run('for (const [name, value] of Object.entries(arguments[0])) document.querySelector(`#tagFields [name=${name}]`).value = value', values);
        await picture('game-data');
        await browser.click('#tagsDialog button[value=yes]');
        await left('#tagsDialog');
    };
    await data({ Red: '许银川', Black: 'Lü Qin', Event: 'Cup "A\\B"', Round: '3', Date: '2001.02.??', Result: '1/2-1/2' });
    assert.equal(await info(), '许银川 – Lü Qin · 1/2-1/2 · Cup "A\\B" · round 3 · 2001.02 · Central Cannon');
    assert.equal(await browser.run('return document.title'), '许银川 – Lü Qin · Hanxin · Xiangqi');
    await browser.click('#last');
    await says('1/2-1/2');
    const text = await pgn();
    assert.match(text, /\[Event "Cup \\"A\\\\B\\""\]/);
    assert.match(text, /1\/2-1\/2\s*$/);
    await browser.reload();
    await ready();
    assert.equal(await info(), '许银川 – Lü Qin · 1/2-1/2 · Cup "A\\B" · round 3 · 2001.02 · Central Cannon');
    await open(text);
    assert.equal(await pgn(), text);
    await browser.click('#undo');
    await browser.until('return document.querySelector("#info").textContent.includes("Cup")');
    await data({ Red: '', Black: '', Event: 'x', Result: '*' });
    assert.equal(await info(), 'x · round 3 · 2001.02 · Central Cannon');
    await browser.click('#undo');
    assert.match(await browser.until('const text = document.querySelector("#info").textContent; return text.startsWith("x") ? "" : text'), /^许银川/);
    await newGame('red', 'L1');
    await enter('h2e2');
    await moves(2);
    await mode('analyse');
    await browser.click('#undo');
    await moves(1);
    assert.match(await pgn(), /\[Date "\d{4}\.\d\d\.\d\d"\]\n\[Red "\?"\]\n\[Black "Hanxin"\]/);
    await quiet();
});

test('keys go through the game, its variations and its history, and do nothing in fields', options, async () => {
    await open('1. h2e2 h9g7 (1... b9c7 2. h0g2) (1... c6c5) 2. h0g2 *');
    const at = move => browser.until('return (document.querySelector("#moves .now")?.firstChild.textContent ?? "") === arguments[0]', move);
    const [end, home, leftKey, up, right, down] = ['\uE010', '\uE011', '\uE012', '\uE013', '\uE014', '\uE015'];
    const key = text => browser.keys('#flip', text);
    for (const [text, move] of [[home, ''], [right, 'C2=5'], [right, 'H8+7'], [down, 'H2+3'], [right, 'H2+3'], [leftKey, 'H2+3'], [down, 'P3+1'], [down, 'P3+1'], [up, 'H2+3'], [up, 'H8+7'], [up, 'H8+7'], [end, 'H2+3'], [leftKey, 'H8+7'], [home, '']]) {
        await key(text);
        await at(move);
    }
    const flipped = () => browser.run('return document.querySelector("#above").className.includes("red")');
    await key('f');
    assert.equal(await flipped(), true);
    await key('F');
    assert.equal(await flipped(), false);
    await key('?');
    await browser.until('return document.querySelector("#keysDialog").open');
    assert.match(await browser.text('#keyList'), /Home End/);
    await picture('keys');
    await browser.keys('#keysDialog button', '\uE00C'); // Escape
    await left('#keysDialog');
    await browser.keys('#move', `f?h${home}`);
    assert.equal(await flipped(), false);
    assert.equal(await browser.run('const { value } = document.querySelector("#move"); document.querySelector("#move").value = ""; return value'), 'f?h');
    await newGame('both', 'L1');
    await enter('h2e2');
    await moves(1);
    await key('h');
    await says('Hanxin would play');
    await quiet();
});

test('tabs of a phone: by tapping and by arrow keys; the list follows the game', options, async () => {
    await browser.size(390, 844);
    await open('{before all} 1. h2e2 {centre} h9g7 (1... b9c7 {the other}) 2. h0g2 i9h9 1-0');
    const shown = () => browser.run('return [document.querySelector("[role=tab][aria-selected=true]").id, ...[...document.querySelectorAll(".panel")].filter(e => e.checkVisibility()).map(e => e.id)]');
    await browser.click('#movesTab');
    assert.deepEqual(await shown(), ['movesTab', 'movesPanel']);
    await browser.keys('#movesTab', '\uE014');
    assert.deepEqual(await shown(), ['engineTab', 'enginePanel']);
    await browser.keys('#engineTab', '\uE014\uE014');
    assert.deepEqual(await shown(), ['movesTab', 'movesPanel']);
    await browser.keys('#movesTab', '\uE012');
    assert.deepEqual(await shown(), ['reviewTab', 'reviewPanel']);
    await browser.reload();
    await ready();
    assert.deepEqual(await shown(), ['reviewTab', 'reviewPanel']);
    await browser.click('#movesTab');
    await mode('play');
    assert.deepEqual((await shown()).slice(1), ['movesPanel']);
    await browser.size(1280, 900);
    await quiet();
});

test('an analysis does not resize the board; a refused text is kept until the position changes, and the reason is in view', options, async () => {
    const width = () => browser.run('return document.querySelector("#board").getBoundingClientRect().width');
    for (const [screen, height, least] of [[390, 844, 330], [768, 1024, 500], [1024, 768, 480], [1280, 900, 600]]) {
        await browser.size(screen, height, screen < 1000);
        await open('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w');
        const before = await width();
        assert.ok(before >= least, `${before} pixels`);
        await browser.run('document.querySelector("#engineTab").click()');
        await browser.run('document.querySelector(".an-on").click()');
        await browser.until('return !document.querySelector("#bar").hidden');
        assert.equal(await width(), before);
        await browser.run('document.querySelector(".an-on").click()');
        await browser.run('document.querySelector("#movesTab").click()');
        await enter('nonsense');
        await says('is not a move');
        assert.deepEqual(await browser.run(`const { x, y, width, height } = document.querySelector('#status').getBoundingClientRect();
            return [document.elementFromPoint(x + width / 2, y + height / 2).id, getSelection().toString()]`), ['status', 'nonsense'], `at ${screen} pixels`);
        await browser.drag('h2', 'e2');
        await moves(1);
        assert.equal(await browser.run('return document.querySelector("#move").value'), '');
    }
    await browser.size(1280, 900);
    await quiet();
});

// Controls on display that a finger may miss, and elements wider than the screen.
const misfits = `const top = document.querySelector('dialog[open]') ?? document.querySelector('#menu:popover-open') ?? document.body;
    const size = e => (e.matches('[type=checkbox]') ? e.closest('label') : e).getBoundingClientRect();
    const small = [...top.querySelectorAll('button, select, input, summary, textarea, a')].filter(e => e.checkVisibility() && (size(e).width < 43.9 || size(e).height < 43.9));
    const wide = [...top.querySelectorAll('*')].filter(e => e.checkVisibility() && !e.closest('svg, .xq-say, .hidden') && e.getBoundingClientRect().right > innerWidth + 0.5);
    return [matchMedia('(pointer: coarse)').matches || 'no finger', document.documentElement.scrollWidth <= innerWidth || 'scrolls', ...[...small, ...wide].map(e => e.outerHTML.slice(0, 80))]`;

test('touch screens: targets have at least 44 pixels, and nothing is wider than the screen', options, async () => {
    for (const [width, height] of [[390, 844], [768, 1024], [740, 360], [360, 640]]) {
        const fits = async what => {
            await picture(`touch-${width}-${what}`);
            assert.deepEqual(await browser.run(misfits), [true, true], `${what} at ${width} pixels`);
        };
        await browser.size(width, height, true);
        await newGame('both', 'L1', '5+3');
        await fits('play');
        await open('[Event "a long name of an event"]\n[Red "甲"]\n[Black "乙"]\n\n{before all} 1. h2e2 $1 {centre} h9g7 (1... b9c7 {the other one, with a comment that needs more than a line} 2. h0g2) 2. h0g2 i9h9 1-0');
        await go(3);
        for (const tab of ['engine', 'review', 'moves'])
            if (await browser.run('return document.querySelector(arguments[0]).checkVisibility()', `#${tab}Tab`)) {
                await browser.click(`#${tab}Tab`);
                assert.equal(await browser.run('return [...document.querySelectorAll(".panel")].filter(e => e.checkVisibility()).length'), width > 700 ? 2 : 1);
                await fits(tab);
            }
        await browser.run('document.querySelector("#edit").open = true');
        await fits('editor');
        await browser.run('document.querySelector("#edit").open = false; scrollTo(0, 0)');
        await browser.click('#menuButton');
        await fits('menu');
        await browser.run('document.querySelector("#menu").hidePopover()');
        for (const button of ['#new', '#practise', '#open', '#save', '#share', '#setup', '#tags', '#more', '#keys']) {
            await press(button);
            await fits(button.slice(1));
            await browser.run('document.querySelector("dialog[open]").close()');
        }
    }
    for (const width of [970, 1024]) { // a small window
        await browser.size(width, 700, false);
        assert.ok(await browser.run('return document.querySelector("#walk").getBoundingClientRect().bottom <= 700 && document.documentElement.scrollWidth <= innerWidth'), `at ${width} pixels`);
    }
    await browser.size(1280, 900);
    await quiet();
});

// Waits until the page is stored for later visits.
const stored = () => browser.until('return navigator.serviceWorker.getRegistration().then(registration => Boolean(registration?.active))');

test('without threads, and then offline', inWasm, async () => {
    await browser.go(plain.url);
    await ready();
    assert.equal(await browser.text('#about'), '1 thread: the page has no shared memory yet. Reload it for more.');
    await newGame('black', 'L1');
    await moves(1);
    await quiet();
    await stored();
    plain.close();
    await browser.reload();
    await ready();
    assert.equal(await browser.run('return crossOriginIsolated'), true); // thanks to the service worker
    await newGame('both', 'L1');
    await enter('h2e2');
    await moves(1);
    await browser.go(`${plain.url}index.html?again`);
    await ready();
    await browser.log();
});

test('a new version waits for the user; files of two versions never mix; other copies are not affected', inWasm, async t => {
    const home = mkdtempSync(join(tmpdir(), 'hanxin-page-')), copy = join(home, 'a'), server = await serve(home, false);
    t.after(() => (server.close(), rmSync(home, { recursive: true, force: true })));
    const script = () => browser.run('return fetch("words.js").then(answer => answer.text()).then(text => text.slice(-9))');
    const controlled = () => browser.until('return navigator.serviceWorker.controller !== null');
    cpSync(folder, copy, { recursive: true });
    await browser.go(`${server.url}a/`);
    await stored();
    await browser.reload();
    await controlled();
    await browser.run('return caches.open(`hanxin ${location.origin}/b/ 1`).then(() => true)');
    appendFileSync(join(copy, 'words.js'), '// second'); // an update in progress: the server's list is still the old one
    await browser.run('return navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => true)');
    await browser.reload();
    await controlled();
    assert.notEqual(await script(), '// second');
    cpSync(join(folder, '../../protocol/web/page/sw.js'), join(copy, 'sw.js'));
    execFileSync(process.execPath, [join(folder, '../../protocol/web/finish.mjs'), copy]);
    await browser.run('return navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => true)');
    await browser.until('return !document.querySelector("#newer").hidden');
    assert.notEqual(await script(), '// second');
    await browser.run('window.old = true');
    await browser.click('#newer');
    await browser.until('return !window.old && /rules|engine/.test(document.body.dataset.ready)');
    assert.equal(await script(), '// second');
    assert.deepEqual((await browser.run('return caches.keys()')).map(name => name.split(' ')[1]).sort(), [`${server.url}a/`, `${server.url}b/`]);
    await browser.log();
});
