// SPDX-License-Identifier: GPL-3.0-only
// <hanxin-board> on a page with nothing else, which allows no inline styles.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { native, serve } from './serve.mjs';

const built = new URL('../../dist/web', import.meta.url).pathname;
const options = { skip: skip || (native && 'hanxin web does not serve the element'), timeout: 300000 };
const FILES = ['hanxin-board.js', 'rules.js', 'load.js', 'engine/rules.mjs', 'engine/rules.wasm']; // all that it needs
const NOTED = '[Event "Cup"]\n[Red "甲"]\n[Black "<b>乙</b>"]\n\n{before all} 1. h2e2 {centre} h9g7 (1... b9c7 {the other}) 2. h0g2 $1 i9h9 1-0\n';
const MOVES = ['C2=5', 'H8+7', 'H2+3', 'H2+3', 'R9=8'];
let browser, server, folder;
const { picture, quiet } = actions(() => browser);

before(async () => {
    if (options.skip)
        return;
    folder = mkdtempSync(join(tmpdir(), 'hanxin-element-'));
    mkdirSync(join(folder, 'engine'));
    for (const file of FILES)
        cpSync(join(built, file), join(folder, file));
    const { ask } = await import('../../dist/npm/rules.js');
    for (const format of ['xqf', 'dhtmlxq', 'wxf'])
        writeFileSync(join(folder, `game.${format}`), Buffer.from((await ask([`write en`, format, NOTED])).file, 'latin1'));
    writeFileSync(join(folder, 'two.pgn'), `${NOTED}\n${NOTED.replace('Cup', 'Second').replace('h2e2', 'b2e2')}`);
    writeFileSync(join(folder, 'favicon.ico'), '');
    writeFileSync(join(folder, 'broken.xqf'), 'XQ\x0Anot a game');
    server = await serve(folder, true);
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    server?.close();
    if (folder)
        rmSync(folder, { recursive: true });
});

// Opens a page, and waits until all its elements in view are drawn.
async function openPage(html) {
    writeFileSync(join(folder, 'index.html'), html);
    await browser.go(server.url);
    await browser.until('return [...document.querySelectorAll("hanxin-board:not(#far)")].every(e => e.shadowRoot?.querySelector(".fault, .xq-piece"))');
}

const show = body => openPage(`<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:"><script type="module" src="hanxin-board.js"></script>${body}</html>`);

const inside = (script, n = 0, ...more) => browser.run(`const element = document.querySelectorAll('hanxin-board')[arguments[0]], root = element.shadowRoot; ${script}`, n, ...more);
const moves = n => inside('return [...root.querySelectorAll("#moves button")].map(b => b.firstChild.textContent)', n);
const path = n => inside('return root.firstElementChild.dataset.path', n);
const words = (id, n) => inside('return root.getElementById(arguments[1]).innerText', n, id);

test('XQF, DhtmlXQ and PGN as files, PGN and DhtmlXQ as text: the game with comments and variations', options, async () => {
    const { ask } = await import('../../dist/npm/rules.js'), { file } = await ask(['write en', 'dhtmlxq', NOTED]);
    const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    await show(`${['xqf', 'dhtmlxq', 'wxf'].map(format => `<hanxin-board src="game.${format}"></hanxin-board>`).join('')}
        <hanxin-board>${escaped(NOTED)}</hanxin-board><hanxin-board lang="zh">${escaped(Buffer.from(file, 'latin1').toString())}</hanxin-board>`);
    for (const n of [0, 1, 2, 3]) {
        assert.deepEqual(await moves(n), MOVES, `element ${n}`);
        assert.match(await words('players', n), /^甲 - <b>乙<\/b>/);
        assert.ok(await inside('return [...root.querySelectorAll(".remark")].some(e => e.innerText === "1... H2+3 the other")', n), `element ${n}`);
    }
    assert.deepEqual(await moves(4), ['炮二平五', '马8进7', '马2进3', '马二进三', '车9平8']);
    assert.equal(await inside('return root.getElementById("play").textContent', 4), '演示');
    await show(`<hanxin-board lang="zh-TW">${escaped(NOTED)}</hanxin-board><hanxin-board lang="vi">${escaped(NOTED)}</hanxin-board>`);
    assert.deepEqual(await moves(0), ['炮二平五', '馬8進7', '馬2進3', '馬二進三', '車9平8']);
    assert.equal(await inside('return root.getElementById("flip").textContent', 0), '翻轉');
    assert.equal(await inside('return root.getElementById("flip").textContent', 1), 'xoay bàn');
    await picture('element');
    await quiet();
});

test('buttons, keys, moves and attributes belong to one element', options, async () => {
    await show('<hanxin-board src="two.pgn" game="2" ply="2" flipped coordinates="iccs" theme="dark"></hanxin-board><hanxin-board src="two.pgn"></hanxin-board>');
    assert.equal(await path(0), '0,0');
    assert.deepEqual(await moves(0), ['C8=5', ...MOVES.slice(1)]);
    assert.equal(await inside('return root.querySelector("#board [data-at=e0] > *").getBoundingClientRect().y < root.querySelector("#board [data-at=e9] > *").getBoundingClientRect().y'), true);
    assert.equal(await inside('return [...root.querySelectorAll(".xq-edge text")].some(e => e.textContent === "a")'), true);
    await inside('root.getElementById("next").click()');
    assert.equal(await path(0), '0,0,0');
    await inside('element.focus(); root.firstElementChild.focus()');
    await browser.press('\uE010'); // End
    assert.equal(await path(0), '0,0,0,0');
    await browser.press('\uE012'); // left
    assert.equal(await path(0), '0,0,0');
    await inside('[...root.querySelectorAll("#moves button")][2].click()');
    assert.equal(await path(0), '0,1');
    assert.match(await words('said', 0), /the other/);
    assert.equal(await path(1), '');
    assert.equal(await inside('return root.querySelectorAll("#games button").length', 1), 2); // all games of the file
    await inside('root.querySelectorAll("#games button")[1].click()', 1);
    assert.deepEqual(await moves(1), ['C8=5', ...MOVES.slice(1)]);
    await inside('element.setAttribute("game", "1")');
    await browser.until('return document.querySelector("hanxin-board").shadowRoot.querySelector("#moves button")?.firstChild.textContent === "C2=5"');
    await picture('element-dark');
    await inside('element.setAttribute("controls", "none")');
    await browser.until('return !document.querySelector("hanxin-board").shadowRoot.querySelector("#next").checkVisibility()');
    await browser.size(390, 844);
    assert.equal(await browser.run('return document.documentElement.scrollWidth <= innerWidth'), true);
    await picture('element-phone');
    await browser.size(1280, 900);
    await quiet();
});

test('an element that is removed while it loads does not begin; attributes that change together load once', options, async () => {
    await show('<hanxin-board src="two.pgn"></hanxin-board>');
    const watched = script => browser.run(`const original = fetch, element = document.querySelector('hanxin-board'), loads = [], { viewer } = element;
        window.fetch = (...given) => { const load = original(...given); loads.push(load); return load; };
        return (async () => { ${script}
            for (const end = Date.now() + 1000; element.viewer === viewer && Date.now() < end;)
                await new Promise(resolve => setTimeout(resolve, 10));
            window.fetch = original;
            return [loads.length, element.viewer !== viewer];
        })()`);
    assert.deepEqual(await watched('element.setAttribute("game", "1"); element.setAttribute("ply", "1"); element.toggleAttribute("flipped");'), [1, true]);
    assert.deepEqual(await watched('element.setAttribute("autoplay", ""); while (!loads.length) await new Promise(resolve => setTimeout(resolve)); element.remove();'), [1, false]);
    await quiet();
});

test('the example of the README works as it is', options, async () => {
    const readme = readFileSync(new URL('../../protocol/web/npm/README.md', import.meta.url), 'utf8');
    await openPage(/```html\n([^`]*<hanxin-board[^`]*)```/.exec(readme)[1]);
    assert.deepEqual(await moves(0), MOVES);
    assert.deepEqual(await moves(1), MOVES);
    assert.equal(await path(1), '0,0,0,0');
});

test('what cannot be shown is one sentence; an element out of view waits', options, async () => {
    await show(`<hanxin-board src="broken.xqf"></hanxin-board><hanxin-board>hello</hanxin-board><hanxin-board src="two.pgn" game="3"></hanxin-board>
        <hanxin-board fen="3k5/9/9/9/9/9/9/9/9/R3K4 w"></hanxin-board>${'<p>&nbsp;'.repeat(200)}<hanxin-board id="far" src="two.pgn"></hanxin-board>`);
    const faults = await browser.run('return [...document.querySelectorAll("hanxin-board")].slice(0, 3).map(e => e.shadowRoot.querySelector("[role=alert]").innerText)');
    assert.match(faults[0], /^broken\.xqf: .+/);
    assert.match(faults[1], /^hanxin-board: .+/);
    assert.equal(faults[2], "two.pgn: invalid value '3' for game: expected an integer from 1 to 2");
    assert.ok(faults.every(fault => !fault.includes('\n')), faults.join('\n'));
    assert.equal(await inside('return root.querySelectorAll(".xq-piece").length', 3), 3);
    assert.equal(await browser.run('return document.querySelector("#far").shadowRoot.childElementCount'), 0);
    await browser.run('document.querySelector("#far").scrollIntoView()');
    await browser.until('return document.querySelector("#far").shadowRoot.querySelector(".xq-piece")');
    await quiet();
});
