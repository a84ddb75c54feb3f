// SPDX-License-Identifier: GPL-3.0-only
// Playing on the page: strength and pace, clocks, premoves, the engine against itself, the panel at the end, sounds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actions, onPage, skip } from './page.mjs';

const options = { skip, timeout: 300000 };
let browser;
const { ready, moves, says, quiet, press, left, picture, enter, open, newGame } = actions(() => browser);

onPage(async opened => {
    ({ browser } = opened);
    await set({ pace: 'once' });
});

// Stores settings and loads the page again.
async function set(values) {
    await browser.run('localStorage.setItem("hanxin", JSON.stringify({ ...JSON.parse(localStorage.getItem("hanxin") ?? "{}"), ...arguments[0] }))', values);
    await browser.reload();
    await ready();
}
const settings = () => browser.run('return JSON.parse(localStorage.getItem("hanxin"))');
const type = (selector, text) => browser.run('const field = document.querySelector(arguments[0]); field.value = arguments[1]; field.dispatchEvent(new Event("input"))', selector, text);
const texts = selector => browser.run('return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)', selector);
const shown = selector => browser.run('return document.querySelector(arguments[0]).checkVisibility()', selector);
const focus = () => browser.run('return document.activeElement.id || document.activeElement.tagName');
const leave = async () => {
    await browser.click('#newDialog button[value=""]');
    await left('#newDialog');
};
const setUp = async fen => {
    await press('#setup');
    await browser.run('const field = document.querySelector("#setupFen"); field.value = arguments[0]; field.dispatchEvent(new Event("change"))', fen);
    await browser.click('#setupDialog button[value=yes]');
    await left('#setupDialog');
};
const begin = async () => {
    await browser.click('#newDialog button[value=yes]');
    await left('#newDialog');
};

test('levels have a word and a rating; full strength has any number of seconds', options, async () => {
    await press('#new');
    const levels = await texts('#level option');
    assert.equal(levels.length, 24);
    assert.equal(levels[4], 'level 5 · novice · about 770');
    assert.equal(levels[12], 'level 13 · strong player · about 1410');
    assert.deepEqual(levels.slice(19), ['level 20 · full strength · 1 s a move', 'full strength · 3 s a move', 'full strength · 10 s a move', 'full strength · 30 s a move', 'full strength · other time']);
    await picture('new-game');
    assert.equal(await shown('#levelSeconds'), false);
    await browser.choose('#level', 'S');
    assert.equal(await shown('#levelSeconds'), true);
    assert.equal(await shown('#pace'), false); // only below full strength
    await type('#levelSeconds', 'long');
    await browser.click('#newDialog button[value=yes]');
    await browser.until('return document.querySelector("#newDialog .fault").textContent === "invalid number of seconds \'long\': expected 0.05 to 3600"');
    await type('#levelSeconds', '0.2');
    await browser.choose('#who', 'black');
    await begin();
    await moves(1);
    assert.equal((await settings()).level, 'S0.2');
    await press('#new');
    assert.deepEqual(await browser.run('return [document.querySelector("#level").value, document.querySelector("#levelSeconds").value]'), ['S', '0.2']);
    await browser.choose('#who', 'both');
    assert.equal(await shown('#level'), false);
    await leave();
    await browser.choose('#lang', 'zh');
    await press('#new');
    assert.equal((await texts('#level option'))[4], '5 级 · 初学 · 约 770 分');
    await leave();
    await browser.choose('#lang', 'en');
    await quiet();
});

test('a natural pace: longer in complicated positions, short for the only move, never at full strength', options, async () => {
    await browser.run('import("./play.js").then(({ naturalTime }) => { window.naturalTime = naturalTime; })');
    await browser.until('return window.naturalTime');
    const [only, opening, simple, rich, most] = await browser.run(`const fen = XiangqiBoard.START, legal = n => Array.from({ length: n }, () => 'a0a1'), random = () => 0.5;
        return [naturalTime({ fen, legal: legal(1) }, 'a0a1', { random }), naturalTime({ fen, legal: legal(40) }, 'a0a1', { random, ply: 2 }), naturalTime({ fen, legal: legal(10) }, 'a0a1', { random }),
            naturalTime({ fen, legal: [...legal(40), 'h2h9', 'b2b9'] }, 'a0a1', { random }), naturalTime({ fen, legal: Array(60).fill('h2h9') }, 'a0a1', { random: () => 1 })]`);
    assert.ok(only < opening && opening < simple && simple < rich, `${[only, opening, simple, rich]}`);
    assert.ok(only >= 250 && most <= 2000, `${[only, most]}`);
    assert.ok(await browser.run('return naturalTime({ fen: XiangqiBoard.START, legal: ["h2h9", "b2b9"] }, "h2h9", { last: "i9h9", random: () => 0.5 })') < 500); // a recapture

    await browser.run('window.times = []; const list = document.querySelector("#moves"); new MutationObserver(() => times.push(performance.now())).observe(list, { childList: true, subtree: true })');
    const answer = () => browser.until('return document.querySelectorAll("#moves button").length === 2 && times.at(-1) - times[0]');
    for (const [level, pace, least, most] of [['L1', 'natural', 300, 2500], ['L1', 'once', 0, 5000]]) {
        await press('#new');
        for (const [id, value] of [['#who', 'red'], ['#level', level], ['#pace', pace]])
            await browser.choose(id, value);
        await begin();
        await browser.run('times.length = 0');
        await enter('h2e2');
        const time = await answer();
        assert.ok(time >= least && time <= most, `${level} ${pace}: ${time} ms`);
    }
    await quiet();
});

test('clocks of any kind: presets, own ones, errors in one line, different for both sides', options, async () => {
    await press('#new');
    assert.deepEqual((await texts('#clock option')).slice(0, 2), ['none', '5 min, + 3 s a move']);
    await browser.choose('#who', 'both');
    await browser.choose('#clock', 'other');
    await picture('own-clock');
    for (const [text, words] of [['40/30', '30 min for 40 moves'], ['10 分 + 3x30 秒', '10 min, then 3 × 30 s'], ['10+', "invalid time control '10+': expected for example 10+5, 40/30, 10+3x30s or 15s"],
        ['9999', "time control '9999' is out of range: at most 1440 minutes, 200 moves, 99 periods and 3600 seconds, and more than no time"]]) {
        await type('#clockRed', text);
        assert.equal(await browser.text('#clockWords'), words);
    }
    await browser.click('#newDialog button[value=yes]');
    await browser.until('return document.querySelector("#newDialog .fault").textContent.startsWith("time control \'9999\'")');
    await type('#clockRed', '10+5');
    await type('#clockBlack', '1+3x30s');
    assert.equal(await browser.text('#clockWords'), 'Red: 10 min, + 5 s a move; Black: 1 min, then 3 × 30 s');
    await begin();
    assert.equal((await settings()).clock, '10+5|1+3x30s');
    const clocks = () => texts('.player time');
    assert.deepEqual(await clocks(), ['1:00', '10:00']);
    await enter('h2e2');
    await moves(1);
    await browser.until('return document.querySelector("#above time").textContent < "1:00"');
    await browser.reload();
    await ready();
    assert.deepEqual((await clocks())[1], '10:05');
    assert.match((await clocks())[0], /^0:5\d$/);
    const seats = () => settings().then(({ who, level, clock }) => [who, level, clock]), former = await seats();
    await newGame('red', 'L2', '40/30');
    assert.deepEqual(await clocks(), ['30:00 · 40', '30:00 · 40']);
    assert.equal(await browser.run('return document.querySelector("#below time").title'), '40 moves to the next time control');
    await browser.click('#undo'); // to the game before, with its clocks and players
    await moves(1);
    assert.equal((await clocks())[1], '10:05');
    assert.deepEqual(await seats(), former);
    await browser.click('#redo');
    await moves(0);
    assert.deepEqual(await seats(), ['red', 'L2', '40/30']);
    await browser.until('return document.querySelector("#below time").textContent === "30:00 · 40"');
    await newGame('both', 'L1', '');
    await quiet();
});

test('a move that is taken back or undone counts no more for the next time control', options, async () => {
    const left = side => browser.until('return document.querySelector(arguments[0]).textContent === arguments[1]', '#below time', `30:00 · ${side}`);
    await newGame('both', 'L1', '40/30');
    await browser.run('performance.now = () => 0'); // the clocks stand
    for (const [does, count] of [[() => enter('h2e2'), 39], [() => enter('h9g7'), 39], [() => browser.click('#back'), 39], [() => browser.click('#back'), 40], [() => enter('h2e2'), 39],
        [() => browser.click('#undo'), 40], [() => browser.click('#redo'), 39], [() => browser.click('#first'), 39], [() => enter('b2e2'), 39]]) {
        await does();
        await left(count);
    }
    await browser.reload();
    await ready();
    await left(39);
    await quiet();
});

test('the clock of the user runs on while earlier moves are shown, that of the engine stands', options, async () => {
    const left = side => browser.run('const [minutes, seconds] = document.querySelector(arguments[0]).textContent.split(":").map(Number); return 60 * minutes + seconds', `${side} time`);
    const pass = () => new Promise(resolve => setTimeout(resolve, 1300));
    await set({ useBook: false });
    await newGame('red', 'L1', '10+5');
    await enter('h2e2');
    await moves(2);
    await browser.click('#first');
    const [mine, engines] = [await left('#below'), await left('#above')];
    await pass();
    await browser.click('#next'); // and at every step
    await pass();
    assert.ok(await left('#below') < mine - 1);
    assert.equal(await left('#above'), engines);
    await newGame('red', 'S30', '10+5');
    await enter('h2e2');
    await says('thinking');
    await browser.click('#first');
    const stood = await left('#above');
    await pass();
    assert.equal(await left('#above'), stood);
    await newGame('both', 'L1', '');
    await quiet();
});

test('little time is announced once, and the flag falls', options, async () => {
    await set({ clock: '0.05', who: 'both' });
    await newGame('both', 'L1', 'other');
    await enter('h2e2');
    await browser.until('return document.querySelector("#above time").classList.contains("low")');
    assert.equal(await browser.run('return document.querySelector("#lowTime").textContent'), 'Black: little time left!');
    await says('Black has lost on time.');
    assert.deepEqual([await browser.text('#endingTitle'), await browser.text('#endingWhy')], ['Red wins', 'Black has lost on time. (1-0, at move 1)']);
    await enter('h9g7');
    await says('The game is over');
    await browser.until('return document.querySelector("#above time").textContent === "0:00.0"');
    // In the background the timers stand: the flag is seen when the user comes back, and before a move counts.
    for (const comes of ['document.dispatchEvent(new Event("visibilitychange"))', '']) {
        await set({ clock: '1' });
        await browser.run('window.setInterval = () => 1; const now = performance.now.bind(performance); window.late = 0; performance.now = () => now() + late');
        await newGame('both', 'L1', 'other');
        await enter('h2e2');
        await moves(1);
        await browser.run(`late = 61000; ${comes}`);
        if (!comes)
            await enter('h9g7');
        await says('Black has lost on time.');
        await moves(1);
    }
    await newGame('both', 'L1', '');
    await quiet();
});

test('a premove is played when it is legal, otherwise dropped with the reason', options, async () => {
    await set({ useBook: false }); // otherwise it would answer at once
    await newGame('red', 'S3', '');
    await enter('h2e2');
    await browser.until('return document.querySelector("#status").textContent.includes("thinking")');
    await browser.drag('h0', 'g2');
    await browser.until('return document.querySelectorAll(".xq-premove").length === 2');
    await picture('premove');
    await moves(3);
    assert.equal(await browser.run('return JSON.parse(localStorage.getItem("hanxin-game")).at >= 3'), true);
    assert.equal(await browser.run('return document.querySelectorAll(".xq-premove").length'), 0);
    await browser.until('return document.querySelector("#status").textContent.includes("thinking")');
    await browser.drag('e2', 'd4'); // no cannon moves like this
    await says('The premove is not possible. ');
    await moves(4);
    await browser.click('#back');
    await moves(2);
    await quiet();
});

test('the engine against itself is paused, paced, and looked at meanwhile', options, async () => {
    const pace = seconds => browser.run('const speed = document.querySelector("#speed"); speed.value = arguments[0]; speed.dispatchEvent(new Event("change"))', seconds);
    await pace('0.7'); // at full speed the game might be over before it can be paused
    await newGame('none', 'L1', '');
    await browser.until('return document.querySelectorAll("#moves button").length > 3');
    await browser.click('#pause');
    await browser.until('return document.querySelector("#pause").textContent === "Go on"');
    await says('Paused · ');
    const stood = (await texts('#moves button')).length;
    await new Promise(resolve => setTimeout(resolve, 400));
    assert.equal((await texts('#moves button')).length, stood);
    await browser.click('#pause');
    await browser.run('window.times = []; new MutationObserver(() => times.push(performance.now())).observe(document.querySelector("#moves"), { childList: true, subtree: true })');
    await browser.until('return document.querySelectorAll("#moves button").length > arguments[0] + 2', stood);
    assert.ok(await browser.run('return times.at(-1) - times[0]') > 600);
    await browser.click('#first'); // it waits for the user
    await browser.until('return document.querySelector("#pause").textContent === "Go on"');
    await browser.click('#next');
    const now = (await texts('#moves button')).length;
    await new Promise(resolve => setTimeout(resolve, 1000));
    assert.equal((await texts('#moves button')).length, now);
    await picture('watching');
    await browser.click('#pause');
    await browser.until('return document.querySelectorAll("#moves button").length > arguments[0]', now);
    assert.deepEqual(await browser.run('return JSON.parse(localStorage.getItem("hanxin-game")).whole.every(index => index === 0)'), true);
    await pace('');
    await newGame('both', 'L1', '');
    await quiet();
});

test('the end of a game: who won and why, rematch, review, save', options, async () => {
    await newGame('red', 'L1', '');
    await enter('h2e2');
    await moves(2);
    assert.equal(await shown('#ending'), false);
    await browser.click('#resign');
    await browser.click('#askYes');
    await browser.until('return !document.querySelector("#ending").hidden');
    assert.deepEqual([await browser.text('#endingTitle'), await browser.text('#endingWhy')], ['You lose', 'Red resigns. (0-1, at move 1)']);
    assert.equal(await focus(), 'endingTitle');
    await picture('ending');
    await browser.click('#previous'); // gone on
    await browser.until('return document.querySelector("#ending").hidden');
    await browser.click('#next');
    await browser.until('return !document.querySelector("#ending").hidden');
    await browser.click('#endSave');
    await browser.until('return document.querySelector("#saveDialog").open');
    await browser.click('#saveDialog button[value=""]');
    await browser.click('#rematch');
    await moves(1); // the engine has Red now
    assert.equal(await focus(), 'svg');
    assert.equal((await settings()).who, 'black');
    assert.equal(await shown('#ending'), false);
    await browser.click('#resign');
    await browser.click('#askYes');
    await browser.until('return !document.querySelector("#ending").hidden');
    await browser.reload(); // still there, without taking the focus
    await ready();
    assert.equal(await shown('#ending'), true);
    assert.equal(await focus(), 'BODY');
    await browser.click('#endReview');
    await browser.until('return document.body.dataset.mode === "analyse"');
    assert.equal((await settings()).tab, 'review');
    await browser.until('return document.activeElement.id === "reviewTab"');
    assert.equal(await shown('#ending'), false);
    await open('3k5/9/9/9/9/9/9/9/R8/1R3K3 w');
    await newGame('both', 'L1', '');
    await quiet();
});

test('a draw is agreed if the engine is worse or, late in the game, not better', options, async () => {
    const offer = async (fen, words) => {
        if (fen)
            await setUp(fen);
        else
            await newGame('red', 'S3', ''); // no blunder, after which it would agree
        await enter(fen ? 'f0e0' : 'h2e2');
        await moves(2);
        await browser.until('return document.querySelector("#offer:enabled:not([aria-disabled])")');
        await browser.click('#offer');
        await says(words);
    };
    await offer('', 'Hanxin declines');
    await offer('3k1a3/9/9/9/9/9/9/r8/9/5K3 w', 'Hanxin declines the draw.');
    await offer('3k5/4a4/9/9/9/9/9/R8/1R7/5K3 w', 'Draw agreed.');
    assert.deepEqual([await browser.text('#endingTitle'), await browser.text('#endingWhy')], ['Draw', 'Draw agreed. (1/2-1/2, at move 1)']);
    await newGame('both', 'L1', '');
    assert.equal(await shown('#offer'), false);
    await quiet();
});

test('a rematch exchanges different clocks with the sides; a mate ends the game', options, async () => {
    await setUp('3k5/R8/9/9/9/9/9/9/9/1R3K3 w');
    await set({ who: 'red', clock: '10+5|1' });
    await press('#new');
    await browser.choose('#from', 'here');
    await begin();
    await enter('b0b9');
    await says('checkmated');
    assert.equal(await browser.text('#endingTitle'), 'You win');
    await browser.click('#rematch');
    await browser.until('return document.querySelector("#below .name").textContent === "Black · You"');
    assert.deepEqual([(await settings()).who, (await settings()).clock], ['black', '1|10+5']);
    assert.equal(await browser.text('#below time'), '10:00');
    await newGame('both', 'L1', '');
    await quiet();
});

test('sounds for moves, captures, checks, refusals, the end and low time are audible and short', options, async () => {
    await browser.run(`import('./sound.js').then(async ({ names, render }) => {
        window.heard = await Promise.all(names.map(async name => {
            const context = new OfflineAudioContext(1, 48000, 48000);
            render(context, name);
            const samples = (await context.startRendering()).getChannelData(0), peak = part => part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
            return { name, peak: peak(samples), end: peak(samples.slice(-2400)) };
        }));
    })`);
    const heard = await browser.until('return window.heard');
    assert.deepEqual(heard.map(({ name }) => name), ['move', 'capture', 'check', 'end', 'illegal', 'low']);
    for (const { name, peak, end } of heard)
        assert.ok(peak > 0.05 && peak < 1 && end < 0.01, `${name}: ${peak}, ${end}`);
    // The page chooses the sound.
    await set({ sound: true, who: 'both' });
    await setUp('3k5/9/9/9/4p4/9/9/9/4R4/5K3 w');
    await browser.run(`window.tones = []; const begin = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) { tones.push(this.frequency.value); return begin.apply(this, when); }`);
    for (const [move, tone] of [['e1d2', 150], ['e1e5', 620], ['d9d8', 410], ['e5d5', 440], ['d8e8', 410]]) {
        await enter(move);
        await browser.until('return tones.length > 0');
        assert.equal(Math.round(await browser.run('return tones.splice(0)[0]')), tone, move);
    }
    await browser.click('#resign');
    await browser.click('#askYes');
    await browser.until('return tones.length > 0');
    assert.equal(Math.round(await browser.run('return tones[0]')), 523);
    await set({ sound: false });
    await quiet();
});
