// SPDX-License-Identifier: GPL-3.0-only
// The languages of the page: the files of texts, and each language in a real browser. PICTURES=folder saves screenshots there.
// HANXIN_WEB=program: the page of `hanxin web`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { serve } from './serve.mjs';

const options = { skip, timeout: 300000 };
const page = name => new URL(`../../protocol/web/page/${name}`, import.meta.url).href;
const { words, word } = await import(page('words.js'));
const others = { 'zh-Hant': await import(page('words.zh-Hant.js')), vi: await import(page('words.vi.js')) };
const BLUNDER = '1. h2e2 h9g7 2. e2e6 g7e6 3. h0g2 *';
let browser, site;

const { ready, moves, says, quiet, open, mode, list, go, picture, press, left, enter } = actions(() => browser);
const choosesLanguage = async lang => {
    await browser.choose('#lang', lang);
    await browser.until('return document.documentElement.lang === arguments[0]', lang);
};

test('every text is in every language, with its value and without simplified characters in traditional ones', () => {
    for (const [lang, file] of Object.entries(others)) {
        assert.deepEqual(Object.keys(file.words).sort(), Object.keys(words).sort(), lang);
        for (const [key, text] of Object.entries(file.words))
            assert.equal(text.split(/[%#]/).length, words[key][lang === 'vi' ? 0 : 1].split(/[%#]/).length, `${lang}: ${key}`);
    }
    const simplified = new Set(readFileSync(new URL('../data/simplified.txt', import.meta.url), 'utf8').trim());
    for (const text of [...Object.values(others['zh-Hant'].words), JSON.stringify(others['zh-Hant'].board)])
        assert.deepEqual([...text].filter(sign => sign > '~' && simplified.has(sign)), [], text);
});

test('a language that was not loaded is English or simplified Chinese', () => {
    assert.equal(word('resign', 'vi'), 'Resign');
    assert.equal(word('resign', 'zh-Hant'), '认输');
});

before(async () => {
    if (skip)
        return;
    [browser, site] = [await openBrowser('--accept-lang=zh-TW,en'), await serve(new URL('../../dist/web', import.meta.url).pathname, true)];
    await browser.go(site.url);
    await ready();
});
after(async () => {
    await browser?.close();
    site?.close();
});

test('the browser\'s language decides at the first visit', options, async () => {
    assert.equal(await browser.run('return document.documentElement.lang'), 'zh-Hant');
    await says('輪到紅方走');
    await choosesLanguage('en');
    await browser.go(site.url);
    await ready();
    await says('Red to move');
});

test('moves, refusals, the board\'s words and what a screen reader hears follow the language', options, async () => {
    await mode('analyse');
    await open(BLUNDER);
    await moves(5);
    await choosesLanguage('zh-Hant');
    await browser.until('return document.querySelector("#moves button").textContent.includes("炮二平五")');
    assert.deepEqual(await list(), ['炮二平五', '馬8進7', '炮五進四', '馬7進5', '馬二進三']);
    await enter('a0a5');
    await says('車');
    assert.match(await browser.run('return document.querySelector("#board svg").getAttribute("aria-label")'), /^棋盤：.*紅帥 5路1線/);
    await browser.keys('#board svg', '\uE013'); // up
    await browser.until('return /紅|空/.test(document.querySelector("#board [aria-live]").textContent)');
    await choosesLanguage('vi');
    assert.equal(await browser.text('#board [aria-live]'), '');
    assert.match(await browser.run('return document.querySelector("#board svg").getAttribute("aria-label")'), /^Bàn cờ: .*tướng đỏ lộ 5 hàng 1/);
    assert.deepEqual(await list(), ['P2-5', 'M8.7', 'P5.4', 'M7.5', 'M2.3']);
    await enter('a0a5');
    await says('Đường đi của xe');
    await choosesLanguage('zh');
    assert.equal((await list())[1], '马8进7');
    await quiet();
});

test('the sentences of a review follow the language, also after a reload', options, async () => {
    await choosesLanguage('en');
    await browser.click('#reviewTab');
    await browser.click('#reviewed button[value=review]');
    await browser.until('return document.querySelector("#reviewed button[value=review], #reviewed button[value=again]") && !document.querySelector("#reviewed progress")');
    await go(3);
    await says('loses a cannon');
    for (const [lang, part] of [['zh-Hant', '失一炮'], ['vi', 'mất một pháo'], ['zh', '失一炮']]) {
        await choosesLanguage(lang);
        await says(part);
    }
    await browser.reload();
    await ready();
    await choosesLanguage('vi');
    await says('mất một pháo');
    await quiet();
});

for (const lang of ['zh-Hant', 'vi'])
    test(`the page in ${lang}, on small and large screens`, options, async () => {
        await choosesLanguage(lang);
        for (const [width, height] of [[360, 740], [768, 1024], [1440, 900]]) {
            await browser.size(width, height);
            assert.ok(await browser.run('return document.documentElement.scrollWidth <= innerWidth'), `${width}`);
            await picture(`${lang}-${width}`);
            for (const button of ['#new', '#open', '#setup', '#save', '#more', '#share', '#practise']) {
                await press(button);
                assert.ok(await browser.run('const box = document.querySelector(arguments[0]); return box.scrollWidth <= box.clientWidth', `${button}Dialog`), `${button} ${width}`);
                await picture(`${lang}-${width}-${button.slice(1)}`);
                await browser.press('\uE00C');
                await left(`${button}Dialog`);
            }
        }
        await browser.size(1280, 900);
        await quiet();
    });
