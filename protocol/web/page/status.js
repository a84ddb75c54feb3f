// SPDX-License-Identifier: GPL-3.0-only
// The sentences about the game on the board and about the engine.
import { sign } from './notes.js';
import { isKept } from './offline.js';
import { betterOf, commentParts, isReviewed } from './review.js';
import { listNotation, resultWords, say } from './settings.js';
import { hasThreads } from './thread.js';

/** @typedef {import('./tree.js').Named} Named */

/** Returns a move in the notation of the list. @param {Named} named */
export const nameOf = named => named[listNotation()] || named.move;

/** Returns how the game stands. @param {import('./game.js').Game} game @param {import('./play.js').Play} play */
export function stateWords(game, play) {
    const { state } = game;
    if (game.over)
        return game.ended && state.result === '*' ? (game.ended.how ? say(game.ended.how, game.ended.loser && say(game.ended.loser)) : resultWords(game.ended.result)) : state.reason;
    if (play.thinking)
        return say('thinking');
    return `${play.isWatched && play.isHeld ? `${say('paused')} · ` : ''}${say('turn', say(game.turn))}${state.check ? ` · ${say('check')}` : ''}${game.byBook ? ` · ${say('fromBook')}` : ''}`;
}

/** Returns what a review says about the move on the board; '' if nothing. @param {import('./game.js').Game} game */
export function betterWords(game) {
    const better = betterOf(game.root, game.path);
    return better ? [`${nameOf(game.node)} ${game.node.nags.map(sign).join('')}`, commentParts(game.node.comment).sentence, say('betterWas', better.line.slice(0, 4).map(nameOf).join(' '))].filter(Boolean).join(' · ') : '';
}

/** Returns what is known of the game: the event, its opening, its result. The opening of a reviewed game is named in the language of the page,
 * its tag in that of the review. @param {import('./game.js').Game} game @param {boolean} isPlayed it is being played now */
export function infoWords(game, isPlayed) {
    const { tags } = game, opening = (!isReviewed(tags) && tags.Opening) || game.verdict.opening || tags.Opening, players = !isPlayed && (tags.Red || tags.Black) ? `${tags.Red || '?'} – ${tags.Black || '?'}` : '';
    return [players, game.result !== '*' && !isPlayed && resultWords(game.result), tags.Event, tags.Title, tags.Round && say('round', tags.Round), tags.Date?.replace(/[.?]*$/, ''),
        [tags.ECCO, opening].filter(Boolean).join(' ')].filter(Boolean).join(' · ');
}

/** Returns the number of threads, and the reason if there cannot be more than one. @param {import('./engine.js').Engine} engine */
export function threadWords(engine) {
    if (hasThreads())
        return engine.threads === 1 ? say('oneThread') : say('threads', engine.threads);
    if (crossOriginIsolated)
        return say('oneThreadBrowser');
    return say(!location.protocol.startsWith('http') ? 'oneThreadDisk' : 'serviceWorker' in navigator && !isKept ? 'oneThreadReload' : 'oneThreadServer');
}
