// SPDX-License-Identifier: GPL-3.0-only
// The analysis panel with the real engine: lines, small board, threat, opening book, endgame tables.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { serve } from './serve.mjs';

const site = new URL('../../dist/web', import.meta.url).pathname, here = new URL('.', import.meta.url).pathname;
const options = { skip, timeout: 300000 };
let browser, server, folder;
const { quiet, picture } = actions(() => browser);

before(async () => {
    if (skip)
        return;
    folder = mkdtempSync(join(tmpdir(), 'hanxin-analysis-'));
    for (const name of readdirSync(site))
        symlinkSync(join(site, name), join(folder, name));
    for (const name of ['analysis.html', 'analysis.test.page.js'])
        symlinkSync(join(here, name), join(folder, name));
    browser = await openBrowser();
    server = await serve(folder, true);
    await open();
});
after(async () => {
    await browser?.close();
    server?.close();
    if (folder)
        rmSync(folder, { recursive: true });
});

const open = async (...settings) => {
    await browser.go(`${server.url}analysis.html`);
    await browser.run('localStorage.clear(); localStorage.setItem("hanxin", JSON.stringify(arguments[0]))', Object.assign({ lang: 'en', analysis: true, lines: '3' }, ...settings));
    await browser.go(`${server.url}analysis.html`);
    await browser.until('return document.body.dataset.ready === "engine"');
};
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
    assert.match(await browser.text('.an-info'), /^depth \d+ · [\d.]+( [kM])? nodes · [\d.]+( [kM])?\/s · [\d.]+ s$/);
    const wdl = await browser.run('return document.querySelector(".an-wdl").getAttribute("aria-label")');
    assert.match(wdl, /^Red wins \d+ %, draw \d+ %, Black wins \d+ %$/);
    assert.deepEqual(await browser.run('return [seen.score.kind, seen.arrows[0].kind, seen.arrows.length]'), ['pawns', 'best', 3]);
    assert.match(await browser.run('return document.querySelector("#bar").getAttribute("aria-label")'), /^Evaluation: [+-]\d\.\d\d\. /);
    assert.match(await browser.run('return document.querySelector("#bar span").textContent'), /^[+-]?\d+\.\d$/);
    await browser.click('.an-lines li:nth-child(2) [data-move="2"]');
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
    await show();
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
    await picture('analysis-hover');
    await browser.point('h1');
    assert.equal(await peek(), null);
    await focus('.an-lines li:last-child [data-move="0"]');
    assert.notEqual(await peek(), null);
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
    await show(expected); // the focus survives the new position
    await lines(3);
    assert.equal(await browser.run('return document.activeElement.closest(".an-lines") !== null'), true);
    await browser.run('document.activeElement.blur()');
    await quiet();
});
