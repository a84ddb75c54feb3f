// SPDX-License-Identifier: GPL-3.0-only
// The page of a review: the viewer, with the statistics of each game (report.c).
import { LANGUAGES, reportData, textIn, Viewer } from '../viewer/viewer.js';

const REVIEW_WORDS = /** @type {Record<string, string[]>} */ ({
    red: ['Red', '红方', '紅方', 'Đỏ'], black: ['Black', '黑方', '黑方', 'Đen'], accuracy: ['accuracy', '准确率', '準確率', 'độ chính xác'],
    lost: ['lost per move', '平均每着失分', '平均每著失分', 'điểm mất mỗi nước'], percent: [' %', '%', '%', '%'], level: ['plays like a ', '棋力接近', '棋力接近', 'chơi như '],
    depth: ['depth ', '深度 ', '深度 ', 'độ sâu '], unknown: ['not looked at', '未分析', '未分析', 'chưa phân tích'],
});
const REVIEW_MARKS = [['!', 'only move', '唯一着', '唯一著', 'nước hay duy nhất'], ['?!', 'inaccuracy', '疑问着', '疑問著', 'thiếu chính xác'],
    ['?', 'mistake', '失着', '失著', 'sai lầm'], ['??', 'blunder', '败着', '敗著', 'sai lầm nặng']];
const review = reportData();

/** @param {string} tag @param {(string | Element)[][]} rows */
function tableOf(tag, ...rows) {
    const table = document.createElement('table');
    for (const [i, cells] of rows.entries())
        table.insertRow().append(...cells.map(cell => {
            const part = document.createElement(i === 0 && cell ? tag : 'td');
            part.append(cell);
            return part;
        }));
    return table;
}

for (const game of review.games)
    for (const ply of game.plies)
        ply.note = Object.fromEntries(LANGUAGES.map(lang => [lang, ply.depth === undefined ? textIn(REVIEW_WORDS.unknown, lang) : textIn(REVIEW_WORDS.depth, lang) + ply.depth]));

new Viewer(review.games, {
    onWords(lang) {
        document.getElementById('below').textContent = `${review.hanxin} · ${review.conditions[lang]}`;
    },
    onGame(game, lang) {
        const say = (/** @type {string} */ key) => textIn(REVIEW_WORDS[key], lang), { sides } = /** @type {any} */ (game);
        const levels = sides.flatMap((/** @type {any} */ side, /** @type {number} */ i) => (side.level ? [`${say(i ? 'black' : 'red')} ${say('level')}${side.level[lang]}`] : []));
        const words = document.createElement('p'), legend = document.createElement('p');
        legend.className = 'dim';
        legend.textContent = REVIEW_MARKS.map(([sign, ...words]) => `${sign} ${textIn(words, lang)}`).join('  ');
        words.textContent = levels.join(lang.startsWith('zh') ? '；' : '; ');
        document.getElementById('extra').replaceChildren(tableOf('th',
            ['', say('accuracy'), say('lost'), ...REVIEW_MARKS.map(([sign]) => sign)],
            ...sides.map((/** @type {any} */ side, /** @type {number} */ i) => [say(i ? 'black' : 'red'), ...(side.moves ? [side.accuracy.toFixed(1), (100 * side.lost).toFixed(1) + say('percent')] : ['-', '-']),
                ...side.marks.map(String)])), words, legend);
    },
});
