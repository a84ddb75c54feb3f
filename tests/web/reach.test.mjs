// SPDX-License-Identifier: GPL-3.0-only
// The page as one file, opened from disk without a network; and what a page says that cannot run where it is.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { native, serve } from './serve.mjs';

const dist = new URL('../../dist/', import.meta.url).pathname, folder = join(dist, 'web');
const single = pathToFileURL(join(dist, (existsSync(dist) ? readdirSync(dist) : []).find(name => /^hanxin-.*\.html$/.test(name)) ?? '')).href;
const options = { skip: skip || (native ? 'hanxin web needs no files' : false), timeout: 300000 };
const home = mkdtempSync(join(tmpdir(), 'hanxin-reach-'));
let browser;

before(async () => {
    if (skip)
        return;
    browser = await openBrowser('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
    await browser.cdp('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: home });
});
after(async () => {
    await browser?.close();
    rmSync(home, { recursive: true, force: true });
});

const { ready, moves, status, says, quiet, press, left, picture, enter, newGame, mode, list } = actions(() => browser);

// Waits for a file that the page saves, and returns its path.
async function saved(ending) {
    for (const end = Date.now() + 90000; Date.now() < end; await new Promise(resolve => setTimeout(resolve, 50))) {
        const name = readdirSync(home).find(file => file.endsWith(ending)); // it ends so when it is complete
        if (name)
            return join(home, name);
    }
    throw new Error(`no ${ending} among ${readdirSync(home)}`);
}

// Saves the game as a file in a format, and returns the file's path.
async function save(format, ending) {
    await press('#save');
    await browser.run('document.querySelector("#written").value = ""');
    await browser.choose('#format', format);
    await browser.until('return document.querySelector("#written").value');
    await browser.click('#saveDialog button[value=yes]');
    return saved(ending);
}

test('the page that is one file: a game with the engine, a file saved and opened again, a review', options, async () => {
    await browser.go(single);
    await ready();
    await newGame('red', 'L1');
    await enter('h2e2');
    await moves(2);
    await browser.click('#hint');
    await says('Hanxin would play');
    await browser.choose('#lang', 'zh');
    await browser.reload();
    await ready();
    await moves(2); // the game and the settings are kept
    assert.equal(await status(), '轮到红方走');
    await browser.choose('#lang', 'vi'); // a file of its own
    await says('Đến lượt Đỏ');
    await browser.choose('#lang', 'en');
    await says('Red to move');
    const played = await list(), file = await save('xqf', '.xqf');
    assert.equal(readFileSync(file).toString('latin1', 0, 2), 'XQ');
    await press('#share');
    await browser.click('#savePng'); // by a module that is loaded now
    assert.equal(readFileSync(await saved('.png')).toString('latin1', 1, 4), 'PNG');
    await browser.run('document.querySelector("#shareDialog").close()');
    await newGame('both', 'L1');
    await moves(0);
    await press('#open');
    await browser.type('#file', file);
    await browser.until('return document.querySelectorAll("#games option").length === 1');
    await browser.click('#openDialog button[value=yes]');
    await left('#openDialog');
    assert.deepEqual(await list(), played);
    await mode('analyse');
    await browser.click('#reviewTab');
    await browser.click('#reviewed button[value=review]');
    await browser.until('return document.querySelector("#reviewed .sides") && !document.querySelector("#reviewed progress")');
    assert.match(readFileSync(await save('iccs', '.pgn'), 'utf8'), /1\. H2-E2 \{.*\[%eval [+-]/);
    await picture('single');
    await browser.go(`${single}#fen=4k4/9/9/9/9/9/9/9/9/R2K5_w`);
    await browser.until('return document.querySelectorAll("#board .xq-piece").length === 3');
    await browser.choose('#lang', 'vi'); // its texts are a module of their own
    await browser.until('return document.querySelector("#new").textContent === "Ván mới"');
    await browser.choose('#lang', 'en');
    await browser.go(`${single}?game=1.+C2.5+H8%2B7`);
    await moves(2);
    await quiet();
    for (const part of ['Emscripten Authors', 'section 6', 'GNU GENERAL PUBLIC LICENSE'])
        assert.ok(readFileSync(new URL(single), 'utf8').includes(part), part);
});

// Opens an address, where a script runs before the page's own.
async function go(url, script = '') {
    const { identifier } = await browser.cdp('Page.addScriptToEvaluateOnNewDocument', { source: script });
    await browser.go(url);
    await browser.cdp('Page.removeScriptToEvaluateOnNewDocument', { identifier });
}

// Returns the sentence that is shown there in place of the page.
async function sentence(...there) {
    await go(...there);
    await browser.until('return document.documentElement.dataset.unable');
    assert.equal(await browser.run('return document.querySelector("main").checkVisibility()'), false);
    await browser.log();
    return browser.text('#unable');
}

test('a page that cannot run says why', options, async t => {
    const page = pathToFileURL(join(folder, 'index.html')).href, name = single.split('/').at(-1);
    assert.ok((await sentence(page)).startsWith(`This page does not run from disk. Open the page that is one file instead, ${name}, or run hanxin web`));
    await picture('disk');
    assert.match(await browser.text('#unable [data-why=disk] [lang=zh]'), /^此页面无法从磁盘直接打开/);
    assert.match(await sentence(single, 'WebAssembly.validate = () => false'), /^This browser does not run WebAssembly with vectors/);
    assert.match(await sentence(single, 'delete window.WebAssembly'), /^This browser does not run WebAssembly with vectors/);
    assert.match(await sentence(single, 'delete Object.hasOwn'), /^This browser is too old/);
    assert.match(await sentence(single, 'delete window.DecompressionStream'), /^This browser is too old/);
    const cut = join(home, 'cut.html');
    writeFileSync(cut, readFileSync(new URL(single)).subarray(0, 1e6)); // an unfinished download
    assert.match(await sentence(pathToFileURL(cut).href), /^This file is damaged/);
    await go(single, 'setTimeout(() => { throw new Error("an extension of the browser"); })');
    await ready();
    assert.equal(await browser.run('return document.querySelector("main").checkVisibility()'), true);
    const server = await serve(folder, false, 'tree.js');
    t.after(server.close);
    assert.match(await sentence(server.url), /^A file of this page could not be loaded/);
    await browser.cdp('Emulation.setScriptExecutionDisabled', { value: true });
    t.after(() => browser.cdp('Emulation.setScriptExecutionDisabled', { value: false }));
    assert.match(await sentence(server.url), /^This page needs JavaScript/);
});

const fault = () => browser.until('const e = document.querySelector("#engineFault"); return e.checkVisibility() && e.textContent');

test('an engine that has ended is restarted by the user, and the game goes on', options, async () => {
    await go(single, 'Worker = class extends Worker { constructor(...all) { super(...all); window.worker = this; } }');
    await ready();
    await newGame('red', 'L1', '5+3');
    await browser.run('worker.dispatchEvent(new ErrorEvent("error", { message: "a fault" }))'); // while it waits
    assert.equal(await fault(), 'The engine cannot be used: the engine failed: a fault');
    assert.equal(await browser.text('#about'), '');
    await enter('h2e2');
    await moves(1);
    await picture('fault');
    await browser.choose('#lang', 'zh');
    assert.equal(await browser.text('#restart'), '重启引擎');
    await browser.click('#restart');
    await moves(2);
    assert.equal(await browser.run('return document.querySelector("#broken").checkVisibility()'), false);
    await browser.choose('#lang', 'en');
    await quiet();
});

test('files of the engine are missing; nothing can be stored', options, async t => {
    for (const [file, where] of [['hanxin.nnue', '#engineFault'], ['rules.wasm', '#status']]) {
        const server = await serve(folder, false, file);
        t.after(server.close);
        await browser.go(server.url);
        await browser.until('return document.querySelector(arguments[0]).textContent.includes(arguments[1])', where,
            `${server.url}engine/${file} could not be loaded: check the connection and reload the page`);
    }
    await browser.log();
    await go(single, 'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })');
    await ready();
    await says('This browser stores nothing for this page');
    await newGame('red', 'L1');
    await enter('h2e2');
    await moves(2);
    await quiet();
});

// Needs a program with `hanxin web`, which may be left out of this build.
const program = native ?? new URL('../../hanxin', import.meta.url).pathname;
const withProgram = { ...options, skip: skip || (spawnSync(program, ['web', '--help']).status !== 0 && `${program} lacks hanxin web`) };

test('a page whose program has ended says so, though it waits', withProgram, async t => {
    const child = spawn(program, ['web', '--port', '0', '--no-browser'], { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill());
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    await browser.go(/http:\/\/\S+/.exec(line)[0]);
    await ready();
    child.kill('SIGINT');
    assert.match(await fault(), /: the program behind this page has ended: start `hanxin web` again$/);
    await browser.log();
});
