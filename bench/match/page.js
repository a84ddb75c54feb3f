// SPDX-License-Identifier: GPL-3.0-only
// The page of a match: tables and curves, and the games in the viewer. The data are those of --json, with the moves in WXF too (outputs.c).
// Their texts reach the page through XiangqiBoard.escape() or textContent only.
import { $, LANGUAGES, reportData, textIn, Viewer } from '../viewer/viewer.js';

const match = reportData(), { summary, engines } = match;
const escaped = XiangqiBoard.escape;
const DECISIVE = 20000, RULE = 29000 - 128, MATE = 100000, MATES = 2000; // engine/board/score.h: wins by an endgame table, by the rules, and mates

const MATCH_WORDS = /** @type {Record<string, string[]>} */ ({
    standings: ['Standings', '名次', '名次', 'Xếp hạng'], cross: ['Cross table', '交叉表', '交叉表', 'Bảng đối đầu'], pairings: ['Pairings', '对阵', '對陣', 'Các cặp đấu'],
    endings: ['Endings', '结束方式', '結束方式', 'Cách kết thúc'], curves: ['Curves', '曲线', '曲線', 'Đồ thị'], engine: ['engine', '引擎', '引擎', 'máy cờ'],
    ending: ['ending', '结束方式', '結束方式', 'kết thúc'], pairing: ['pairing', '对阵', '對陣', 'cặp đấu'], number: ['games', '局数', '局數', 'số ván'], won: ['won', '胜', '勝', 'thắng'],
    drawn: ['drawn', '和', '和', 'hòa'], lost: ['lost', '负', '負', 'thua'], rating: ['rating (95 %)', '等级分（95%）', '等級分（95%）', 'điểm Elo (95%)'],
    next: ['LOS (next)', '强于下一名的概率', '強於下一名的機率', 'LOS (hạng sau)'], asRed: ['as Red', '执红', '執紅', 'cầm Đỏ'], asBlack: ['as Black', '执黑', '執黑', 'cầm Đen'],
    more: ['Show % more games', '显示新结束的 % 局', '顯示新結束的 % 局', 'Hiện thêm % ván'], rounds: ['Rounds', '轮次', '輪次', 'Các vòng'],
    round: ['round %', '第 % 轮', '第 % 輪', 'vòng %'], noOpponent: ['no opponent', '轮空', '輪空', 'được miễn đấu'], goesOn: ['% goes on', '% 晋级', '% 晉級', '% đi tiếp'],
    points: ['points', '积分', '積分', 'điểm'], buchholz: ['opponents\' points', '对手分', '對手分', 'điểm của đối thủ'],
    openingsOf: ['Openings: %, %. ', '开局局面：%，%。', '開局局面：%，%。', 'Khai cuộc: %, %. '],
    inOrder: ['in order, from number %', '依次，从第 % 个起', '依次，從第 % 個起', 'theo thứ tự, từ số %'],
    byLot: ['in random order, seed %', '随机次序，种子 %', '隨機次序，種子 %', 'thứ tự ngẫu nhiên, seed %'], openings: ['Openings', '开局局面', '開局局面', 'Khai cuộc'],
    opening: ['opening', '开局', '開局', 'khai cuộc'], redScore: ['Red\'s score', '红方得分率', '紅方得分率', 'tỉ lệ điểm của Đỏ'], scoreOf: ['score of %', '% 得分率', '% 得分率', 'tỉ lệ điểm của %'],
    score: ['score', '得分率', '得分率', 'tỉ lệ điểm'], depth: ['depth', '深度', '深度', 'độ sâu'], speed: ['nodes/s', '节点/秒', '節點/秒', 'nút/giây'],
    time: ['ms/move', '毫秒/着', '毫秒/著', 'ms/nước'], spare: ['least spare ms', '最少余时（毫秒）', '最少餘時（毫秒）', 'ms còn ít nhất'],
    pairs: ['pairs 0 &frac12; 1 1&frac12; 2', '成对得分 0 &frac12; 1 1&frac12; 2', '成對得分 0 &frac12; 1 1&frac12; 2', 'cặp ván 0 &frac12; 1 1&frac12; 2'],
    accepted: ['% accepted', '接受 %', '接受 %', 'chấp nhận %'], lostBy: ['lost by %', '% 负', '% 負', '% thua'],
    played: ['% of % games. ', '已下 % 局，共 % 局。', '已下 % 局，共 % 局。', 'Đã đấu % trên % ván. '],
    soFar: ['% of % games so far. ', '目前已下 % 局，共 % 局。', '目前已下 % 局，共 % 局。', 'Đến nay % trên % ván. '], limit: ['%: %', '%：%', '%：%', '%: %'],
    between: ['; ', '；', '；', '; '], stop: ['.', '。', '。', '.'], comma: [', ', '、', '、', ', '], clock: ['% s', '% 秒', '% 秒', '% giây'],
    perMove: ['% s per move', '每着 % 秒', '每著 % 秒', '% giây mỗi nước'], nodes: ['% nodes', '% 节点', '% 節點', '% nút'], toDepth: ['depth %', '深度 %', '深度 %', 'độ sâu %'],
    percent: ['% %', '%%', '%%', '%%'], interval: ['%: Elo with 95 % interval', '%：Elo 及 95% 置信区间', '%：Elo 及 95% 信賴區間', '%: Elo với khoảng tin cậy 95%'],
    likelihood: ['log likelihood ratio', '对数似然比', '對數概似比', 'log tỉ số hợp lý'], after: ['% games', '% 局', '% 局', '% ván'],
    oneSided: ['no finite value after % games: one side won them all', '% 局后没有有限值：一方全胜', '% 局後沒有有限值：一方全勝', 'không có giá trị hữu hạn sau % ván: một bên thắng tất cả'],
    one: ['no finite value after % game: one side won them all', '% 局后没有有限值：一方全胜', '% 局後沒有有限值：一方全勝', 'không có giá trị hữu hạn sau % ván: một bên thắng tất cả'],
});
const ENDINGS = /** @type {Record<string, string[]>} */ ({
    unfinished: ['unfinished', '未结束', '未結束', 'chưa xong'], checkmate: ['checkmate', '将死', '將死', 'chiếu hết'], stalemate: ['stalemate', '困毙', '困斃', 'hết nước đi'],
    'perpetual check': ['perpetual check', '长将', '長將', 'chiếu mãi'], 'perpetual chase': ['perpetual chase', '长捉', '長捉', 'đuổi bắt mãi'],
    repetition: ['repetition', '双方不变作和', '雙方不變作和', 'lặp nước'], 'move limit': ['move limit', '自然限着', '自然限著', 'đủ số nước không ăn quân'],
    'insufficient material': ['insufficient material', '双方无进攻子力', '雙方無進攻子力', 'không còn quân tấn công'], 'draw agreed': ['draw agreed', '议和', '議和', 'thỏa thuận hòa'],
    resignation: ['resignation', '认输', '認輸', 'xin thua'], 'adjudicated win': ['adjudicated win', '裁定胜负', '裁定勝負', 'xử thắng'],
    'adjudicated draw': ['adjudicated draw', '裁定和棋', '裁定和棋', 'xử hòa'], 'length limit': ['length limit', '着数上限', '著數上限', 'quá số nước tối đa'],
    'time forfeit': ['time forfeit', '超时', '超時', 'hết giờ'], 'illegal move': ['illegal move', '非法着法', '非法著法', 'nước đi sai luật'], crash: ['crash', '崩溃', '當機', 'máy cờ bị sập'],
    stall: ['stall', '停止响应', '停止回應', 'không phản hồi'], 'protocol error': ['protocol error', '协议错误', '協定錯誤', 'lỗi giao thức'],
});
const FAULTS = ['time forfeit', 'illegal move', 'crash', 'stall', 'protocol error'];

/** @typedef {import('../viewer/viewer.js').Language} Language */
/** @type {Language} */
let language = 'en';
const text = (/** @type {string} */ key, /** @type {unknown[]} */ ...values) => textIn(MATCH_WORDS[key], language, ...values);
const endingText = (/** @type {string} */ ending) => (ENDINGS[ending] ? textIn(ENDINGS[ending], language) : ending);
/** Returns a text in each language. @param {(lang: Language) => string} make */
const inEach = make => /** @type {import('../viewer/viewer.js').Words} */ (Object.fromEntries(LANGUAGES.map(lang => [lang, make(lang)])));

const isKnown = (/** @type {any} */ x) => x !== null && x !== undefined;
const fixed = (/** @type {any} */ x, /** @type {number} */ digits) => (isKnown(x) ? x.toFixed(digits) : '-');
const withError = (/** @type {any} */ x, /** @type {any} */ error) => (isKnown(x) ? (x > 0 ? '+' : '') + x.toFixed(1) + (error === null ? '' : ` &plusmn; ${error.toFixed(1)}`) : '-');

/** Returns the score of wins, draws and losses, or null without games. @param {number[]} counts */
const scoreOf = ([wins, draws, losses]) => (wins + draws + losses ? (wins + draws / 2) / (wins + draws + losses) : null);
const percent = (/** @type {number | null} */ x) => (x === null ? '-' : text('percent', (100 * x).toFixed(1)));

// ---- tables ----

/** @param {any} l */
function limits(l) {
    return [l.base_us && text('clock', (l.period ? `${l.period}/` : '') + l.base_us / 1e6 + (l.increment_us ? `+${l.increment_us / 1e6}` : '')), l.move_us && text('perMove', l.move_us / 1e6),
        l.nodes && text('nodes', l.nodes), l.depth && text('toDepth', l.depth)].filter(Boolean).join(text('comma'));
}

/** @param {unknown[]} head @param {unknown[][]} rows @param {number} name the column of names */
function table(head, rows, name = 0) {
    const row = (/** @type {string} */ tag, /** @type {unknown[]} */ cells) => `<tr>${cells.map((cell, i) => (cell === '' ? '<td></td>' : `<${tag}${i === name ? ' class=name' : ''}>${cell}</${tag}>`)).join('')}</tr>`;
    return `<div class=scroll tabindex=0><table>${row('th', head)}${rows.map(cells => row('td', cells)).join('')}</table></div>`;
}

/** @param {number} a @param {number} b engines */
function between(a, b) {
    const one = summary.pairings.find((/** @type {any} */ p) => p.first === a && p.second === b), other = summary.pairings.find((/** @type {any} */ p) => p.first === b && p.second === a);
    return one ? [one.wins, one.draws, one.losses] : other ? [other.losses, other.draws, other.wins] : [0, 0, 0];
}

function standings() {
    const rated = isKnown(summary.engines[0].rating), rank = (/** @type {any} */ e) => (rated ? e.rating : e.score);
    const order = summary.places?.map((/** @type {any} */ place) => place.engine) ?? summary.engines.map((/** @type {any} */ _, /** @type {number} */ i) => i).sort((/** @type {number} */ a, /** @type {number} */ b) => rank(summary.engines[b]) - rank(summary.engines[a]) || a - b);
    const cell = (/** @type {number} */ i, /** @type {number} */ j) => {
        const [wins, draws, losses] = i === j ? [0, 0, 0] : between(i, j), games = wins + draws + losses;
        return games ? `${wins + draws / 2} / ${games}<br><span class=dim>+${wins} =${draws} -${losses}</span>` : '';
    };
    return `<h2>${text('standings')}</h2>` + table(['', ...['engine', 'number', 'won', 'drawn', 'lost', 'score'].map(key => text(key)), ...rated ? [text('rating'), text('next')] : ['Elo'], ...['asRed', 'asBlack', 'depth', 'speed', 'time', 'spare'].map(key => text(key))],
        order.map((/** @type {number} */ i, /** @type {number} */ n) => {
            const e = summary.engines[i];
            return [n + 1, escaped(e.name), e.games, e.wins, e.draws, e.losses, percent(e.score), ...rated ? [withError(e.rating, e.rating_error), n + 1 < order.length ? percent(e.stronger_than[order[n + 1]]) : '-'] : [withError(e.elo, e.elo_error)],
                percent(scoreOf(e.as_red)), percent(scoreOf(e.as_black)), fixed(e.depth, 2), fixed(e.nps, 0), fixed(e.ms_per_move, 1), fixed(e.least_slack_ms, 1)];
        }), 1) + `<h2>${text('cross')}</h2>` +
        table(['', text('engine'), ...order.map((/** @type {number} */ _, /** @type {number} */ n) => n + 1)], order.map((/** @type {number} */ i, /** @type {number} */ n) => [n + 1, escaped(engines[i].name), ...order.map((/** @type {number} */ j) => cell(i, j))]), 1);
}

// The matches of a knockout or a Swiss tournament, and the points of the latter.
function rounds() {
    if (!summary.rounds)
        return '';
    const name = (/** @type {number} */ i) => escaped(engines[i].name), isSwiss = match.schedule.format === 'swiss';
    const rows = summary.rounds.flatMap((/** @type {any} */ { matches, bye }, /** @type {number} */ n) => [
        ...matches.map((/** @type {any} */ m) => [text('round', n + 1), `${name(m.first)} - ${name(m.second)}`, `${m.points} : ${m.games - m.points}`, !isSwiss && isKnown(m.winner) ? text('goesOn', name(m.winner)) : '']),
        ...isKnown(bye) ? [[text('round', n + 1), name(bye), text('noOpponent'), '']] : []]);
    return `<h2>${text('rounds')}</h2>` + (isSwiss ? table(['', ...['engine', 'points', 'buchholz'].map(key => text(key))], summary.places.map((/** @type {any} */ place, /** @type {number} */ n) => [n + 1, name(place.engine), place.points, place.buchholz]), 1) : '') +
        table(['', text('pairing'), text('points'), ''], rows, 1);
}

function pairings() {
    const played = summary.pairings.filter((/** @type {any} */ p) => p.games);
    return `<h2>${text('pairings')}</h2>` + table([text('pairing'), text('number'), '+', '=', '-', text('score'), 'Elo', 'nElo', 'LOS', text('pairs'), 'LLR'], played.map((/** @type {any} */ p) =>
        [pairName(p), p.games, p.wins, p.draws, p.losses, text('percent', (100 * p.score).toFixed(2)), withError(p.elo, p.elo_error), withError(p.nelo, p.nelo_error), text('percent', (100 * p.los).toFixed(2)),
            p.pairs ? p.pairs.join(' ') : '-', p.llr === undefined ? '-' : `${p.llr.toFixed(2)} [${p.llr_lower.toFixed(2)}, ${p.llr_upper.toFixed(2)}] ${p.sprt === 'open' ? '' : text('accepted', p.sprt)}`]));
}

const pairName = (/** @type {any} */ p) => `${escaped(engines[p.first].name)} - ${escaped(engines[p.second].name)}`;

function endings() {
    return `<h2>${text('endings')}</h2>` + table([text('ending'), text('number'), ...engines.map((/** @type {any} */ e) => text('lostBy', escaped(e.name)))], Object.keys(summary.endings).map(ending =>
        [`<span${FAULTS.includes(ending) ? ' class=bad' : ''}>${endingText(ending)}</span>`, summary.endings[ending], ...summary.engines.map((/** @type {any} */ e) => e.lost_by[ending] || '')]));
}

// How each opening ended, for Red and for the first engine of two.
function openings() {
    const all = new Map();
    for (const { fen, result, red } of match.games) {
        const counts = all.get(fen) ?? { red: [0, 0, 0], first: [0, 0, 0] }, place = ['1-0', '1/2-1/2', '0-1'].indexOf(result);
        counts.red[place]++;
        counts.first[red === 0 ? place : 2 - place]++;
        all.set(fen, counts);
    }
    const two = engines.length === 2;
    return all.size < 2 ? '' : `<details><summary>${text('openings')}</summary>` + table([text('opening'), text('number'), '+', '=', '-', text('redScore'), ...two ? [text('scoreOf', escaped(engines[0].name))] : []],
        [...all].map(([fen, counts]) => [escaped(fen), counts.red.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b), ...counts.red, percent(scoreOf(counts.red)), ...two ? [percent(scoreOf(counts.first))] : []])) + '</details>';
}

// ---- curves ----

/** Draws a line over the number of games, with an error band or two bounds. @param {string} title @param {any[]} points @param {string} value
 * @param {string} error @param {number[]} bounds */
function chart(title, points, value, error, bounds) {
    const W = Math.min(540, document.body.clientWidth - 16), H = 240, L = 48, B = 24, T = 22, ok = points.filter(p => p[value] !== null), most = Math.max(...points.map(p => p.n));
    const open = `<svg viewBox="0 0 ${W} ${H}" role=img aria-label="${title}"><text x=${L} y=14>${title}</text>`;
    if (!ok.length)
        return `${open}<text x=${W / 2} y=${H / 2} text-anchor=middle>${text(most > 1 ? 'oneSided' : 'one', most)}</text></svg>`;
    const steady = ok.filter(p => p.n >= most / 20), banded = ok.filter(p => isKnown(p[error]));
    const ys = [0, ...bounds, ...(steady.length ? steady : ok).flatMap(p => [p[value] + (p[error] ?? 0), p[value] - (p[error] ?? 0)])];
    const pad = (Math.max(...ys) - Math.min(...ys) || 1) * 0.06, low = Math.min(...ys) - pad, high = Math.max(...ys) + pad;
    const x = (/** @type {number} */ n) => (L + (W - L - 10) * n / most).toFixed(1), y = (/** @type {number} */ v) => (T + (H - T - B) * (high - Math.max(low, Math.min(high, v))) / (high - low)).toFixed(1);
    const across = (/** @type {number} */ v, /** @type {string} */ style) => `<line x1=${L} x2=${W - 10} y1=${y(v)} y2=${y(v)} ${style} />`;
    const raw = (high - low) / 4, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].map(k => k * power).find(k => k >= raw) ?? raw;
    let s = open;
    for (let v = Math.ceil(low / step) * step; v <= high; v += step)
        s += `${across(v, 'stroke=var(--edge)')}<text x=4 y=${Number(y(v)) + 4}>${Number(v.toPrecision(6))}</text>`;
    if (banded.length > 1)
        s += `<polygon fill=var(--accent) opacity=.18 points="${[...banded.map(p => `${x(p.n)},${y(p[value] + p[error])}`), ...[...banded].reverse().map(p => `${x(p.n)},${y(p[value] - p[error])}`)].join(' ')}" />`;
    s += bounds.map(b => across(b, 'stroke=var(--red) stroke-dasharray=5,4')).join('') + `<polyline fill=none stroke=var(--accent) stroke-width=2 points="${ok.map(p => `${x(p.n)},${y(p[value])}`).join(' ')}" />`;
    if (ok.length <= 40) // a short curve is drawn with its points
        for (const p of ok)
            s += (isKnown(p[error]) ? `<line stroke=var(--accent) opacity=.4 x1=${x(p.n)} x2=${x(p.n)} y1=${y(p[value] - p[error])} y2=${y(p[value] + p[error])} />` : '') + `<circle fill=var(--accent) r=3 cx=${x(p.n)} cy=${y(p[value])} />`;
    return `${s}<text x=${L} y=${H - 7}>0</text><text x=${W - 12} y=${H - 7} text-anchor=end>${text('after', most)}</text></svg>`;
}

function curves() {
    const drawn = summary.pairings.flatMap((/** @type {any} */ p, /** @type {number} */ k) => {
        const points = match.curves[k].map((/** @type {any[]} */ [n, elo, error, llr]) => ({ n, elo, error, llr }));
        return p.games ? [chart(text('interval', pairName(p)), points, 'elo', 'error', []), p.llr === undefined ? '' : chart(text('likelihood'), points, 'llr', '', [p.llr_lower, p.llr_upper])] : [];
    });
    return `<details${drawn.length > 4 ? '' : ' open'}><summary>${text('curves')}</summary><div class=charts>${drawn.join('')}</div></details>`;
}

// ---- games ----

/** Returns Red's view of a score, as in `[%eval ...]`. @param {number | null} score of the side that moved @param {boolean} black */
function evalOf(score, black) {
    if (score === null)
        return '';
    const sign = (score < 0) === black ? '+' : '-', size = Math.abs(score);
    const value = size > MATE - MATES ? `M${Math.ceil((MATE - size) / 2)}` : size > DECISIVE ? (size < RULE ? 'T' : 'R') : (size / 100).toFixed(2);
    return `[%eval ${score === 0 ? '+' : sign}${value}]`;
}

/** @param {any} g @param {string} wxf */
function nodesOf(g, wxf) {
    const moves = g.moves.split(' ').filter(Boolean), names = wxf.split(' '), first = g.fen.split(' ')[1] === 'b' ? 1 : 0;
    return moves.map((/** @type {string} */ move, /** @type {number} */ i) => {
        const black = (first + i) % 2 === 1;
        return { after: i, move, wxf: names[i], chinese: XiangqiBoard.chinese(names[i], black), comment: evalOf(g.score[i], black) };
    });
}

/** Returns what is said about each position, and whose evaluation it is. @param {any} g */
function pliesOf(g) {
    const first = g.fen.split(' ')[1] === 'b' ? 1 : 0;
    const note = (/** @type {number} */ i) => inEach(lang => [g.depth[i] && textIn(MATCH_WORDS.toDepth, lang, g.depth[i]), textIn(MATCH_WORDS.clock, lang, (g.us[i] / 1e6).toFixed(3)),
        g.nodes[i] && textIn(MATCH_WORDS.nodes, lang, g.nodes[i])].filter(Boolean).join(' · '));
    return [{}, ...g.us.map((/** @type {number} */ _, /** @type {number} */ i) => ({ note: note(i), line: (first + i) % 2 ? 'black' : 'red' }))];
}

const viewed = match.games.map((/** @type {any} */ g, /** @type {number} */ i) => {
    const ended = (/** @type {Language} */ lang) => textIn(ENDINGS[g.ending] ?? Array(LANGUAGES.length).fill(g.reason), lang), english = g.reason.includes(g.ending) ? g.reason : `${g.ending}: ${g.reason}`;
    const ending = inEach(lang => (lang === 'en' ? english : FAULTS.includes(g.ending) ? `${ended(lang)}${lang === 'vi' ? ': ' : '：'}${g.reason}` : ended(lang))); // a fault's reason is the engine's
    /** @type {any} */
    let plies;
    return { number: g.id + 1, fen: g.fen, result: g.result, comment: '', ending,
        tags: { Event: match.event, Round: String(g.round + 1), Red: engines[g.red].name, Black: engines[g.black].name, Termination: g.ending },
        get nodes() { return nodesOf(g, match.wxf[i]); }, get plies() { return (plies ??= pliesOf(g)); } };
}).sort((/** @type {any} */ a, /** @type {any} */ b) => a.number - b.number);

function draw(/** @type {Language} */ lang) {
    language = lang;
    const limited = engines.map((/** @type {any} */ e) => text('limit', e.name, limits(e.limits))).join(text('between')) + text('stop');
    const { file, random, seed, start } = match.openings ?? {}, drawn = file ? text('openingsOf', file.replace(/.*[\\/]/, ''), random ? text('byLot', seed) : text('inOrder', start)) : '';
    $('above').innerHTML = `<p class=dim>${escaped(text(summary.finished ? 'played' : 'soFar', summary.played, summary.planned) + drawn + limited)}</p>${standings()}${rounds()}${pairings()}${curves()}${openings()}${endings()}`;
}

// A page that is served during the match offers to show the games that have ended since.
function watch() {
    const more = document.createElement('button');
    $('above').before(more);
    Object.assign(more, { id: 'more', type: 'button', hidden: true, onclick: () => location.reload() });
    setInterval(async () => {
        const games = await fetch('games').then(reply => (reply.ok ? reply.text() : ''), () => ''), fresh = Number(games) - match.games.length;
        more.hidden = !(fresh > 0);
        more.textContent = text('more', fresh);
    }, 5000);
}

new Viewer(viewed, { onWords: draw });
if (match.live)
    watch();
