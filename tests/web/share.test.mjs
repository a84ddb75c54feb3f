// SPDX-License-Identifier: GPL-3.0-only
// Sharing: links, texts for the clipboard, pictures.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { serve } from './serve.mjs';

const folder = new URL('../../dist/web', import.meta.url).pathname;
const options = { skip, timeout: 300000 };
let browser, server;
const { ready, quiet, press, left, picture, open, list, now, go } = actions(() => browser);

before(async () => {
    if (skip)
        return;
    browser = await openBrowser();
    server = await serve(folder, true);
    await browser.go(server.url);
    await ready();
});
after(async () => {
    await browser?.close();
    server?.close();
});

const NOTED = '[Event "Cup"]\n[Red "甲"]\n\n{before all} 1. h2e2 {centre} h9g7 (1... b9c7 {the other}) 2. h0g2 $1 i9h9 1-0\n';
const MOVES = ['C2.5', 'H8+7', 'H2+3', 'H2+3', 'R9.8'];
const value = selector => browser.run('return document.querySelector(arguments[0]).value', selector);
const close = () => browser.run('document.querySelector("#shareDialog").close()');

// Copies by a button of the dialog. Returns what is then in the clipboard, from the field for moves.
async function copied(button) {
    await press('#share');
    await browser.until('return document.querySelector("#positionLink").value');
    await browser.click(button);
    await browser.until('return document.querySelector("#shared").textContent.startsWith("Copied: ")');
    await close();
    await browser.run('const box = document.createElement("textarea"); box.id = "pasted"; document.querySelector("#side").append(box); box.focus()');
    await browser.paste();
    const text = await browser.until('return document.querySelector("#pasted").value');
    await browser.run('document.querySelector("#pasted").remove()');
    return text;
}

test('a copied link opens the same game at the same place in another browser, and the position', options, async () => {
    await open(NOTED);
    await go(4); // the third move of the main line
    const link = await copied('#copyGame'), position = await copied('#copyPosition');
    assert.match(link, /^http:\S+#gz=[\w-]+&at=3$/);
    assert.match(position, /^http:\S+#fen=rnbakab1r\/9\/1c4nc1\/p1p1p1p1p\/9\/9\/P1P1P1P1P\/1C2C1N2\/9\/RNBAKAB1R_b_\S+$/);
    const mine = browser;
    browser = await openBrowser();
    try {
        await browser.go(link);
        await ready();
        await browser.until('return document.querySelectorAll("#moves button").length === 5');
        assert.deepEqual(await list(), MOVES);
        assert.equal(await now(), 'H2+3');
        assert.match(await browser.text('#info'), /甲.*Cup/);
        assert.deepEqual(await browser.run('return [...document.querySelectorAll("#moves .remark")].map(e => e.innerText)'), ['before all', 'centre', '1... H2+3 the other']);
        await browser.go('about:blank');
        await browser.go(position);
        await ready();
        await browser.until('return document.querySelector("#moves button") === null');
        assert.equal(await browser.text('#linkFault'), '');
        await browser.go('about:blank');
        await browser.go(link.slice(0, -40));
        await ready();
        assert.equal(await browser.until('return document.querySelector("#linkFault").textContent'), 'The position in the address cannot be set up: the link is incomplete');
        await quiet();
    } finally {
        await browser.close();
        browser = mine;
    }
});

test('texts are copied in their formats; links have the address of a board that others can open', options, async () => {
    assert.match(await copied('#copyFen'), /^rnbakab1r\/9\/\S+ b - - 3 2$/);
    assert.match(await copied('#copyPgn'), /\[Event "Cup"\][^]*\{before all\} 1\. C2\.5 \{centre\}/);
    assert.match(await copied('#copyUbb'), /^\[DhtmlXQ\][^]*\[DhtmlXQ_movelist\]774770627967\w*\[\/DhtmlXQ_movelist\]/);
    await press('#share');
    assert.equal(await browser.run('return document.querySelector("#localLine").checkVisibility()'), true);
    await browser.type('#shareBase', 'https://example.org/hanxin/');
    await browser.until('return document.querySelector("#gameLink").value.startsWith("https://example.org/hanxin/#gz=")');
    await picture('share');
    await browser.run('const box = document.querySelector("#shareBase"); box.value = ""; box.dispatchEvent(new Event("input"))');
    await browser.until('return document.querySelector("#gameLink").value.startsWith(location.origin)');
    await close();
    await quiet();
});

test('a long link leaves out comments and variations unless they are wanted', options, async () => {
    await open(`1. h2e2 {${Array.from({ length: 900 }, (_, i) => (i * 7919 % 10007).toString(36)).join(' ')}} h9g7 *`);
    await press('#share');
    await browser.until('return document.querySelector("#linkLength").textContent');
    const short = await value('#gameLink');
    assert.ok(short.length < 200, short);
    assert.equal(await browser.text('#linkLength'), `${short.length} characters`);
    await browser.click('#shareWhole');
    const whole = await value('#gameLink');
    assert.ok(whole.length > 2000);
    assert.equal(await browser.text('#linkLength'), `${whole.length} characters · some chat programs cut links of more than 2000`);
    await browser.click('#shareDialog .buttons:last-child button');
    await left('#shareDialog');
    await quiet();
});
