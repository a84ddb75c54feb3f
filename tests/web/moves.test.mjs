// SPDX-License-Identifier: GPL-3.0-only
// The list of moves and the graph, alone on a page.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { serve } from './serve.mjs';

const source = new URL('../../protocol/web/page', import.meta.url).pathname;
const options = { skip, timeout: 300000 };
const PAGE = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><link rel="icon" href="icon.svg"><link rel="stylesheet" href="moves.css"><style>
:root { --paper:#fffaf0; --ink:#2b2118; --soft:#6a5a48; --edge:#cbb58f; --accent:#8a4b12; --accent-ink:#fff; --red:#a3211a; color-scheme:light; }
:root[data-theme=dark] { --paper:#2a2520; --ink:#efe6d8; --soft:#b9aa95; --edge:#54483a; --accent:#d99a55; --accent-ink:#1d1a17; --red:#ff8a7d; color-scheme:dark; }
body { margin:0; background:var(--paper); color:var(--ink); } #list { height:20rem; width:26rem; } #graph { width:600px; }</style>
<div id="graph"></div><div id="list"></div><script type="module">
import * as tree from './tree.js'; import { MoveList } from './moves.js'; import { Graph, pointsOf } from './graph.js';
window.said = []; window.tree = tree; window.pointsOf = pointsOf;
window.list = new MoveList(document.getElementById('list'), { onGo: path => said.push('go ' + path), onMenu: (path, at) => said.push('menu ' + path + ' ' + at.firstChild.data) });
window.graph = new Graph(document.getElementById('graph'), { onGo: ply => said.push('ply ' + ply) });
window.words = { name: 'graph', red: 'Red wins', even: 'even', black: 'Black wins', start: 'start', only: 'only move', inaccuracy: 'inaccuracy', mistake: 'mistake', blunder: 'blunder' };
// Builds a tree from words: moves, ( and ) around variations of the move before, {comments}, and $1 for marks.
window.build = text => { const root = tree.node({}), outer = []; let at = root, before = root;
    for (const word of text.match(/\\{[^}]*\\}|\\S+/g)) {
        if (word === '(') { outer.push([before, at]); at = before; }
        else if (word === ')') [before, at] = outer.pop();
        else if (word[0] === '{') at.comment = word.slice(1, -1);
        else if (word[0] === '$') at.nags.push(Number(word.slice(1)));
        else { const next = tree.node({ move: word, wxf: word.toUpperCase() }); at.next.push(next); before = at; at = next; } }
    return root; };
window.show = (text, first) => { window.root = build(text); list.draw(root, 'move', first); };
window.ready = true;
</script>`;
let browser, server, folder;
const { picture, quiet } = actions(() => browser);
const run = (...script) => browser.run(...script);
const said = () => run('return said.splice(0)');
const shown = () => run('return [...document.querySelectorAll("#list > *")].map(e => e.innerText.replace(/\\s+/g, " ").trim())');

before(async () => {
    if (skip)
        return;
    folder = mkdtempSync(join(tmpdir(), 'hanxin-moves-'));
    cpSync(source, folder, { recursive: true });
    writeFileSync(join(folder, 'index.html'), PAGE);
    browser = await openBrowser();
    server = await serve(folder, true);
    await browser.go(server.url);
    await browser.until('return window.ready');
});
after(async () => {
    await browser?.close();
    server?.close();
    if (folder)
        rmSync(folder, { recursive: true });
});

test('the main line has two columns; comments, marks and variations are below their moves', options, async () => {
    await run('show("{before} a1 b1 $4 {[%eval +0.35] why} ( b2 c2 ( c3 {note} d3 ( d4 ) ) d5 ) c1 d1")');
    assert.deepEqual(await shown(), ['before', '1. a1 b1 ?? +0.35', 'why', '1... b2 2. c2 (2. c3 note 2... d3 (2... d4)) 2... d5', '2. c1 d1']);
    assert.equal(await run('return document.querySelector("#list b").className'), 'blunder');
    await run('show("a1 ( a2 ) b1", 5)');
    assert.deepEqual(await shown(), ['3. … a1', '3... a2', '4. b1']);
    await run('show("{[%csl Gd4]} a1 {[%cal Ga0a1]} b1")'); // comments of commands alone
    assert.deepEqual(await shown(), ['1. a1 b1']);
});

test('a click goes to a move; right click, long press and keys ask for its menu, each once', options, async () => {
    await run('show("a1 b1 ( b2 c2 ( c3 d3 ) ) c1")');
    await run('for (const b of list.host.querySelectorAll("button")) b.click()');
    assert.deepEqual(await said(), ['go 0', 'go 0,0', 'go 0,1', 'go 0,1,0', 'go 0,1,1', 'go 0,1,1,0', 'go 0,0,0']);
    const event = (type, fields) => run('[...list.host.querySelectorAll("button")][4].dispatchEvent(new (arguments[0][0] === "k" ? KeyboardEvent : PointerEvent)(arguments[0], { bubbles: true, cancelable: true, ...arguments[1] }))', type, fields);
    await event('contextmenu', {});
    assert.deepEqual(await said(), ['menu 0,1,1 c3']);
    await new Promise(resolve => setTimeout(resolve, 1100));
    await event('pointerdown', { pointerType: 'touch' });
    await browser.until('return said.length');
    await event('contextmenu', {});
    await event('pointerup', { pointerType: 'touch' });
    await event('click', {});
    assert.deepEqual(await said(), ['menu 0,1,1 c3']);
    await event('pointerdown', { pointerType: 'touch' });
    await event('pointerup', { pointerType: 'touch' });
    await event('click', {});
    await new Promise(resolve => setTimeout(resolve, 1100));
    assert.deepEqual(await said(), ['go 0,1,1']);
    for (const fields of [{ key: 'ContextMenu' }, { key: 'F10', shiftKey: true }]) {
        await event('keydown', fields);
        assert.deepEqual(await said(), ['menu 0,1,1 c3']);
        await new Promise(resolve => setTimeout(resolve, 1100));
    }
    assert.deepEqual(await run('list.show(tree.nodeAt(root, [0, 1])); return [...document.querySelectorAll("#list [tabindex=\'0\'], #list [aria-current]")].map(b => b.textContent)'), ['b2']);
});

test('after an edit, what has not changed keeps its elements, and every button its path', options, async () => {
    const edits = ['tree.add(root, [0, 1, 0], { move: "z9" })[0]', 'tree.promote(root, [0, 1])[0]', 'tree.promote(root, [0, 0, 1], 9)[0]', 'tree.remove(root, [0, 0])', 'tree.cutAfter(root, [0, 0, 0])',
        'tree.edit(root, [0], at => ({ ...at, nags: [2], comment: "new" }))', 'tree.edit(root, [], at => ({ ...at, comment: "first" }))'];
    for (const edit of edits) {
        await run('show("a1 b1 ( b2 c2 ( c3 d3 ( d9 ) ) ) ( b3 ) c1 ( c4 ) d1 e1 f1")');
        await run(`window.old = [...list.host.querySelectorAll('button')]; window.former = root; window.root = ${edit}; list.draw(root, 'move', 0)`);
        const check = () => run(`const fresh = document.createElement('div'), other = new list.constructor(fresh, { onGo() {} });
            other.draw(root, 'move', 0); const buttons = [...list.host.querySelectorAll('button')];
            return [list.host.innerHTML.replace(/ tabindex="-?\\d"/g, '') === fresh.innerHTML.replace(/ tabindex="-?\\d"/g, ''),
                buttons.every((b, i) => (b.click(), said.splice(0)[0] === 'go ' + other.pathTo(other.nodes.get([...fresh.querySelectorAll('button')][i])))),
                buttons.every(b => list.shown(list.nodes.get(b)) === b)]`);
        assert.deepEqual(await check(), [true, true, true], edit);
        assert.ok(await run('return [...list.host.querySelectorAll("button")].filter(b => old.includes(b)).length') > 0, edit);
        await run('window.root = former; list.draw(root, "move", 0)'); // undo
        assert.deepEqual(await check(), [true, true, true], `undo of ${edit}`);
    }
});

test('1,446 variations and 314 comments are drawn in well under a second, and again after an edit in 100 ms', options, async () => {
    const count = await run(`let text = '', variations = 0, comments = 0;
        const line = (name, length) => Array.from({ length }, (_, i) => name + i).join(' ');
        for (let ply = 0; ply < 160; ply++) {
            text += 'm' + ply + ' ' + (ply % 2 === 0 && comments++ < 314 ? '{a comment on this move, of some length} ' : '');
            for (let v = 0; v < 4 && ply > 0; v++) {
                text += '( ' + line('p' + ply + 'v' + v, 6) + (comments++ < 314 ? ' {better} ' : ' ') + '( ' + line('q' + v, 3) + ' ) ' + line('r', 2) + ' ) ';
                variations += 2;
            }
            for (; ply === 159 && variations < 1446; variations++)
                text += '( ' + line('s' + variations, 5) + ' ) ';
        }
        window.big = build(text); window.root = big;
        return tree.counts(big)`);
    assert.deepEqual([count.variations, count.comments], [1446, 314]);
    const time = script => run(`const begin = performance.now(); ${script}; list.host.offsetHeight; list.show(tree.nodeAt(root, window.path)); list.host.scrollTop; return performance.now() - begin`);
    await run('window.path = [...Array(159).fill(0)]');
    const first = await time('list.draw(root, "move", 0)'), edits = [];
    assert.ok(first < 1000, `drawn in ${first} ms`);
    for (const path of ['Array(80).fill(0)', '[...Array(40).fill(0), 2, 0, 0]', '[...Array(159).fill(0)]', '[]'])
        edits.push(await time(`window.path = ${path}; root = tree.add(root, path, { move: 'new' + path.length })[0]; list.draw(root, 'move', 0)`));
    console.log(`drawn in ${Math.round(first)} ms, after edits in ${edits.map(Math.round)} ms`);
    assert.ok(Math.min(...edits) < 100, `drawn again in ${edits} ms`); // the machine may be busy
});

test('a very long line and very deep variations are drawn', options, async () => {
    await run('window.root = build(Array.from({ length: 20000 }, (_, i) => "m" + i).join(" ")); list.draw(root, "move", 0); list.show(tree.nodeAt(root, Array(19999).fill(0)))');
    assert.equal(await run('return document.querySelector("#list .now").textContent'), 'm19998');
    await run('show("a " + Array.from({ length: 3000 }, (_, i) => "( v" + i + " w" + i).join(" ") + " )".repeat(3000) + " b")');
    assert.equal(await run('return document.querySelectorAll("#list button").length'), 6002);
});

test('the graph has axes, marks and a reading; it is a slider for mouse and keys, at every width', options, async () => {
    await run('show("a1 {[%eval +0.20]} b1 {[%eval +0.35]} c1 $4 {[%eval -M3]} d1 {[%eval -T]} e1 f1 $1 {[%eval 0.00]} g1 $6 {[%eval -0.50]} h1 $2 {[%eval +2.00]} i1 {[%eval #]}")');
    const draw = (first = 0) => run('graph.draw(pointsOf(root, tree.nodesOn(root, tree.lineFrom(root, [])), "wxf", arguments[0]), words, arguments[0]); graph.show(3)', first);
    await draw();
    assert.deepEqual(await run('return [...document.querySelectorAll("#graph text")].map(t => t.textContent)'), ['1', '2', '3', '4', '5', 'Red wins', 'even', 'Black wins']);
    assert.deepEqual(await run('return [...document.querySelectorAll("#graph .mark")].map(m => m.getAttribute("class"))'), ['mark blunder', 'mark only', 'mark inaccuracy', 'mark mistake']);
    assert.equal(await run('return graph.svg.getAttribute("aria-valuetext")'), '2. C1 ?? \u00B7 -M3 \u00B7 blunder');
    assert.equal(await run('return document.querySelectorAll("#graph .line").length'), 2); // interrupted by an unknown score
    await browser.click('#graph svg'); // in the middle
    assert.match(String(await said()), /^ply [45]$/);
    assert.notEqual(await run('return document.querySelector("#graph .tip").textContent'), '');
    await browser.keys('#graph svg', '\uE014\uE012\uE010\uE011');
    assert.deepEqual(await said(), ['ply 4', 'ply 2', 'ply 9', 'ply 0']);
    for (const theme of ['light', 'dark'])
        for (const width of [300, 600, 900]) {
            await run('document.documentElement.dataset.theme = arguments[0]; graph.host.style.width = arguments[1] + "px"', theme, width);
            await browser.until('return graph.width === arguments[0] && graph.svg.viewBox.baseVal.width === arguments[0]', width);
            assert.ok(await run('return [...graph.svg.querySelectorAll("text")].every(t => { const b = t.getBBox(); return b.x >= 0 && b.x + b.width <= graph.width && b.y >= 0 && b.y + b.height <= 150; })'), `texts at ${width}`);
            await picture(`graph-${theme}-${width}`);
        }
    await draw(5);
    assert.equal(await run('return graph.svg.getAttribute("aria-valuetext")'), '4... C1 ?? \u00B7 -M3 \u00B7 blunder');
    await quiet();
});
