// SPDX-License-Identifier: GPL-3.0-only
// The page loses nothing without asking: games, reviews, comments; also positions in the address, the set-up editor, and the
// display of reviews.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { serve } from './serve.mjs';

const folder = new URL('../../dist/web', import.meta.url).pathname;
const options = { skip, timeout: 300000 };
let browser, server;
const { ready, moves, status, says, quiet, press, picture, enter, open, newGame } = actions(() => browser);

before(async () => {
    if (skip)
        return;
    browser = await openBrowser();
    server = await serve(folder, true);
    await browser.go(server.url);
    await ready();
    await newGame('both', 'L1');
});
after(async () => {
    await browser?.close();
    server?.close();
});

const NOTED = '[Event "Cup"]\n[Red "甲"]\n\n{before all} 1. h2e2 {centre} h9g7 (1... b9c7 {the other}) 2. h0g2 $1 i9h9 1-0\n';
const MATE_IN_TWO = '3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1';

const kept = () => browser.run('return JSON.parse(localStorage.getItem("hanxin-game"))');
const fen = () => kept().then(({ start }) => start);
const isAsked = () => browser.until('return document.querySelector("#askDialog").open && document.querySelector("#askWords").textContent');
const isNotAsked = async () => assert.equal(await browser.run('return document.querySelector("#askDialog").open'), false);
const answer = async way => {
    await browser.click(way === 'yes' ? '#askYes' : '#askDialog button[value=""]');
    await browser.until('return !document.querySelector("#askDialog").open');
};
const setTo = ply => browser.run('document.querySelectorAll("#moves button")[arguments[0]].click()', ply - 1);
const nowAt = ply => browser.until('return [...document.querySelectorAll("#moves button")].findIndex(b => b.className === "now") + 1 === arguments[0]', ply);
const saved = async (format = 'wxf') => {
    await browser.run('document.querySelector("#written").value = ""');
    await browser.choose('#format', format);
    await press('#save');
    const text = await browser.until('return document.querySelector("#saveDialog").open && document.querySelector("#written").value');
    const lost = await browser.run('return document.querySelector("#lost").textContent');
    await picture(`save-${format}`);
    await browser.run('document.querySelector("#saveDialog").close()');
    return { text, lost };
};

test('a move at an earlier position asks before dropping the later moves; one button restores them', options, async () => {
    for (const move of ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'b9c7', 'g3g4', 'c6c5'])
        await enter(move);
    await moves(8);
    await setTo(4);
    await nowAt(4);
    await enter('a3a4');
    assert.match(await isAsked(), /The rest of the game \(4 plies\) will be dropped/);
    assert.equal(await browser.run('return document.activeElement.textContent'), 'Cancel');
    assert.equal(await browser.text('#askYes'), 'Play it and drop 4 plies');
    await picture('drop');
    await browser.keys('#askDialog button[value=""]', '\uE00C'); // Escape
    await moves(8);
    await nowAt(4);
    await browser.drag('a3', 'a4'); // and by dragging
    await isAsked();
    await answer('no');
    await moves(8);
    await enter('i0h0'); // repeating the played move changes nothing
    await nowAt(5);
    await isNotAsked();
    await moves(8);
    await setTo(4);
    await nowAt(4);
    await enter('a3a4');
    await isAsked();
    await answer('yes');
    await moves(5);
    await browser.click('#former');
    await moves(8);
    await nowAt(4);
    await browser.click('#former'); // and forward
    await moves(5);
    await browser.click('#former');
    await moves(8);
    await setTo(2);
    await nowAt(2);
    await browser.click('#back');
    assert.match(await isAsked(), /7 plies/);
    await answer('no');
    await moves(8);
    await setTo(7);
    await nowAt(7);
    await browser.choose('#lang', 'zh');
    await enter('a6a5');
    assert.match(await isAsked(), /此后的着法（1 着）将被删除/);
    await picture('drop-zh');
    await answer('no');
    await browser.choose('#lang', 'en');
    await quiet();
});

test('replacing a game and resigning ask first; the former game survives a reload', options, async () => {
    const { moves: before } = await kept();
    for (const [button, text] of [['#new'], ['#setup'], ['#open', '1. b2e2 *']]) {
        const dialog = `${button}Dialog`;
        await press(button);
        if (text)
            await browser.run('document.querySelector("#text").value = arguments[0]', text);
        await browser.click(`${dialog} button[value=yes]`);
        assert.match(await isAsked(), /8 plies/);
        await picture(`replace${button.slice(1)}`);
        await answer('no');
        assert.equal(await browser.run('return document.querySelector(arguments[0]).open', dialog), true); // the input is kept
        await browser.run('document.querySelector(arguments[0]).close()', dialog);
        assert.deepEqual((await kept()).moves, before);
    }
    await browser.click('#resign');
    assert.match(await isAsked(), /^Resign for (Red|Black)\?$/);
    await answer('no');
    assert.doesNotMatch(await status(), /resigns/);
    await newGame('both', 'L1');
    await moves(0);
    await press('#setup'); // nothing can be lost now
    await browser.click('#setupDialog button[value=yes]');
    await browser.until('return !document.querySelector("#setupDialog").open');
    await isNotAsked();
    await browser.reload();
    await ready();
    await browser.click('#former');
    await moves(8);
    assert.deepEqual((await kept()).moves, before);
    await quiet();
});

test('Save keeps the comments and variations of an opened game up to the first other move', options, async () => {
    const whole = '{before all} 1. C2.5 {centre} H8+7 (1... H2+3 {the other}) 2. H2+3 $1 R9.8 1-0\n\n';
    await open('[Red "x"]\n\n1. a3a4 *\n\n' + NOTED); // of several games, the displayed one
    assert.match((await saved()).text, /^\[Red "x"\]\n\[Result "\*"\]\n\[Format "WXF"\]\n\n1\. P9\+1 \*\n\n$/);
    await open(NOTED);
    await moves(4);
    assert.equal(await status(), '甲 – ? 1-0\nOnly the main line is shown. Kept, and saved with the game: annotations: 4, variations: 1\nRed to move');
    assert.deepEqual(await saved(), { text: `[Event "Cup"]\n[Red "甲"]\n[Result "1-0"]\n[Format "WXF"]\n\n${whole}`, lost: '' });
    await browser.reload();
    await ready();
    assert.ok((await saved()).text.endsWith(whole));
    assert.ok((await saved('dhtmlxq')).text.includes('[DhtmlXQ_comment1]centre['));
    await browser.run(`const { opened, ...others } = JSON.parse(localStorage.getItem('hanxin-game'));
        localStorage.setItem('hanxin-game', JSON.stringify({ ...others, opened: { text: arguments[0], moves: others.moves.join(' '), result: '1-0', notes: true } }))`, NOTED);
    await browser.reload(); // as an older version of the page has stored it
    await ready();
    assert.ok((await saved()).text.endsWith(whole));
    await setTo(2);
    await nowAt(2);
    await enter('c3c4');
    assert.match(await isAsked(), /comments and variations from there on/);
    await picture('drop-comments');
    await answer('yes');
    await moves(3);
    assert.ok((await saved()).text.endsWith('{before all} 1. C2.5 {centre} H8+7 (1... H2+3 {the other}) 2. P7+1 *\n\n'));
    await browser.click('#former');
    await moves(4);
    assert.ok((await saved()).text.endsWith(whole));
    await open('1. h2e2 h9g7 *'); // without comments
    await setTo(1);
    await nowAt(1);
    await enter('b9c7');
    assert.doesNotMatch(await isAsked(), /comments/);
    await answer('yes');
    await moves(2);
    assert.ok((await saved()).text.endsWith('1. C2.5 H2+3 *\n\n'));
    await quiet();
});

test('a game too large for the browser to store is saved whole, and after a reload with a note about what is missing', options, async () => {
    await open(`1. h2e2 {${'x'.repeat(1000001)}} *`);
    assert.equal((await saved()).lost, '');
    await browser.reload();
    await ready();
    assert.match((await saved()).lost, /^The comments and variations .* too large/);
    await quiet();
});

test('a review survives a reload and shows the better move', options, async () => {
    await open('1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. e2e6 a6a5 5. e6e7 *'); // the last move loses a cannon
    await moves(9);
    await browser.click('#review');
    await browser.until('return /^Red \\d+ % · Black \\d+ %$/.test(document.querySelector("#accuracy").textContent)');
    const accuracy = await browser.text('#accuracy');
    await setTo(9);
    await nowAt(9);
    await says('C5+1 ??: better was ');
    const arrow = '.xq-arrow.xq-better';
    assert.equal(await browser.run('return document.querySelectorAll(arguments[0]).length', arrow), 1);
    await picture('better');
    await browser.reload();
    await ready();
    assert.equal(await browser.text('#accuracy'), accuracy);
    await says('C5+1 ??: better was ');
    assert.equal(await browser.run('return document.querySelectorAll(arguments[0]).length', arrow), 1);
    await browser.choose('#lang', 'zh');
    await browser.until('return /炮五进一 \\?\\?：应走.+[进退平]/.test(document.querySelector("#status").textContent)');
    await browser.choose('#lang', 'en');
    await setTo(2);
    await nowAt(2);
    assert.equal(await browser.run('return document.querySelectorAll(arguments[0]).length', arrow), 0);
    await quiet();
});

test('the address sets a position: ?fen= or #fen=, blanks in all spellings; an invalid one gives one message; no game is lost', options, async () => {
    const board = () => browser.run('return document.querySelectorAll("#board .xq-piece").length');
    await newGame('both', 'L1');
    const [pieces, side] = MATE_IN_TWO.split(' ');
    for (const link of [`?fen=${encodeURIComponent(MATE_IN_TWO)}`, `?fen=${pieces}+b`, `?fen=${pieces}_${side}_-_-_0_1`, `#fen=${pieces}%20b`, `?x=1&fen=${pieces}`]) {
        await browser.run('localStorage.removeItem("hanxin-game")');
        await browser.go('about:blank');
        await browser.go(server.url + link);
        await ready();
        await browser.until('return document.querySelectorAll("#board .xq-piece").length === 4');
        assert.equal(await fen(), MATE_IN_TWO.replace(' w', link.endsWith('b') ? ' b' : ' w'), link);
        assert.equal(await browser.text('#linkFault'), '');
        await isNotAsked();
    }
    await browser.go(`${server.url}?fen=${pieces}_w`);
    await ready();
    await isNotAsked(); // the position is already set
    await enter('a1a7');
    await moves(1);
    await browser.reload();
    await ready();
    await moves(1);
    await isNotAsked(); // a reload keeps the game
    await browser.go('about:blank');
    await browser.go(`${server.url}?fen=4k4/9/9/9/9/9/9/9/9/R2K5+w`);
    await ready();
    assert.match(await isAsked(), /1 ply/);
    await picture('link-asks');
    await answer('no');
    assert.equal(await fen(), MATE_IN_TWO);
    await browser.run('location.hash = "fen=4k4/9/9/9/9/9/9/9/9/R2K5 w"');
    await isAsked();
    await answer('yes');
    await browser.until('return document.querySelectorAll("#board .xq-piece").length === 3');
    await browser.click('#former');
    await moves(1);
    await browser.go('about:blank');
    await browser.go(`${server.url}?fen=9/9`);
    await ready();
    const fault = await browser.until('return document.querySelector("#linkFault").textContent');
    assert.match(fault, /^The position in the address cannot be set up: FEN /);
    assert.doesNotMatch(fault, /\n/);
    assert.equal(await board(), 4);
    await picture('link-bad');
    await browser.go(server.url);
    await ready();
    await quiet();
});

test('set up: a piece can be dragged; the message disappears when the position is legal', options, async () => {
    const place = await browser.run(`document.querySelector('#setup').click(); return new Promise(resolve => setTimeout(resolve, 300, true))`);
    assert.ok(place);
    const setUp = () => browser.run('return document.querySelector("#setupFen").value');
    const fault = () => browser.text('#setupDialog .fault');
    await browser.click('#startpos');
    const start = await setUp();
    await browser.drag('h2', 'e2', '#setupBoard');
    assert.equal(await setUp(), start.replace('1C5C1', '1C2C4'));
    await browser.drag('e2', 'e3', '#setupBoard'); // onto another
    assert.equal(await setUp(), start.replace('1C5C1', '1C7').replace('P1P1P1P1P', 'P1P1C1P1P'));
    await browser.click('#startpos');
    await browser.drag('e0', 'e1', '#setupBoard'); // with the same piece in the palette
    assert.equal(await setUp(), start.replace('9/RNBAKABNR', '4K4/RNBA1ABNR'));
    await browser.drag('e1', 'e1', '#setupBoard'); // a click with the same piece takes it away
    await browser.click('#setupDialog button[value=yes]');
    await browser.until('return /king/.test(document.querySelector("#setupDialog .fault").textContent)');
    await picture('setup-fault');
    await browser.drag('e0', 'e0', '#setupBoard');
    await browser.until('return document.querySelector("#setupDialog .fault").textContent === ""');
    assert.equal(await setUp(), start);
    await browser.run('const e = document.querySelector("#setupFen"); e.value = "9/9 w"; e.dispatchEvent(new Event("change"))');
    await browser.until('return /2 ranks/.test(document.querySelector("#setupDialog .fault").textContent)');
    await browser.click('#startpos');
    await browser.until('return document.querySelector("#setupDialog .fault").textContent === ""');
    assert.equal(await fault(), '');
    await browser.run('document.querySelector("#setupDialog").close()');
    await quiet();
});

test('dropping a piece on one that it cannot capture gives a reason', options, async () => {
    await newGame('both', 'L1');
    for (const [from, to] of [['a0', 'a6'], ['h2', 'i9']]) {
        await browser.drag(from, from);
        await browser.drag(to, to);
        assert.match(await status(), from === 'a0' ? /rook/ : /cannon/);
        assert.equal(await browser.run('return document.querySelectorAll(".xq-selected").length'), 0);
    }
    await browser.drag('a6', 'a6'); // an opponent's piece may be selected first, then one's own
    await browser.drag('a3', 'a3');
    assert.equal(await browser.run('return document.querySelector(".xq-selected").dataset.at'), 'a3');
    await browser.drag('a3', 'a3');
    await quiet();
});

test('the arrow of the best move is on top', options, async () => {
    await newGame('both', 'L1');
    await browser.click('#analysis summary');
    await browser.until('return document.querySelectorAll(".xq-arrow").length === 3');
    assert.equal(await browser.run('return [...document.querySelectorAll(".xq-arrow")].at(-1).classList.contains("xq-best")'), true);
    assert.deepEqual(await browser.run('return [...document.querySelectorAll(".xq-label")].map(e => e.textContent)'), ['3', '2']);
    assert.equal(await browser.run('return document.querySelector(".xq-arrows").lastElementChild.classList.contains("xq-label")'), true);
    await picture('arrows');
    await browser.click('#analysis summary');
    await quiet();
});
