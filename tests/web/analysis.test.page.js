// SPDX-License-Identifier: GPL-3.0-only
// Exposes the panel of analysis.html and all that it reports.
import { Analysis, drawBar, scoreOf, scoreText, scoreWords } from './analysis.js';
import { Engine, fillHash, fillThreads } from './engine.js';
import { keep, say, set } from './settings.js';

const seen = { played: [], arrows: [], score: null };
const engine = new Engine({ set });
const panel = new Analysis(document.getElementById('panel'), {
    engine, say, set, keep,
    boardOptions: () => ({ lang: set.lang }),
    onPlay: moves => seen.played.push(moves),
    onArrows: arrows => { seen.arrows = arrows; },
    onScore: score => {
        seen.score = score;
        drawBar(document.getElementById('bar'), score, { flipped: false, say });
    },
});
Object.assign(window, { panel, engine, seen, set, keep, say, drawBar, scoreOf, scoreText, scoreWords });
fillThreads(document.getElementById('threads'), set, say);
fillHash(document.getElementById('hash'), set, say);
await engine.start();
document.body.dataset.ready = engine.fault || 'engine';
