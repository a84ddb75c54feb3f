// SPDX-License-Identifier: GPL-3.0-only
// Sharing: links, texts for the clipboard, pictures.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { openBrowser } from './browser.mjs';
import { actions, skip } from './page.mjs';
import { serve } from './serve.mjs';

const folder = new URL('../../dist/web', import.meta.url).pathname;
const options = { skip, timeout: 300000 };
let browser, server, saved;
const { ready, quiet, press, left, picture, open, list, now, go } = actions(() => browser);

before(async () => {
    if (skip)
        return;
    saved = mkdtempSync(join(tmpdir(), 'hanxin-share-'));
    browser = await openBrowser();
    await browser.downloads(saved);
    server = await serve(folder, true);
    await browser.go(server.url);
    await ready();
});
after(async () => {
    await browser?.close();
    server?.close();
    if (saved)
        rmSync(saved, { recursive: true });
});

const NOTED = '[Event "Cup"]\n[Red "甲"]\n\n{before all} 1. h2e2 {centre} h9g7 (1... b9c7 {the other}) 2. h0g2 $1 i9h9 1-0\n';
const MOVES = ['C2=5', 'H8+7', 'H2+3', 'H2+3', 'R9=8'];
const value = selector => browser.run('return document.querySelector(arguments[0]).value', selector);
const close = () => browser.run('document.querySelector("#shareDialog").close()');

// Copies by a button of the dialog. Returns what is then in the clipboard, from the field for moves.
async function copied(button) {
    await press('#share');
    await browser.until('return document.querySelector("#positionLink").value');
    await browser.click(button);
    await browser.until('return document.querySelector("#shared").textContent.startsWith("Copied: ")');
    await close();
    await browser.run('const box = document.createElement("textarea"); box.id = "pasted"; document.querySelector("#side").append(box); box.focus()');
    await browser.paste();
    const text = await browser.until('return document.querySelector("#pasted").value');
    await browser.run('document.querySelector("#pasted").remove()');
    return text;
}

test('a copied link opens the same game at the same place in another browser, and the position', options, async () => {
    await open(NOTED);
    await go(4); // the third move of the main line
    const link = await copied('#copyGame'), position = await copied('#copyPosition');
    assert.match(link, /^http:\S+#gz=[\w-]+&at=3$/);
    assert.match(position, /^http:\S+#fen=rnbakab1r\/9\/1c4nc1\/p1p1p1p1p\/9\/9\/P1P1P1P1P\/1C2C1N2\/9\/RNBAKAB1R_b_\S+$/);
    const mine = browser;
    browser = await openBrowser();
    try {
        await browser.go(link);
        await ready();
        await browser.until('return document.querySelectorAll("#moves button").length === 5');
        assert.deepEqual(await list(), MOVES);
        assert.equal(await now(), 'H2+3');
        assert.match(await browser.text('#info'), /甲.*Cup/);
        assert.deepEqual(await browser.run('return [...document.querySelectorAll("#moves .remark")].map(e => e.innerText)'), ['before all', 'centre', '1... H2+3 the other']);
        await browser.go('about:blank');
        await browser.go(position);
        await ready();
        await browser.until('return document.querySelector("#moves button") === null');
        assert.equal(await browser.text('#linkFault'), '');
        await browser.go('about:blank');
        await browser.go(link.slice(0, -40));
        await ready();
        assert.equal(await browser.until('return document.querySelector("#linkFault").textContent'), 'The link cannot be opened: it is incomplete');
        await quiet();
    } finally {
        await browser.close();
        browser = mine;
    }
});

test('texts are copied in their formats; links have the address of a board that others can open', options, async () => {
    assert.match(await copied('#copyFen'), /^rnbakab1r\/9\/\S+ b - - 3 2$/);
    assert.match(await copied('#copyPgn'), /\[Event "Cup"\][^]*\{before all\} 1\. C2[.=]5 \{centre\}/);
    assert.match(await copied('#copyUbb'), /^\[DhtmlXQ\][^]*\[DhtmlXQ_movelist\]774770627967\w*\[\/DhtmlXQ_movelist\]/);
    await press('#share');
    assert.equal(await browser.run('return document.querySelector("#localLine").checkVisibility()'), true);
    await browser.type('#shareBase', 'example');
    await browser.until('return document.querySelector("#shared").textContent === "An address begins with https:// or http://."');
    await browser.run('document.querySelector("#shareBase").value = ""');
    await browser.type('#shareBase', 'https://example.org/hanxin/');
    assert.equal(await browser.text('#shared'), '');
    await browser.until('return document.querySelector("#gameLink").value.startsWith("https://example.org/hanxin/#gz=")');
    await picture('share');
    await close();
    assert.match(await copied('#copyHtml'), /^<script type="module" src="https:\/\/example\.org\/hanxin\/hanxin-board\.js"><\/script>\n<hanxin-board>\n\[Event &quot;Cup&quot;\][^<]*<\/hanxin-board>/);
    await press('#share');
    await browser.run('const box = document.querySelector("#shareBase"); box.value = ""; box.dispatchEvent(new Event("input"))');
    await browser.until('return document.querySelector("#gameLink").value.startsWith(location.origin)');
    assert.equal(await browser.run('return document.querySelector("#copyHtml").hidden'), true);
    await close();
    await quiet();
});

test('a long link leaves out comments and variations unless they are wanted', options, async () => {
    await open(`1. h2e2 {${Array.from({ length: 900 }, (_, i) => (i * 7919 % 10007).toString(36)).join(' ')}} h9g7 *`);
    await press('#share');
    await browser.until('return document.querySelector("#linkLength").textContent');
    const short = await value('#gameLink');
    assert.ok(short.length < 200, short);
    const words = await browser.text('#linkLength');
    await browser.click('#shareWhole');
    const whole = await value('#gameLink');
    assert.equal(words, `${short.length} characters · without comments and variations, because with them it has ${whole.length}`);
    assert.ok(whole.length > 2000);
    assert.equal(await browser.text('#linkLength'), `${whole.length} characters · some chat programs cut links of more than 2000`);
    await browser.click('#shareDialog .buttons:last-child button');
    await left('#shareDialog');
    await quiet();
});

// Saves a file by a button of the dialog, which is open. Returns its bytes.
async function download(button, name) {
    await browser.click(button);
    await browser.until('return / [kM]B$/.test(document.querySelector("#shared").textContent) && document.querySelector("#shared").textContent.startsWith(arguments[0])', name.split('.')[1].toUpperCase());
    for (const end = Date.now() + 90000; !existsSync(join(saved, name)) && Date.now() < end;)
        await new Promise(resolve => setTimeout(resolve, 50));
    const bytes = readFileSync(join(saved, name));
    rmSync(join(saved, name));
    return bytes;
}

// Returns the size of a PNG, and its number of different rows and of colours in its middle row.
function readPng(bytes) {
    const parts = [];
    for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
        if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
            parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
    const width = bytes.readUInt32BE(16), height = bytes.readUInt32BE(20), data = inflateSync(Buffer.concat(parts)), row = data.length / height;
    return { width, height, rows: new Set(Array.from({ length: height }, (_, y) => data.toString('latin1', y * row, (y + 1) * row))).size };
}

// Returns the size of a GIF, and of each picture its delay in hundredths of a second and its area.
function readGif(bytes) {
    assert.equal(bytes.toString('latin1', 0, 6), 'GIF89a');
    const pictures = [], blocks = at => { while (bytes[at]) at += bytes[at] + 1; return at + 1; };
    let at = 13 + 3 * 256, delay, loops;
    while (bytes[at] !== 0x3B) {
        if (bytes[at] === 0x21) {
            if (bytes[at + 1] === 0xF9)
                delay = bytes.readUInt16LE(at + 4);
            loops ||= bytes.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0';
            at = blocks(at + 2);
        } else {
            assert.equal(bytes[at], 0x2C);
            const [x, y, width, height] = [1, 3, 5, 7].map(place => bytes.readUInt16LE(at + place));
            pictures.push({ delay, x, y, width, height });
            at = blocks(at + 11);
        }
    }
    assert.equal(at, bytes.length - 1);
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), loops, pictures };
}

// Returns the mean difference of two pictures by component, from 0 to 255: a PNG, scaled, and a picture of a GIF.
const difference = (png, gif, number) => browser.run(`const [png, gif, number] = arguments, bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
    return (async () => {
        const decoder = new ImageDecoder({ data: bytes(gif), type: 'image/gif' }), { image } = await decoder.decode({ frameIndex: number }), { codedWidth: width, codedHeight: height } = image;
        const pixels = (picture) => { const pen = new OffscreenCanvas(width, height).getContext('2d'); pen.imageSmoothingQuality = 'high'; pen.drawImage(picture, 0, 0, width, height); return pen.getImageData(0, 0, width, height).data; };
        const [one, other] = [pixels(await createImageBitmap(new Blob([bytes(png)]))), pixels(image)];
        return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]), 0) / one.length; })()`, png.toString('base64'), gif.toString('base64'), number);

test('pictures: the board as it is shown as PNG and SVG, the game as GIF', options, async () => {
    await open('[Red "甲"]\n[Black "乙"]\n\n1. h2e2 {[%cal Gh0g2][%csl Re6]} h9g7 $2 2. h0g2 i9h9 3. i0h0 *');
    await go(5);
    await browser.click('#flip');
    await press('#share');
    const boards = await browser.run('return document.querySelectorAll(".xq").length');
    const png = await download('#savePng', 'hanxin.png'), { rows, ...size } = readPng(png);
    assert.deepEqual(size, { width: 1144, height: 1400 });
    assert.ok(rows > 500, `${rows} different rows`);
    const svg = (await download('#saveSvg', 'hanxin.svg')).toString();
    assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.match(svg, /红方 · 甲|Red · 甲/);
    assert.doesNotMatch(svg, /var\(--|class=|\bhref=/);
    const gif = await download('#saveGif', 'hanxin.gif'), { pictures, ...head } = readGif(gif);
    assert.deepEqual(head, { width: 800, height: 979, loops: true });
    assert.deepEqual(pictures.map(({ delay }) => delay), [150, 100, 100, 100, 100, 400]);
    assert.ok(pictures.slice(1).every(({ width }) => width < 790)); // only what has changed
    if (process.env.PICTURES)
        for (const [ending, bytes] of Object.entries({ png, svg, gif }))
            writeFileSync(join(process.env.PICTURES, `shared.${ending}`), bytes);
    const [last, former] = [await difference(png, gif, 5), await difference(png, gif, 2)];
    assert.ok(last < 2.5 && former > last + 1, `${last} ${former}`);
    await browser.click('#pictureNames');
    assert.equal(readPng(await download('#savePng', 'hanxin.png')).height, 1264);
    await browser.click('#copyPng');
    await browser.until('return document.querySelector("#shared").textContent === "Copied: PNG"');
    await picture('share-pictures');
    await close();
    // a system with a dialog for sharing
    await browser.run('window.sent = []; navigator.canShare = () => true; navigator.share = async what => { sent.push(what.url ?? what.files[0].size); }');
    await press('#share');
    await browser.click('#shareNow');
    await browser.click('#sendPng');
    await browser.until('return sent.length === 2');
    assert.deepEqual(await browser.run('return [sent[0] === document.querySelector("#gameLink").value, sent[1] > 50000]'), [true, true]);
    // what the browser refuses
    await browser.run('const refuse = async () => { throw new DOMException("refused", "NotAllowedError"); }; navigator.share = refuse; Object.assign(Clipboard.prototype, { write: refuse, writeText: refuse }); document.execCommand = () => false');
    for (const [button, words] of [['#copyFen', 'The browser does not allow copying.'], ['#sendPng', 'It cannot be sent: refused'], ['#copyPng', 'The browser does not allow copying.'], ['#shareNow', 'It cannot be sent: refused']]) {
        await browser.click(button);
        await browser.until('return document.querySelector("#shared").textContent === arguments[0]', words);
    }
    await close();
    assert.equal(await browser.run('return document.querySelectorAll(".xq").length'), boards); // none is left
    await quiet();
});
