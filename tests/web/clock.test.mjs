// SPDX-License-Identifier: GPL-3.0-only
// Time controls and clocks, with a source of time of their own; they need no build.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const load = name => import(`data:text/javascript,${encodeURIComponent(readFileSync(new URL(`../../protocol/web/page/${name}.js`, import.meta.url), 'utf8'))}`);
const { Clock, controlWords, otherClocks, readClocks, readControl, writeControl } = await load('clock');
const { word } = await load('words');

const S = 1000, MIN = 60 * S;
const none = { main: 0, increment: 0, moves: 0, periods: 0, period: 0 };

test('time controls are read in all their forms, and written in one', () => {
    for (const [written, wanted, ...texts] of [
        ['10+5', { main: 10 * MIN, increment: 5 * S }, '10+5', ' 10 + 5 ', '10min+5s', '10 minutes + 5 seconds', '１０＋５', '10分钟+5秒', '10分+5秒'],
        ['10', { main: 10 * MIN }, '10', '10+0', '10 min', '10分钟'],
        ['0.5+2', { main: 30 * S, increment: 2 * S }, '0.5+2', '.5+2'],
        ['0+5', { increment: 5 * S }, '0+5'],
        ['40/30', { main: 30 * MIN, moves: 40 }, '40/30', '40 moves / 30 min', '40着/30分'],
        ['40/30+5', { main: 30 * MIN, moves: 40, increment: 5 * S }, '40/30+5'],
        ['10+3x30s', { main: 10 * MIN, periods: 3, period: 30 * S }, '10+3x30s', '10+3x30', '10+3×30秒', '10 + 3 * 30 s', '10分+3x30秒'],
        ['20+10+1x60s', { main: 20 * MIN, increment: 10 * S, periods: 1, period: 60 * S }, '20+10+1x60s'],
        ['0+3x30s', { periods: 3, period: 30 * S }, '0+3x30s'],
        ['15s', { periods: 1, period: 15 * S }, '15s', '15 s', '15s per move', '15 seconds a move', '每着15秒', '15秒', '0+1x15s'],
    ])
        for (const text of texts) {
            assert.deepEqual(readControl(text), { ...none, ...wanted }, text);
            assert.equal(writeControl(readControl(text)), written, text);
            assert.deepEqual(readControl(written), readControl(text), text);
        }
    for (const text of ['', 'x', '10+', '+5', '10++5', '10+x', '10+3x', '40/', '/30', '40/30+3x30s', '10-5', '10+5+5', '1.2.3', '1.5/30', '10|5', '10+-5', '1e3', '.'])
        assert.equal(readControl(text), null, text);
    for (const text of ['0', '0+0', '0s', '1441', '10+3601', '201/30', '0/30', '40/0', '10+100x30s', '10+3x0s', '10+0x30s', '3601s'])
        assert.equal(readControl(text), 'range', text);
    assert.equal(readClocks(''), null);
    assert.equal(readClocks('10+5|x'), null);
    assert.equal(readClocks('10+5').black.main, 10 * MIN);
    assert.equal(readClocks('10+5|2').black.main, 2 * MIN);
    assert.equal(otherClocks('10+5|2'), '2|10+5');
    assert.equal(otherClocks('10+5'), '10+5');
});

test('time controls in words', () => {
    const words = lang => text => controlWords(readControl(text), (key, value) => word(key, lang, value));
    assert.deepEqual(['10+5', '10', '40/30', '40/30+5', '10+3x30s', '0+3x30s', '15s', '0+5'].map(words('en')), ['10 min, + 5 s a move', '10 min', '30 min for 40 moves',
        '30 min for 40 moves, + 5 s a move', '10 min, then 3 × 30 s', 'then 3 × 30 s', '15 s a move', '+ 5 s a move']);
    assert.deepEqual(['10+5', '40/30', '10+3x30s', '15s'].map(words('zh')), ['10 分钟，每着加 5 秒', '30 分钟 40 着', '10 分钟，然后读秒 3 次，每次 30 秒', '每着 15 秒']);
});

// Returns a clock of a kind, and a function that lets time pass.
function clockOf(t, kind, kept) {
    let time = 0;
    const events = [], clock = new Clock({ lost: who => events.push(`lost ${who}`), low: who => events.push(`low ${who}`), changed: () => {}, now: () => time });
    t.after(() => clock.stop());
    clock.reset(kind, kept);
    return { clock, events, pass: ms => { time += ms; return clock.tick(); } };
}

test('minutes and increment: the time of the side to move runs, and the flag falls', t => {
    const { clock, events, pass } = clockOf(t, '1+5');
    assert.equal(clock.text('red'), '1:00');
    assert.equal(pass(10 * S), false); // it does not run yet
    clock.begin('red');
    pass(10 * S);
    assert.deepEqual([clock.text('red'), clock.text('black')], ['0:50', '1:00']);
    clock.press('red');
    assert.equal(clock.text('red'), '0:55');
    pass(3.5 * S);
    assert.equal(clock.text('black'), '0:57');
    clock.stop();
    pass(100 * S);
    assert.equal(clock.text('black'), '0:57');
    clock.begin('black');
    pass(47 * S);
    assert.equal(clock.text('black'), '0:09.5');
    assert.deepEqual(events, ['low black']);
    pass(9 * S);
    clock.press('black');
    pass(S);
    clock.press('red');
    pass(4 * S);
    assert.deepEqual(events, ['low black']); // only once
    assert.equal(pass(2 * S), true);
    assert.deepEqual(events, ['low black', 'lost black']);
    assert.equal(clock.runs, false);
    assert.equal(clock.text('black'), '0:00.0');
});

test('a flag that fell while the timers stood is seen before the move counts', t => {
    const { clock, events, pass } = clockOf(t, '0.1');
    clock.begin('red');
    assert.equal(pass(3600 * S), true);
    assert.deepEqual(events, ['lost red']);
    assert.equal(clock.tick(), false); // it is lost once
});

test('periods: a move within one restores it, the last one is decisive', t => {
    const { clock, events, pass } = clockOf(t, '1+3x30s');
    clock.begin('red');
    pass(55 * S);
    assert.deepEqual([clock.text('red'), clock.periodsLeft('red'), clock.isLow('red')], ['0:05', 0, false]);
    pass(15 * S);
    assert.deepEqual([clock.text('red'), clock.periodsLeft('red')], ['0:20', 3]);
    clock.press('red');
    assert.deepEqual([clock.text('red'), clock.periodsLeft('red')], ['0:30', 3]);
    clock.press('black');
    pass(65 * S); // two periods and a part of the third
    assert.deepEqual([clock.text('red'), clock.periodsLeft('red'), clock.isLow('red')], ['0:25', 1, false]);
    clock.press('red');
    clock.press('black');
    assert.deepEqual([clock.text('red'), clock.periodsLeft('red')], ['0:30', 1]);
    pass(21 * S);
    assert.deepEqual([clock.text('red'), events], ['0:09.0', ['low red']]);
    pass(9 * S);
    assert.deepEqual(events, ['low red', 'lost red']);
});

test('a fixed time for each move; moves within a time; an increment alone', t => {
    const each = clockOf(t, '15s');
    assert.equal(each.clock.text('red'), '0:15');
    each.clock.begin('red');
    each.pass(14 * S);
    each.clock.press('red');
    assert.equal(each.clock.text('red'), '0:15');
    each.pass(15 * S);
    assert.deepEqual(each.events, ['low red', 'lost black']);

    const counted = clockOf(t, '2/1+1');
    counted.clock.begin('red');
    assert.equal(counted.clock.movesLeft('red'), 2);
    for (const wanted of [['0:51', 1], ['1:42', 2], ['1:33', 1], ['2:24', 2]]) {
        counted.pass(10 * S);
        counted.clock.press('red');
        counted.clock.press('black');
        assert.deepEqual([counted.clock.text('red'), counted.clock.movesLeft('red')], wanted);
    }
    counted.clock.recount('red', -1); // its time was given already
    assert.equal(counted.clock.movesLeft('red'), 3);
    counted.clock.press('red');
    counted.clock.press('black');
    assert.deepEqual([counted.clock.text('red'), counted.clock.movesLeft('red')], ['2:25', 2]);
    const more = clockOf(t, '0+5');
    assert.equal(more.clock.text('red'), '0:05.0');
    more.clock.begin('red');
    more.pass(3 * S);
    more.clock.press('red');
    assert.equal(more.clock.text('red'), '0:07.0');
});

test('sides with different times, kept over a reload', t => {
    const { clock, pass } = clockOf(t, '60+30|1+3x10s');
    assert.deepEqual([clock.text('red'), clock.text('black')], ['1:00:00', '1:00']);
    clock.begin('red');
    pass(S);
    clock.press('red');
    pass(75 * S);
    const again = clockOf(t, '60+30|1+3x10s', JSON.parse(JSON.stringify(clock.kept())));
    assert.deepEqual([again.clock.text('red'), again.clock.text('black'), again.clock.periodsLeft('black')], ['1:00:29', '0:05', 2]);
    assert.equal(again.clock.runs, false);
    assert.equal(clockOf(t, '5+3', { red: 61 * S, black: 300 * S }).clock.text('red'), '1:01'); // as version 1.0 stored it
    assert.equal(clockOf(t, '').clock.kept(), null);
    assert.equal(clockOf(t, 'nonsense').clock.text('red'), '');
});

test('the engine never loses on time and keeps enough for a whole game', t => {
    assert.equal(clockOf(t, '').clock.allowance('red'), Infinity);
    for (const kind of ['1', '1+1', '0+2', '0.2+1', '10+5', '40/30', '2/0.1', '1/0.1', '1+3x10s', '0+1x5s', '15s', '2s']) {
        const { clock, events, pass } = clockOf(t, kind);
        let least = Infinity;
        clock.begin('red');
        for (let move = 0; move < 300; move++) {
            const time = clock.allowance('red');
            if (move < 60)
                least = Math.min(least, time);
            pass(time + 10); // it reacts late
            clock.press('red');
            clock.press('black');
        }
        assert.deepEqual(events.filter(event => event.startsWith('lost')).slice(0, kind === '1' ? 0 : 9), [], kind);
        assert.ok(least >= (kind === '1' ? 100 : 200), `${kind}: ${least} ms`);
    }
    const { clock, pass } = clockOf(t, '10+3x30s');
    clock.begin('red');
    assert.ok(clock.allowance('red') > 30 * S && clock.allowance('red') < 60 * S);
    pass(600 * S);
    assert.equal(clock.allowance('red'), 21 * S);
});
