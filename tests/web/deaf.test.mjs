// SPDX-License-Identifier: GPL-3.0-only
// Tests hanxin.js of the npm package with an engine that reads no input during a search, as without threads: a simulated one.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const home = mkdtempSync(join(tmpdir(), 'hanxin-deaf-')), limit = { timeout: 20000 };

const files = {
    'package.json': '{ "type": "module" }',
    'rules.js': `export const ask = async () => ({ start: 'x w', moves: [], legal: ['a0a1'] });`,
    // The first line comes after 30 ms. In a position without a move none comes, and the engine waits for the stop.
    'thread.js': `
        export const offline = true, hasThreads = () => false, usualThreads = async () => 1, prepare = async () => ({});
        export const made = { mated: false };
        export async function open(files, hear) {
            let ended = false, deaf = false, waits = false;
            const queue = [], say = (line, ms = 0) => setTimeout(() => ended || hear({ line }), ms), pv = 'info depth 1 multipv 1 score cp 5 pv a0a1 a9a8';
            const take = line => {
                if (deaf)
                    return queue.push(line);
                if (line === 'uci')
                    ['Threads type spin min 1 max 1', 'MultiPV type spin min 1 max 128', 'UCI_ShowWDL type check'].forEach(option => say('option name ' + option)), say('uciok');
                else if (line === 'isready')
                    say('readyok');
                else if (line === 'go infinite' && made.mated)
                    waits = true, say('info depth 0 score mate 0');
                else if (line === 'stop' && waits)
                    waits = false, say('bestmove (none)');
                else if (line.startsWith('go '))
                    deaf = true, setTimeout(() => {
                        if (ended)
                            return;
                        hear({ line: pv });
                        if (line === 'go infinite')
                            return;
                        hear({ line: 'bestmove a0a1' });
                        deaf = false;
                        queue.splice(0).forEach(take);
                    }, 30);
            };
            setTimeout(() => hear({ ready: true }), 5);
            return { post: take, end: () => (ended = true) };
        }`,
};

for (const [name, text] of Object.entries(files))
    writeFileSync(join(home, name), text);
copyFileSync(new URL('../../protocol/web/npm/hanxin.js', import.meta.url), join(home, 'hanxin.js'));
const { Hanxin } = await import(join(home, 'hanxin.js'));
const { made } = await import(join(home, 'thread.js'));
after(() => rmSync(home, { recursive: true, force: true }));

async function create(t) {
    const engine = await Hanxin.create();
    t.after(() => engine.terminate());
    return engine;
}

test('an analysis without a legal move can be ended', limit, async t => {
    const engine = await create(t);
    made.mated = true;
    for await (const line of engine.analyse({}))
        break;
    made.mated = false;
    assert.equal((await engine.bestMove({}, { depth: 1 })).move, 'a0a1');
});

test('no line is lost when a search is ended before its first PV or with other searches queued', limit, async t => {
    const engine = await create(t), moves = [];
    engine.onLine(line => line.startsWith('bestmove') && moves.push(line));
    engine.send('go infinite\nstop');
    await engine.idle();
    engine.send('go infinite');
    const ready = engine.ready();
    engine.send('stop');
    await ready;
    engine.send('go infinite\nstop\nposition startpos\ngo infinite');
    await new Promise(resolve => setTimeout(resolve, 200));
    engine.send('stop');
    await engine.idle();
    assert.equal(moves.length, 4);
    engine.send('go depth 1\ngo depth 1');
    await engine.idle();
    assert.equal(moves.length, 6);
});

test('commands sent by a listener are queued after earlier ones; it may end the engine at any line', limit, async t => {
    const engine = await create(t);
    let count = 0;
    engine.onLine(line => line.startsWith('bestmove') && count++ === 0 && engine.send('go infinite\nstop'));
    engine.send('go depth 1\nposition startpos');
    await new Promise(resolve => setTimeout(resolve, 100));
    await engine.idle();
    assert.equal(count, 2);
    const other = await create(t);
    other.onLine(() => other.terminate());
    other.send('go infinite\nstop');
    await new Promise(resolve => setTimeout(resolve, 100));
    await assert.rejects(other.idle(), /ended by terminate/);
});

test('one analysis after another, and an end during a search', limit, async t => {
    const engine = await create(t);
    for (let i = 0; i < 3; i++)
        for await (const line of engine.analyse({}))
            break;
    const found = engine.bestMove({}, { signal: new AbortController().signal });
    setTimeout(() => engine.terminate(), 10);
    await assert.rejects(found, /ended by terminate/);
});
