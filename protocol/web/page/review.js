// SPDX-License-Identifier: GPL-3.0-only
// A game reviewed position by position: Red's expected score, from 0 to 1, as a graph; and marks for moves that lost much. Results are
// stored in the game's `worth`, by plies: { red, best, names } or nothing; `names` is the best move in all notations.

// Minimum losses of expected score, as in `hanxin review`.
const MARKS = [['??', 0.15, 'blunder'], ['?', 0.1, 'mistake'], ['?!', 0.05, 'inaccuracy']];
const LEFT = 4, WIDTH = 392, TOP = 4, HEIGHT = 92;

// Returns Red's expected score from a PV, given for the side to move.
export function worthOf({ wdl, pv }, turn) {
    const expected = (wdl[0] + wdl[1] / 2) / 1000;
    return { red: turn === 'red' ? expected : 1 - expected, best: pv[0] };
}

export const worthOfResult = result => ({ red: { '1-0': 1, '0-1': 0 }[result] ?? 0.5, best: '' });

const redMoves = (game, ply) => (ply % 2 === 0) !== game.names.start.includes(' b ');

// Returns the loss by the move played from that position; undefined if unknown.
function lost(game, ply) {
    const [before, behind] = [game.worth[ply], game.worth[ply + 1]];
    if (!before || !behind)
        return undefined;
    return before.best === game.moves[ply] ? 0 : Math.max(0, (before.red - behind.red) * (redMoves(game, ply) ? 1 : -1));
}

// Returns [sign, threshold, kind] for the move from that position, or undefined.
export const markOf = (game, ply) => MARKS.find(([, least]) => lost(game, ply) >= least);

// Returns the better move instead of a marked one: { move, names }, or undefined.
export function betterOf(game, ply) {
    const { best, names } = markOf(game, ply) ? game.worth[ply] : {};
    return best && names ? { move: best, names } : undefined;
}

// Returns the accuracy of a side in per cent, as in `hanxin review`; undefined if no move of it is known.
export function accuracy(game, red) {
    const known = game.moves.map((move, ply) => (redMoves(game, ply) === red ? lost(game, ply) : undefined)).filter(value => value !== undefined);
    return known.length ? known.reduce((sum, value) => sum + 100 * Math.exp(-4.5 * value), 0) / known.length : undefined;
}

const plyX = (game, ply) => LEFT + WIDTH * (game.moves.length ? ply / game.moves.length : 0);
const worthY = red => TOP + HEIGHT * (1 - red);

// Returns the ply at a place in the graph; `part` is the distance from the left, from 0 to 1.
export const plyAt = (game, part) => Math.max(0, Math.min(game.moves.length, Math.round(((part * (WIDTH + 2 * LEFT) - LEFT) / WIDTH) * game.moves.length)));

// Returns the graph's content, for viewBox="0 0 400 100".
export function drawGraph(game) {
    const known = game.worth.map((worth, ply) => worth && [plyX(game, ply).toFixed(1), worthY(worth.red).toFixed(1)]).filter(Boolean);
    const dots = game.moves.map((move, ply) => [markOf(game, ply), ply + 1]).filter(([mark]) => mark && mark[2] !== 'inaccuracy')
        .map(([mark, ply]) => `<circle class="${mark[2]}" cx="${plyX(game, ply).toFixed(1)}" cy="${worthY(game.worth[ply].red).toFixed(1)}" r="4"/>`);
    const area = known.length ? `<polygon points="${known[0][0]},${TOP + HEIGHT} ${known.join(' ')} ${known.at(-1)[0]},${TOP + HEIGHT}"/>` : '';
    const now = plyX(game, game.at).toFixed(1);
    return `${area}<line class="even" x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${worthY(0.5)}" y2="${worthY(0.5)}"/>${dots.join('')}` +
        `<line class="now" x1="${now}" x2="${now}" y1="0" y2="100"/>`;
}
