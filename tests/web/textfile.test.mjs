// SPDX-License-Identifier: GPL-3.0-only
// Game files in the encodings of Chinese programs (protocol/web/page/textfile.js).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

// Imports it as a module, although Node may treat .js files otherwise.
const source = readFileSync(new URL('../../protocol/web/page/textfile.js', import.meta.url), 'utf8');
const { textOf } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const simplified = '[Red "王天一"]\n[Black "郑惟桐"]\n\n1. 炮二平五 马８进７ *\n', traditional = '[Red "王天一"]\n[Black "鄭惟桐"]\n\n1. 炮二平五 馬８進７ *\n';
const gb = '5b5265642022cdf5ccecd2bb225d0a5b426c61636b2022d6a3cea9cda9225d0a0a312e20c5dab6fec6bdcee520c2eda3b8bdf8a3b7202a0a', big5 = '5b5265642022a4fda4d1a440225d0a5b426c61636b2022be47b1a9aee4225d0a0a312e20acb6a447a5ada4ad20b0a8a2b7b669a2b6202a0a'; // of these, as other programs write them
const bytes = hex => new Uint8Array(hex.match(/../g).map(pair => parseInt(pair, 16)));
const utf16 = (text, big) => new Uint8Array([...text].flatMap(c => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]).map((_, i, all) => all[big ? i ^ 1 : i]));

test('UTF-8, with a byte order mark or without', () => {
    assert.equal(textOf(new TextEncoder().encode(simplified)), simplified);
    assert.equal(textOf(new TextEncoder().encode('\uFEFF' + traditional)), traditional);
});

test('a damaged byte does not change the detected encoding', () => {
    const damaged = new TextEncoder().encode(simplified);
    damaged[7] = 0xFF;
    assert.match(textOf(damaged), /炮二平五 马８进７/);
});

test('GB 18030 and Big5 are distinguished', () => {
    assert.equal(textOf(bytes(gb)), simplified);
    assert.equal(textOf(bytes(big5)), traditional);
});

test('a text too short for statistics gets an encoding that it fits', () => {
    assert.equal(textOf(bytes('5b5265642022bc74225d0a5b426c61636b2022c3cfc1a287f8225d0a5b53697465202297eeb9d9ad55225d0a')), '[Red "紅"]\n[Black "孟立國"]\n[Site "楊官璘"]\n');
    assert.equal(textOf(bytes('5b5265642022e7b485225d0a5b426c61636b2022ff225d0a')), '[Red "紅"]\n[Black "\uFFFD"]\n');
});

test('UTF-16, by its mark or the bracket of a tag', () => {
    for (const big of [false, true])
        for (const mark of ['', '\uFEFF'])
            assert.equal(textOf(utf16(mark + simplified, big)), simplified);
});

test('an empty file', () => assert.equal(textOf(new Uint8Array()), ''));
