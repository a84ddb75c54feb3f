// SPDX-License-Identifier: GPL-3.0-only
'use strict';
/* run.js BUILD [SHOTS [CASE...]] - tests the pages that the programs write, and the board alone, in a headless Chromium: clicks, keys, touch, phone size,
 * light and dark, all languages. Pages must not write to the console, use the network, or run code from a name or comment. BUILD is the
 * folder of the programs; SHOTS is a folder for screenshots; CASE names the only cases to test. Ends with `N passed, N failed`. */
const { Chromium } = require('./chromium.js');
const { execFileSync, spawn } = require('child_process');
const fs = require('fs'), os = require('os'), path = require('path');

const [build, shots, ...only] = process.argv.slice(2);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hanxin-pages-'));
const root = path.join(__dirname, '..', '..');
const equal = (got, want, what) => { if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`); };
const url = file => 'file://' + file;

async function shot(page, name) { if (shots) { fs.mkdirSync(shots, { recursive: true }); await page.shot(path.join(shots, name + '.png')); } }

/* ---- the board alone ---- */

function boardPage() {
  const file = path.join(work, 'board.html'), read = name => fs.readFileSync(path.join(root, 'protocol/web', name), 'utf8');
  fs.writeFileSync(file, `<!DOCTYPE html><html><head><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'><style>body{margin:0;background:#888}#b{width:min(100%,540px)}
    ${read('board.css')}</style></head><body><div id=b></div><script>${read('pieces.js')}</script><script>${read('board.js')}</script><script>
    const said = [], board = new XiangqiBoard(document.getElementById('b'), { figures: 'traditional',
      onPick: (at, piece) => { said.push('pick ' + at + piece); return at === 'h2' ? ['e2', 'h9'] : piece < 'a'; },
      onMove: (from, to) => { said.push('move ' + from + to); if (to === 'e2') board.set({ fen: XiangqiBoard.play(board.get('fen'), from + to), last: from + to }); },
      onDrop: () => said.push('drop') });</script></body></html>`);
  return file;
}
const said = page => page.eval('said.splice(0).join()');
const piece = at => `[data-at=${at}] .xq-disc`;
/* Where a square is in the window. */
const place = (page, at) => page.eval(`(() => { const r = board.svg.getBoundingClientRect(); return [r.left + (16 + board.x('${at}')) * r.width / 572, r.top + (16 + board.y('${at}')) * r.width / 572]; })()`);

async function boardMouse(browser) {
  const page = await browser.open(url(boardPage()), { width: 560, height: 640 });
  equal(await page.eval("document.querySelectorAll('.xq-piece').length"), 32, 'pieces');
  await page.click(piece('h2'));
  equal(await page.eval("[document.querySelectorAll('.xq-target').length, document.querySelectorAll('.xq-ring').length]"), [1, 1], 'targets');
  await shot(page, 'board-picked');
  await page.clickAt(...await place(page, 'e2'));
  equal([await said(page), await page.eval('board.pieces.e2')], ['pick h2C,move h2e2', 'C'], 'a click');
  equal(await page.eval("document.querySelectorAll('.xq-last').length"), 2, 'squares of the last move');
  await page.drag(...await place(page, 'b0'), ...await place(page, 'c2'));
  await page.drag(...await place(page, 'b0'), 552, 300); // off the board
  await page.clickAt(...await place(page, 'b7')); // a black piece cannot be picked up
  await page.click(piece('i0')), await page.click(piece('i0'));
  equal(await said(page), 'pick b0N,move b0c2,pick b0N,move b0,pick b7c,pick i0R,drop', 'dragged');
  await page.eval("board.set({ flipped: true, lang: 'zh', coordinates: 'digits', check: true, last: '', arrows: [{ from: 'b0', to: 'c2', kind: 'best', label: '<1' }], badges: [{ at: 'e2', text: '??', kind: 'blunder' }] })");
  await page.clickAt(...await place(page, 'i0'));
  equal([await said(page), await page.eval("document.querySelector('.xq-label').textContent")], ['pick i0R', '<1'], 'turned');
  await shot(page, 'board-turned');
  await page.eval("board.set({ fen: '9/4k<script>/??/R99R/9/////K b' })"); // an invalid FEN is drawn as far as possible
  equal(page.complaints, [], 'complaints');
}

async function boardKeysAndTouch(browser) {
  const page = await browser.open(url(boardPage()), { width: 360, height: 640, touch: true, dark: true });
  await page.eval('board.focus()');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp']) await page.press(key);
  equal(await page.eval("document.querySelector('.xq-say').textContent"), 'h2, red cannon', 'said');
  await page.press('Enter');
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.press(key);
  equal(await page.eval("document.querySelector('.xq-say').textContent"), 'e2, empty, can go here', 'said');
  await page.press(' ');
  await page.press('Enter'), await page.press('Escape');
  equal(await said(page), 'pick h2C,move h2e2,pick e2C,drop', 'keys');
  await page.tap(piece('b2')), await page.tap(piece('b9'));
  equal(await said(page), 'pick b2C,pick b9n,move b2b9', 'taps');
  equal(await page.eval('document.documentElement.scrollWidth <= innerWidth'), true, 'fits a phone');
  await shot(page, 'board-phone-dark');
  equal(page.complaints, [], 'complaints');
}

/* ---- the viewer, in the pages of hanxin review and hanxin-match ---- */

const texts = (page, ...selectors) => page.eval(`${JSON.stringify(selectors)}.map(at => document.querySelector(at).textContent)`);
const at = page => page.eval("[+document.body.dataset.game, document.body.dataset.path]"); // the game and the path of the move
const choose = (page, id, value) => page.eval(`{ const e = document.getElementById('${id}'); e.value = '${value}'; e.dispatchEvent(new Event('change')); }`);
const fits = page => page.eval('document.documentElement.scrollWidth <= innerWidth');
const zeros = count => Array(count).fill(0).join();

/* Opens the page at each width, in light and dark colours, in each language, looks whether it fits, and gives it to a test. */
async function everyLook(browser, file, name, test) {
  for (const [width, height] of [[1440, 900], [768, 1024], [390, 844]])
    for (const dark of [false, true])
      for (const lang of ['en', 'zh', 'zh-Hant', 'vi']) {
        const page = await browser.open(url(file), { width, height, touch: width < 1000, dark });
        await choose(page, 'lang', lang);
        await test(page, lang);
        equal(await fits(page), true, `${name} fits ${width}`);
        equal(await page.eval("[...document.querySelectorAll('button, select, input, [role=slider], a')].filter(e => e.offsetWidth && !(e.getAttribute('aria-label') || e.textContent.trim())).length"), 0, 'controls without a name');
        if (width < 1000)
          equal(await page.eval("[...document.querySelectorAll('button, select, a')].filter(e => { const r = e.getBoundingClientRect(); return r.width && (r.width < 44 || r.height < 44); }).map(e => e.outerHTML)"), [], 'small targets');
        if (lang.startsWith('zh'))
          equal(await page.eval("[...document.querySelectorAll('h2, button, th, summary, [title], [placeholder]')].filter(e => e.offsetWidth && e.id !== 'players' && !e.closest('#games') && " +
            "/[a-z]{4}/.test((e.title || e.placeholder || e.textContent).replace(/Home|End|Elo|hanxin web|<.*>/g, ''))).map(e => e.outerHTML)"), [], 'no English is left');
        await shot(page, `${name}-${width}-${dark ? 'dark' : 'light'}-${lang}`);
        equal(page.complaints, [], 'complaints');
      }
}

/* A game with a mate that is missed; names and comments try to break out of the page. */
const BAD = '</script><script>console.log(1)</script><img src=x onerror=console.log(2)>';
function reviewFile(...words) {
  const pgn = path.join(work, 'review.pgn'), html = path.join(work, 'review.html');
  fs.writeFileSync(pgn, `[Event "${BAD}"]\n[Red "${BAD}"]\n[Black "&lt;b&gt;"]\n[ECCO "C97"]\n\n1. h2e2 {${BAD}} h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. g3g4 c6c5 (4... a6a5 5. e2e6 (5. b2d2)) 5. e2e6 a6a5 6. e6e7 1-0\n\n` +
    '[Red "two"]\n[FEN "3k5/9/9/9/9/9/9/4p4/R8/4K3R w - - 0 20"]\n\n1. i0i9 d9d8 1-0\n');
  execFileSync(path.join(build, 'hanxin'), ['review', '--nodes', '20000', '--force', '--html', html, '--lang', 'en', ...words, pgn], { stdio: 'pipe' });
  return html;
}
async function reviewPage(browser) {
  const page = await browser.open(url(reviewFile('--board', 'https://board.example/?lang=en')));
  equal(await page.eval("[document.querySelectorAll('.xq-piece').length, document.querySelectorAll('#moves .row > button').length, document.querySelectorAll('#games button').length]"), [32, 11, 2], 'the start');
  equal(await texts(page, '#said', '#players'), ['Start  depth ' + await page.eval("/\\d+$/.exec(document.getElementById('said').textContent)[0]"), `${BAD} - &lt;b&gt;  1-0`], 'the names');
  equal(await page.eval("[/Opening: Central Cannon.* C97/.test(document.getElementById('about').textContent), [...document.querySelectorAll('#board .xq-edge text')].some(e => e.textContent === 'i')]"), [true, false], 'the opening, and coordinates as WXF counts');
  await page.press('ArrowRight');
  equal([await at(page), await page.eval("document.getElementById('said').textContent.includes('onerror')")], [[1, '0'], true], 'a key');
  await page.click("#moments button[data-ply='9']");
  equal([await at(page), await texts(page, '.xq-badge', '#moves .now b')], [[1, zeros(9)], ['??', '??']], 'a blunder');
  equal(await page.eval("[/^5\\. C5\\+4 \\?\\?  -\\d.*\\nloses two cannons.*\\nBetter: /.test(document.getElementById('said').textContent), document.querySelectorAll('#board .xq-better').length]"), [true, 1], 'what was better');
  await page.press('ArrowDown'), await page.press('ArrowRight');
  equal(await at(page), [1, `${zeros(8)},1,0`], 'along the better line');
  await page.press('Escape');
  equal(await at(page), [1, zeros(8)], 'back in the game');
  await page.press('a');
  equal(await page.eval("document.querySelectorAll('#board .xq-arrow').length"), 0, 'without arrows');
  await page.click('#moves .nested button');
  equal(await at(page), [1, `${zeros(7)},1,1`], 'a variation of a variation');
  await page.click('#graph svg');
  equal([zeros(5), zeros(6)].includes((await at(page))[1]), true, 'the graph');
  await page.press('Home'), await page.press('ArrowLeft'), await page.press('End'), await page.press('ArrowRight');
  equal(await at(page), [1, zeros(11)], 'the end');
  equal(await page.eval("document.querySelector('#board').outerHTML.includes('xq-last')"), true, 'the last move');
  await page.press('?');
  equal(await page.eval("[document.getElementById('keys').open, document.querySelectorAll('#keys tr').length]"), [true, 8], 'the keys');
  await page.press('Escape');
  equal([await page.eval("document.getElementById('keys').open"), await at(page)], [false, [1, zeros(11)]], 'closed');
  const text = decodeURIComponent((await page.eval("document.getElementById('open').href")).replace('https://board.example/?lang=en#game=', ''));
  equal([/\$4 \{\[%eval -\d/.test(text), text.includes('( {[%eval ') && text.includes('( 5. b2d2 )'), text.startsWith(`[Event "${BAD}"]`), text.includes('FEN')], [true, true, true, false], 'the game in the link');
  await page.eval("navigator.clipboard.writeText = text => { window.copied = text; }");
  await page.click('#copy');
  equal(await page.eval('window.copied'), text, 'the copied game');
  const again = path.join(work, 'copied.pgn'), show = ['convert', '--to', 'iccs', again];
  fs.writeFileSync(again, text);
  equal(execFileSync(path.join(build, 'hanxin'), show, { encoding: 'utf8' }).includes('(4... A6-A5 5. E2-E6 (5. B2-D2))'), true, 'the copied game is read');
  await choose(page, 'lang', 'zh');
  equal(await page.eval("[document.getElementById('flip').textContent, /开局/.test(document.getElementById('about').textContent), /红方得分率 \\d+%.*深度 \\d/.test(document.getElementById('said').textContent), /准确率平均每着失分!\\?!\\?\\?\\?.*! 唯一着  \\?! 疑问着/s.test(document.getElementById('extra').textContent)]"),
    ['翻转', true, true, true], 'Chinese');
  equal(await page.eval("[...document.querySelectorAll('#moves .remark')].some(e => e.textContent.startsWith('失两炮'))"), true, 'Chinese descriptions');
  await page.press('Home'), await page.press('ArrowDown');
  equal([await at(page), await page.eval("document.querySelector('#moves .number').textContent"), await page.eval("document.getElementById('open').href.includes('FEN')")], [[2, ''], '20.', true], 'the second game, from its move number');
  await page.press('f'), await page.click('#figures');
  equal(await page.eval("document.querySelector('.xq-piece').getAttribute('class')"), 'xq-piece xq-black', 'flipped');
  await page.eval("{ const e = document.getElementById('search'); e.value = 'LT;B'; e.dispatchEvent(new Event('input')); }");
  equal(await texts(page, '#games', '#count'), [`1. ${BAD} - &lt;b&gt;  1-0`, '第 1 局，共 2 局'], 'found');
  await page.eval("location.hash = '#1,3'");
  await page.until("document.body.dataset.path === '0,0,0'");
  equal(page.complaints, [], 'complaints');
}
async function reviewLooks(browser) {
  await everyLook(browser, reviewFile(), 'review', async page => {
    equal(await page.eval("document.getElementById('open').offsetWidth"), 0, 'no link without an address');
    await page.click("#moments button");
    await page.click('#next'), await page.click('#back');
  });
}
/* The review of a file that is not PGN. */
async function reviewOfXqf(browser) {
  const html = path.join(work, 'xqf.html');
  execFileSync(path.join(build, 'hanxin'), ['review', '--nodes', '2000', '--force', '--html', html, '--lang', 'en', path.join(__dirname, '..', 'fuzz', 'corpus', 'xqf', 'v18')], { stdio: 'pipe' });
  const page = await browser.open(url(html));
  await choose(page, 'lang', 'en');
  equal(await page.eval("[document.getElementById('players').textContent.startsWith('红 - '), document.querySelectorAll('#moves .row > button').length, document.getElementById('list').offsetWidth]"), [true, 4, 0], 'the game');
  await page.press('ArrowRight');
  equal(await page.eval("document.getElementById('said').textContent.endsWith('a')"), true, 'the comment');
  equal(page.complaints, [], 'complaints');
}

function matchFile() {
  const match = path.join(build, 'hanxin-match'), fake = path.join(build, 'tests', 'fake_engine'), file = path.join(work, 'match.html');
  if (!fs.existsSync(match)) return console.log('skipped: hanxin-match is not built');
  if (!fs.existsSync(file))
    execFileSync(match, ['--engine', 'cmd=' + fake, 'name=<script>alert(1)</script>', '--engine', 'cmd=' + fake, 'name=two', '--each', 'depth=1', '--games', '4', '--maxplies', '20', '--event',
      '</script><script>alert(2)</script>', '--html', file], { stdio: 'pipe' });
  return file;
}
async function matchPage(browser) {
  const file = matchFile();
  if (!file) return;
  const page = await browser.open(url(file));
  await choose(page, 'lang', 'en'), await choose(page, 'notation', 'move');
  equal(await page.eval("[document.querySelectorAll('.xq-piece').length, document.querySelectorAll('#games button').length, document.querySelectorAll('#moves .row > button').length]"), [32, 4, 20], 'the start');
  equal(await page.eval("document.title"), '</script><script>alert(2)</script> - hanxin-match', 'the title');
  await page.press('ArrowRight');
  equal([(await page.eval("document.querySelector('#moves .now').firstChild.data")).length, await page.eval("/^1\\. [a-i]\\d[a-i]\\d  [+-]\\d\\.\\d\\d · Red expects \\d+ % · .*\\d\\.\\d+ s/.test(document.getElementById('said').textContent)"), await page.eval("[...document.querySelectorAll('#board .xq-edge text')].some(e => e.textContent === 'i')")], [4, true, true], 'one step');
  await page.press('End');
  equal(await at(page), [1, zeros(20)], 'the end');
  equal(await page.eval("[document.querySelectorAll('#graph .line-red').length, document.querySelectorAll('#graph .line-black').length]"), [1, 1], 'a line for each engine');
  await choose(page, 'notation', 'chinese'), await choose(page, 'lang', 'zh');
  equal(await page.eval("/[进退平]/.test(document.querySelector('#moves .now').textContent)"), true, 'Chinese moves');
  equal(await page.eval("[document.documentElement.lang, document.getElementById('above').textContent, document.getElementById('count').textContent, document.getElementById('about').textContent]" +
    ".map((s, i) => [/^zh$/, /已下 4 局，共 4 局。<script>alert\\(1\\)<.script>：深度 1；two：深度 1。.*引擎局数胜和负得分率.*对阵.*%.*95% 置信区间.*着数上限4/s, /^第 4 局，共 4 局$/, /着数上限/][i].test(s))"),
    [true, true, true, true], 'Chinese');
  equal(await at(page), [1, zeros(20)], 'the same place');
  await page.eval("location.hash = '#3,12'");
  await page.until(`document.body.dataset.game === '3' && document.body.dataset.path === '${zeros(12)}'`);
  await page.press('Home'), await page.press(' ');
  await page.until("document.body.dataset.path === '0,0'"); // it plays
  await page.press('ArrowLeft');
  await new Promise(resolve => setTimeout(resolve, 1000));
  equal(await at(page), [3, '0'], 'it has stopped');
  equal(page.complaints, [], 'complaints');
}
async function matchLooks(browser) {
  const file = matchFile();
  if (file)
    await everyLook(browser, file, 'match', page => page.click('#games button:last-child'));
}

/* ---- the page of hanxin web, with the program behind it ---- */

async function nativePage(browser) {
  const server = spawn(path.join(build, 'hanxin'), ['web', '--port', '0', '--no-browser', '--lang', 'en'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise(resolve => server.on('exit', resolve));
  try {
    const line = await new Promise(resolve => { server.stdout.once('data', data => resolve(String(data).split('\n')[0])); server.stderr.once('data', data => resolve(String(data))); });
    if (line.includes('libmicrohttpd')) return console.log('skipped: ' + line.trim());
    const page = await browser.open(line), type = text => page.eval(`document.getElementById('move').value = '${text}'; document.getElementById('typed').requestSubmit()`);
    const quiet = page => equal(page.complaints.filter(words => !words.startsWith('request: ' + line)), [], 'complaints');
    await page.until("document.body.dataset.ready === 'engine'");
    equal(await page.eval('crossOriginIsolated'), true, 'isolated');
    await nativeLinks(browser, line, quiet);
    await type('h2e2');
    await page.until("document.querySelectorAll('#moves button').length === 2");
    await type('e2e9');
    await page.until("/cannot capture the king/.test(document.getElementById('status').textContent)");
    await choose(page, 'lang', 'zh');
    await page.until("document.title === '韩信 · 中国象棋'");
    await choose(page, 'lang', 'en');
    await shot(page, 'native');
    quiet(page);
    server.kill('SIGTERM');
    equal(await ended, 0, 'status');
    await type('a9a8');
    await page.until("/has ended/.test(document.getElementById('status').textContent)");
  } finally { server.kill('SIGKILL'); }
}
/* Positions and games in the address, of which one comes from a report; and files that are not text. */
async function nativeLinks(browser, line, quiet) {
  const linked = await browser.open(line + '?fen=4k4/9/9/9/9/9/9/9/9/R2K5_w', { width: 390, height: 844, touch: true });
  await linked.until("document.querySelectorAll('#board .xq-piece').length === 3");
  await linked.click('#menuButton'), await linked.click('#open');
  const { root } = await linked.send('DOM.getDocument'), { nodeId } = await linked.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#file' });
  await linked.send('DOM.setFileInputFiles', { nodeId, files: ['xqf/v18', 'games/record.cbr'].map(name => path.join(__dirname, '..', 'fuzz', 'corpus', name)) });
  await linked.until("document.getElementById('games').options.length === 2");
  await linked.eval("document.querySelector('#openDialog button[value=yes]').click()");
  await linked.until("document.querySelectorAll('#moves .row > button').length === 4 && document.querySelectorAll('#moves .nested').length === 1");
  quiet(linked);
  const report = await browser.open(url(reviewFile('--board', line))), address = await report.eval("document.getElementById('open').href");
  const board = await browser.open(address);
  await board.until("document.querySelectorAll('#moves .row > button').length === 11 && document.querySelectorAll('#moves .nested').length === 1");
  equal(await board.eval("[document.body.dataset.mode, document.querySelectorAll('#moves b.blunder').length > 0, [...document.querySelectorAll('#moves .remark')].some(e => e.textContent.startsWith('loses two cannons'))]"), ['analyse', true, true], 'the game of a report');
  quiet(board);
  await board.eval('localStorage.clear()');
}

/* `hanxin web FILE` opens a file of one game at once, and lists the games of others. */
async function filePage(browser) {
  for (const [file, ready] of [[path.join(__dirname, '..', 'fuzz', 'corpus', 'games', 'record.cbr'), "!document.getElementById('openDialog').open && document.querySelectorAll('#moves .row > button').length > 0"],
    [twoGames(), "document.getElementById('openDialog').open && document.getElementById('games').options.length === 2"]]) {
    const server = spawn(path.join(build, 'hanxin'), ['web', file, '--port', '0', '--no-browser', '--lang', 'en'], { stdio: ['ignore', 'pipe', 'pipe'] });
    try {
      const line = await new Promise(resolve => server.stdout.once('data', data => resolve(String(data).split(/\s/)[0])));
      const page = await browser.open(line);
      await page.until(ready);
      equal([page.complaints.filter(words => !words.startsWith('request: ' + line.replace(/#.*/, ''))), await page.eval("document.getElementById('linkFault').textContent")], [[], ''], file);
      await page.eval('localStorage.clear()');
    } finally { server.kill(); }
  }
}
function twoGames() {
  const file = path.join(work, '两局 #1.pgn');
  fs.writeFileSync(file, '[Red "a"]\n\n1. h2e2 *\n\n[Red "b"]\n\n1. h0g2 *\n');
  return file;
}

const cases = { nativePage, reviewPage, reviewLooks, reviewOfXqf, boardMouse, boardKeysAndTouch, matchPage, matchLooks, filePage };
(async () => {
  const browser = await Chromium.start();
  if (!browser) { console.log('skipped: no Chromium is installed'); return; }
  process.exitCode = 1; // until all tests have run
  let passed = 0, failed = 0;
  for (const [name, test] of Object.entries(cases).filter(([name]) => !only.length || only.includes(name)))
    try { await test(browser); passed++; } catch (e) { failed++; console.log(`${name}: ${e.message}`); }
  await browser.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
})().catch(e => { console.log(e.message); process.exitCode = 1; }).finally(() => fs.rmSync(work, { recursive: true, force: true }));
