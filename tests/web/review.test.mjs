// SPDX-License-Identifier: GPL-3.0-only
// Reviews on the page without a browser: their place in the tree, the review itself with the engine of dist/npm and with `hanxin`, and exercises.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { serve } from './serve.mjs';

const root = new URL('../..', import.meta.url).pathname;
const home = mkdtempSync(join(tmpdir(), 'hanxin-review-'));
const limit = { timeout: 200000 }; // the machine may be busy
let tree, review, page, native;

// Returns a function that imports a module of the page: with the engine of dist/npm, or with that of `hanxin web`.
function modules(name, ...more) {
    const folder = join(home, name);
    for (const from of ['protocol/web/page', 'protocol/web/npm', ...more])
        cpSync(join(root, from), from === 'dist/npm/engine' ? join(folder, 'engine') : folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    return file => import(join(folder, file));
}

before(async () => {
    globalThis.navigator ??= { languages: ['en'] };
    page = modules('page', 'dist/npm/engine');
    native = modules('native', 'protocol/web/native');
    tree = await page('tree.js');
    review = await page('review.js');
});
after(() => rmSync(home, { recursive: true }));

// ---- in the tree ----

const line = (...moves) => moves.reduceRight((next, move) => tree.node({ move, wxf: move, chinese: move, next: next ? [next] : [] }), null);
const game = (...moves) => tree.node({ next: [line(...moves)] });
const result = (ply, score, more = {}) => ({ ply, score, red: 0.5, ...more });
const better = (moves, score = '+0.50') => ({ score, moves, wxf: moves, chinese: moves, english: moves });
const BLUNDER = { mark: '??', nag: 4, words: { en: 'loses a rook', zh: '失一车' }, better: better('h0g2 h9g7') };

test('a result is a comment, a mark and a variation', () => {
    const plain = tree.edit(game('h2e2', 'h9g7', 'e2e6'), [0, 0, 0], at => ({ ...at, comment: 'greedy [%cal Ge2e6]', nags: [2, 7] }));
    const made = review.applyReview(plain, [0, 0, 0], result(3, '-3.10', BLUNDER), 'en');
    const at = tree.nodeAt(made, [0, 0, 0]);
    assert.equal(at.comment, 'greedy [%cal Ge2e6] [%eval -3.10] loses a rook');
    assert.deepEqual(at.nags, [7, 4]);
    const { path, line: moves, score } = review.betterOf(made, [0, 0, 0]);
    assert.deepEqual([path, moves.map(({ move }) => move), score], [[0, 0, 1], ['h0g2', 'h9g7'], '+0.50']);
    assert.equal(tree.nodeAt(plain, [0, 0]).next.length, 1, 'the old tree is as it was');
    assert.equal(tree.nodeAt(review.applyReview(plain, [0, 0, 0], result(3, '-3.10', BLUNDER), 'zh'), [0, 0, 0]).comment, 'greedy [%cal Ge2e6] [%eval -3.10] 失一车');
    assert.equal(review.applyReview(plain, [], result(0, '+0.10'), 'en'), plain);
});

test('a first review keeps the marks of people; other formats get no commands', async () => {
    const own = tree.edit(game('h2e2', 'h9g7'), [0], at => ({ ...at, nags: [1], comment: 'mine [%cal Gh2e2]' })), [made] = review.forgetReview(own, [0, 0], false);
    assert.deepEqual([made.next[0].nags, review.hasMark(made.next[0]), review.hasMark(made.next[0].next[0])], [[1], true, false]);
    const marked = review.applyReview(made, [0], { ...result(1, '+0.30', BLUNDER), nag: null }, 'en');
    assert.deepEqual(marked.next[0].nags, [1]);
    assert.deepEqual(review.forgetReview(marked, [0], true)[0].next[0].nags, []);
    const { plainComment } = await page('notes.js');
    assert.equal(tree.withComments(marked, plainComment).next[0].comment, 'mine (+0.30) loses a rook');
});

test('a later result replaces an earlier one', () => {
    let made = review.applyReview(game('h2e2', 'h9g7'), [0, 0], result(2, '+2.00', BLUNDER), 'en');
    made = review.applyReview(made, [0, 0], result(2, '+0.30'), 'en');
    assert.deepEqual(made, review.applyReview(game('h2e2', 'h9g7'), [0, 0], result(2, '+0.30'), 'en'));
});

test('a second review keeps what is the user\'s', () => {
    const own = tree.node({ move: 'b0c2', comment: 'mine' });
    let made = tree.edit(game('h2e2', 'h9g7', 'e2e6'), [0, 0], at => ({ ...at, comment: 'before', next: [...at.next, own] }));
    const clean = made;
    made = review.applyReview(made, [0, 0, 0], result(3, '-3.10', BLUNDER), 'en');
    made = review.applyReview(made, [0, 0], result(2, '+0.20'), 'en');
    assert.deepEqual(review.forgetReview(made, [0, 0, 0], true), [clean, [0, 0, 0]]);
    const noted = tree.edit(made, [0, 0, 2, 0], at => ({ ...at, comment: 'and this?' }));
    const [kept] = review.forgetReview(noted, [0, 0, 0], true);
    assert.equal(tree.nodeAt(kept, [0, 0, 2]).move, 'h0g2', 'the user has annotated this line');
    assert.equal(tree.nodeAt(kept, [0, 0, 2]).before, '');
    assert.equal(tree.nodeAt(kept, [0, 0]).next.length, 3);
    const [promoted, path] = review.forgetReview(tree.promote(made, [0, 0, 2], Infinity)[0], [0, 0, 1], true);
    assert.deepEqual([tree.nodeAt(promoted, path).move, path], ['e2e6', [0, 0, 0]]);
});

test('without a review of this program, only scores are removed', () => {
    const served = tree.edit(game('h2e2'), [0], at => ({ ...at, comment: '[%eval 0.35] a fine move', next: [] }));
    const lined = { ...served, next: [...served.next, tree.node({ move: 'h2d2', before: '[%eval 0.1]' })] };
    const [made] = review.forgetReview(lined, [0], false);
    assert.equal(tree.nodeAt(made, [0]).comment, 'a fine move');
    assert.equal(made.next.length, 2);
    assert.equal(review.isReviewed({ Review: 'Hanxin 1.0, a position: 5 nodes' }), true);
    assert.equal(review.isReviewed({ Review: 'Other' }), false);
});

test('a review that was ended early is replaced as a whole', () => {
    const clean = game('h2e2', 'h9g7'), begun = review.beginReview({ root: clean, whole: [0, 0], tags: { Red: 'a', RedAccuracy: '90.0' } });
    assert.deepEqual([begun.root, begun.whole, begun.tags.Red, begun.tags.RedAccuracy], [clean, [0, 0], 'a', undefined]);
    const partly = { ...begun, root: review.applyReview(begun.root, [0, 0], result(2, '+2.00', BLUNDER), 'en') };
    assert.deepEqual(review.beginReview(partly), begun);
});

test('the user\'s words in a reviewed comment can be changed', () => {
    assert.equal(review.withOwnWords('old [%eval +1.00] loses a rook', 'new'), 'new [%eval +1.00] loses a rook');
    assert.equal(review.withOwnWords('[%eval +1.00] loses a rook', ''), '[%eval +1.00] loses a rook');
    assert.equal(review.withOwnWords('old', 'new'), 'new');
    assert.deepEqual(review.commentParts('a [%csl Gd4] [%eval -M3] b'), { own: 'a [%csl Gd4]', score: '-M3', sentence: 'b' });
});

test('graph, counts and accuracy', () => {
    let made = game('h2e2', 'h9g7', 'e2e6');
    made = review.applyReview(made, [0], result(1, '+0.30'), 'en');
    made = review.applyReview(made, [0, 0], result(2, '+0.30'), 'en');
    made = review.applyReview(made, [0, 0, 0], result(3, '-M3', BLUNDER), 'en');
    const [red, black] = review.sidesOf(made, [0, 0, 0], false);
    assert.deepEqual([red.moves, red.blunder, black.moves, black.blunder, black.accuracy], [2, 1, 1, 0, 100]);
    assert.ok(red.accuracy > 50 && red.accuracy < 70, String(red.accuracy));
    const tags = review.reviewTags({ Red: 'a', Annotator: 'b' }, { stamp: { en: 'Hanxin 1.0', zh: '' }, sides: [{ moves: 2, accuracy: 81.24 }, { moves: 0, accuracy: 0 }] }, 'en');
    assert.deepEqual(tags, { Annotator: 'b', Red: 'a', Review: 'Hanxin 1.0', RedAccuracy: '81.2' });
    assert.equal(review.sidesOf(made, [0, 0, 0], false, tags)[0].accuracy, 81.2);
    assert.deepEqual(review.mistakes(made, [0, 0, 0], false).map(({ ply, side, sentence }) => [ply, side, sentence]), [[3, 'red', 'loses a rook']]);
    assert.equal(review.sidesOf(made, [0, 0, 0], true)[1].blunder, 1, 'Black moves first');
});

// ---- by an engine ----

const MOVES = ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'e2e6', 'g7e6', 'i0h0', 'h9i9'];

// Applies the results of a review to the tree of its moves. Returns the tree, the summary, and what arrived.
async function reviewed({ reviewGame }, options) {
    const path = MOVES.map(() => 0), heard = [], progress = [];
    let made = game(...MOVES);
    const summary = await reviewGame({ start: '', moves: MOVES }, { ...options, onProgress: one => progress.push(one), onResult: one => {
        heard.push(one);
        made = review.applyReview(made, path.slice(0, one.ply), one, 'en');
    } });
    return { made, path, summary, heard, progress };
}

test('in `hanxin web`, the tree is that of `hanxin review --pgn`', limit, async t => {
    const server = spawn(join(root, 'hanxin'), ['web', '--port', '0', '--no-browser', '--lang', 'en']), { fetch } = globalThis;
    t.after(() => {
        server.kill();
        globalThis.fetch = fetch;
    });
    const address = /^http\S*/.exec(String((await once(server.stdout, 'data'))[0]));
    if (!address)
        return t.skip('hanxin web does not run here');
    globalThis.fetch = (path, options) => fetch(new URL(path, address[0]), options);
    const nodes = 15000, { made, summary, progress } = await reviewed(await native('reviewer.js'), { nodes });
    writeFileSync(join(home, 'game.pgn'), tree.pgnOf(game(...MOVES), { tags: {}, start: '', result: '*' }));
    const pgn = execFileSync(join(root, 'hanxin'), ['review', join(home, 'game.pgn'), '--pgn', '-', '--nodes', String(nodes), '--lang', 'en'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const read = await (await native('rules.js')).ask(['read en', '1', '', pgn]);
    // names of moves differ: the tree of this test has none; PGN has the sentences in one language
    const plain = ({ next, wxf, chinese, traditional, english, vietnamese, said, ...rest }) => ({ ...rest, next: next.map(plain) });
    assert.deepEqual(plain(made), plain(tree.treeOf(read)));
    const { Result, Format, ...tags } = read.tags;
    assert.deepEqual(review.reviewTags({}, summary, 'en'), tags);
    assert.deepEqual([progress[0].pass, progress[0].done, progress.at(-1).pass, progress.at(-1).done], [1, 1, 2, MOVES.length + 1]);
    const better = review.betterOf(made, [0, 0, 0, 0, 0]).line;
    assert.ok(better.every(({ wxf, chinese, english }) => /^[A-Z+-]/.test(wxf) && /[进退平]/.test(chinese) && english === wxf.replace('.', '=')), 'a better line has names in all notations');

    const { reviewGame } = await native('reviewer.js'), ends = new AbortController();
    const aborted = reviewGame({ start: '', moves: MOVES }, { nodes: 900000000, signal: ends.signal, onResult: () => {}, onProgress: ({ pass }) => pass === 1 && ends.abort() });
    assert.equal(await aborted, null);
    await assert.rejects(reviewGame({ start: '9/9 w', moves: ['h2h9'] }, { nodes: 100, onResult: () => {} }), /ended early/);
});

test('in WebAssembly, the same rules find the same mistakes', limit, async t => {
    const { Engine } = await page('engine.js'), engine = new Engine({ set: { threads: 1 } });
    t.after(() => engine.close());
    await engine.start();
    assert.equal(engine.fault, '');
    const { made, path, summary, heard, progress } = await reviewed(await page('reviewer.js'), { engine, nodes: 20000 });
    const marks = tree.nodesOn(made, path).map(({ nags }) => nags[0] ?? 0);
    assert.equal(marks[4], 4, `e2e6 loses the cannon: ${marks}`);
    assert.equal(marks[7], 4, `h9i9 loses the cannon: ${marks}`);
    assert.match(review.mistakes(made, path, false).find(({ ply }) => ply === 5).sentence, /^(loses|turns) /);
    assert.ok(heard.filter(({ ply, nag }) => ply === 5 && nag === 2).length > 0, 'a mistake while it is in doubt');
    assert.ok(tree.nodesOn(made, path).every(({ comment }) => /^\[%eval [+-]\d\.\d\d\]/.test(comment)));
    assert.ok(summary.sides[0].accuracy > 50 && summary.sides[0].accuracy < 90, JSON.stringify(summary));
    assert.deepEqual([summary.sides[0].moves, progress.at(-1).done], [4, MOVES.length + 1]);
    const ends = new AbortController(), { reviewGame, judgeMove } = await page('reviewer.js');
    assert.equal(await reviewGame({ start: '', moves: MOVES }, { engine, signal: ends.signal, onResult: () => ends.abort() }), null);

    // a move of an exercise is judged by the same engine
    const judged = move => judgeMove({ start: '', moves: MOVES.slice(0, 4) }, move, ['i0h0', 'h7h3'], { engine, lang: 'en', nodes: 20000 });
    const { lost, sentence, reply } = await judged('e2e6');
    assert.ok(lost > 0.2, String(lost));
    assert.match(sentence, /^(loses|turns) /);
    assert.match(reply, /^g7e6/);
    const good = await judged('b0c2');
    assert.ok(good.lost < 0.1, JSON.stringify(good));
    const mate = await judgeMove({ start: '3k5/9/R8/9/9/1r7/9/9/9/5K2R w', moves: [] }, 'i0i8', ['i0i9'], { engine, lang: 'zh', nodes: 2000 });
    assert.ok(mate.lost < 0.05 || mate.sentence !== '', JSON.stringify(mate));
});

// ---- exercises ----

// Returns a reviewed game whose moves 3 and 5 by Red and 4 by Black are mistakes.
function marked() {
    let made = game(...MOVES);
    for (let ply = 1; ply <= 5; ply++)
        made = review.applyReview(made, MOVES.map(() => 0).slice(0, ply), result(ply, '+0.30', ply < 3 ? {} : { ...BLUNDER, better: better({ 3: 'b0c2', 4: 'b9c7', 5: 'i0h0' }[ply] + ' h7h3') }), 'en');
    return made;
}

test('the opening book knows the loss of its moves, and of those that it answers', async () => {
    const { bookLoss } = await page('reviewer.js'), book = [{ move: 'h2e2', score: 54 }, { move: 'h2f2', score: 31 }], reply = [{ move: 'h7e7', score: 106 }];
    assert.equal(bookLoss(book, 'h2e2', []), 0);
    assert.ok(bookLoss(book, 'h2f2', []) < 0.05);
    assert.ok(bookLoss(book, 'e3e4', reply) > 0.1);
    assert.equal(bookLoss(book, 'e3e4', []), undefined);
    assert.equal(bookLoss([], 'e3e4', reply), undefined);
    const plain = { move: 'e3e4' }; // without a score
    assert.equal(bookLoss([...book, plain], 'e3e4', []), undefined);
    assert.equal(bookLoss([...book, plain], 'e3e4', reply), bookLoss(book, 'e3e4', reply));
    assert.equal(bookLoss([plain], 'e3e4', reply), undefined);
    assert.equal(bookLoss(book, 'i3i4', [plain]), undefined);
});

test('an exercise asks for the better moves of a side', async () => {
    const { Exercise, exerciseWords } = await page('exercise.js'), asked = [], named = move => ({ move, wxf: move, chinese: move });
    const judge = async (task, move) => {
        asked.push([task.ply, move]);
        return { lost: move === 'a0a1' ? 0.3 : 0.01, sentence: 'loses a rook', reply: 'h7h0 c0e2' };
    };
    const exercise = new Exercise(marked(), MOVES.map(() => 0), { side: 'red', first: 0, judge });
    assert.deepEqual(exercise.tasks.map(({ ply }) => ply), [3, 5]);
    assert.deepEqual(exercise.before, [0, 0]);
    assert.deepEqual(tree.nodesOn(exercise.moves, tree.lineFrom(exercise.moves, [])).map(({ move }) => move), MOVES.slice(0, 2), 'no later moves are listed');
    assert.match(exerciseWords(exercise, 'wxf').join(' '), /^1 \/ 2 2\. Red to move\. Find a better move than h0g2 \?\?\.$/);
    assert.equal(await exercise.play(named('h0g2')), 'same');
    assert.equal(await exercise.play(named('a0a1')), 'wrong');
    assert.deepEqual(exercise.arrows, [{ from: 'a0', to: 'a1', kind: 'played' }, { from: 'h7', to: 'h0', kind: 'threat' }]);
    assert.match(exerciseWords(exercise, 'wxf').join(' '), /a0a1: no, try again\. loses a rook/);
    exercise.answer.judged.sentence = '';
    assert.match(exerciseWords(exercise, 'wxf').join(' '), /try again\. It lowers the expected score by 30 %\./);
    assert.equal(exercise.hint(), 'b0');
    assert.equal(await exercise.play(named('b0c2')), 'right');
    assert.equal(await exercise.play(named('b0c2')), undefined, 'it is solved');
    assert.deepEqual([exercise.solved, exercise.arrows], [0, [{ from: 'b0', to: 'c2', kind: 'better' }]]);
    exercise.next();
    assert.equal(await exercise.play(named('g3g4')), 'good');
    assert.equal(exercise.solved, 1);
    exercise.next();
    assert.deepEqual([exercise.task, exercise.before, exercise.arrows], [undefined, undefined, []]);
    assert.match(exerciseWords(exercise, 'wxf').join(' '), /1 \/ 2$/);
    assert.deepEqual(asked, [[3, 'a0a1'], [5, 'g3g4']]);

    const other = new Exercise(marked(), MOVES.map(() => 0), { side: 'black', first: 0, judge: () => new Promise(resolve => setTimeout(resolve, 10, null)) });
    const late = other.play(named('a9a8'));
    assert.equal(other.judging, true);
    other.show();
    assert.equal(await late, undefined, 'the solution was shown meanwhile');
    assert.equal(other.answer.verdict, 'shown');
    assert.equal(other.solved, 0);
});

// ---- the panels, in a browser ----

const PAGE = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>review</title><link rel="icon" href="icon.svg"><link rel="stylesheet" href="page.css">
<main><section id="side"><div id="reviewed"></div><div id="exercise"></div></section></main><script type="module">
import * as tree from './tree.js'; import * as review from './review.js'; import * as exercise from './exercise.js'; import { keep } from './settings.js';
Object.assign(window, { tree, review, exercise, keep, said: [] });
const note = name => value => said.push([name, value]);
const calls = { onReview: note('review'), onStop: note('stop'), onGo: note('go'), onExercise: note('exercise') };
window.draw = more => review.drawReview(document.getElementById('reviewed'), { root: tree.node({}), path: [], first: 0, tags: {}, notation: 'wxf', ready: true, progress: null, at: 0, ...more }, calls);
window.ready = true;
</script>`;

test('the panels show the review and the exercise', { skip, timeout: 300000 }, async t => {
    writeFileSync(join(home, 'page/panels.html'), PAGE);
    const browser = await openBrowser(), server = await serve(join(home, 'page'), true), { quiet, picture } = actions(() => browser);
    t.after(async () => {
        await browser.close();
        server.close();
    });
    const run = (...script) => browser.run(...script), shown = id => run('return document.getElementById(arguments[0]).innerText.replace(/\\s+/g, " ").trim()', id);
    await browser.go(`${server.url}panels.html`);
    await browser.until('return window.ready');
    await run('draw({})');
    assert.equal(await run('return document.querySelector("#reviewed button").disabled'), true, 'there is nothing to review');
    await run('draw({ root: arguments[0], path: [0] })', game('h2e2'));
    await browser.click('#reviewed button');
    await run('draw({ root: arguments[0], path: [0], progress: { pass: 1, done: 1, of: 2 } })', game('h2e2'));
    assert.equal(await shown('reviewed'), 'Quick pass Stop');
    assert.deepEqual(await run('const { value, max } = document.querySelector("#reviewed progress"); return [value, max, document.activeElement.value]'), [1, 2, 'review'], 'the button keeps the focus');
    await browser.click('#reviewed button');
    await run('draw({ root: arguments[0], path: [0, 0, 0] })', tree.edit(game('h2e2', 'h9g7', 'h0g2'), [0], at => ({ ...at, comment: '[%eval +0.30]' })));
    assert.equal(await shown('reviewed'), 'Review the game', 'one evaluation is no review');
    await run('draw({ root: arguments[0], path: arguments[1], at: 4 })', marked(), MOVES.map(() => 0));
    assert.match(await shown('reviewed'), /^Review again Find the better moves: Red Find the better moves: Black Accuracy \?! \? \?\? ! Red .*2 0 Black .*1 0 2\. h0g2 \?\? loses a rook · better b0c2 h7h3 2\.\.\. /);
    assert.equal(await run('return document.querySelector("[aria-current=true]").value'), 'ply 4');
    await browser.click('.mistakes button');
    await browser.click('#reviewed button[value=black]');
    assert.deepEqual(await run('return said.map(([name, value]) => [name, value.type ? "" : value])'), [['review', ''], ['stop', ''], ['go', [0, 0, 0]], ['exercise', 'black']]);

    await run(`window.game = new exercise.Exercise(arguments[0], arguments[1], { side: 'red', first: 0, judge: async () => ({ lost: 0.2, sentence: 'loses a rook', reply: 'h7h0' }) });
        window.show = () => exercise.drawExercise(document.getElementById('exercise'), game, { notation: 'wxf', onChange: () => { said.push(['change']); show(); }, onEnd: () => { game = null; show(); } });
        show();`, marked(), MOVES.map(() => 0));
    assert.equal(await shown('exercise'), '1 / 2 · 2. Red to move. · Find a better move than h0g2 ??. Hint Solution Next End the exercise');
    await browser.click('#exercise button[value=hint]');
    assert.match(await shown('exercise'), /Move the piece b0\./);
    await run('return game.play({ move: "a0a1", wxf: "R9+1", chinese: "车九进一" }).then(show)');
    assert.match(await shown('exercise'), /R9\+1: no, try again\. · loses a rook/);
    await picture('review-panels');
    await browser.click('#exercise button[value=solution]');
    assert.match(await shown('exercise'), /Better was b0c2 h7h3\. Next End the exercise$/);
    assert.equal(await run('return document.activeElement.value'), 'next', 'the focus stays in the panel');
    await run('keep("lang", "zh"); show(); draw({ root: arguments[0], path: arguments[1] })', marked(), MOVES.map(() => 0));
    assert.match(await shown('exercise'), /应走 b0c2 h7h3。 下一题 结束练习$/);
    assert.match(await shown('reviewed'), /准确率.*红方.*黑方.*应走 b0c2/);
    await browser.click('#exercise button[value=end]');
    assert.equal(await shown('exercise'), '');
    await quiet();
});

// ---- the whole page ----

const MISSED_MATE = '[FEN "4k4/R8/9/9/9/1r7/9/9/9/5K2R w"]\n\n1. i0i4 {why} (1. a8a1 {mine}) *\n';

// Reviews a game on the page at this address, solves its exercise, and reviews it again.
async function useReview(t, url) {
    const browser = await openBrowser(), { ready, quiet, picture } = actions(() => browser);
    t.after(() => browser.close());
    const run = (...script) => browser.run(...script), count = selector => run('return document.querySelectorAll(arguments[0]).length', selector);
    const reviewed = () => browser.until('return document.querySelector("#reviewed .sides") && !document.querySelector("#reviewed progress")');
    const listed = () => run('return document.querySelector("#moves").innerText.replace(/\\s+/g, " ")');
    await browser.go(`${url}#game=${encodeURIComponent(MISSED_MATE)}`);
    await ready();
    await browser.until('return document.querySelectorAll("#moves button").length >= 2');
    await browser.click('#reviewTab');
    await browser.click('#reviewed button[value=review]');
    await reviewed();
    assert.match(await browser.text('.mistakes'), /^1\. R1\+4 \?\? misses mate in 1 · better R1\+9$/);
    await browser.click('.mistakes button');
    await browser.until('return document.querySelector("#status").innerText.includes("misses mate in 1 · better R1+9")');
    assert.deepEqual([await count('.xq-arrow.xq-better'), await count('.xq-badge.xq-blunder'), await count('#graph svg')], [1, 1, 1]);
    assert.match(await listed(), /R1\+4 \?\?.*why misses mate in 1.*R9-7 mine.*R1\+9/);
    const once = await listed();
    await picture('review-page');

    await browser.click('#undo');
    await browser.until('return !document.querySelector("#reviewed .sides")');
    assert.doesNotMatch(await listed(), /\?\?/, 'a review can be undone');
    await browser.click('#redo');
    await reviewed();
    assert.equal(await listed(), once);
    await browser.reload();
    await ready();
    await reviewed();
    assert.equal(await listed(), once, 'the review is kept with the game');

    await browser.click('#reviewed button[value=red]');
    await browser.until('return document.querySelector("#exercise .words")');
    assert.equal(await run('return document.activeElement.closest("#board") !== null'), true);
    assert.equal(await listed(), '', 'no later moves are shown');
    await browser.drag('i0', 'i4');
    await browser.until('return document.querySelector("#exercise").innerText.includes("was played in the game")');
    await browser.drag('f0', 'f1');
    await browser.until('return /no, try again/.test(document.querySelector("#exercise").innerText)');
    await browser.drag('i0', 'i9');
    await browser.until('return document.querySelector("#exercise").innerText.includes("R1+9 is the better move.")');
    await browser.click('#exercise button[value=next]');
    await browser.until('return document.querySelector("#exercise").innerText.includes("Found at the first try: 0 / 1")');
    await browser.click('#exercise button[value=end]');
    await browser.until('return !document.body.hasAttribute("data-exercise")');
    await browser.click('#reviewed button[value=review]');
    await browser.until('return document.querySelector("#reviewed progress")');
    await reviewed();
    assert.equal(await listed(), once, 'a second review replaces the first');
    await quiet();
}

test('the whole page with `hanxin web`', { skip, timeout: 300000 }, async t => {
    const server = spawn(join(root, 'hanxin'), ['web', '--port', '0', '--no-browser', '--lang', 'en']);
    t.after(() => server.kill());
    const address = /^http\S*/.exec(String((await once(server.stdout, 'data'))[0]));
    return address ? useReview(t, address[0]) : t.skip('hanxin web does not run here');
});

test('the whole page with WebAssembly', { skip, timeout: 300000 }, async t => {
    const server = await serve(join(root, 'dist/web'), true);
    t.after(() => server.close());
    await useReview(t, server.url);
});
