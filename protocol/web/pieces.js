// SPDX-License-Identifier: GPL-3.0-only
'use strict';
/* pieces.js - the drawings of board.js: characters written with a brush, pictures, letters, and the discs of the pieces. A plain script.
 *
 *   XiangqiPieces.SETS               the names of the sets: 'traditional' 'simplified' 'carved' 'pictures' 'letters'
 *   XiangqiPieces.draw(set, 'K')     the markup of a piece (a FEN letter) around 0, 0 with a disc of radius 26; board.css has the colours
 *   XiangqiPieces.icon(set, 'K')     the same as a small picture of its own
 *   XiangqiPieces.write(text)        the path of characters in boxes of 100 by 100, one next to the other; empty if one is not drawn here
 *
 * A character is its weight and its strokes in a box of 100 by 100, y downwards. A stroke is a letter and points:
 *   h x y x y        horizontal, with a knot at the right end     v x y x y        vertical, with a slanted head
 *   s x y x y        horizontal between two other strokes            f x y x y        vertical that goes on from a horizontal
 *   p x y x y x y    falls to the left and gets thinner           n x y x y x y    falls to the right and gets wider: a curve whose second
 *   d x y x y        dot, thin first                                               point is its control point
 *   t x y x y        rises, thin last; also a hook                c x y x y x y    curve, equally wide */
class XiangqiPieces {
  static draw(set, piece) {
    const key = set + piece;
    return XiangqiPieces.drawn[key] ??= XiangqiPieces.compose(set, piece);
  }
  static icon(set, piece) {
    return '<span class=xq data-figures=' + set + '><svg viewBox="-30 -30 60 60"><g class=' + (piece < 'a' ? 'xq-red' : 'xq-black') + '>' + XiangqiPieces.draw(set, piece) + '</g></svg></span>';
  }
  static compose(set, piece) {
    const isPicture = set === 'pictures', place = isPicture ? '' : ' translate(-16 -16.4) scale(.32)';
    const d = isPicture ? XiangqiPieces.PICTURES[piece.toUpperCase()] : XiangqiPieces.write((XiangqiPieces.NAMES[set] || XiangqiPieces.NAMES.traditional)[piece]);
    const path = (name, x, y) => '<path class=xq-' + name + ' transform="translate(' + x + ' ' + y + ')' + place + '" d="' + d + '" />';
    const wood = set === 'carved' ? '<path class=xq-grain d="M-21 -14Q0 -18 21 -13M-24 -6Q-4 -11 25 -5M-25 4Q2 -1 25 6M-22 13Q4 8 21 15" />' : '';
    return '<circle class=xq-shadow cx=1 cy=2.6 r=26.5 /><circle class=xq-disc r=26 />' + wood + '<path class=xq-bright d="M-22.7 9.6A24.7 24.7 0 0 1 9.6 -22.7" /><path class=xq-dim d="M22.7 -9.6A24.7 24.7 0 0 1 -9.6 22.7" /><circle class=xq-rim r=22.4 />' +
      (set === 'carved' ? path('lit', .7, .8) + path('cut', -.7, -.8) : '') + path('glyph', 0, 0);
  }
  static write(text) {
    return [...text].map((character, i) => XiangqiPieces.strokes(character).map(points => 'M' + points.map(([x, y]) => XiangqiPieces.round(x + 100 * i) + ' ' + XiangqiPieces.round(y)).join('L') + 'Z').join('')).join('');
  }
  static round(number) { return Math.round(number * 10) / 10; }
  // Returns the outlines of a character's strokes, all in the same direction, since overlapping strokes are filled as one.
  static strokes(character) {
    const [weight, ...strokes] = (XiangqiPieces.CHARACTERS[character] || '0').split(/ (?=[a-z])/);
    return strokes.map(stroke => {
      const points = XiangqiPieces.outline(stroke[0], stroke.slice(1).trim().split(' ').map(Number), +weight);
      const area = points.reduce((sum, [x, y], i) => { const [u, v] = points[(i + 1) % points.length]; return sum + x * v - u * y; }, 0);
      return area < 0 ? points.reverse() : points;
    });
  }
  // Returns the outline of a stroke. Its sides lie along a curve, `widths` apart at even distances.
  static outline(kind, numbers, weight) {
    const [x1, y1] = numbers, [x3, y3] = numbers.slice(-2), [x2, y2] = numbers.length > 4 ? numbers.slice(2) : [(x1 + x3) / 2, (y1 + y3) / 2];
    const length = Math.hypot(x3 - x1, y3 - y1), curved = (t, a, b, c) => (1 - t) * (1 - t) * a + 2 * t * (1 - t) * b + t * t * c;
    const at = (t, aside, on = 0) => {
      const dx = (1 - t) * (x2 - x1) + t * (x3 - x2), dy = (1 - t) * (y2 - y1) + t * (y3 - y2), size = Math.hypot(dx, dy) || 1;
      return [curved(t, x1, x2, x3) - dy / size * aside + dx / size * on, curved(t, y1, y2, y3) + dx / size * aside + dy / size * on];
    };
    const near = distance => Math.min(distance / length, .5), w = weight / 2;
    if (kind === 'h')
      return [at(0, -1.25 * w, -1.2 * w), at(near(8), -.78 * w), at(1 - near(2.6 * w), -.78 * w), at(1, -1.7 * w, -1.2 * w), at(1, -1.1 * w, -.1 * w), at(1, -.1 * w, w), at(1, w, -.3 * w), at(1 - near(2.6 * w), .78 * w), at(near(8), .78 * w), at(0, w, -.2 * w)];
    if (kind === 'v' || kind === 'f')
      return [...(kind === 'v' ? [at(0, 1.35 * w, -1.3 * w), at(0, .2 * w, -.9 * w), at(0, -1.3 * w, .4 * w)] : [at(0, .6 * w, -.4 * w), at(0, -w, -.4 * w)]), at(near(2.6 * w), -.95 * w), at(.5, -.86 * w), at(1, -.95 * w, -.4 * w), at(1, -.5 * w, .4 * w), at(1, .7 * w, w), at(1, w, .1 * w), at(.5, .86 * w), at(near(2.6 * w), .95 * w)];
    const widths = { p: [1.1, 1.2, 1.1, .95, .7, .4, .1], n: [.2, .4, .6, .85, 1.1, 1.3, .2], d: [.15, .6, 1, 1.25, 1.25, .5], t: [1, 1.2, .85, .45, .1], c: [1, 1], s: [.8, .8] }[kind];
    const many = kind === 's' ? 1 : 12, width = t => { const i = Math.min(Math.floor(t * (widths.length - 1)), widths.length - 2), f = t * (widths.length - 1) - i; return w * (widths[i] * (1 - f) + widths[i + 1] * f); };
    const side = way => Array.from({ length: many + 1 }, (_, i) => at(i / many, way * width(i / many), kind === 'p' && i === 0 ? way * w * -.7 : 0));
    return [...side(-1), ...side(1).reverse()];
  }
}
XiangqiPieces.drawn = {};
XiangqiPieces.SETS = ['traditional', 'simplified', 'carved', 'pictures', 'letters'];
XiangqiPieces.NAMES = {
  traditional: { K: '帥', A: '仕', B: '相', N: '傌', R: '俥', C: '炮', P: '兵', k: '將', a: '士', b: '象', n: '馬', r: '車', c: '砲', p: '卒' },
  simplified: { K: '帅', A: '仕', B: '相', N: '马', R: '车', C: '炮', P: '兵', k: '将', a: '士', b: '象', n: '马', r: '车', c: '炮', p: '卒' },
  letters: { K: 'K', A: 'A', B: 'E', N: 'H', R: 'R', C: 'C', P: 'P', k: 'K', a: 'A', b: 'E', n: 'H', r: 'R', c: 'C', p: 'P' },
};
XiangqiPieces.CHARACTERS = {
  '帥': '8 p 32 3 29 13 18 22 v 15 24 15 84 h 15 24 40 23 f 40 24 40 45 s 15 44 40 43 h 17.5 58 43 57 f 43 58 43 82 s 15 80 43 79 v 57 30 57 76 h 57 30 90 28 f 90 29 90 72 t 90 73 80 67 v 73 6 73 96',
  '仕': '10 p 31 6 25 28 5 48 v 20 38 20 94 h 37 39 96 36 v 66 8 66 84 h 43 86 90 84',
  '相': '9 h 6 32 47 29 v 27 6 27 96 p 26 34 20 56 3 72 d 31 45 47 59 v 57 18 57 92 h 57 18 89 16 f 89 18 89 92 s 57 40 89 39 s 57 62 89 61 s 57 84 89 83',
  '俥': '8 p 28 6 22 28 4 46 v 19 36 19 94 h 37 20 93 18 v 43 35 43 66 h 43 35 87 33 f 87 34 87 66 s 43 49 87 48 s 43 63 87 62 h 33 80 98 78 v 65 6 65 97',
  '傌': '7.2 p 26 6 21 28 4 46 v 18 36 18 94 v 42 14 42 61 h 42 14 87 12 v 64 17 64 57 h 44.5 29 84 28 h 44.5 44 84 43 h 44.5 60 92 58 f 92 60 88 90 t 88 92 77 86 d 41 72 34 88 d 51 71 55 84 d 62 70 66 82 d 73 69 79 80',
  '炮': '8.5 d 8 36 14 54 p 45 28 43 37 35 47 p 28 7 30 60 4 92 d 28 58 46 80 p 63 5 58 26 43 42 h 58 27 92 25 f 92 27 88 66 t 88 68 76 62 h 54 45 76 43 f 76 45 76 58 s 54 60 76 59 v 54 45 54 80 c 54 80 54 91 66 91 c 66 91 84 91 93 90 t 92 95 96 74',
  '兵': '10 p 76 6 60 14 30 18 v 28 18 28 64 h 28 38 82 36 v 63 41 62 62 h 5 66 96 63 p 38 74 32 86 10 96 d 60 74 90 94',
  '帅': '9.5 v 14 24 14 60 p 35 8 38 64 8 94 v 52 30 52 76 h 52 30 90 28 f 90 29 90 72 t 90 74 79 67 v 71 6 71 96',
  '车': '10 h 16 22 82 19 p 44 4 36 30 22 48 h 22 48 86 46 h 5 71 96 69 v 56 31 56 97',
  '马': '10 h 20 16 72 13 f 72 15 69 42 v 32 25 28 47 h 28 47 88 44 f 88 45 83 88 t 83 91 68 84 h 6 69 68 66',
  '將': '8 v 11 12 11 42 s 11 41 33 40 v 33 5 33 96 s 4 60 33 58.5 p 20 60 20 78 4 94 p 64 4 58 22 42 38 h 60 19 90 17 p 89 19 80 46 42 60 d 53 30 61 39 d 66 25 74 34 h 40 66 98 63 v 78 50 78 92 t 78 94 66 86 d 49 74 60 86',
  '将': '9 d 8 20 17 36 t 4 64 28 48 v 30 5 30 96 p 63 4 57 22 40 38 h 59 19 89 17 p 88 19 80 46 42 60 d 54 30 66 41 h 38 66 98 63 v 77 50 77 92 t 77 94 64 86 d 48 74 60 87',
  '士': '11 h 6 38 95 35 v 50 5 50 84 h 19 87 82 84',
  '象': '7.4 p 42 3 36 18 14 32 h 38 14 66 12 p 66 14 62 24 54 30 v 22 31 26 51 h 22 31 80 29 f 80 31 75 50 s 26 49 75 48 p 50 32 48 54 6 68 c 38 58 58 72 56 92 t 57 96 47 94 p 47 67 36 76 8 82 p 55 76 40 89 8 94 p 84 53 76 62 62 68 n 58 62 70 82 96 92',
  '馬': '9 v 20 10 20 60 h 20 10 82 8 v 50 13 50 56 h 23 26 78 24 h 23 42 78 40 h 23 59 90 56 f 90 58 86 92 t 86 94 72 87 d 18 72 8 90 d 32 72 38 88 d 48 71 54 86 d 63 70 70 83',
  '車': '9 h 13 18 88 16 v 21 33 21 65 h 21 33 79 31 f 79 33 79 65 s 21 48 79 47 s 21 62 79 61 h 4 81 97 79 v 50 4 50 98',
  '砲': '8.5 h 4 18 47 16 p 27 19 24 44 3 62 v 16 50 16 88 h 16 50 42 48 f 42 50 42 88 s 16 81 42 80 p 63 5 58 26 45 42 h 58 27 92 25 f 92 27 88 66 t 88 68 76 62 h 55 45 76 43 f 76 45 76 58 s 55 60 76 59 v 55 45 55 80 c 55 80 55 91 67 91 c 67 91 84 91 93 90 t 92 95 96 74',
  '卒': '9 d 44 2 55 15 h 7 21 94 18 p 34 24 30 44 7 56 d 36 38 48 50 p 68 24 64 44 50 56 n 69 38 80 48 93 53 h 5 68 96 65 v 50 56 50 98',
  '楚': '8 h 6 20 46 18 v 26 3 26 48 p 26 22 20 34 5 42 d 29 26 42 37 h 53 20 94 18 v 73 3 73 48 p 72 22 66 34 52 42 n 75 22 82 34 96 42 h 14 55 86 53 p 86 54 84 60 77 66 v 50 56 50 86 h 50 70 78 69 p 28 64 27 82 6 96 n 27 80 46 92 96 93',
  '河': '9 d 12 12 24 24 d 5 38 17 48 t 9 92 27 62 h 32 19 97 16 v 42 38 42 70 h 42 38 66 37 f 66 38 66 70 s 42 64 66 63 v 83 20 83 90 t 83 93 68 85',
  '漢': '7.5 d 12 12 23 24 d 5 38 16 48 t 8 92 26 62 h 33 19 97 17 v 52 6 52 29 v 77 6 77 28 s 52 30 77 29 v 42 39 42 57 h 42 39 86 38 f 86 39 86 57 s 42 55 86 54 h 40 67 90 66 h 32 80 98 79 v 64 31 64 78 p 63 80 56 91 34 97 n 66 81 76 91 97 96',
  '界': '8.5 v 22 8 22 48 h 22 8 78 6 f 78 8 78 48 s 22 27 78 26 s 22 45 78 44 v 50 11 50 43 p 49 47 38 66 4 76 n 51 49 64 66 97 74 p 37 68 37 84 20 97 v 65 66 65 97',
  '一': '14 h 6 52 95 48', '二': '13 h 20 26 80 23 h 6 82 95 79', '三': '12 h 14 16 86 13 h 20 49 80 46 h 5 85 96 82',
  '四': '11 v 12 20 12 88 h 12 20 88 18 f 88 20 88 88 p 39 22 39 48 25 60 c 60 22 60 58 76 57 s 12 80 88 79',
  '五': '11 h 14 14 87 11 v 49 17 38 84 h 20 47 77 44 f 77 45 73 84 h 5 87 96 84', '六': '12 d 42 3 56 22 h 6 40 95 36 p 36 54 30 80 7 94 d 58 52 90 90',
  '七': '12 h 5 48 95 34 v 44 6 44 74 c 44 74 44 88 60 88 c 60 88 76 88 86 87 t 86 90 92 68', '八': '12 p 40 20 36 64 5 90 n 52 10 62 68 96 88',
  '九': '12 p 39 6 42 66 5 94 h 10 36 68 32 f 68 34 66 74 c 66 74 66 88 78 88 c 78 88 86 88 92 86 t 91 90 96 68',
  K: '14 c 28 8 28 50 28 92 c 76 9 50 36 30 56 c 44 44 62 70 80 92', A: '14 c 53 9 34 52 16 92 c 47 9 66 52 84 92 c 26 64 50 64 74 64', E: '14 c 28 8 28 50 28 92 c 22 14 50 14 78 14 c 28 49 50 49 70 49 c 22 86 50 86 79 86',
  H: '14 c 24 8 24 50 24 92 c 76 8 76 50 76 92 c 24 49 50 49 76 49', R: '14 c 26 8 26 50 26 92 c 20 14 40 14 50 14 c 49 14 76 14 76 33 c 76 32 76 52 49 52 c 50 52 40 52 28 52 c 48 52 64 70 78 92',
  C: '14 c 80 28 72 11 52 12 c 53 12 20 12 20 50 c 20 49 20 88 53 88 c 52 88 74 88 81 70', P: '14 c 28 8 28 50 28 92 c 22 14 40 14 50 14 c 49 14 77 14 77 35 c 77 34 77 56 49 56 c 50 56 40 56 30 56',
};
/* Crown, official, elephant, horse's head, tower, gun on its carriage, foot soldier, centred on the piece; even-odd, so a path within another is
 * a hole. */
XiangqiPieces.PICTURES = {
  K: 'M-14.5 -7L-7.5 -1.5L0 -11.5L7.5 -1.5L14.5 -7L11.5 7H-11.5ZM-11.5 9H11.5V14H-11.5ZM0 -.5L2.6 2.8L0 6L-2.6 2.8ZM-2.2 -14.6A2.2 2.2 0 1 0 2.2 -14.6A2.2 2.2 0 1 0 -2.2 -14.6ZM-17.4 -9.6A2 2 0 1 0 -13.4 -9.6A2 2 0 1 0 -17.4 -9.6ZM13.4 -9.6A2 2 0 1 0 17.4 -9.6A2 2 0 1 0 13.4 -9.6Z',
  A: 'M-7 -7.6C-7 -14.5 -4.5 -17.5 0 -17.5S7 -14.5 7 -7.6ZM-8.2 -11.4H-16A1.9 1.9 0 0 0 -16 -7.6H-8.2ZM8.2 -11.4H16A1.9 1.9 0 0 1 16 -7.6H8.2ZM-5.6 -6H5.6V-2.6A5.6 5.6 0 0 1 -5.6 -2.6ZM-13 14.5C-13 7 -9 4.8 -4 4.4L0 9.6L4 4.4C9 4.8 13 7 13 14.5Z',
  B: 'M-15.5 13V1C-15.5 -7 -10.5 -9.5 -3.5 -9.5H-.5C1.5 -13.5 10.5 -14 13.5 -8.5C16.5 -3 12.5 5 16 9L12.5 12.3C9 9 9.8 3.5 8 .5L6 2.5V13H0V5.5H-9.5V13ZM8 -6.6A1.4 1.4 0 1 0 10.8 -6.6A1.4 1.4 0 1 0 8 -6.6ZM.6 -7.6C-2.8 -3.4 -1.4 1.4 3.2 2.6C.8 .2 .4 -3.6 2.2 -7Z',
  N: 'M-7.5 14.5H12C13 3 10 -8.5 .8 -11.5L-.2 -16.5L-5 -12C-10 -8 -10 -3 -14 2C-15 5.5 -11.5 8 -9 5L-3.5 3C-3 8 -9 9 -7.5 14.5ZM-6 -6A1.5 1.5 0 1 0 -3 -6A1.5 1.5 0 1 0 -6 -6ZM2.6 -8.4C7 -4 8.8 3 8.4 12C7 4.6 5.6 -2 2.6 -8.4Z',
  R: 'M-13 15V11H13V15ZM-9.5 9L-7.8 -3H7.8L9.5 9ZM-12.5 -5V-14.5H-7.8V-11H-2.8V-14.5H2.8V-11H7.8V-14.5H12.5V-5ZM-2.8 9V4.6A2.8 2.8 0 0 1 2.8 4.6V9Z',
  C: 'M-14.1 -2.1L9.4 -12.3L8.8 -13.6L11.9 -15.1L16.1 -6.9L12.9 -5.3L12.3 -6.6L-9.9 6.1A4.6 4.6 0 0 1 -14.1 -2.1ZM-19 3.9A1.5 1.5 0 1 0 -16 3.9A1.5 1.5 0 1 0 -19 3.9ZM-5.9 9.2A6.9 6.9 0 1 0 7.9 9.2A6.9 6.9 0 1 0 -5.9 9.2ZM-4 9.2A5 5 0 1 0 6 9.2A5 5 0 1 0 -4 9.2ZM.2 4.4H1.8V8.4H5.8V10H1.8V14H.2V10H-3.8V8.4H.2ZM-7.2 8.6L-14 12.8L-12.4 15.3H-9.4L-6.2 12.4Z',
  P: 'M-14.5 -11.5C-10.5 -11.5 -7.5 -12.8 -4.5 -15C-1.5 -12.8 1.5 -11.5 5.5 -11.5V-1C5.5 7 1 11.6 -4.5 15C-10 11.6 -14.5 7 -14.5 -1ZM-10.1 -1.6A5.6 5.6 0 1 0 1.1 -1.6A5.6 5.6 0 1 0 -10.1 -1.6ZM-7.3 -1.6A2.8 2.8 0 1 0 -1.7 -1.6A2.8 2.8 0 1 0 -7.3 -1.6ZM10.2 -7.6H12.8V15H10.2ZM11.5 -17L14.8 -11.4L11.5 -8.2L8.2 -11.4Z',
};
