// SPDX-License-Identifier: GPL-3.0-only
// The package as its README says, in a browser: on a page without tools, and built by Vite and webpack without any configuration.
// HANXIN_BUNDLERS is a folder in which `npm install vite webpack webpack-cli css-loader style-loader` was run.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { skip } from './page.mjs';
import { native, serve } from './serve.mjs';

const bundlers = process.env.HANXIN_BUNDLERS, program = name => join(bundlers, 'node_modules/.bin', name);
const root = new URL('../..', import.meta.url).pathname;
const withBrowser = { skip: skip || (native && 'skipped: hanxin web does not serve the package'), timeout: 600000 };
const withBundlers = { ...withBrowser, skip: withBrowser.skip || (!(bundlers && existsSync(program('vite')) && existsSync(program('webpack')))
    && 'skipped: HANXIN_BUNDLERS is not a folder in which Vite and webpack are installed') };
const home = mkdtempSync(join(tmpdir(), 'hanxin-bundlers-')), installed = join(home, 'node_modules', 'hanxin');
let browser;

before(async () => {
    if (withBrowser.skip)
        return;
    mkdirSync(installed, { recursive: true });
    const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', home, join(root, 'dist/npm')], { encoding: 'utf8' }));
    execFileSync('tar', ['xzf', join(home, filename), '-C', installed, '--strip-components=1']);
    for (const name of ['css-loader', 'style-loader'])
        if (!withBundlers.skip)
            symlinkSync(join(bundlers, 'node_modules', name), join(home, 'node_modules', name));
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    rmSync(home, { recursive: true, force: true });
});

// Returns a folder with files, in which the package is installed.
function project(files) {
    const folder = mkdtempSync(join(home, 'project-'));
    symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, text] of Object.entries({ 'package.json': '{ "private": true, "type": "module" }', ...files })) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
    }
    return folder;
}

const examples = () => Object.fromEntries([...readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/```\w+ (\S+)\n(.*?)```/gs)].map(([, name, text]) => [name, text]));

// A program that uses everything: games, the book, a search to a depth, one that is stopped, threads, the board, a worker.
const PROGRAM = `import { Hanxin } from 'hanxin';
    import { Game } from 'hanxin/game';
    import { XiangqiBoard } from 'hanxin/board';
    import 'hanxin/board.css';
    import 'hanxin/element';
    async function run() {
        const game = new Game(), told = [];
        const element = document.body.appendChild(document.createElement('hanxin-board'));
        element.textContent = '1. C2.5 H8+7 *';
        new XiangqiBoard(document.body.appendChild(document.createElement('div')), { fen: game.move('炮二平五').after });
        const engine = await Hanxin.create({ threads: globalThis.crossOriginIsolated ? 2 : 1 });
        told.push(document.querySelectorAll('svg').length, game.history().join(), engine.threads, (await engine.bookMoves()).length > 0);
        told.push(Boolean(game.move((await engine.bestMove({ moves: game.history() }, { depth: 6 })).move)));
        told.push(Boolean((await engine.bestMove({}, { signal: AbortSignal.timeout(500) })).move));
        const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
        worker.postMessage('[Red "A"]\\n[Black "B"]\\n\\n1. C2.5 H8+7 *');
        told.push(await new Promise((resolve, reject) => { worker.onmessage = ({ data }) => resolve(data[0]); worker.onerror = reject; }));
        while (!element.shadowRoot.textContent.includes('H8+7'))
            await new Promise(requestAnimationFrame);
        return told.join(' ');
    }
    run().catch(error => 'failed: ' + error.message).then(text => { document.body.dataset.told = text; });`;
const INDEX = script => `<!DOCTYPE html><html><head><meta charset="utf-8"><link rel="icon" href="data:,"></head><body><script ${script}></script></body></html>`;
const expected = threads => `1 h2e2 ${threads} true true true A - B: 2 plies`;
const files = () => ({ 'src/index.js': PROGRAM, 'src/worker.js': examples()['worker.js'], 'index.html': INDEX('type="module" src="/src/index.js"') });

async function tell(url) {
    await browser.go(url);
    return browser.until('return document.body.dataset.told');
}

// Runs the program in a folder, with and without threads.
async function runBuilt(folder) {
    for (const isolated of [true, false]) {
        const server = await serve(folder, isolated);
        try {
            assert.equal(await tell(server.url), expected(isolated ? 2 : 1));
        } finally {
            server.close();
        }
    }
}

test('the README: a page without tools', withBrowser, async () => {
    const server = await serve(project({ 'index.html': examples()['index.html'] }), false);
    try {
        await browser.go(server.url);
        await browser.until('return document.querySelector("#board svg")');
        await browser.drag('h2', 'g4');
        await browser.until('return /cannon/.test(document.querySelector("#status").textContent)');
        await browser.drag('h2', 'e2');
        await browser.until('return /^\\S+ \\S*[1-9]. The game is not over/.test(document.querySelector("#status").textContent)'); // Black's move
    } finally {
        server.close();
    }
});

test('Vite builds a program', withBundlers, async () => {
    const folder = project(files());
    const said = execFileSync(program('vite'), ['build'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    assert.doesNotMatch(said, /externalized|warning/i);
    await runBuilt(join(folder, 'dist'));
});

test('webpack builds a program', withBundlers, async () => {
    const folder = project({ ...files(), 'src/index.js': PROGRAM.replace("'hanxin/board.css'", "'style-loader!css-loader!hanxin/board.css'") });
    execFileSync(program('webpack'), ['--mode', 'production'], { cwd: folder });
    writeFileSync(join(folder, 'dist/index.html'), INDEX('src="main.js"'));
    await runBuilt(join(folder, 'dist'));
});

test('Vite serves a program and the example of the README while it is developed', withBundlers, async t => {
    const folder = project({ ...files(), 'other.html': INDEX('type="module" src="/src/main.js"'), 'src/main.js': examples()['src/main.js'] });
    const server = spawn(program('vite'), ['--port', '0', '--host', '127.0.0.1', '--clearScreen', 'false'], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
    t.after(() => server.kill());
    const url = await new Promise((resolve, reject) => {
        server.on('exit', () => reject(new Error('vite has ended')));
        createInterface({ input: server.stdout }).on('line', line => /http:\/\/\S+/.test(line) && resolve(/http:\/\/\S+/.exec(line)[0]));
    });
    assert.equal(await tell(url), expected(1));
    await browser.go(`${url}other.html`);
    await browser.until('return /depth 12, line 3: -?\\d+ /.test(document.body.innerText) && document.querySelectorAll(".xq-arrows > *").length');
});
