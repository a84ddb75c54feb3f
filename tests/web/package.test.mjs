// SPDX-License-Identifier: GPL-3.0-only
// The npm package as made by `npm pack`, unpacked in its own folder and used from there. HANXIN_PACKAGE is dist/npm.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, mkdirSync, openSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

const root = new URL('../..', import.meta.url).pathname;
const home = mkdtempSync(join(tmpdir(), 'hanxin-web-'));
const unpacked = join(home, 'node_modules', 'hanxin');
const limit = { timeout: 200000 }; // the machine may be busy
let Hanxin, parseInfo, ask;

// Creates an engine that ends with its test.
async function create(t, options) {
    const engine = await Hanxin.create(options);
    t.after(() => engine.terminate());
    return engine;
}

// Returns the nodes of a bench.
async function bench(engine, command) {
    const lines = [];
    const end = engine.onLine(line => lines.push(line));
    engine.send(command);
    await engine.idle();
    end();
    return lines.find(line => line.startsWith('Nodes searched')).split(':')[1].trim();
}

before(async () => {
    mkdirSync(unpacked, { recursive: true });
    const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', home, join(root, 'dist/npm')], { encoding: 'utf8' }));
    execFileSync('tar', ['xzf', join(home, filename), '-C', unpacked, '--strip-components=1']);
    console.log(`${filename}: ${statSync(join(home, filename)).size} bytes`);
    ({ Hanxin, parseInfo } = await import(join(unpacked, 'hanxin.js')));
    ({ ask } = await import(join(unpacked, 'rules.js')));
});
after(() => rmSync(home, { recursive: true, force: true }));

test('bench gives the recorded nodes', limit, async t => {
    assert.equal(await bench(await create(t, { threads: 1 }), 'bench'), readFileSync(join(root, 'bench/signature'), 'utf8').trim());
});

test('all four modules search the same', limit, async t => {
    const validate = WebAssembly.validate;
    const counts = new Set();
    t.after(() => (WebAssembly.validate = validate));
    for (const vectors of [true, false]) {
        WebAssembly.validate = () => vectors;
        for (const shared of [true, false])
            counts.add(await bench(await create(t, { shared, threads: 1 }), 'bench 16 1 6'));
    }
    assert.equal(counts.size, 1);
});

// both ways to stop a search
const kinds = [
    ['with threads', { threads: 1 }],
    ['without threads', { shared: false }],
];
for (const [name, options] of kinds) {
    test(`${name}: the best move, a mate, a position without a move`, limit, async t => {
        const engine = await create(t, options);
        const { move, info } = await engine.bestMove({}, { depth: 6 });
        assert.ok((await engine.legalMoves()).includes(move));
        assert.equal(info.pv[0], move);
        assert.equal(info.wdl.reduce((a, b) => a + b), 1000);
        const mate = await engine.bestMove({ fen: '4k4/9/9/9/9/9/9/9/R8/1R3K3 w' }, { depth: 5 });
        assert.equal(mate.info.score.mate > 0, true);
        const mated = 'R3k4/1R7/9/9/9/9/9/9/9/3K5 b';
        const none = await engine.bestMove({ fen: mated }, { depth: 3 });
        assert.equal(none.move, null);
        engine.send('ucci'); // does not change the end of such a search
        assert.equal((await engine.bestMove({ fen: mated }, { depth: 3 })).move, null);
        for await (const line of engine.analyse({ fen: mated }, { depth: 3 }))
            assert.equal(line.score.cp < -9000, true);
    });

    test(`${name}: an analysis of three lines ends by its signal or by leaving the loop; the engine remains usable`, limit, async t => {
        const engine = await create(t, options);
        const end = new AbortController();
        const seen = new Set();
        for await (const line of engine.analyse({ moves: 'h2e2' }, { multipv: 3, signal: end.signal })) {
            seen.add(line.multipv);
            if (line.depth >= 4 && line.multipv === 3)
                end.abort();
        }
        assert.deepEqual([...seen].sort(), [1, 2, 3]);
        let reached = 0;
        for await (const line of engine.analyse()) { // the engine begins anew if it has no threads
            reached = line.depth;
            if (reached >= 3)
                break;
        }
        assert.ok(reached >= 3, `${reached}`);
        const early = new AbortController();
        setTimeout(() => early.abort(), 300);
        assert.ok((await engine.bestMove({}, { signal: early.signal })).move);
        await engine.ready();
        assert.ok((await engine.bestMove({ fen: '4k4/9/9/9/9/9/9/9/9/R2K5 w' }, { depth: 2 })).move);
    });

    test(`${name}: errors are reported`, limit, async t => {
        const engine = await create(t, options);
        await assert.rejects(engine.bestMove({ fen: 'nonsense' }), /FEN/);
        await assert.rejects(engine.bestMove({ moves: ['h2e2', 'h2h3'] }), /move 2/);
        await assert.rejects(engine.bestMove({}, { depth: 0 }), /depth must be a whole number from 1 to 100/);
        await assert.rejects(engine.bestMove({}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
        await assert.rejects(engine.legalMoves('9/9'), /FEN/);
        const first = engine.bestMove({}, { movetime: 300 });
        await assert.rejects(engine.bestMove(), /the engine is searching/);
        await first;
        const broken = engine.bestMove({}, { movetime: 100000 });
        await new Promise(resolve => setTimeout(resolve, 100));
        engine.terminate();
        await assert.rejects(broken, /ended by terminate/);
        await assert.rejects(engine.bestMove(), /ended by terminate/);
        assert.throws(() => engine.send('isready'), /ended by terminate/);
    });
}

test('the options of create() are checked, and a URL without files is reported', limit, async t => {
    await assert.rejects(Hanxin.create({ threads: 0 }), /threads must be a whole number/);
    await assert.rejects(Hanxin.create({ hash: 1.5 }), /hash must be a whole number/);
    await assert.rejects(Hanxin.create({ url: 'file:///nowhere' }), /cannot load file:\/\/\/nowhere\/threads.*\.wasm/);
    assert.throws(() => new Hanxin(), /Hanxin.create/);
});

test('an invalid listener is rejected; a failing one does not affect the others', limit, async t => {
    for (const none of [5, 'log', {}, true])
        await assert.rejects(Hanxin.create({ onLine: none }), { name: 'TypeError', message: /onLine expects a function, not / });
    const engine = await create(t, { shared: false }), heard = [], told = [];
    for (const none of [5, undefined, null])
        assert.throws(() => engine.onLine(none), { name: 'TypeError', message: /onLine expects a function, not / });
    t.mock.method(console, 'error', (...words) => told.push(words.join(' ')));
    engine.onLine(() => { throw new Error('at once'); });
    engine.onLine(async () => { throw new Error('later'); });
    engine.onLine(line => heard.push(line));
    assert.ok((await engine.bestMove({}, { depth: 2 })).move);
    assert.ok(heard.some(line => line.startsWith('bestmove ')));
    for (const reason of ['at once', 'later'])
        assert.equal(told.filter(line => line === `hanxin: a listener of onLine failed: Error: ${reason}`).length, heard.length);
});

test('a rejected bench ends', limit, async t => {
    const engine = await create(t, { threads: 1 }), lines = [];
    engine.onLine(line => lines.push(line));
    engine.send('bench deep 3');
    await engine.idle();
    assert.ok(lines.some(line => line.startsWith("bench: invalid word 'deep'")), lines.join('\n'));
});

test('without endgame tables and book it plays and reports that once; without the net it fails', limit, async t => {
    const lack = ending => {
        const url = mkdtempSync(join(home, 'without-'));
        cpSync(join(unpacked, 'engine'), url, { recursive: true, filter: file => !ending.test(file) });
        return `file://${url}`;
    };
    const lines = [], engine = await create(t, { url: lack(/hanxin\.hx[be]$/), shared: false, onLine: line => lines.push(line) });
    for (let i = 0; i < 2; i++) {
        engine.send('position startpos\ngo wtime 1000 btime 1000');
        await engine.idle();
    }
    assert.equal(lines.filter(line => line.startsWith('bestmove ')).length, 2);
    for (const [file, lacking] of [['hanxin.hxb', 'the built-in book: '], ['hanxin.hxe', 'endgame tables: ']])
        if (statSync(join(unpacked, 'engine', file)).size > 0) // otherwise it was built without
            assert.equal(lines.filter(line => line.startsWith(`info string ${lacking}`)).length, 1, lines.join('\n'));
    await assert.rejects(Hanxin.create({ url: lack(/hanxin\.nnue$/) }), /cannot load .*hanxin\.nnue/);
});

test('several threads and several engines at once', limit, async t => {
    const engines = await Promise.all([create(t, { threads: 2, hash: 8 }), create(t, { shared: false }), create(t, { threads: 3 })]);
    const found = await Promise.all(engines.map(engine => engine.bestMove({}, { movetime: 300 })));
    for (const { move } of found)
        assert.match(move, /^[a-i][0-9][a-i][0-9]$/);
});

test('the rules: verdicts, refusals in both languages, PGN read and written', limit, async t => {
    const engine = await create(t, { shared: false });
    const moves = Array(3).fill('a0a1 a9a8 a1a0 a8a9').join(' ');
    const verdict = await engine.judge({ moves });
    assert.deepEqual([verdict.result, verdict.ending, verdict.plies], ['1/2-1/2', 'repetition', 8]);
    assert.match((await engine.judge({ moves, lang: 'zh' })).summary, /作和/);
    await assert.rejects(engine.judge({ rules: 'mine' }), /unknown rules/);
    await assert.rejects(engine.judge({ limit: -1 }), /natural limit/);
    engine.terminate();
    assert.match((await ask(['move en', '', '', 'h2h8'])).refused, /\w/);
    assert.match((await ask(['move zh', '', '', 'h2h8'])).refused, /炮/);
    assert.deepEqual(await ask(['move en', '', 'h2e2', '马8进7']), { move: 'h9g7', wxf: 'H8+7', chinese: '马8进7' });
    const write = async format => Buffer.from((await ask(['write en', format, '[Red "甲 \\"乙\\""]\n[Event "a\\\\b"]\n\n1. h2e2 h9g7 0-1'])).file, 'latin1');
    const pgn = await write('chinese');
    assert.match(pgn.toString(), /炮二平五/);
    for (const bytes of [Buffer.concat([pgn, pgn]), Buffer.from(`\uFEFF${pgn}${pgn}`, 'utf16le'), await write('xqf'), await write('dhtmlxq')]) {
        const { games } = await ask(['list en', 'file', bytes]), last = await ask(['read en', String(games.length), 'file', bytes]);
        assert.deepEqual([games.length, games[0].red, games[0].plies], [games.length === 1 ? 1 : 2, '甲 "乙"', 2]);
        assert.deepEqual([last.nodes.map(({ move }) => move), last.result, last.tags.Event, last.fault], [['h2e2', 'h9g7'], '0-1', 'a\\b', '']);
    }
    const gb = Buffer.from('5b5265642022cdf5ccecd2bb225d0a0a312e20c5dab6fec6bdcee520c2eda3b8bdf8a3b7202a0a', 'hex'); // GB 18030
    assert.deepEqual((await ask(['list en', 'file', gb])).games.map(({ red, plies }) => [red, plies]), [['王天一', 2]]);
    assert.equal((await ask(['list en', 'a.zip', Buffer.from('PK\x03\x04\0')])).error, 'a.zip: a ZIP archive: unpack it first');
    assert.match((await ask(['list zh', '', '1. h2e2 h2h3 *'])).games[0].fault, /第/);
    assert.match((await ask(['nonsense'])).error, /unknown request/);
});

test('the opening book: its moves are listed, and the engine plays them only under a clock', limit, async t => {
    const engine = await create(t, { shared: false }), lines = [], built = statSync(join(unpacked, 'engine/hanxin.hxb')).size > 0;
    const known = await engine.bookMoves();
    assert.equal(known.length > 1, built);
    assert.ok(!built || Math.abs(known.reduce((sum, { share }) => sum + share, 0) - 100) < 1);
    for (const { move, share, score } of known) // null if it has no score
        assert.ok(/^[a-i]\d[a-i]\d$/.test(move) && share > 0 && Math.abs(score) < 200);
    assert.deepEqual(await engine.bookMoves({ fen: '4k4/9/9/9/9/9/9/9/9/R2K5 w' }), []);
    await assert.rejects(engine.bookMoves({ moves: 'h2h2' }), /move 1/);
    engine.onLine(line => lines.push(line));
    engine.send('position startpos\ngo wtime 60000 btime 60000');
    await engine.idle();
    assert.equal(lines.filter(line => line.startsWith('bestmove ')).length, 1);
    assert.ok(!built || known.some(({ move }) => lines.includes(`info string book move ${move}`) && lines.includes(`bestmove ${move}`)), lines.join('\n'));
});

test('principal variations', () => {
    assert.deepEqual(parseInfo('info depth 5 seldepth 7 multipv 2 score mate -3 lowerbound wdl 0 1 999 nodes 9 pv a0a1 a9a8'), {
        depth: 5, seldepth: 7, multipv: 2, score: { mate: -3, bound: 'lower' }, wdl: [0, 1, 999], nodes: 9, pv: ['a0a1', 'a9a8'] });
    assert.deepEqual(parseInfo('info depth 1 score -7 pv a0a1').score, { cp: -7 });
    assert.equal(parseInfo('info string score'), null);
    assert.equal(parseInfo('bestmove a0a1'), null);
});

test('the examples of the README', limit, () => {
    const examples = [...readFileSync(join(unpacked, 'README.md'), 'utf8').matchAll(/```js\n(.*?)```/gs)].map(match => match[1]);
    assert.equal(examples.length, 3);
    const said = examples.map((example, i) => {
        const file = join(home, `example${i}.mjs`);
        writeFileSync(file, example);
        return execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 100000 });
    });
    assert.match(said[0], /^Black plays [a-i]\d[a-i]\d, at depth \d+\n$/);
    assert.match(said[1], /^([89]|[1-9]\d) 3 /m); // lines of low depths that come too fast are omitted
    assert.match(said[2], /^44 moves\n\* The game is not over\.\n$/);
});

test('the engine as a program', limit, () => {
    const run = spawnSync(process.execPath, [join(unpacked, 'bin.js')], { input: 'uci\nposition startpos\ngo depth 3\n', encoding: 'utf8' });
    assert.match(run.stdout, /uciok[^]*bestmove [a-i]\d[a-i]\d/);
    assert.equal(run.status, 0);
});

test('the program exits silently when its reader has gone, and reports output errors', limit, async () => {
    const program = spawn(process.execPath, [join(unpacked, 'bin.js')]);
    let said = '';
    program.stderr.on('data', bytes => (said += bytes));
    program.stdin.on('error', () => {});
    program.stdin.write('uci\n');
    await once(program.stdout, 'data');
    program.stdout.destroy();
    const asking = setInterval(() => program.stdin.write('isready\n'), 50);
    const [status] = await once(program, 'exit');
    clearInterval(asking);
    assert.deepEqual([status, said], [1, '']);
    if (!existsSync('/dev/full'))
        return;
    const run = spawnSync(process.execPath, [join(unpacked, 'bin.js')], {
        input: 'uci\nposition startpos\ngo depth 3\n', encoding: 'utf8', stdio: ['pipe', openSync('/dev/full', 'w'), 'pipe'] });
    assert.deepEqual([run.status, run.stderr], [1, 'hanxin: standard output: ENOSPC: no space left on device, write\n']);
});

test('contents of the package', () => {
    assert.deepEqual(readdirSync(unpacked).sort(), ['COPYING', 'NOTICES.md', 'README.md', 'SOURCES.md', 'bin.js', 'engine', 'hanxin.d.ts', 'hanxin.js', 'load.js', 'package.json', 'rules.js', 'thread.js']);
    assert.deepEqual(readdirSync(join(unpacked, 'engine')).filter(file => file.startsWith('hanxin.')).sort(), ['hanxin.hxb', 'hanxin.hxe', 'hanxin.nnue']);
    assert.match(JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')).version, /^\d+\.\d+\.\d+$/);
});

test('the package and the page contain the notices of linked code and the address of the source', () => {
    for (const folder of [unpacked, new URL('../../dist/web', import.meta.url).pathname]) {
        const notices = readFileSync(join(folder, 'NOTICES.md'), 'utf8');
        for (const part of ['Emscripten Authors', 'Rich Felker', 'compiler-rt', 'section 6', 'THE SOFTWARE IS PROVIDED "AS IS"'])
            assert.ok(notices.includes(part), `${folder}: ${part}`);
        readFileSync(join(folder, 'SOURCES.md'));
        readFileSync(join(folder, 'COPYING'));
    }
});
