// SPDX-License-Identifier: GPL-3.0-only
'use strict';
/* run.js BUILD [SHOTS] - tests the pages that the programs write, and the board alone, in a headless Chromium: clicks, keys, touch, phone size,
 * light and dark, both languages. Pages must not write to the console, use the network, or run code from a name or comment. BUILD is the
 * folder of the programs; SHOTS is a folder for screenshots. Ends with `N passed, N failed`. */
const { Chromium } = require('./chromium.js');
const { execFileSync, spawn } = require('child_process');
const fs = require('fs'), os = require('os'), path = require('path');

const [build, shots] = process.argv.slice(2);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hanxin-pages-'));
const root = path.join(__dirname, '..', '..');
const equal = (got, want, what) => { if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`); };
const url = file => 'file://' + file;

async function shot(page, name) { if (shots) { fs.mkdirSync(shots, { recursive: true }); await page.shot(path.join(shots, name + '.png')); } }

/* ---- the board alone ---- */

function boardPage() {
  const file = path.join(work, 'board.html'), read = name => fs.readFileSync(path.join(root, 'protocol/web', name), 'utf8');
  fs.writeFileSync(file, `<!DOCTYPE html><html><head><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'><style>body{margin:0;background:#888}#b{width:min(100%,540px)}
    ${read('board.css')}</style></head><body><div id=b></div><script>${read('board.js')}</script><script>
    const said = [], board = new XiangqiBoard(document.getElementById('b'), { figures: 'characters',
      onPick: (at, piece) => { said.push('pick ' + at + piece); return at === 'h2' ? ['e2', 'h9'] : piece < 'a'; },
      onMove: (from, to) => { said.push('move ' + from + to); if (to === 'e2') board.set({ fen: XiangqiBoard.play(board.get('fen'), from + to), last: from + to }); },
      onDrop: () => said.push('drop') });</script></body></html>`);
  return file;
}
const said = page => page.eval('said.splice(0).join()');
const piece = at => `[data-at=${at}] text`;
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
  await page.eval("board.set({ flipped: true, lang: 'zh', coordinates: 'files', check: true, last: '', arrows: [{ from: 'b0', to: 'c2', kind: 'best', label: '<1' }], badges: [{ at: 'e2', text: '??', kind: 'blunder' }] })");
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

/* ---- the page of hanxin-match ---- */

async function matchPage(browser) {
  const match = path.join(build, 'hanxin-match'), fake = path.join(build, 'tests', 'fake_engine'), file = path.join(work, 'match.html');
  if (!fs.existsSync(match)) return console.log('skipped: hanxin-match is not built');
  execFileSync(match, ['--engine', 'cmd=' + fake, 'name=<script>alert(1)</script>', '--engine', 'cmd=' + fake, 'name=two', '--each', 'depth=1', '--games', '4', '--maxplies', '20', '--event',
    '</script><script>alert(2)</script>', '--html', file], { stdio: 'pipe' });
  await (await browser.open(url(file))).eval('localStorage.clear()'); // the language that another page has left
  const page = await browser.open(url(file));
  equal(await page.eval("[document.querySelectorAll('.xq-piece').length, board.get('last')]"), [32, ''], 'the start');
  await page.press('ArrowRight');
  const last = await page.eval("board.get('last')");
  equal([last.length, await page.eval('ply'), await page.eval("board.get('coordinates')")], [4, 1, 'iccs'], 'one step');
  await page.click('#turn'), await page.click('#face');
  equal(await page.eval("board.get('flipped')"), true, 'turned');
  await page.press('End');
  equal(await page.eval("[ply, document.querySelectorAll('.xq-piece').length > 0, document.querySelector('#moves .on').dataset.p]"), [20, true, '20'], 'the end');
  await page.eval("document.getElementById('notation').value = 'chinese'; document.getElementById('notation').onchange({ target: document.getElementById('notation') })");
  equal(await page.eval("[/[进退平]/.test(document.querySelector('#moves .on').textContent), board.get('coordinates')]"), [true, 'files'], 'Chinese moves');
  await page.eval("document.getElementById('lang').value = 'zh'; document.getElementById('lang').onchange({ target: document.getElementById('lang') })");
  equal(await page.eval("[document.documentElement.lang, ...['#standings', '#pairings', '#endings', '#about', '#page', '#charts'].map(at => document.querySelector(at).textContent)]" +
    ".map((s, i) => [/^zh$/, /引擎局数胜和负得分率/, /对阵.*%/, /着数上限4/, /已下 4 局，共 4 局。<script>alert\\(1\\)<.script>：深度 1；two：深度 1。$/, /^4 局，第 1 页，共 1 页$/, /95% 置信区间/][i].test(s))"),
    Array(7).fill(true), 'Chinese');
  equal(await page.eval("[...document.querySelectorAll('h2, button, [data-title]')].filter(e => /[a-z]{3}/.test((e.title || e.textContent).replace(/Home|End|Elo/g, ''))).length"), 0, 'no English is left');
  equal(await page.eval("[ply, /第 1 局，第 1 轮：着数上限/.test(document.getElementById('players').textContent), [...board.svg.querySelectorAll('text')].some(e => e.textContent === '九')]"), [20, true, true], 'the same place');
  await shot(page, 'match');
  equal(page.complaints, [], 'complaints');
}

/* ---- the page of hanxin review ---- */

/* A game with a mate that is missed; names and comments try to break out of the page. */
function reviewFile() {
  const pgn = path.join(work, 'review.pgn'), html = path.join(work, 'review.html');
  const bad = '</script><script>console.log(1)</script><img src=x onerror=console.log(2)>';
  fs.writeFileSync(pgn, `[Event "${bad}"]\n[Red "${bad}"]\n[Black "&lt;b&gt;"]\n[ECCO "C97"]\n\n1. h2e2 {${bad}} h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. g3g4 c6c5 5. e2e6 a6a5 6. e6e7 1-0\n\n` +
    '[Red "two"]\n[FEN "3k5/9/9/9/9/9/9/4p4/R8/4K3R w"]\n\n1. i0i9 d9d8 1-0\n');
  execFileSync(path.join(build, 'hanxin'), ['review', '--nodes', '20000', '--force', '--html', html, '--lang', 'en', pgn], { stdio: 'pipe' });
  return html;
}
async function reviewPage(browser) {
  const page = await browser.open(url(reviewFile())), bad = '</script><script>console.log(1)</script>';
  equal(await page.eval("[D.games.length, game.moves.length, document.querySelectorAll('.xq-piece').length, document.querySelectorAll('#moves a').length]"), [2, 11, 32, 11], 'the start');
  equal(await page.eval("document.getElementById('players').textContent.startsWith(" + JSON.stringify(bad) + ')'), true, 'the name');
  equal(await page.eval("board.get('coordinates')"), 'files', 'coordinates as WXF counts');
  equal(await page.eval("/Opening: Central Cannon.* C97/.test(document.getElementById('about').textContent)"), true, 'the opening');
  await page.press('ArrowRight');
  equal(await page.eval("[ply, board.get('last'), document.getElementById('said').textContent.includes('onerror')]"), [1, 'h2e2', true], 'a key');
  await page.click("#moves a[data-p='9']");
  const mark = await page.eval("game.moves[8].mark");
  equal([mark, await page.eval("document.querySelector('.xq-badge').textContent"), await page.eval("document.getElementById('line').textContent.startsWith('Better')")], ['??', '??', true], 'a blunder');
  await shot(page, 'review');
  await page.click('#line button');
  equal(await page.eval('[ply, line.shown]'), [8, 1], 'the better line');
  await page.press('ArrowRight');
  equal(await page.eval('[ply, line.shown]'), [8, 2], 'along it');
  await page.press('Escape');
  equal(await page.eval('line'), null, 'back in the game');
  await page.click('#graph');
  equal(await page.eval('ply === 5 || ply === 6'), true, 'the graph');
  await page.eval("document.getElementById('lang').value = 'zh'; document.getElementById('lang').onchange({ target: document.getElementById('lang') })");
  equal(await page.eval("[document.getElementById('turn').textContent, /开局/.test(document.getElementById('about').textContent)]"), ['翻转', true], 'Chinese');
  equal(await page.eval("[document.querySelector('#said').textContent, document.getElementById('line').textContent, document.getElementById('sides').textContent].map((s, i) => [/红方得分率 \\d+%/, /^(最佳|应走)：/, /平均每着失分!唯一着\\?!疑问着/][i].test(s))"), [true, true, true], 'Chinese');
  await page.eval("document.getElementById('which').value = 1; document.getElementById('which').onchange({ target: document.getElementById('which') })");
  equal(await page.eval('[game.moves.length, ply]'), [2, 0], 'the second game');
  equal(page.complaints, [], 'complaints');
}
/* The review of a file that is not PGN. */
async function reviewOfXqf(browser) {
  const html = path.join(work, 'xqf.html');
  execFileSync(path.join(build, 'hanxin'), ['review', '--nodes', '2000', '--force', '--html', html, '--lang', 'en', path.join(__dirname, '..', 'fuzz', 'corpus', 'xqf', 'v18')], { stdio: 'pipe' });
  const page = await browser.open(url(html));
  equal(await page.eval("[document.getElementById('players').textContent.startsWith('红 - '), game.moves.length]"), [true, 4], 'the game');
  await page.press('ArrowRight');
  equal(await page.eval("document.getElementById('said').textContent.endsWith('a')"), true, 'the comment');
  equal(page.complaints, [], 'complaints');
}
async function reviewPhone(browser) {
  const page = await browser.open(url(reviewFile()), { width: 360, height: 740, touch: true, dark: true });
  await page.eval("document.getElementById('lang').value = 'zh'; document.getElementById('lang').onchange({ target: document.getElementById('lang') })");
  await page.tap('#next');
  await page.tap("#moves a[data-p='9']");
  equal(await page.eval('[ply, document.documentElement.scrollWidth <= innerWidth]'), [9, true], 'fits a phone');
  await page.eval('scrollTo(0, 0)');
  await shot(page, 'review-phone');
  equal(page.complaints, [], 'complaints');
}

/* ---- the page of hanxin web, with the program behind it ---- */

async function nativePage(browser) {
  const server = spawn(path.join(build, 'hanxin'), ['web', '--port', '0', '--no-browser', '--lang', 'en'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise(resolve => server.on('exit', resolve));
  try {
    const line = await new Promise(resolve => { server.stdout.once('data', data => resolve(String(data).split('\n')[0])); server.stderr.once('data', data => resolve(String(data))); });
    if (line.includes('libmicrohttpd')) return console.log('skipped: ' + line.trim());
    const page = await browser.open(line), type = text => page.eval(`document.getElementById('move').value = '${text}'; document.getElementById('typed').requestSubmit()`);
    await page.until("document.body.dataset.ready === 'engine'");
    equal(await page.eval('crossOriginIsolated'), true, 'isolated');
    const linked = await browser.open(line + '?fen=4k4/9/9/9/9/9/9/9/9/R2K5_w', { width: 390, height: 844, touch: true });
    await linked.until("document.querySelectorAll('#board .xq-piece').length === 3");
    await linked.click('#open');
    const { root } = await linked.send('DOM.getDocument'), { nodeId } = await linked.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#file' });
    await linked.send('DOM.setFileInputFiles', { nodeId, files: ['xqf/v18', 'games/record.cbr'].map(name => path.join(__dirname, '..', 'fuzz', 'corpus', name)) });
    await linked.until("document.getElementById('games').options.length === 2");
    await linked.eval("document.querySelector('#openDialog button[value=yes]').click()");
    await linked.until("document.getElementById('askDialog').open");
    await linked.eval("document.getElementById('askYes').click()");
    await linked.until("/^红 – . 1-0\\nOnly the main line/.test(document.getElementById('status').textContent)");
    await linked.click('#save');
    await linked.eval("document.getElementById('format').value = 'xqf'; document.getElementById('format').dispatchEvent(new Event('change'))");
    await linked.until("document.getElementById('written').value === 'This format is not text.'");
    equal(linked.complaints.filter(words => !words.startsWith('request: ' + line)), [], 'complaints');
    await linked.eval("localStorage.clear()");
    await type('h2e2');
    await page.until("document.querySelectorAll('#moves button').length === 2");
    await type('e2e9');
    await page.until("/cannot capture the king/.test(document.getElementById('status').textContent)");
    await page.click('#new');
    await page.until("document.getElementById('level').options[4].textContent === 'level 5 · Elo 770'");
    equal(await page.eval("[document.getElementById('level').value, document.getElementById('level').options[19].textContent]"), ['L5', 'level 20 · Elo 2800'], 'levels');
    await page.eval("document.getElementById('newDialog').close()");
    await page.eval("document.getElementById('lang').value = 'zh'; document.getElementById('lang').dispatchEvent(new Event('change', { bubbles: true }))");
    await page.until("document.title === '韩信 · 中国象棋'");
    equal(await page.eval("['toStart', 'lines', 'youPlay'].map(key => document.querySelector(`[data-t=${key}], [data-l=${key}]`)).map(e => e.title || e.textContent)"),
      ['回到初始局面', '变例数', '您执'], 'Chinese');
    await page.eval("document.getElementById('lang').value = 'en'; document.getElementById('lang').dispatchEvent(new Event('change', { bubbles: true }))");
    await page.click('#analysis summary');
    await page.until("document.querySelectorAll('#found li').length === 3");
    await shot(page, 'native');
    equal(page.complaints.filter(words => !words.startsWith('request: ' + line)), [], 'complaints');
    server.kill('SIGTERM');
    equal(await ended, 0, 'status');
    await page.until("/has ended/.test(document.getElementById('about').textContent)");
    await type('a9a8');
    await page.until("/has ended/.test(document.getElementById('status').textContent)");
  } finally { server.kill('SIGKILL'); }
}

const cases = { nativePage, reviewPage, reviewOfXqf, reviewPhone, boardMouse, boardKeysAndTouch, matchPage };
(async () => {
  const browser = await Chromium.start();
  if (!browser) { console.log('skipped: no Chromium is installed'); return; }
  process.exitCode = 1; // until all tests have run
  let passed = 0, failed = 0;
  for (const [name, test] of Object.entries(cases))
    try { await test(browser); passed++; } catch (e) { failed++; console.log(`${name}: ${e.message}`); }
  await browser.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
})().catch(e => { console.log(e.message); process.exitCode = 1; }).finally(() => fs.rmSync(work, { recursive: true, force: true }));
