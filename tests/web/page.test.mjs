// SPDX-License-Identifier: GPL-3.0-only
// The page in a real browser, where Chromium and chromedriver are installed. PICTURES=folder keeps pictures of it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { serve } from './serve.mjs';

const folder = new URL('../../dist/web', import.meta.url).pathname;
const skip = (() => {
    try {
        execFileSync('chromedriver', ['--version']);
        return false;
    } catch {
        return 'chromedriver is not installed (Debian: chromium-driver)';
    }
})();
const options = { skip, timeout: 300000 };
let browser, isolated, plain;

before(async () => {
    if (skip)
        return;
    browser = await openBrowser();
    [isolated, plain] = await Promise.all([serve(folder, true), serve(folder, false)]);
});
after(async () => {
    await browser?.close();
    isolated?.close();
    plain?.close();
});

const ready = () => browser.until('return document.body.dataset.ready === "engine"');
const moves = count => browser.until('return document.querySelectorAll("#moves button").length === arguments[0]', count);
const status = () => browser.text('#status');
const says = part => browser.until('return document.querySelector("#status").textContent.includes(arguments[0])', part);
const quiet = async () => assert.deepEqual((await browser.log()).map(entry => entry.message), []);

async function picture(name) {
    if (process.env.PICTURES)
        writeFileSync(join(process.env.PICTURES, `${name}.png`), Buffer.from(await browser.picture(), 'base64'));
}

async function enter(move) {
    await browser.run('document.querySelector("#move").value = ""');
    await browser.type('#move', move + '\n');
}

// A position or a game by the dialog.
async function open(text) {
    await browser.click('#open');
    await browser.run(`document.querySelector("#text").value = arguments[0]; document.querySelector("#text").dispatchEvent(new Event("input"))`, text);
    await browser.click('#openDialog button[value=yes]');
    await browser.until(`return !document.querySelector("#openDialog").open`);
}

async function newGame(who, level) {
    await browser.click('#new');
    await browser.choose('#who', who);
    await browser.choose('#level', level);
    await browser.click('#newDialog button[value=yes]');
    await browser.until('return !document.querySelector("#newDialog").open');
}

test('a game against the engine: drag, type, refusals, take back', options, async () => {
    await browser.go(isolated.url);
    await ready();
    assert.equal(await browser.run('return crossOriginIsolated'), true);
    assert.match(await browser.text('#about'), /Threads: /);
    await newGame('red', 'L1');
    await browser.drag('h2', 'h8');
    await says('cannon');
    await picture('refused');
    await browser.drag('h2', 'e2');
    await moves(2);
    await enter('nonsense');
    await says('not understood');
    await browser.click('#back');
    await moves(0);
    await enter('炮二平五');
    await moves(2);
    await browser.click('#hint');
    await says('Hanxin would play');
    await browser.click('#resign');
    await says('resigns');
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
    await browser.click('#setup');
    await browser.click('#clear');
    await browser.click('#setupDialog button[value=yes]');
    await browser.until('return document.querySelector("#setupDialog .fault").textContent');
    await picture('setup-zh');
    await browser.click('#startpos');
    await browser.click('#setupDialog button[value=yes]');
    await says('轮到红方走');
    await browser.choose('#lang', 'en');
    await quiet();
});

test('analysis: lines, arrows, the bar', options, async () => {
    await browser.click('#analysis summary');
    await browser.until('return document.querySelectorAll("#found li").length === 3 && document.querySelectorAll(".xq-arrow").length === 3');
    assert.match(await browser.run('return document.querySelector("#bar").getAttribute("aria-label")'), /Evaluation: [+-]/);
    await picture('analysis');
    await browser.click('#analysis summary');
    await quiet();
});

test('PGN in, replayed, and out', options, async () => {
    await open('[Red "甲"]\n[Black "乙"]\n\n1. C2.5 H8+7 2. H2+3 R9.8 1-0');
    await moves(4);
    assert.match(await status(), /Red to move/);
    await browser.click('#last');
    await says('1-0');
    await browser.click('#previous');
    await browser.click('#save');
    await browser.choose('#pgnNotation', 'chinese');
    const pgn = await browser.until('const t = document.querySelector("#pgn").value; return t.includes("炮二平五") && t');
    assert.match(pgn, /\[Red "甲"\][^]*1-0\s*$/);
    assert.match(await browser.run('return document.querySelector("#fen").value'), /^\S+ b - - /);
    await browser.click('#saveDialog button[value=""]');
    await quiet();
});

test('a phone: nothing is wider than the screen, everything has a name', options, async () => {
    await browser.size(360, 740);
    await browser.reload();
    await ready();
    assert.equal(await browser.run('return document.documentElement.scrollWidth'), 360);
    assert.deepEqual(await browser.run(`return [...document.querySelectorAll('button, select, input, textarea')].filter(e => !(e.getAttribute('aria-label')
        || e.labels?.[0]?.textContent.trim() || e.textContent.trim())).map(e => e.outerHTML)`), []);
    await picture('phone');
    await browser.size(1280, 900);
    await quiet();
});

test('without threads, and then offline', options, async () => {
    await browser.go(plain.url);
    await ready();
    assert.equal(await browser.text('#about'), '1 thread');
    await newGame('black', 'L1');
    await moves(1);
    await quiet();
    await browser.until('return navigator.serviceWorker.controller !== null');
    plain.close();
    await browser.reload();
    await ready();
    assert.equal(await browser.run('return crossOriginIsolated'), true); // by the service worker
    await browser.log();
});
