// SPDX-License-Identifier: GPL-3.0-only
// Practice: lessons that are chosen, played, refuted, solved and kept; the positions of a file. With WebAssembly, or with HANXIN_WEB=./hanxin
// on the server of that program. PICTURES=folder saves screenshots.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { serve } from './serve.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..'), folder = mkdtempSync(join(tmpdir(), 'trainer-'));
let browser, server, url;
const { ready, quiet, press, left, picture } = actions(() => browser);
const run = (...script) => browser.run(...script), panel = () => run('return document.querySelector("#trainer").innerText');
const says = part => browser.until('return document.querySelector("#trainer").innerText.includes(arguments[0])', part);
const played = count => browser.until('return document.querySelectorAll("#moves button").length === arguments[0]', count);

before(async () => {
    if (skip)
        return;
    if (process.env.HANXIN_WEB) {
        server = spawn(process.env.HANXIN_WEB, ['web', '--port', '0', '--no-browser', '--lang', 'en']);
        url = /^http\S*/.exec(String((await once(server.stdout, 'data'))[0]))[0];
    } else {
        server = await serve(join(root, 'dist/web'), true);
        url = server.url;
    }
    browser = await openBrowser();
    await browser.go(url);
    await ready();
});

after(async () => {
    await browser?.close();
    server?.kill?.() ?? server?.close?.();
    rmSync(folder, { recursive: true });
});

// Chooses the n-th lesson of a kind and grade. Returns it.
async function choose(kind, grade, n = 0) {
    await press('#practise');
    await browser.until('return document.querySelectorAll("#lessonKind option").length === 3');
    await browser.choose('#lessonKind', kind);
    await browser.choose('#lessonMotif', '');
    await browser.choose('#lessonGrade', grade);
    const id = await run('const list = document.querySelector("#lessons"); list.selectedIndex = arguments[0]; return list.value', n);
    await browser.click('#practiseDialog button[value=yes]');
    await left('#practiseDialog');
    await browser.until('return document.body.hasAttribute("data-practice") && document.querySelector("#trainer .words")');
    return id;
}

// Asks the rules as the page does.
const ask = (...lines) => browser.until('return (window.asked = import("./rules.js").then(({ ask }) => ask(arguments[0])).then(answer => { window.answered = answer; }), delete window.answered, true)', lines)
    .then(() => browser.until('return window.answered'));

const solution = async (fen, moves, task) => (await ask('practise en asian 120', fen, moves.join(' '), task, '', '')).best.move;
const enter = async move => {
    await run('document.querySelector("#move").value = ""');
    await browser.type('#move', move + '\n');
};

// Plays the best moves until the lesson is solved.
async function solve(lesson) {
    const moves = [];
    for (let n = 0; !(await panel()).includes('Solved'); n++) {
        assert.ok(n < 60, await panel());
        const best = await solution(lesson.fen, moves, lesson.task), { reply, solved } = await ask('practise en asian 120', lesson.fen, moves.join(' '), lesson.task, '', best);
        await enter(best);
        moves.push(best, ...(solved ? [] : [reply.move]));
        await played(moves.length);
    }
    return moves.length;
}

test('a mate: a wrong move is refuted, the right ones solve it, and the progress is kept', { skip, timeout: 300000 }, async () => {
    const id = await choose('mates', '2'), { lessons } = await ask('lessons en'), lesson = lessons.find(one => one.id === id);
    assert.ok(lesson && lesson.task === 'mate 2' && lesson.grade === 2, id);
    assert.match(await panel(), new RegExp(`${lesson.motif} · ${lesson.words}`));
    const { legal } = await ask('state en asian 120', lesson.fen, ''), best = await solution(lesson.fen, [], lesson.task);
    await enter(legal.find(move => move !== best));
    await says('does not mate in 2 because of');
    await played(0);
    assert.equal(await run('return document.querySelectorAll(".xq-arrow").length'), 2, 'the wrong move and its refutation');
    await picture('trainer-wrong');
    await browser.click('#trainer button[value=hint]');
    await says(`Move the piece ${(await ask('move en', lesson.fen, '', best)).english.slice(0, 2)}.`);
    await browser.click('#trainer button[value=solution]');
    await says('is the best move');
    await solve(lesson);
    assert.match(await panel(), /Solved: .* is mate/);
    await picture('trainer-solved');
    assert.equal((await run('return JSON.parse(localStorage.getItem("hanxin-lessons") ?? "{}")'))[id], undefined, 'the solution was shown');
    await browser.click('#trainer button[value=again]');
    await played(0);
    // before the reply to the first move is played
    await run('new MutationObserver((_, observer) => document.querySelector("#moves button") && (observer.disconnect(), document.querySelector("#trainer button[value=again]").click())).observe(document.querySelector("#moves"), { childList: true, subtree: true })');
    await enter(best);
    await browser.until('return document.querySelectorAll("#trainer .words").length === 1 && !document.querySelector("#moves button")');
    await new Promise(resolve => setTimeout(resolve, 500));
    await played(0);
    await solve(lesson);
    assert.equal((await run('return JSON.parse(localStorage.getItem("hanxin-lessons"))'))[id], 2, 'solved without help');
    await browser.click('#trainer button[value=next]');
    await played(0);
    await says('2 / ');
    await quiet();
});

test('an endgame: every verdict is that of the tables, and a win is reached', { skip, timeout: 300000 }, async () => {
    const id = await choose('endgames', '3', 2), { lessons } = await ask('lessons en'), lesson = lessons.find(one => one.id === id);
    assert.equal(lesson.task, 'win');
    const { moves } = await ask('table en asian 120', lesson.fen, ''), drawn = moves.find(({ outcome }) => outcome !== 'win'), slow = moves.findLast(({ outcome }) => outcome === 'win');
    if (drawn) {
        await enter(drawn.move);
        await says('gives the win away');
        await played(0);
    }
    assert.ok(slow.plies > moves[0].plies);
    await enter(slow.move);
    await says(`still wins, but slowly: capture or mate in ${slow.plies} plies; ${moves[0].english} needs ${moves[0].plies}`);
    await played(2);
    await browser.click('#trainer button[value=again]');
    await played(0);
    await browser.click('#trainer button[value=hint]');
    await says('Move the piece');
    await enter(moves[0].move);
    await played(2);
    const before = await run('return document.querySelector("#board svg").getAttribute("aria-label")');
    await browser.go(url); // the lesson goes on after a reload
    await ready();
    await browser.until('return document.body.hasAttribute("data-practice") && document.querySelectorAll("#moves button").length === 2');
    await says(lesson.words);
    assert.equal(await run('return document.querySelector("#board svg").getAttribute("aria-label")'), before);
    await browser.click('#trainer button[value=again]');
    await played(0);
    await solve(lesson);
    await browser.click('#trainer button[value=again]');
    await played(0);
    await browser.go(url);
    await ready();
    await browser.until('return document.body.hasAttribute("data-practice")');
    await quiet();
});

test('a draw is held with the black pieces at the bottom', { skip, timeout: 300000 }, async () => {
    await press('#practise');
    const id = await browser.until('document.querySelector("#lessonKind").value = "endgames"; return [...document.querySelectorAll("#lessons option")].find(one => /holds the draw/.test(one.textContent))?.value');
    await run('const list = document.querySelector("#lessons"); list.value = arguments[0]', id);
    await browser.click('#practiseDialog button[value=yes]');
    await left('#practiseDialog');
    await says('Black holds the draw');
    const { lessons } = await ask('lessons en'), lesson = lessons.find(one => one.id === id);
    assert.match(await run('return document.querySelector("#below .name").textContent'), /Black/);
    const { moves } = await ask('table en asian 120', lesson.fen, '');
    await enter(moves.find(({ outcome }) => outcome === 'loss').move);
    await says('loses because of');
    assert.ok(await solve(lesson) > 3, 'moves are played before the draw is held');
    await says('the draw is held');
    await run('document.querySelector("#moves button").click()'); // at an earlier position, the user would play the opponent's moves
    await browser.until('return !document.body.hasAttribute("data-practice")');
    await quiet();
});

test('the positions of a file are practised', { skip, timeout: 300000 }, async () => {
    const path = join(folder, 'three.pgn');
    writeFileSync(path, '[Event "table"]\n[FEN "4k4/9/9/9/9/9/9/9/R8/3K5 w"]\n\n*\n\n[Event "mate"]\n[FEN "R8/3k5/1R7/9/9/9/9/9/9/4K4 w"]\n\n*\n\n[Event "line"]\n\n1. h2e2 h9g7 2. h0g2 *\n\n[Event "nothing"]\n[FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"]\n\n*\n');
    await press('#practise');
    await browser.until('return document.querySelectorAll("#lessonKind option").length === 3');
    await browser.choose('#lessonKind', 'file');
    await browser.type('#lessonFile', path);
    await browser.until('return document.querySelectorAll("#lessons option").length === 4');
    await run('document.querySelector("#lessons").selectedIndex = 2');
    await browser.click('#practiseDialog button[value=yes]');
    await left('#practiseDialog');
    await says('Red plays the moves of the solution');
    await enter('b2e2');
    await says('is not the move of the solution');
    await enter('h2e2');
    await played(2);
    await enter('h0g2');
    await says('Solved');
    await browser.click('#trainer button[value=next]');
    await says('nothing · no win, draw or mate is known in this position');
    await browser.click('#trainer button[value=next]');
    await says('table · Red wins');
    await browser.click('#trainer button[value=next]');
    await says('mate · Red ');
    await browser.click('#trainer button[value=end]');
    await browser.until('return !document.body.hasAttribute("data-practice")');
    await quiet();
});
