// SPDX-License-Identifier: GPL-3.0-only
// The page of a review: the viewer, with the statistics of each game (report.c).
import { reportData, Viewer } from '../viewer/viewer.js';

const REVIEW_WORDS = /** @type {Record<string, Record<'en' | 'zh', string>>} */ ({
    red: { en: 'Red', zh: '红方' }, black: { en: 'Black', zh: '黑方' }, accuracy: { en: 'accuracy', zh: '准确率' }, lost: { en: 'lost a move', zh: '平均每着失分' }, percent: { en: ' %', zh: '%' },
    level: { en: 'plays like a ', zh: '棋力接近' }, depth: { en: 'depth ', zh: '深度 ' }, unknown: { en: 'not looked at', zh: '未分析' },
});
const REVIEW_MARKS = [['!', 'only move', '唯一着'], ['?!', 'inaccuracy', '疑问着'], ['?', 'mistake', '失着'], ['??', 'blunder', '败着']];
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
        ply.note = ply.depth === undefined ? { en: REVIEW_WORDS.unknown.en, zh: REVIEW_WORDS.unknown.zh } : { en: REVIEW_WORDS.depth.en + ply.depth, zh: REVIEW_WORDS.depth.zh + ply.depth };

new Viewer(review.games, {
    onWords(lang) {
        document.getElementById('below').textContent = `${review.hanxin} · ${review.conditions[lang]}`;
    },
    onGame(game, lang) {
        const say = (/** @type {string} */ key) => REVIEW_WORDS[key][lang], { sides } = /** @type {any} */ (game);
        const levels = sides.flatMap((/** @type {any} */ side, /** @type {number} */ i) => (side.level ? [`${say(i ? 'black' : 'red')} ${say('level')}${side.level[lang]}`] : []));
        const words = document.createElement('p'), legend = document.createElement('p');
        legend.className = 'dim';
        legend.textContent = REVIEW_MARKS.map(([sign, en, zh]) => `${sign} ${lang === 'zh' ? zh : en}`).join('  ');
        words.textContent = levels.join(lang === 'zh' ? '；' : '; ');
        document.getElementById('extra').replaceChildren(tableOf('th',
            ['', say('accuracy'), say('lost'), ...REVIEW_MARKS.map(([sign]) => sign)],
            ...sides.map((/** @type {any} */ side, /** @type {number} */ i) => [say(i ? 'black' : 'red'), ...(side.moves ? [side.accuracy.toFixed(1), (100 * side.lost).toFixed(1) + say('percent')] : ['-', '-']),
                ...side.marks.map(String)])), words, legend);
    },
});
