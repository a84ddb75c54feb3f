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
let Hanxin, parseInfo, ask, Game, node;

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
    ({ Game } = await import(join(unpacked, 'ready.js')));
    ({ node } = await import(join(unpacked, 'tree.js')));
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
        await assert.rejects(engine.legalMoves({ fen: '' }), /legalMoves expects a FEN/);
        await assert.rejects(engine.bestMove('4k4/9/9/9/9/9/9/9/9/R2K5 w'), /position must be an object with fen, moves, not "4k4/);
        await assert.rejects(engine.bestMove({ FEN: '' }), /position: unknown member 'FEN', expected fen, moves/);
        await assert.rejects(engine.bestMove({ fen: () => '' }), /such as \{ fen: game\.fen\(\) \}/);
        await assert.rejects(engine.bestMove({}, { moveTime: 100 }), /limits: unknown member 'moveTime'/);
        await assert.rejects(engine.bestMove({}, 3), /limits must be an object/);
        await assert.rejects(engine.bestMove({}, { depth: '3' }), /not the string '3'/);
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
    await assert.rejects(engine.judge({ rules: 'mine' }), /unknown rules 'mine': expected asian, /);
    await assert.rejects(engine.judge({ limit: -1 }), /natural limit/);
    engine.terminate();
    assert.match((await ask(['move en', '', '', 'h2h8'])).refused, /\w/);
    assert.match((await ask(['move zh', '', '', 'h2h8'])).refused, /炮/);
    const { move, wxf, chinese, english } = await ask(['move en', '', 'h2e2', '马8进7']);
    assert.deepEqual([move, wxf, chinese, english], ['h9g7', 'H8+7', '马8进7', 'H8+7']);
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

const line = (game, notation) => game.history({ notation }).join(' ');

test('the names that a tree makes itself are those of the rules', () => {
    const pawns = ['3k5/2P3P2/2P3P2/9/4P4/9/9/9/9/4K4 w', '3k5/2P3P2/2P3P2/2P6/9/9/9/9/9/4K4 w', '3k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w',
        '3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w', '4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b', '3k5/9/9/9/R1C6/9/R1C6/2N6/2N6/4K4 w'];
    for (const fen of [Game.START, ...pawns])
        for (const { iccs: move, wxf, chinese, ...names } of new Game(fen).moves({ verbose: true }))
            for (const notation of ['traditional', 'english', 'vietnamese'])
                assert.equal(node({ move, wxf, chinese })[notation], names[notation], `${fen} ${move} ${notation}`);
});

test('a game: moves in all notations, what they capture, refusals, undo', () => {
    const game = new Game();
    const { before: start, after: fen, ...first } = game.move('炮二平五');
    assert.deepEqual(first, { color: 'red', from: 'h2', to: 'e2', piece: 'c', iccs: 'h2e2', wxf: 'C2.5', english: 'C2=5', chinese: '炮二平五', traditional: '炮二平五', vietnamese: 'P2-5' });
    assert.deepEqual([start, fen, game.turn()], [Game.START, game.fen(), 'black']);
    game.move('H8+7');
    const taken = game.move({ from: 'e2', to: 'e6' });
    assert.deepEqual([taken.captured, game.get('e6'), game.get('e2')], ['p', { square: 'e6', type: 'c', color: 'red' }, null]);
    assert.deepEqual(['iccs', 'wxf', 'english', 'chinese', 'traditional', 'vietnamese'].map(notation => line(game, notation)),
        ['h2e2 h9g7 e2e6', 'C2.5 H8+7 C5+4', 'C2=5 H8+7 C5+4', '炮二平五 马8进7 炮五进四', '炮二平五 馬8進7 炮五進四', 'P2-5 M8.7 P5.4']);
    assert.deepEqual(game.history({ verbose: true }).at(-1), taken);
    assert.deepEqual(game.moves({ square: 'a6', notation: 'wxf' }), ['P1+1']);
    for (const [illegal, reason] of [['h7h0', /cannon/], [{ from: 'a0', to: 'a1' }, /./], ['nonsense', /is not a move/], ['', /./]])
        assert.throws(() => game.move(illegal), { name: 'Error', message: reason });
    assert.deepEqual(game.undo(), taken);
    assert.deepEqual([game.fen(), game.history().length, game.board()[9][4], game.board()[0][0].color], [taken.before, 2, { square: 'e0', type: 'k', color: 'red' }, 'black']);
    assert.deepEqual(game.moves({ verbose: true }).find(({ iccs }) => iccs === 'e2e6'), taken);
    assert.match(game.ascii(), /^9 r n b a k a b \. r\n/);
    assert.equal(game.reset().undo(), null);
    assert.equal(new Game('', { lang: 'zh' }).moves().length, 44);
    assert.throws(() => new Game('', { lang: 'zh' }).move('h2h9h'), /[着法走]/);
    assert.throws(() => game.load('9/9'), /FEN/);
    assert.throws(() => game.moves({ notation: 'san' }), { name: 'RangeError', message: "invalid notation 'san': expected iccs, wxf, english, chinese, traditional, vietnamese" });
    assert.throws(() => new Game('', { rules: 'mine' }), /unknown rules 'mine': expected asian, /);
    assert.throws(() => new Game('', { lang: 'klingon' }), /unknown language 'klingon': expected en, /);
});

test('a game ends: mate, stalemate, repetition by the chosen rules, the natural limit', () => {
    const states = fen => { const game = new Game(fen); return [game.isCheckmate(), game.isStalemate(), game.isDraw(), game.isGameOver(), game.verdict().result]; };
    assert.deepEqual(states('R3k4/1R7/9/9/9/9/9/9/9/3K5 b'), [true, false, false, true, '1-0']);
    assert.deepEqual(states('4k4/3R5/5R3/9/9/9/9/9/9/3K5 b'), [false, true, false, true, '1-0']);
    const play = options => { const game = new Game('3k5/9/9/9/9/9/9/9/9/R3K4 w', options); for (const move of 'a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9'.split(' ')) game.move(move); return game; };
    const checks = play({});
    assert.deepEqual([checks.isGameOver(), checks.verdict().ending, checks.verdict().result], [true, 'perpetual check', '0-1']);
    assert.match(checks.verdict().reason, /perpetual check[^]*a9[^]*[^\n]$/);
    assert.match(checks.verdict({ lang: 'zh' }).summary, /长将/);
    assert.deepEqual([play({ rules: 'off' }).isDraw(), checks.isDraw(), checks.verdict({ rules: 'off' }).result], [true, false, '1/2-1/2']);
    const quiet = new Game('3k5/9/9/9/9/9/9/9/9/R3K4 w', { limit: 2 });
    assert.deepEqual(['e0e1', 'd9d8'].map(move => quiet.move(move) && quiet.isDraw()), [false, true]);
});

test('a game is a tree: variations, comments and glyphs are read, made and written', () => {
    const [game] = Game.parse('[Red "甲"]\n[Result "1-0"]\n\n{start} 1. h2e2 $1 {good} (1. b2e2 h9g7) 1... h9g7 1-0');
    assert.deepEqual([line(game), game.tags, game.tree.next.map(({ move }) => move), game.tree.next[0].nags, game.tree.next[0].before], ['h2e2 h9g7', { Red: '甲', Result: '1-0' }, ['h2e2', 'b2e2'], [1], 'start']);
    assert.deepEqual([line(game.goTo([1]).toEnd()), game.path], ['b2e2 h9g7', [1, 0]]);
    assert.equal(game.goTo(1).setComment('other').getComment(), 'other');
    game.setNags([2]).move('b9c7');
    assert.deepEqual([line(game), game.path], ['b2e2 b9c7', [1, 1]]);
    game.goTo(0).move('h2e2'); // has it already
    assert.deepEqual(game.path, [0]);
    assert.match(game.pgn({ notation: 'wxf' }).replace(/\s+/g, ' '), /^\[Red "甲"\].*\{start\} 1\. C2\.5 \$1 \{good\} \( ?1\. C8\.5 \$2 \{other\} H8\+7 \( ?1\.\.\. H2\+3 ?\) ?\) 1\.\.\. H8\+7 1-0 $/);
    game.undo();
    assert.deepEqual(game.tree.next.map(({ move }) => move), ['b2e2']);
    for (const place of [-1, 9, [5]])
        assert.throws(() => game.goTo(place), RangeError);
});

test('games of files of every format are read and written', () => {
    const game = new Game();
    game.tags.Red = '甲';
    '炮二平五 马8进7 马二进三'.split(' ').forEach(move => game.move(move));
    const chinese = game.pgn({ notation: 'chinese' });
    assert.match(chinese, /炮二平五 马8进7/);
    for (const file of [chinese, game.pgn(), game.pgn({ notation: 'wxf' }), game.toXQF(), game.toDhtmlXQ(), game.write('gb18030').bytes, Buffer.from(`\uFEFF${chinese}`, 'utf16le'), new Uint8Array(game.toXQF()).buffer])
        assert.deepEqual(Game.parse(file).map(read => [read.tags.Red, line(read), read.fault]), [['甲', 'h2e2 h9g7 h0g2', '']]);
    assert.equal(line(Game.parse('1. 炮二平五 马8进7')[0]), 'h2e2 h9g7');
    assert.deepEqual(Game.parse(`${chinese}\n${game.pgn()}`).length, 2);
    assert.equal(line(new Game().loadFile(`${game.pgn()}\n1. b2e2 *`, { number: 2 })), 'b2e2');
    const [cut] = Game.parse('1. h2e2 h2h3 *');
    assert.deepEqual([line(cut), /move 2|h2h3/.test(cut.fault)], ['h2e2', true]);
    assert.match(game.write('xqf').lost, /^$/);
    game.tags.Mine = 'x';
    assert.match(game.write('xqf').lost, /Mine/);
    assert.throws(() => game.write('doc'), /invalid format 'doc': expected iccs, wxf, english, chinese, traditional, vietnamese, gb18030, xqf, dhtmlxq/);
    assert.throws(() => Game.parse('PK\x03\x04', { name: 'a.zip' }), /a\.zip: a ZIP archive/);
    assert.throws(() => Game.parse('word'), /line 1/);
    assert.throws(() => Game.parse(new Blob(['x'])), { name: 'TypeError', message: /arrayBuffer/ });
});

test('options of the engine are checked', limit, async t => {
    const engine = await create(t, { threads: 1 });
    assert.deepEqual(engine.options.find(({ name }) => name === 'Skill Level'), { name: 'Skill Level', type: 'spin', default: '20', min: 0, max: 20 });
    for (const [name, value, error] of [['Hsh', 1, /^unknown option 'Hsh': did you mean 'Hash'\? The options are .*, Skill Level, /], ['Skill Level', 21, /^Skill Level must be a whole number from 0 to 20, not 21$/],
        ['Hash', '16x', /not the string .16x.$/], ['Hash', undefined, /^Hash needs a value$/], ['Ponder', 'maybe', /^Ponder must be true or false, not maybe$/], ['Repetition Rule', 'mine', /^Repetition Rule must be asian, .* or off, not mine$/]])
        assert.throws(() => engine.setOption(name, value), { message: error });
    for (const [name, value] of [['skill level', '3'], ['Ponder', false], ['Clear Hash'], ['Book Files', ''], ['Repetition Rule', 'Chinese']])
        engine.setOption(name, value);
    assert.ok((await engine.bestMove({}, { depth: 2 })).move);
});

const hasTypes = spawnSync('tsc', ['--version']).status === 0;
test('a strict TypeScript program that uses every export', { ...limit, skip: !hasTypes && 'skipped: tsc is not installed (Debian: node-typescript)' }, () => {
    const program = `import { Hanxin, type Info } from 'hanxin';
        import { Game, type Move, type Verdict } from 'hanxin/game';
        import { loadGame } from 'hanxin/game/load';
        import { ask, loadRules } from 'hanxin/rules';
        import { XiangqiBoard } from 'hanxin/board';
        import 'hanxin/element';
        const engine = await Hanxin.create({ threads: 1 }), game = new Game(Game.START, { rules: 'chinese' });
        const move: Move = game.move('h2e2'), texts: string[] = game.moves({ square: 'a0', notation: 'wxf' }), moves: Move[] = game.moves({ verbose: true });
        const board = new XiangqiBoard(document.body, { onMove: (from, to) => { board.set({ fen: game.move({ from, to }).after, arrows: [{ from, to, kind: 'best' }] }); } });
        for await (const info of engine.analyse({ fen: game.fen() })) { const { pv }: Info = info; console.log(pv[0], texts, moves, move.captured); }
        engine.setOption('Hash', engine.options[0].max);
        const verdict: Verdict = await engine.judge({ moves: game.history(), rules: 'asian' });
        console.log(verdict, await ask(['levels en']), (await loadRules())(['state en', '', '']), Game.parse(game.toXQF())[0].tree.next[0].comment);
        const loaded: Game = new (await loadGame())(game.fen());
        console.log(loaded.fen());
        // @ts-expect-error
        game.moves({ notation: 'san' });\n`;
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(home, 'types.ts'), program);
    const run = spawnSync('tsc', ['--noEmit', '--strict', '--target', 'es2022', '--module', 'node16', '--moduleResolution', 'node16', 'types.ts'], { cwd: home, encoding: 'utf8' });
    assert.deepEqual([run.stdout, run.status], ['', 0]);
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

test('the example of the README for Node', limit, () => {
    const [, example] = /```js play\.mjs\n(.*?)```/s.exec(readFileSync(join(unpacked, 'README.md'), 'utf8'));
    writeFileSync(join(home, 'play.mjs'), example);
    const said = execFileSync(process.execPath, [join(home, 'play.mjs')], { encoding: 'utf8', timeout: 100000 }).split('\n');
    assert.deepEqual([said[0].split(' ').length, said[0].split(' ')[0], said.length, said.at(-2)], [10, '炮二平五', 14, 'The game is not over.']);
});

test('the engine as a program', limit, () => {
    const run = spawnSync(process.execPath, [join(unpacked, 'bin.js')], { input: 'uci\nposition startpos\ngo depth 3\n', encoding: 'utf8' });
    assert.match(run.stdout, /uciok[^]*bestmove [a-i]\d[a-i]\d/);
    assert.equal(run.status, 0);
    const quit = spawnSync(process.execPath, [join(unpacked, 'bin.js')], { input: 'uci\ngo infinite\nquit\nisready\n', encoding: 'utf8' });
    assert.deepEqual([quit.stdout.includes('uciok'), quit.status], [true, 0]);
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
    const { exports, bin } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
    for (const file of [...Object.values(exports).flatMap(entry => (typeof entry === 'string' ? entry : Object.values(entry))), bin.hanxin, 'COPYING', 'NOTICES.md', 'README.md', 'SOURCES.md'])
        assert.ok(file.includes('*') || existsSync(join(unpacked, file)), file);
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
