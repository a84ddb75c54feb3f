// SPDX-License-Identifier: GPL-3.0-only
'use strict';
// The data stand in the page as JSON (report.c). Its texts reach the page through XiangqiBoard.escape() or textContent only.
const D = JSON.parse(document.getElementById('data').textContent), $ = id => document.getElementById(id), esc = XiangqiBoard.escape;
const WORDS = {
  en: { game: 'game', notation: 'notation', first: 'start (Home)', back: 'back (left arrow)', next: 'next (right arrow)', last: 'end (End)', turn: 'turn', arrows: 'arrows', graph: 'graph: what Red may expect',
    red: 'Red', black: 'Black', best: 'Best', better: 'Better', start: 'Start', only: 'the only good move', accuracy: 'accuracy', lost: 'lost a move', level: 'plays like a ', moments: 'Moments', unknown: 'not looked at', back_to_game: 'game', opening: 'Opening',
    depth: 'depth', win: 'Red expects', hanxin: 'Hanxin', colon: ': ', percent: ' %', marks: ['only move', 'inaccuracy', 'mistake', 'blunder'] },
  zh: { game: '对局', notation: '记谱法', first: '初始局面（Home）', back: '上一着（左箭头）', next: '下一着（右箭头）', last: '最后局面（End）', turn: '翻转', arrows: '箭头', graph: '局势曲线：红方得分率',
    red: '红方', black: '黑方', best: '最佳', better: '应走', start: '初始局面', only: '唯一着', accuracy: '准确率', lost: '平均每着失分', level: '棋力接近', moments: '关键着', unknown: '未分析', back_to_game: '返回对局', opening: '开局',
    depth: '深度', win: '红方得分率', hanxin: '韩信', colon: '：', percent: '%', marks: ['唯一着', '疑问着', '失着', '败着'] },
};
const KINDS = { '!': 'only', '?!': 'inaccuracy', '?': 'mistake', '??': 'blunder' };
const stored = (key, value) => { try { if (value) localStorage.setItem(key, value); return localStorage.getItem(key); } catch (e) { return null; } };
let lang = stored('hanxin-lang') || document.documentElement.lang, notation = stored('hanxin-notation') || (lang === 'zh' ? 'chinese' : 'wxf'), arrows = true;
if (!(lang in WORDS)) lang = 'en';
if (!['chinese', 'wxf', 'iccs'].includes(notation)) notation = 'wxf';
let game = D.games[0], fens = [], ply = 0, line = null; // line: the best line from position `ply`, and how many of its moves are shown
const t = name => WORDS[lang][name];
const board = new XiangqiBoard($('board'), {});
const blackFirst = () => / b/.test(game.start) ? 1 : 0, side = i => (i + blackFirst()) % 2;
const spell = (iccs, wxf, black) => notation === 'iccs' ? iccs : notation === 'wxf' ? wxf : XiangqiBoard.chinese(wxf, black);
const moveText = i => spell(game.moves[i].move, game.moves[i].wxf, side(i));
const round = i => game.first + Math.floor((i + blackFirst()) / 2) + '.', number = i => side(i) ? round(i) + (notation === 'chinese' ? ' ……' : '..') : round(i);
const bestOf = i => { const p = game.positions[i]; return p && p.best ? { moves: p.best.split(' '), wxf: p.best_wxf.split(' ') } : null; };
const kind = i => KINDS[game.moves[i].mark] || '';

function names() {
  const player = (tag, side) => ['', '?'].includes(game.tags[tag] || '') ? t(side) : game.tags[tag] === 'Hanxin' ? t('hanxin') : game.tags[tag];
  return player('Red', 'red') + ' - ' + player('Black', 'black');
}
function open(g) {
  game = g; line = null;
  fens = [g.start];
  for (const m of g.moves) fens.push(XiangqiBoard.play(fens[fens.length - 1], m.move));
  words();
  go(0);
}
function words() { // all that is in a language or notation
  document.documentElement.lang = lang;
  for (const e of document.querySelectorAll('[data-text]')) e.textContent = t(e.dataset.text);
  for (const e of document.querySelectorAll('[data-title]')) { e.title = t(e.dataset.title); e.setAttribute('aria-label', e.title); }
  for (const e of document.querySelectorAll('[data-label]')) e.setAttribute('aria-label', t(e.dataset.label));
  $('players').textContent = names() + '  ' + game.result;
  const tags = ['Event', 'Round', 'Site', 'Date'].map(n => game.tags[n]).filter(Boolean).join(', ');
  const opening = [game.opening && game.opening[lang], game.tags.ECCO].filter(Boolean).join('  ');
  $('about').textContent = [tags, opening && t('opening') + t('colon') + opening, game.ending && game.ending[lang]].filter(Boolean).join('  ·  ');
  $('conditions').textContent = D.hanxin + ' · ' + D.conditions[lang];
  $('sides').innerHTML = '<tr><th></th><th>' + t('accuracy') + '</th><th>' + t('lost') + '</th>' + Object.keys(KINDS).map((m, i) => '<th>' + m + '<br><span class=dim>' + t('marks')[i] + '</span></th>').join('') + '</tr>' +
    game.sides.map((s, i) => '<tr><td>' + t(i ? 'black' : 'red') + '</td><td>' + (s.moves ? s.accuracy.toFixed(1) : '-') + '</td><td>' + (s.moves ? (100 * s.lost).toFixed(1) + t('percent') : '-') + '</td>' + s.marks.map(n => '<td>' + n + '</td>').join('') + '</tr>').join('') +
    game.sides.map((s, i) => s.level ? '<tr><td colspan=7>' + t(i ? 'black' : 'red') + ' ' + t('level') + s.level[lang] + '</td></tr>' : '').join('');
  board.set({ lang, coordinates: notation === 'iccs' ? 'iccs' : 'files' });
  moveList(); moments(); graph();
}
function moveList() {
  let h = '';
  game.moves.forEach((m, i) => {
    if (i === 0 || side(i) === 0) h += '<span class=dim>' + round(i) + '</span>';
    if (i === 0 && side(i)) h += '<span></span>';
    const p = game.positions[i + 1];
    h += '<a data-p=' + (i + 1) + '>' + esc(moveText(i)) + (m.mark ? ' <b class=' + kind(i) + '>' + m.mark + '</b>' : '') + ' <span class=dim>' + (p ? p.score : '') + '</span></a>';
  });
  $('moves').innerHTML = h;
}
function moments() { // the moves that lost most, and only moves
  const worst = game.moves.map((m, i) => i).filter(i => game.moves[i].mark && game.moves[i].mark !== '?!').sort((a, b) => (game.moves[b].lost || 0) - (game.moves[a].lost || 0)).slice(0, 8).sort((a, b) => a - b);
  $('moments').innerHTML = worst.length ? '<span class=dim>' + t('moments') + t('colon') + '</span>' + worst.map(i => '<button data-p=' + (i + 1) + '>' + number(i) + ' ' + esc(moveText(i)) + ' <b class=' + kind(i) + '>' + game.moves[i].mark + '</b></button>').join('') : '';
}
const X = i => 6 + 528 * (game.moves.length ? i / game.moves.length : 0), Y = red => 122 - 114 * red;
function graph() {
  const known = game.positions.map((p, i) => i).filter(i => game.positions[i]);
  const at = i => X(i).toFixed(1) + ',' + Y(game.positions[i].red).toFixed(1);
  let s = '';
  if (known.length) {
    const first = X(known[0]).toFixed(1), last = X(known[known.length - 1]).toFixed(1), points = known.map(at).join(' ');
    s += '<polygon fill=var(--red) points="' + first + ',122 ' + points + ' ' + last + ',122" /><polygon fill=var(--black) points="' + first + ',8 ' + points + ' ' + last + ',8" />';
  }
  s += '<line x1=6 x2=534 y1=65 y2=65 stroke=#999 stroke-dasharray=4,4 />';
  game.moves.forEach((m, i) => { if (m.mark && m.mark !== '?!' && game.positions[i + 1]) s += '<circle r=4 stroke=#fff fill=var(--' + kind(i) + ') cx=' + X(i + 1).toFixed(1) + ' cy=' + Y(game.positions[i + 1].red).toFixed(1) + ' />'; });
  $('graph').innerHTML = s + '<line id=now y1=4 y2=126 stroke=var(--mark) stroke-width=2 />';
}
function show() {
  const i = ply - 1, best = bestOf(ply), shown = line ? line.shown : 0, set = { fen: fens[ply], last: ply ? game.moves[i].move : '', arrows: [], badges: [] };
  if (line) {
    for (const m of line.moves.slice(0, shown)) { set.fen = XiangqiBoard.play(set.fen, m); set.last = m; }
  } else {
    if (arrows && best) set.arrows.push({ from: best.moves[0].slice(0, 2), to: best.moves[0].slice(2), kind: 'best' });
    if (ply && game.moves[i].mark) set.badges.push({ at: game.moves[i].move.slice(2), text: game.moves[i].mark, kind: kind(i) });
  }
  board.set(set);
  $('said').innerHTML = ply ? said(i) : '<b>' + t('start') + '</b>' + scoreText(0) + (game.comment ? '<br>' + esc(game.comment) : '');
  lineButtons();
  $('now').setAttribute('x1', X(ply)); $('now').setAttribute('x2', X(ply));
  const on = $('moves').querySelector('.on'), a = $('moves').querySelector('[data-p="' + ply + '"]');
  if (on) on.className = '';
  if (a) { a.className = 'on'; const m = $('moves'); if (a.offsetTop < m.scrollTop || a.offsetTop > m.scrollTop + m.clientHeight - 30) m.scrollTop = a.offsetTop - m.clientHeight / 2; }
}
function scoreText(p) {
  const q = game.positions[p];
  return q ? ' <b>' + q.score + '</b> <span class=dim>' + t('win') + ' ' + Math.round(100 * q.red) + t('percent') + ' · ' + t('depth') + ' ' + q.depth + '</span>' : ' <span class=dim>' + t('unknown') + '</span>';
}
function said(i) {
  const m = game.moves[i], what = m.mark === '!' ? t('only') : m.words ? m.words[lang] : '';
  return number(i) + ' <b>' + esc(moveText(i)) + '</b>' + (m.mark ? ' <b class=' + kind(i) + '>' + m.mark + '</b>' : '') + scoreText(i + 1) + (what ? '<br>' + esc(what) : '') + (m.comment ? '<br>' + esc(m.comment) : '');
}
// Of a bad move what should have been played, else how it would go on best.
function lineButtons() {
  const bad = !line && ply && ['?!', '?', '??'].includes(game.moves[ply - 1].mark), from = line ? ply : bad ? ply - 1 : ply, best = bestOf(from);
  const buttons = best ? best.moves.map((m, k) => '<button data-from=' + from + ' data-k=' + (k + 1) + (line && k + 1 === line.shown ? ' class=on' : '') + '>' + esc(spell(m, best.wxf[k], side(from + k))) + '</button>').join('') : '';
  $('line').innerHTML = (best ? '<span class=dim>' + t(bad ? 'better' : 'best') + t('colon') + '</span>' + buttons : '') + (line ? ' <button data-from=-1>' + t('back_to_game') + '</button>' : '');
}
function go(p) { line = null; ply = Math.max(0, Math.min(p, game.moves.length)); show(); }
function along(from, k) { // the best line from that position, k moves of it
  const best = bestOf(from);
  if (!best) return;
  ply = from;
  line = { moves: best.moves, shown: Math.max(0, Math.min(k, best.moves.length)) };
  if (line.shown === 0) line = null;
  show();
}
const step = n => line ? along(ply, line.shown + n) : go(ply + n);
$('first').onclick = () => go(0); $('last').onclick = () => go(1e9); $('back').onclick = () => step(-1); $('next').onclick = () => step(1);
$('turn').onclick = () => board.set({ flipped: !board.get('flipped') });
$('face').onclick = () => board.set({ figures: XiangqiBoard.otherFigures(board.figures) });
$('arrows').onclick = () => { arrows = !arrows; $('arrows').setAttribute('aria-pressed', arrows); show(); };
$('moves').onclick = e => { const a = e.target.closest('a'); if (a) go(+a.dataset.p); };
$('moments').onclick = e => { const b = e.target.closest('button'); if (b) go(+b.dataset.p); };
$('line').onclick = e => { const b = e.target.closest('button'); if (b) { if (b.dataset.from === '-1') go(ply); else along(+b.dataset.from, +b.dataset.k); } };
$('graph').onclick = e => { const box = $('graph').getBoundingClientRect(); go(Math.round(((e.clientX - box.left) / box.width * 540 - 6) / 528 * game.moves.length)); };
$('lang').value = lang; $('notation').value = notation;
$('lang').onchange = e => { lang = e.target.value; stored('hanxin-lang', lang); words(); show(); };
$('notation').onchange = e => { notation = e.target.value; stored('hanxin-notation', notation); words(); show(); };
$('which').onchange = e => open(D.games[+e.target.value]);
document.onkeydown = e => {
  if (e.target.tagName === 'SELECT' || e.ctrlKey || e.altKey || e.metaKey) return;
  const k = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(1e9), Escape: () => go(ply), f: () => $('turn').click(), b: () => along(ply, 1) }[e.key];
  if (k) { e.preventDefault(); k(); }
};
$('which').innerHTML = D.games.map((g, i) => { game = g; return '<option value=' + i + '>' + esc((i + 1) + '. ' + names() + ' ' + g.result) + '</option>'; }).join('');
$('which').hidden = D.games.length < 2;
open(D.games[0]);
