// SPDX-License-Identifier: GPL-3.0-only
// Reviews on the page without a browser: their place in the tree, the review itself with the engine of dist/npm and with `hanxin`, and exercises.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

const root = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'hanxin-review-')); // the page's modules with the engine of dist/npm
let tree, review;

before(async () => {
    cpSync(join(root, 'protocol/web/page'), folder, { recursive: true });
    cpSync(join(root, 'protocol/web/npm'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    globalThis.navigator ??= { language: 'en' };
    tree = await import(join(folder, 'tree.js'));
    review = await import(join(folder, 'review.js'));
});
after(() => rmSync(folder, { recursive: true }));

// ---- in the tree ----

const line = (...moves) => moves.reduceRight((next, move) => tree.node({ move, wxf: move, chinese: move, next: next ? [next] : [] }), null);
const game = (...moves) => tree.node({ next: [line(...moves)] });
const result = (ply, score, more = {}) => ({ ply, score, red: 0.5, ...more });
const better = (moves, score = '+0.50') => ({ score, moves, wxf: moves, chinese: moves });
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
    const all = review.points(made, [0, 0, 0], false);
    assert.deepEqual(all.map(({ label, sign, kind }) => [label, sign, kind]), [['', '', ''], ['+0.30', '', ''], ['+0.30', '', ''], ['-M3', '??', 'blunder']]);
    assert.equal(all[3].worth, 0);
    const [red, black] = review.sidesOf(made, [0, 0, 0], false);
    assert.deepEqual([red.moves, red.blunder, black.moves, black.blunder, black.accuracy], [2, 1, 1, 0, 100]);
    assert.ok(red.accuracy > 50 && red.accuracy < 70, String(red.accuracy));
    const tags = review.reviewTags({ Red: 'a', Annotator: 'b' }, { stamp: { en: 'Hanxin 1.0', zh: '' }, sides: [{ moves: 2, accuracy: 81.24 }, { moves: 0, accuracy: 0 }] }, 'en');
    assert.deepEqual(tags, { Annotator: 'b', Red: 'a', Review: 'Hanxin 1.0', RedAccuracy: '81.2' });
    assert.equal(review.sidesOf(made, [0, 0, 0], false, tags)[0].accuracy, 81.2);
    assert.deepEqual(review.mistakes(made, [0, 0, 0], false).map(({ ply, side, sentence }) => [ply, side, sentence]), [[3, 'red', 'loses a rook']]);
    assert.equal(review.sidesOf(made, [0, 0, 0], true)[1].blunder, 1, 'Black moves first');
});
