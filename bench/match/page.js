// SPDX-License-Identifier: GPL-3.0-only
'use strict';
// The page contains the data as JSON (outputs.c). Their texts reach the page through esc() or textContent only.
const D = JSON.parse(document.getElementById('data').textContent), S = D.summary, E = D.engines;
const $ = id => document.getElementById(id);
const esc = s => String(s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/'/g, '&#39;');
const fix = (x, n) => x === null || x === undefined ? '-' : x.toFixed(n);
const plus = x => x === null || x === undefined ? '-' : (x > 0 ? '+' : '') + x.toFixed(1);
const pm = (x, e) => x === null || x === undefined ? '-' : plus(x) + (e === null ? '' : ' &plusmn; ' + e.toFixed(1));
const MATE = 100000;
// Scores beyond all evaluations (engine/board/score.h) are wins by an endgame table, T, or by the repetition rules, R.
const showScore = s => s === null || s === undefined ? '' : Math.abs(s) > MATE - 2000 ? (s > 0 ? '+M' : '-M') + (MATE - Math.abs(s)) :
  Math.abs(s) > 20000 ? (s > 0 ? '+' : '-') + (Math.abs(s) < 29000 - 128 ? 'T' : 'R') : (s >= 0 ? '+' : '') + (s / 100).toFixed(2);

// What the page says, in English and Chinese: each % stands for the next value, those after the last value for themselves.
const WORDS = {
  standings: ['Standings', '名次'], cross: ['Cross table', '交叉表'], pairings: ['Pairings', '对阵'], endings: ['Endings', '结束方式'], games: ['Games', '对局'],
  engine: ['engine', '引擎'], ending: ['ending', '结束方式'], pairing: ['pairing', '对阵'], number: ['games', '局数'], won: ['won', '胜'], drawn: ['drawn', '和'], lost: ['lost', '负'],
  score: ['score', '得分率'], depth: ['depth', '深度'], speed: ['nodes/s', '节点/秒'], time: ['ms/move', '毫秒/着'], spare: ['least spare ms', '最少余时（毫秒）'],
  pairs: ['pairs 0 &frac12; 1 1&frac12; 2', '成对得分 0 &frac12; 1 1&frac12; 2'], accepted: ['% accepted', '接受 %'], lostBy: ['lost by %', '% 负'],
  first: ['start (Home)', '初始局面（Home）'], back: ['back (left arrow)', '上一着（左箭头）'], next: ['next (right arrow)', '下一着（右箭头）'], last: ['end (End)', '最后局面（End）'],
  playing: ['play (space bar)', '自动演示（空格）'], play: ['play', '演示'], pause: ['pause', '暂停'], turn: ['flip', '翻转'], face: ['letters or characters on the pieces', '棋子样式'],
  notation: ['notation', '记谱法'], start: ['start', '初始局面'], allEngines: ['all engines', '所有引擎'], allEndings: ['all endings', '所有结束方式'],
  played: ['% of % games. ', '已下 % 局，共 % 局。'], soFar: ['% of % games so far. ', '目前已下 % 局，共 % 局。'], page: ['% games, page % of %', '% 局，第 % 页，共 % 页'],
  limit: ['%: %', '%：%'], between: ['; ', '；'], stop: ['.', '。'], comma: [', ', '、'], clock: ['% s', '% 秒'], perMove: ['% s per move', '每着 % 秒'], nodes: ['% nodes', '% 节点'], toDepth: ['depth %', '深度 %'],
  percent: ['% %', '%%'], interval: ['%: Elo with 95 % interval', '%：Elo 及 95% 置信区间'], likelihood: ['log likelihood ratio', '对数似然比'], after: ['% games', '% 局'],
  oneSided: ['no finite value after % games: one side won them all', '% 局后没有有限值：一方全胜'], one: ['no finite value after % game: one side won them all', '% 局后没有有限值：一方全胜'],
  game: ['game %, round %: %', '第 % 局，第 % 轮：%'],
};
const ENDINGS = { unfinished: '未结束', checkmate: '将死', stalemate: '困毙', 'perpetual check': '长将', 'perpetual chase': '长捉', repetition: '双方不变作和', 'move limit': '自然限着',
  'insufficient material': '双方无进攻子力', 'draw agreed': '议和', resignation: '认输', 'adjudicated win': '裁定胜负', 'adjudicated draw': '裁定和棋', 'length limit': '着数上限',
  'time forfeit': '超时', 'illegal move': '违规着法', crash: '崩溃', stall: '停止响应', 'protocol error': '协议错误' };
const faults = ['time forfeit', 'illegal move', 'crash', 'stall', 'protocol error'];
function stored(key, value) { try { if (value) localStorage.setItem(key, value); return localStorage.getItem(key); } catch (e) { return null; } }
let lang = stored('hanxin-lang') || (navigator.language.startsWith('zh') ? 'zh' : 'en');
if (lang !== 'zh') lang = 'en';
const t = (key, ...values) => WORDS[key][lang === 'zh' ? 1 : 0].replace(/%/g, () => values.length ? values.shift() : '%');
const endingText = ending => lang === 'zh' ? ENDINGS[ending] || ending : ending;

function limits(l) {
  const parts = [];
  if (l.base_us) parts.push(t('clock', (l.period ? l.period + '/' : '') + l.base_us / 1e6 + (l.increment_us ? '+' + l.increment_us / 1e6 : '')));
  if (l.move_us) parts.push(t('perMove', l.move_us / 1e6));
  if (l.nodes) parts.push(t('nodes', l.nodes));
  if (l.depth) parts.push(t('toDepth', l.depth));
  return parts.join(t('comma'));
}
function table(head, rows, names) {
  const cls = i => (names || [0]).includes(i) ? ' class=name' : '';
  return '<table><tr>' + head.map((h, i) => '<th' + cls(i) + '>' + h + '</th>').join('') + '</tr>' +
    rows.map(r => '<tr>' + r.map((c, i) => '<td' + cls(i) + '>' + c + '</td>').join('') + '</tr>').join('') + '</table>';
}
const order = S.engines.map((e, i) => i).sort((a, b) => S.engines[b].score - S.engines[a].score || a - b);
function words() { // all that is in a language
  document.documentElement.lang = lang;
  for (const e of document.querySelectorAll('[data-text]')) e.textContent = t(e.dataset.text);
  for (const e of document.querySelectorAll('[data-title]')) { e.title = t(e.dataset.title); e.setAttribute('aria-label', e.title); }
  $('about').textContent = t(S.finished ? 'played' : 'soFar', S.played, S.planned) + E.map(e => t('limit', e.name, limits(e.limits))).join(t('between')) + t('stop');
  tables();
  if (played.length) showCharts(+($('which').firstChild ? $('which').firstChild.value : played[0]));
  const who = $('who').value, how = $('how').value;
  $('who').innerHTML = '<option value=-1>' + t('allEngines') + '</option>' + E.map((e, i) => '<option value=' + i + '>' + esc(e.name) + '</option>').join('');
  $('how').innerHTML = '<option value="">' + t('allEndings') + '</option><option>1-0</option><option>0-1</option><option>1/2-1/2</option>' +
    Object.keys(S.endings).map(k => '<option value="' + k + '">' + endingText(k) + '</option>').join('');
  $('who').value = who || -1; $('how').value = how;
  $('play').textContent = t(timer ? 'pause' : 'play');
  board.set({ lang });
  list();
  if (game) { header(); go(ply); }
}
function tables() {
  $('standings').innerHTML = table(['', t('engine'), t('number'), t('won'), t('drawn'), t('lost'), t('score'), 'Elo', t('depth'), t('speed'), t('time'), t('spare')],
    order.map((i, n) => { const e = S.engines[i]; return [n + 1, esc(e.name), e.games, e.wins, e.draws, e.losses, t('percent', (100 * e.score).toFixed(1)), pm(e.elo, e.elo_error),
    fix(e.depth, 2), fix(e.nps, 0), fix(e.ms_per_move, 1), fix(e.least_slack_ms, 1)]; }), [1]);
  $('cross').innerHTML = table(['', t('engine')].concat(order.map((i, n) => n + 1)), order.map((i, n) => [n + 1, esc(E[i].name)].concat(order.map(j => {
    const r = i === j ? null : between(i, j), games = r ? r[0] + r[1] + r[2] : 0;
    return games ? (r[0] + r[1] / 2) + ' / ' + games + '<br><span class=dim>+' + r[0] + ' =' + r[1] + ' -' + r[2] + '</span>' : '';
  }))), [1]);
  $('pairings').innerHTML = table([t('pairing'), t('number'), '+', '=', '-', t('score'), 'Elo', 'nElo', 'LOS', t('pairs'), 'LLR'],
    S.pairings.filter(p => p.games).map(p => [esc(E[p.first].name) + ' - ' + esc(E[p.second].name), p.games, p.wins, p.draws, p.losses, t('percent', (100 * p.score).toFixed(2)),
      pm(p.elo, p.elo_error), pm(p.nelo, p.nelo_error), t('percent', (100 * p.los).toFixed(2)), p.pairs ? p.pairs.join(' ') : '-',
      p.llr === undefined ? '-' : p.llr.toFixed(2) + ' [' + p.llr_lower.toFixed(2) + ', ' + p.llr_upper.toFixed(2) + '] ' + (p.sprt === 'open' ? '' : t('accepted', p.sprt))]));
  $('endings').innerHTML = table([t('ending'), t('number')].concat(E.map(e => t('lostBy', esc(e.name)))), Object.keys(S.endings).map(k =>
    ['<span' + (faults.includes(k) ? ' class=bad' : '') + '>' + endingText(k) + '</span>', S.endings[k]].concat(S.engines.map(e => e.lost_by[k] || ''))));
}

function between(a, b) {
  for (const p of S.pairings) {
    if (p.first === a && p.second === b) return [p.wins, p.draws, p.losses];
    if (p.first === b && p.second === a) return [p.losses, p.draws, p.wins];
  }
  return null;
}

// Draws a line over the number of games, with an error band or two bounds.
function chart(title, points, value, error, bounds) {
  const W = 540, H = 240, L = 48, B = 24, T = 22, ok = points.filter(p => p[value] !== null);
  const most = Math.max(...points.map(p => p.n)), open = '<svg class=chart viewBox="0 0 ' + W + ' ' + H + '" width=' + W + '><text x=' + L + ' y=14>' + title + '</text>';
  if (!ok.length) return open + '<text x=' + W / 2 + ' y=' + H / 2 + ' text-anchor=middle>' + t(most > 1 ? 'oneSided' : 'one', most) + '</text></svg>';
  const steady = ok.filter(p => p.n >= most / 20), ys = [0].concat(bounds || []);
  for (const p of steady.length ? steady : ok) { ys.push(p[value]); if (error && p[error] !== null) ys.push(p[value] + p[error], p[value] - p[error]); }
  let low = Math.min(...ys), high = Math.max(...ys);
  const pad = (high - low || 1) * .06; low -= pad; high += pad;
  const x = n => L + (W - L - 10) * n / most, y = v => T + (H - T - B) * (high - Math.max(low, Math.min(high, v))) / (high - low);
  let s = open;
  const raw = (high - low) / 4, mag = Math.pow(10, Math.floor(Math.log10(raw))), step = [1, 2, 5, 10].map(k => k * mag).find(k => k >= raw);
  for (let v = Math.ceil(low / step) * step; v <= high; v += step)
    s += '<line x1=' + L + ' x2=' + (W - 10) + ' y1=' + y(v) + ' y2=' + y(v) + ' stroke=var(--line) /><text x=4 y=' + (y(v) + 4) + '>' + +v.toPrecision(6) + '</text>';
  const banded = error ? ok.filter(p => p[error] !== null) : [];
  if (banded.length > 1) s += '<polygon fill=var(--mark) opacity=.18 points="' + banded.map(p => x(p.n).toFixed(1) + ',' + y(p[value] + p[error]).toFixed(1)).join(' ') + ' ' +
    banded.slice().reverse().map(p => x(p.n).toFixed(1) + ',' + y(p[value] - p[error]).toFixed(1)).join(' ') + '" />';
  for (const b of bounds || []) s += '<line x1=' + L + ' x2=' + (W - 10) + ' y1=' + y(b) + ' y2=' + y(b) + ' stroke=var(--red) stroke-dasharray=5,4 />';
  s += '<polyline fill=none stroke=var(--mark) stroke-width=2 points="' + ok.map(p => x(p.n).toFixed(1) + ',' + y(p[value]).toFixed(1)).join(' ') + '" />';
  if (ok.length <= 40) for (const p of ok) { // a short curve is drawn with its points
    if (error && p[error] !== null) s += '<line stroke=var(--mark) opacity=.4 x1=' + x(p.n).toFixed(1) + ' x2=' + x(p.n).toFixed(1) + ' y1=' + y(p[value] - p[error]).toFixed(1) + ' y2=' + y(p[value] + p[error]).toFixed(1) + ' />';
    s += '<circle fill=var(--mark) r=3 cx=' + x(p.n).toFixed(1) + ' cy=' + y(p[value]).toFixed(1) + ' />';
  }
  return s + '<text x=' + L + ' y=' + (H - 7) + '>0</text><text x=' + (W - 12) + ' y=' + (H - 7) + ' text-anchor=end>' + t('after', most) + '</text></svg>';
}
function showCharts(k) {
  const c = D.curves[k], p = S.pairings[k], points = c.map(q => ({ n: q[0], elo: q[1], error: q[2], llr: q[3] }));
  $('charts').innerHTML = chart(t('interval', esc(E[p.first].name) + ' - ' + esc(E[p.second].name)), points, 'elo', 'error') +
    (p.llr === undefined ? '' : chart(t('likelihood'), points, 'llr', null, [p.llr_lower, p.llr_upper]));
}
const played = S.pairings.map((p, k) => k).filter(k => S.pairings[k].games);
if (played.length > 1) {
  $('which').innerHTML = '<select>' + played.map(k => '<option value=' + k + '>' + esc(E[S.pairings[k].first].name) + ' - ' + esc(E[S.pairings[k].second].name) + '</option>').join('') + '</select>';
  $('which').firstChild.onchange = e => showCharts(+e.target.value);
}
// ---- games ----
const PAGE = 100;
let shown = [], page = 0, game = null, ply = 0, boards = [], timer = null;
function filter() {
  const who = +$('who').value, how = $('how').value;
  shown = D.games.filter(g => (who < 0 || g.red === who || g.black === who) && (!how || g.result === how || g.ending === how)).sort((a, b) => a.id - b.id);
  page = 0; list();
}
function list() {
  const pages = Math.max(1, Math.ceil(shown.length / PAGE));
  page = Math.max(0, Math.min(page, pages - 1));
  $('page').textContent = t('page', shown.length, page + 1, pages);
  $('games').innerHTML = '<table>' + shown.slice(page * PAGE, page * PAGE + PAGE).map((g, i) => '<tr data-i=' + (page * PAGE + i) + (g === game ? ' class=on' : '') + '><td><a href=#' + (g.id + 1) + '>' + (g.id + 1) +
    '</a></td><td class=name>' + esc(E[g.red].name) + ' - ' + esc(E[g.black].name) + '</td><td>' + g.result.replace(/1.2-1.2/, '&frac12;-&frac12;') +
    '</td><td class=why>' + endingText(g.ending) + '</td><td>' + (g.us.length) + '</td></tr>').join('') + '</table>';
}
$('games').onclick = e => {
  const row = e.target.closest('tr'), link = e.target.closest('a');
  if (link && link.hash === location.hash) follow(); // the browser reports no change
  else if (row && !link) open(shown[+row.dataset.i]);
};
$('newer').onclick = () => { page--; list(); }; $('older').onclick = () => { page++; list(); };
$('who').onchange = $('how').onchange = filter;

// Moves are shown in three notations. The data contain ICCS and WXF; the Chinese notation is made from WXF.
D.games.forEach((g, i) => { g.wxf = D.wxf[i]; });
let notation = stored('hanxin-notation') || (lang === 'zh' ? 'chinese' : 'iccs');
$('notation').value = notation;
$('notation').onchange = e => { notation = e.target.value; stored('hanxin-notation', notation); if (game) { const p = ply; moveList(); go(p); } };
const moveText = i => notation === 'iccs' ? boards[i + 1].move : notation === 'wxf' ? boards[i + 1].wxf : XiangqiBoard.chinese(boards[i + 1].wxf, (i + firstBlack()) % 2);
const firstBlack = () => game.fen.split(' ')[1] === 'b' ? 1 : 0;

function open(g) {
  game = g; stop();
  const moves = g.moves ? g.moves.split(' ') : [], wxf = g.wxf ? g.wxf.split(' ') : [];
  boards = [{ fen: g.fen, move: '' }];
  for (const [i, m] of moves.entries()) boards.push({ fen: XiangqiBoard.play(boards[i].fen, m), move: m, wxf: wxf[i] });
  header(); moveList(); list(); go(0);
}
function header() { // a reason that is a sentence of the rules is given in the language of the page
  const g = game, known = lang === 'zh' && g.ending in ENDINGS && !faults.includes(g.ending);
  $('players').innerHTML = '<b style=color:var(--red)>' + esc(E[g.red].name) + '</b> - <b>' + esc(E[g.black].name) + '</b> &nbsp; ' + g.result + '<br><span class=dim>' +
    t('game', g.id + 1, g.round + 1, esc(known ? ENDINGS[g.ending] : g.reason)) + '</span>';
}
function moveList() {
  const g = game, black = firstBlack();
  let h = '';
  boards.slice(1).forEach((b, i) => {
    if (i === 0 || (i + black) % 2 === 0) h += '<span class=dim>' + ((i + black) / 2 + 1 | 0) + '.</span>';
    if (i === 0 && black) h += '<span></span>';
    h += '<a data-p=' + (i + 1) + '>' + moveText(i) + ' <span class=dim>' + showScore(g.score[i]) + (g.depth[i] ? '/' + g.depth[i] : '') + '</span></a>';
  });
  $('moves').innerHTML = h;
}
$('moves').onclick = e => { const a = e.target.closest('a'); if (a) { stop(); go(+a.dataset.p); } };

const board = new XiangqiBoard($('board'), { animate: false });
function graph() { // scores from Red's point of view, one line for each engine
  const n = game.score.length, black = firstBlack(), x = i => 6 + 528 * (n > 1 ? i / (n - 1) : 0);
  const y = s => 60 - 54 * Math.tanh(s / 400), side = i => (i + black) % 2;
  let s = '<line x1=0 x2=540 y1=60 y2=60 stroke=var(--line) />';
  for (const who of [0, 1]) {
    const pts = [];
    game.score.forEach((v, i) => { if (v !== null && side(i) === who) pts.push(x(i).toFixed(1) + ',' + y(who ? -v : v).toFixed(1)); });
    s += '<polyline fill=none stroke=' + (who ? 'var(--black)' : 'var(--red)') + ' stroke-width=1.8 points="' + pts.join(' ') + '" />';
  }
  if (ply) s += '<line x1=' + x(ply - 1) + ' x2=' + x(ply - 1) + ' y1=0 y2=120 stroke=var(--mark) />';
  $('graph').innerHTML = s;
}
function go(p) {
  if (!game) return;
  ply = Math.max(0, Math.min(p, boards.length - 1));
  board.set({ fen: boards[ply].fen, last: boards[ply].move, coordinates: notation === 'iccs' ? 'iccs' : 'files' });
  graph();
  const i = ply - 1;
  $('comment').textContent = ply ? moveText(i) + (game.score[i] === null ? '' : '  ' + showScore(game.score[i])) + (game.depth[i] ? '  ' + t('toDepth', game.depth[i]) : '') + '  ' + t('clock', (game.us[i] / 1e6).toFixed(3)) +
    (game.nodes[i] ? '  ' + t('nodes', game.nodes[i]) : '') + (ply === boards.length - 1 ? '  ' + game.result + ' ' + endingText(game.ending) : '') : t('start');
  $('fen').textContent = boards[ply].fen;
  const on = $('moves').querySelector('.on'), a = $('moves').querySelector('[data-p="' + ply + '"]');
  if (on) on.className = '';
  if (a) { a.className = 'on'; const m = $('moves'), top = a.offsetTop - m.offsetTop; if (top < m.scrollTop || top > m.scrollTop + m.clientHeight - 30) m.scrollTop = top - m.clientHeight / 2; }
}
function stop() { clearInterval(timer); timer = null; $('play').textContent = t('play'); }
$('first').onclick = () => { stop(); go(0); }; $('last').onclick = () => { stop(); go(1e9); };
$('back').onclick = () => { stop(); go(ply - 1); }; $('next').onclick = () => { stop(); go(ply + 1); };
$('turn').onclick = () => board.set({ flipped: !board.get('flipped') });
$('face').onclick = () => board.set({ figures: XiangqiBoard.otherFigures(board.figures) });
$('play').onclick = () => { if (timer) return stop(); $('play').textContent = t('pause'); timer = setInterval(() => ply < boards.length - 1 ? go(ply + 1) : stop(), 700); };
$('graph').onclick = e => { const b = $('graph').getBoundingClientRect(); stop(); go(1 + Math.round(((e.clientX - b.left) / b.width * 540 - 6) / 528 * (boards.length - 2))); };
document.onkeydown = e => {
  if (e.target.tagName === 'SELECT' || e.ctrlKey || e.altKey || e.metaKey || (e.key === ' ' && e.target.closest('button, a'))) return;
  const k = { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(1e9), ' ': () => $('play').click() }[e.key];
  if (k) { e.preventDefault(); if (e.key !== ' ') stop(); k(); }
};
// A link may name a game and a ply: page.html#12,30 shows game 12 at ply 30, and the page of the list that contains the game.
function follow() {
  const link = location.hash.match(/^#([0-9]+),?([0-9]*)$/), g = link && D.games.find(x => x.id + 1 === +link[1]);
  if (!g) return;
  if (!shown.includes(g)) { $('who').value = -1; $('how').value = ''; filter(); }
  page = Math.floor(shown.indexOf(g) / PAGE); open(g); go(+link[2] || 0);
  const box = $('games'), row = box.querySelector('.on');
  if (row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  $('players').scrollIntoView();
}
$('lang').value = lang;
$('lang').onchange = e => { lang = e.target.value; stored('hanxin-lang', lang); words(); };
words();
filter();
if (shown.length) open(shown[0]);
window.onhashchange = follow;
window.onload = follow;
