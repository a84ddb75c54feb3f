// SPDX-License-Identifier: GPL-3.0-only
'use strict';
/* board.js - the Xiangqi board of every page of this project: a plain script, used with board.css and after pieces.js (the drawings).
 * It draws a position and reports the user's actions. It knows no rules, and the position changes only by set().
 *
 *   const board = new XiangqiBoard(element, { fen: XiangqiBoard.START, lang: 'en', onMove: (from, to) => ... });
 *   board.set({ fen, last: 'h2e2', check: true, arrows: [{ from: 'h2', to: 'e2', kind: 'best' }] });
 *
 * Options, also accepted by set(); options that are not given keep their values. A square is 'a0' to 'i9', from Red's left corner; '' is none.
 *   fen          the position; only the first field is required; the second is used by `check: true`
 *   last         the last move, such as 'h2e2': its squares are marked
 *   check        the square of a king in check, or true: the king of the side to move
 *   arrows       [{ from, to, kind, label }], best first; kind: 'best' (always on top) 'better' (than the move played: hollow) 'played' 'threat'
 *                'other', label: a short text or none. Arrows on the same line are drawn next to each other, later ones thinner
 *   shapes       [{ from, to, colour }]: the user's arrows, and circles (to is from or ''); colour: 'G' 'R' 'B' 'Y', as in [%cal] and [%csl]
 *   drawing      true or a colour: the left button and touch draw shapes instead of moving pieces
 *   badges       [{ at, text, kind }]: a small disc on a square's corner, such as '??'; kind: 'blunder' 'mistake' 'inaccuracy' 'only' 'other'
 *   premoved     the user's move for after the opponent's, such as 'h2e2', or ''
 *   premove      true: pieces for which onPick returns 'premove' set a premove instead of moving
 *   selected     the square of the held piece
 *   targets      [square]: its destinations; dots on empty points, rings on pieces
 *   flipped      true: Black below
 *   coordinates  'iccs': a-i and 0-9 (default); 'digits': files 1 to 9 from each side's right, as in WXF; 'chinese': the same, but Red's in
 *                characters; '': none
 *   figures      a set of XiangqiPieces.SETS: 'traditional' (default), 'simplified', 'carved', 'pictures', 'letters'
 *   surface      one of XiangqiBoard.SURFACES: 'wood' (default), 'paper', 'felt', 'slate'
 *   lang         'en' (default), 'zh', or another of XiangqiBoard.WORDS: the language for screen readers
 *   interactive  true (default if onMove, onSquare or onShapes is given): accepts mouse, touch and keys. Arrows move a cursor, Enter and space
 *                pick up and put down, A begins and ends a shape, Escape lets go; keys used by the board do not reach the page
 *   animate      true (default): the piece glides if `last` is set with a new fen, and a captured one fades, unless the system requests
 *                reduced motion
 *
 * Callbacks, also given as options:
 *   onSquare(square, piece, event)  pressed or entered, before anything else; return true if the event is handled
 *   onPick(square, piece)   return the target squares of this piece, true if they are unknown or set({ targets }) will give them later,
 *                           'premove' if it may only move after the opponent, or false if it cannot be picked up: a held piece is then
 *                           put on it. Default: every piece can. A piece held while another fen is set is picked again
 *   onMove(from, to, piece) the user put a piece there, by dragging, clicking or keys, legal or not; to is '' outside the board
 *   onPremove(from, to)     the user set a premove, which is shown already; or, with '' and '', cancelled it by Escape, the right button
 *                           or a click. It is the page that plays it and then sets premoved: ''
 *   onShapes(shapes)        the user drew or erased a shape, which is shown already. A drag with the right button draws an arrow, a click a
 *                           circle: green, with Shift or Ctrl red, with Alt blue, with both yellow. Drawing a shape again erases it. Only
 *                           set({ shapes: [] }) erases all: a page that wants a left click to do so calls it in onSquare. Without this
 *                           callback the right button opens the browser's menu
 *   onDrop()                the piece was released
 *   onClick(square, piece)  pressed and released without a drag; return true to release the piece. Default: it stays in hand
 *
 * Methods: set(options), get(name), say(text) to screen readers, focus(), remove(), squareOf(event) or ''. board.svg is the drawing.
 * A board for previews, { interactive: false, animate: false }, says nothing; set() only redraws what changes.
 * Helpers: XiangqiBoard.START; .squares(fen) as { e0: 'K', ... }; .fen(squares, 'w' or 'b'); .play(fen, move) the FEN after a move, legal or not (without counters);
 *   .pieceName(letter, lang); .chinese(wxf, black) a WXF move in Chinese notation; .coordinatesOf(notation) those that
 *   belong to 'move', 'wxf' or 'chinese'. */
class XiangqiBoard {
  constructor(host, options) {
    if (!host || !host.classList) throw new TypeError('XiangqiBoard needs an element of the page, not ' + host);
    this.host = host;
    this.state = { fen: XiangqiBoard.START, last: '', check: '', arrows: [], shapes: [], badges: [], selected: '', targets: [], premoved: '', flipped: false,
      coordinates: 'iccs', figures: 'traditional', surface: 'wood', lang: 'en', animate: true, interactive: !!(options && (options.onMove || options.onSquare || options.onShapes)) };
    this.cursor = 'e0';
    this.drag = null; // { at, id, x, y, moved, dx, dy, again }: the pressed piece; again: it was in hand before
    this.sketch = null; // { from, to, colour, id, right }: the shape that is being drawn; no id if by keys
    this.planning = false; // the held piece may only move after the opponent
    this.shown = {}; // the texts of the layers
    this.squares = new Map(); // those of the squares
    host.classList.add('xq');
    host.innerHTML = '<svg viewBox="-16 -16 572 632"><g class=xq-grid></g><g class=xq-marks></g><g class=xq-captured></g><g class=xq-pieces></g><g class=xq-shapes></g><g class=xq-arrows></g><g class=xq-cursor></g></svg>' +
      '<div class=xq-say aria-live=polite></div>';
    this.svg = host.firstChild;
    this.layer = name => this.svg.querySelector('.xq-' + name);
    this.listeners = { pointerdown: e => this.press(e), pointermove: e => this.pull(e), pointerup: e => this.release(e), pointercancel: () => this.letGo(),
      contextmenu: e => this.state.interactive && this.state.onShapes && e.preventDefault(), keydown: e => this.key(e), blur: () => this.drawCursor(), focus: () => this.drawCursor() };
    for (const [name, listener] of Object.entries(this.listeners)) this.svg.addEventListener(name, listener);
    this.set(options || {});
  }
  get(name) { return this.state[name]; }
  // Refuses options with which drawing would fail without a reason.
  static check(options) {
    if (typeof options !== 'object' || options === null) throw new TypeError('set() needs an object with options, not ' + options);
    if ('fen' in options && typeof options.fen !== 'string') throw new TypeError('fen must be a string, not ' + options.fen);
    const wrong = ['arrows', 'shapes', 'badges', 'targets'].find(name => name in options && !Array.isArray(options[name]));
    if (wrong) throw new TypeError(wrong + ' must be an array, not ' + options[wrong]);
  }
  focus() { this.svg.focus(); }
  remove() {
    for (const [name, listener] of Object.entries(this.listeners)) this.svg.removeEventListener(name, listener);
    this.host.classList.remove('xq', 'xq-live');
    this.host.innerHTML = '';
  }
  say(text) { this.host.lastChild.textContent = text; }
  set(options) {
    XiangqiBoard.check(options);
    const before = this.pieces, old = this.state.fen;
    Object.assign(this.state, options);
    const s = this.state, taken = s.interactive;
    if (!before || s.fen !== old) this.pieces = XiangqiBoard.squares(s.fen);
    if (before && s.fen !== old && s.selected && !('selected' in options)) this.pickAgain(before);
    Object.assign(this.host.dataset, { figures: s.figures, surface: s.surface });
    this.host.classList.toggle('xq-live', taken);
    this.svg.setAttribute('role', taken ? 'application' : 'img');
    if (taken) this.svg.setAttribute('tabindex', '0'); else this.svg.removeAttribute('tabindex');
    this.svg.setAttribute('aria-label', this.words.board + this.describe());
    this.draw();
    if ('fen' in options && s.last && before && s.animate) this.glide(before);
  }

  // ---- drawing ----
  x(square) { const c = square.charCodeAt(0) - 97; return 30 + 60 * (this.state.flipped ? 8 - c : c); }
  y(square) { const r = 9 - +square[1]; return 30 + 60 * (this.state.flipped ? 9 - r : r); }
  draw() {
    const s = this.state, grid = [s.flipped, s.coordinates].join();
    if (this.grid !== grid) this.fill('grid', this.gridText());
    this.grid = grid;
    this.fill('marks', this.markText());
    this.drawPieces();
    this.drawArrows();
    this.drawCursor();
  }
  fill(name, text) {
    if (this.shown[name] !== text) this.layer(name).innerHTML = this.shown[name] = text;
  }
  // Draws the pieces and the targets, but only squares that change.
  drawPieces() {
    const layer = this.layer('pieces'), squares = new Map(Object.keys(this.pieces).map(at => [at, this.pieceText(at)]));
    for (const at of this.state.targets)
      if (!squares.has(at)) squares.set(at, '<circle data-at=' + at + ' class=xq-target cx=' + this.x(at) + ' cy=' + this.y(at) + ' r=9 />');
    for (const at of new Set([...this.squares.keys(), ...squares.keys()])) {
      if (this.squares.get(at) === squares.get(at)) continue;
      const old = layer.querySelector('[data-at="' + at + '"]');
      if (old) old.remove();
      if (squares.has(at)) layer.insertAdjacentHTML('beforeend', squares.get(at));
    }
    this.squares = squares;
    this.carry();
  }
  drawArrows() {
    const s = this.state, sketch = s.onShapes && this.sketch && this.sketch.to ? [{ ...this.sketch, sketch: true }] : [];
    const shapes = [...s.shapes, ...sketch].filter(a => /^[a-i]\d$/.test(a.from) && /^([a-i]\d)?$/.test(a.to || '')), circles = shapes.filter(XiangqiBoard.isCircle);
    const mine = shapes.filter(a => !circles.includes(a)).map(a => ({ ...a, mine: true }));
    const arrows = XiangqiBoard.apart([...s.arrows.filter(a => a.kind === 'best'), ...s.arrows.filter(a => a.kind !== 'best'), ...mine]).reverse();
    const found = arrows.filter(a => !a.mine);
    this.fill('shapes', [...circles, ...arrows.filter(a => a.mine)].map(a => this.shapeText(a)).join(''));
    this.fill('arrows', found.map(a => this.arrowText(a)).join('') + found.map(a => this.labelText(a)).join('') + s.badges.map(b => this.badgeText(b)).join(''));
  }
  gridText() {
    const s = this.state, line = (x1, y1, x2, y2) => 'M' + x1 + ' ' + y1 + 'L' + x2 + ' ' + y2;
    let d = '', text = '';
    for (let r = 0; r < 10; r++) d += line(30, 30 + 60 * r, 510, 30 + 60 * r);
    for (let c = 0; c < 9; c++) {
      const x = 30 + 60 * c;
      d += c % 8 ? line(x, 30, x, 270) + line(x, 330, x, 570) : line(x, 30, x, 570);
    }
    for (const y of [30, 450]) d += line(210, y, 330, y + 120) + line(330, y, 210, y + 120);
    for (const at of ['b2', 'h2', 'b7', 'h7', 'a3', 'c3', 'e3', 'g3', 'i3', 'a6', 'c6', 'e6', 'g6', 'i6']) // start points of cannons and pawns
      for (const [dx, dy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        const x = this.x(at) + 5 * dx, y = this.y(at) + 5 * dy;
        if (x > 30 && x < 510) d += 'M' + (x + 9 * dx) + ' ' + y + 'H' + x + 'V' + (y + 9 * dy);
      }
    const put = (x, y, t) => { text += '<text x=' + x + ' y=' + y + '>' + t + '</text>'; };
    const write = (x, y, size, words) => '<path transform="translate(' + x + ' ' + y + ') scale(' + size / 100 + ')" d="' + XiangqiPieces.write(words) + '" />';
    for (let c = 0; c < 9; c++) {
      const x = this.x('abcdefghi'[c] + '0'), [red, black] = s.flipped ? [-3, 612] : [612, -3];
      if (s.coordinates === 'iccs') put(x, 612, 'abcdefghi'[c]);
      if (s.coordinates === 'digits') put(x, red, 9 - c);
      if (s.coordinates === 'chinese') text += write(x - 8, red - 13, 16, '九八七六五四三二一'[c]);
      if (s.coordinates === 'digits' || s.coordinates === 'chinese') put(x, black, c + 1);
    }
    if (s.coordinates === 'iccs') for (let r = 0; r < 10; r++) put(-8, this.y('a' + r) + 5, r);
    const river = s.flipped ? ['漢', '界', '楚', '河'] : ['楚', '河', '漢', '界'];
    return '<rect class=xq-wood x=-16 y=-16 width=572 height=632 rx=6 /><path class=xq-veins d="' + XiangqiBoard.veins() + '" /><rect class=xq-shade x=-16 y=-16 width=572 height=632 rx=6 />' +
      '<rect class=xq-frame x=24 y=24 width=492 height=552 /><path class=xq-line d="' + d + '" /><g class=xq-river>' + river.map((word, i) => write([92, 172, 332, 412][i], 282, 36, word)).join('') + '</g><g class=xq-edge>' + text + '</g>';
  }
  markText() {
    const s = this.state, box = (at, kind) => '<rect class=xq-' + kind + ' x=' + (this.x(at) - 28) + ' y=' + (this.y(at) - 28) + ' width=56 height=56 rx=8 />';
    const boxes = (move, kind) => XiangqiBoard.isMove(move) ? box(move.slice(0, 2), kind) + box(move.slice(2, 4), kind) : '';
    let text = boxes(s.last, 'last') + boxes(s.premoved, 'premove');
    const king = s.check === true ? Object.keys(this.pieces).find(at => this.pieces[at] === (/ b/.test(s.fen) ? 'k' : 'K')) : s.check;
    if (king) text += '<circle class=xq-check cx=' + this.x(king) + ' cy=' + this.y(king) + ' r=30 />';
    return text;
  }
  pieceText(at) {
    const piece = this.pieces[at], s = this.state, x = this.x(at), y = this.y(at);
    const name = 'xq-piece ' + (piece < 'a' ? 'xq-red' : 'xq-black') + (at === s.selected ? ' xq-selected' : '');
    return '<g data-at=' + at + ' class="' + name + '"><g transform="translate(' + x + ' ' + y + ')">' + (s.targets.includes(at) ? '<circle class=xq-ring r=29 />' : '') +
      XiangqiPieces.draw(s.figures, piece) + '</g></g>';
  }
  // The points of an arrow's frame: along it, and aside, to its right.
  frame(a) {
    const x1 = this.x(a.from), y1 = this.y(a.from), x2 = this.x(a.to), y2 = this.y(a.to), length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const ux = (x2 - x1) / length, uy = (y2 - y1) / length, n = v => v.toFixed(1), shift = a.aside * (a.from < a.to ? 1 : -1);
    return { tip: Math.max(length - 2 - a.back, 40), point: (along, aside) => n(x1 + ux * along - uy * (aside + shift)) + ',' + n(y1 + uy * along + ux * (aside + shift)), middle: length / 2 };
  }
  arrowText(a) {
    const { tip, point } = this.frame(a), kind = ['best', 'better', 'played', 'threat'].includes(a.kind) ? a.kind : 'other', w = a.kind === 'best' ? 5 : Math.max(2.5, 4 - a.rank / 2), head = tip - 4 * w - 2;
    return '<polygon class="xq-arrow xq-' + kind + '" points="' + [point(14, -w), point(head, -w), point(head, -2.6 * w - 2), point(tip, 0), point(head, 2.6 * w + 2), point(head, w), point(14, w)].join(' ') + '" />';
  }
  labelText(a) {
    const { point, middle } = this.frame(a), [x, y] = point(middle, 0).split(',');
    return a.label ? '<text class=xq-label x=' + x + ' y=' + y + '>' + XiangqiBoard.escape(a.label) + '</text>' : '';
  }
  shapeText(a) {
    const name = 'class="xq-shape xq-colour-' + (/^[GRBY]$/.test(a.colour) ? a.colour : 'G') + (a.sketch ? ' xq-sketch' : '') + '"';
    if (XiangqiBoard.isCircle(a)) return '<circle ' + name + ' cx=' + this.x(a.from) + ' cy=' + this.y(a.from) + ' r=28 />';
    const { tip, point } = this.frame(a), d = 'd="M' + [point(22, 0), point(tip, 0), point(tip - 16, -12), point(tip, 0), point(tip - 16, 12)].join('L') + '"';
    return '<path class=xq-case ' + d + ' /><path ' + name + ' ' + d + ' />';
  }
  badgeText(b) {
    const x = this.x(b.at) + 20, y = this.y(b.at) - 20, kind = ['blunder', 'mistake', 'inaccuracy', 'only'].includes(b.kind) ? b.kind : 'other';
    return '<g class="xq-badge xq-' + kind + '"><circle cx=' + x + ' cy=' + y + ' r=13 /><text x=' + x + ' y=' + (y + 1) + '>' + XiangqiBoard.escape(b.text) + '</text></g>';
  }
  drawCursor() {
    const shown = this.state.interactive && this.byKeys && document.activeElement === this.svg;
    this.layer('cursor').innerHTML = shown ? '<rect x=' + (this.x(this.cursor) - 30) + ' y=' + (this.y(this.cursor) - 30) + ' width=60 height=60 rx=4 />' : '';
  }
  // Lets the moved piece glide to its square, unless the user put it there, and the captured one fade.
  glide(before) {
    const from = this.state.last.slice(0, 2), to = this.state.last.slice(2, 4), piece = this.pieces[to], captured = before[to];
    const dropped = this.dropped === this.state.last;
    this.dropped = '';
    if (!piece || before[from] !== piece || captured === piece || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const shown = this.svg.querySelector('[data-at="' + to + '"]'), layer = shown.parentNode;
    if (!shown.animate) return;
    layer.appendChild(shown); // on top of the others
    if (captured) this.fade(captured, to);
    if (!dropped) shown.animate([{ transform: 'translate(' + (this.x(from) - this.x(to)) + 'px,' + (this.y(from) - this.y(to)) + 'px)' }, { transform: 'none' }], { duration: 140, easing: 'ease-out' });
  }
  // Shows a captured piece below the one that captures it, until it has faded.
  fade(piece, at) {
    const layer = this.layer('captured');
    layer.innerHTML = '<g transform="translate(' + this.x(at) + ' ' + this.y(at) + ')"><g class=' + (piece < 'a' ? 'xq-red' : 'xq-black') + '>' + XiangqiPieces.draw(this.state.figures, piece) + '</g></g>';
    const shown = layer.firstChild;
    shown.firstChild.animate([{ transform: 'none', opacity: 1 }, { transform: 'scale(1.25)', opacity: 0 }], { duration: 260, easing: 'ease-in' }).onfinish = () => shown.remove();
  }

  // ---- input ----
  squareOf(event) { // '' outside the board
    const box = this.svg.getBoundingClientRect(), scale = 572 / box.width, c = Math.floor(((event.clientX - box.left) * scale - 16) / 60), r = Math.floor(((event.clientY - box.top) * scale - 16) / 60);
    if (c < 0 || c > 8 || r < 0 || r > 9) return '';
    return this.state.flipped ? 'abcdefghi'[8 - c] + r : 'abcdefghi'[c] + (9 - r);
  }
  press(event) {
    const s = this.state, right = event.button === 2;
    if (!s.interactive || event.isPrimary === false || (event.button > 0 && !(right && (s.onShapes || s.premoved)))) return;
    const at = this.squareOf(event), draws = right || (s.drawing && s.onShapes);
    this.byKeys = false;
    this.sketch = null;
    if (at) this.cursor = at;
    this.drawCursor();
    if (!at && s.premoved) this.plan('', '');
    if (at && draws) this.sketch = { from: at, to: at, colour: XiangqiBoard.colour(event, s.drawing), id: event.pointerId, right };
    const held = s.selected, picked = at && !draws && this.enter(at, event);
    this.drag = picked ? { at, id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, again: held === at } : null;
    this.drawArrows();
    if ((picked || this.sketch) && this.svg.setPointerCapture) try { this.svg.setPointerCapture(event.pointerId); } catch (e) { /* the pointer has gone */ }
  }
  pull(event) {
    const d = this.drag, k = this.sketch;
    if (event.buttons & (event.buttons - 1) && (d || k)) { this.letGo(); return; } // a second button
    if (k && event.pointerId === k.id) {
      k.to = this.squareOf(event);
      this.drawArrows();
    }
    if (!d || event.pointerId !== d.id) return;
    const scale = 572 / this.svg.getBoundingClientRect().width;
    d.dx = (event.clientX - d.x) * scale;
    d.dy = (event.clientY - d.y) * scale;
    d.moved = d.moved || Math.hypot(d.dx, d.dy) > 12;
    this.carry();
  }
  // Moves the dragged piece to the pointer.
  carry() {
    const d = this.drag, shown = d && d.moved && this.svg.querySelector('[data-at="' + d.at + '"]');
    if (!shown) return;
    if (shown !== shown.parentNode.lastChild) shown.parentNode.appendChild(shown);
    shown.classList.add('xq-lifted');
    shown.setAttribute('transform', 'translate(' + d.dx + ' ' + d.dy + ')');
  }
  release(event) {
    const d = this.drag, k = this.sketch;
    if (k && event.pointerId === k.id) {
      this.sketch = null;
      if (k.right && k.from === k.to && this.state.premoved) this.plan('', '');
      else if (k.to && this.state.onShapes) this.mark(k);
      this.drawArrows();
    }
    if (!d || event.pointerId !== d.id) return;
    this.drag = null;
    if (!d.moved) {
      if (d.again || (this.state.onClick && this.state.onClick(d.at, this.pieces[d.at]))) this.letGo();
      return;
    }
    this.squares.set(d.at, ''); // to be drawn again: the piece was dragged
    const to = this.squareOf(event);
    if (to === d.at) this.draw(); else this.put(d.at, to, true);
  }
  // Draws a shape of the user, or erases it if it is there.
  mark(shape) {
    const { from, colour } = shape, to = XiangqiBoard.isCircle(shape) ? '' : shape.to;
    const isSame = a => a.from === from && (XiangqiBoard.isCircle(a) ? '' : a.to) === to, there = this.state.shapes.find(isSame);
    const erased = there && there.colour === colour, others = this.state.shapes.filter(a => !isSame(a));
    this.set({ shapes: erased ? others : [...others, { from, to, colour }] });
    if (this.byKeys) this.say((erased ? this.words.erased : this.words.drawn) + this.shapeWords({ from, to, colour }));
    this.state.onShapes(this.state.shapes);
  }
  // Handles a square that was pressed or entered. Returns true if a piece is in hand that may be dragged.
  enter(at, event) {
    const s = this.state, piece = this.pieces[at] || '', held = s.selected;
    if (s.onSquare && s.onSquare(at, piece, event)) return false;
    if (s.premoved) this.plan('', '');
    if (held === at && event.type === 'pointerdown') return true; // release() lets go
    if (held === at) { this.letGo(); return false; }
    if (held && s.targets.includes(at)) { this.put(held, at); return false; }
    const picked = this.pick(at, piece);
    if (picked && !(held && this.planning && !picked.planning)) { this.take(at, picked); return true; }
    if (held) this.put(held, at);
    return false;
  }
  // Asks whether a piece may be picked up. Returns null, or what is then known of it.
  pick(at, piece) {
    const s = this.state, answer = piece && s.onMove ? s.onPick ? s.onPick(at, piece) : true : false;
    return answer ? { targets: Array.isArray(answer) ? answer : [], planning: !!s.premove && answer === 'premove' } : null;
  }
  take(at, { targets, planning }) {
    this.planning = planning;
    this.set({ selected: at, targets });
  }
  // Another position was set while a piece is in hand.
  pickAgain(before) {
    const s = this.state, at = s.selected, picked = this.pieces[at] === before[at] ? this.pick(at, this.pieces[at]) : null;
    if (picked) this.planning = picked.planning; else this.drag = null;
    Object.assign(s, picked ? { targets: picked.targets } : { selected: '', targets: [] });
  }
  put(from, to, dropped) {
    const piece = this.pieces[from];
    this.set({ selected: '', targets: [] });
    const planned = this.planning && (this.pick(from, piece) || {}).planning; // it may be the user's turn by now
    this.dropped = dropped && !planned ? from + to : '';
    if (planned && to) this.plan(from, to);
    else if (planned && this.state.onDrop) this.state.onDrop();
    else if (!planned && this.state.onMove && piece) this.state.onMove(from, to, piece);
  }
  plan(from, to) {
    this.set({ premoved: from + to });
    if (this.byKeys && from) this.say(this.words.premove + ' ' + this.moveName(from, to));
    if (this.state.onPremove) this.state.onPremove(from, to);
  }
  letGo() {
    const held = this.state.selected;
    if (held) this.squares.set(held, '');
    this.drag = this.sketch = null;
    this.set({ selected: '', targets: [] });
    if (held && this.state.onDrop) this.state.onDrop();
  }
  key(event) {
    const s = this.state, isDrawn = s.onShapes && (event.key.toLowerCase() === 'a' || (event.altKey && event.code === 'KeyA'));
    if (!s.interactive || event.ctrlKey || event.metaKey || (event.altKey && !isDrawn)) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key], way = s.flipped ? -1 : 1;
    const isEntered = event.key === 'Enter' || event.key === ' ', isLeft = event.key === 'Escape' && (s.selected || this.sketch || s.premoved);
    if (!step && !isEntered && !isDrawn && !isLeft) return;
    this.byKeys = true;
    if (step) {
      const c = this.cursor.charCodeAt(0) - 97 + way * step[0], r = +this.cursor[1] + way * step[1];
      if (c >= 0 && c < 9 && r >= 0 && r < 10) this.cursor = 'abcdefghi'[c] + r;
    } else if (isEntered) {
      this.enter(this.cursor, event);
    } else if (isDrawn) {
      this.keyMark(event);
    } else if (s.selected || this.sketch) {
      this.letGo();
    } else {
      this.plan('', '');
    }
    event.preventDefault();
    event.stopPropagation();
    if (this.sketch) this.sketch.to = this.cursor;
    this.drawArrows();
    this.drawCursor();
    if (step) this.say(this.squareWords(this.cursor));
  }

  // Begins a shape at the cursor, or ends it there.
  keyMark(event) {
    const k = this.sketch;
    this.sketch = k ? null : { from: this.cursor, to: this.cursor, colour: XiangqiBoard.colour(event, this.state.drawing) };
    if (k) this.mark({ ...k, to: this.cursor }); else this.say(this.words.start + this.pointName(this.cursor));
  }

  // ---- texts ----
  get words() { return XiangqiBoard.WORDS[this.state.lang] || XiangqiBoard.WORDS.en; }
  // The name of a point by the coordinates that are shown: files and ranks are counted from the right and bottom of the side below.
  pointName(at) {
    if (!/^(digits|chinese)$/.test(this.state.coordinates)) return at;
    const c = at.charCodeAt(0) - 97, r = +at[1], [file, rank] = this.state.flipped ? [c + 1, 10 - r] : [9 - c, r + 1];
    return this.words.point.replace('%', file).replace('%', rank);
  }
  moveName(from, to) {
    const [a, b] = [from, to].map(at => this.pointName(at));
    return a === from ? a + b : a + ' – ' + b;
  }
  squareWords(at) {
    const s = this.state, w = this.words, words = [this.pointName(at), w.pieces[this.pieces[at]] || w.empty];
    if (at === s.selected) words.push(w.held);
    if (s.targets.includes(at)) words.push(w.target);
    if (s.premoved && [s.premoved.slice(0, 2), s.premoved.slice(2, 4)].includes(at)) words.push(w.premove);
    words.push(...s.shapes.filter(a => a.from === at).map(a => this.shapeWords(a)));
    return words.join(w.comma);
  }
  shapeWords(a) {
    const circle = XiangqiBoard.isCircle(a);
    return this.words[circle ? 'circle' : 'arrow'].replace('%', this.words.colours[a.colour] || '') + ' ' + (circle ? this.pointName(a.from) : this.moveName(a.from, a.to));
  }
  describe() { return Object.keys(this.pieces).map(at => this.words.pieces[this.pieces[at]] + ' ' + this.pointName(at)).join(this.words.comma); }

  // ---- helpers ----
  static squares(fen) { // skips unknown letters and ranks beyond the tenth
    const pieces = {};
    String(fen).trim().split(/\s+/)[0].split('/').slice(0, 10).forEach((rank, r) => {
      let c = 0;
      for (const letter of rank) {
        if (letter >= '1' && letter <= '9') { c += +letter; continue; }
        const piece = { e: 'b', E: 'B', h: 'n', H: 'N' }[letter] || letter;
        if (c < 9 && piece in XiangqiPieces.NAMES.traditional) pieces['abcdefghi'[c] + (9 - r)] = piece;
        c++;
      }
    });
    return pieces;
  }
  static isCircle(shape) { return !shape.to || shape.to === shape.from; }
  static colour(event, usual) { // of a shape
    const red = event.shiftKey || event.ctrlKey, both = (event.altKey && red) || (event.shiftKey && event.ctrlKey);
    return both ? 'Y' : event.altKey ? 'B' : red ? 'R' : /^[GRBY]$/.test(usual) ? usual : 'G';
  }
  // Returns the arrows with their rank, and how far each is moved aside, since arrows before it share its line, and ends early, since they share
  // its destination.
  static apart(arrows) {
    const place = at => [at.charCodeAt(0), +at[1]];
    const shareLine = (a, b) => {
      const [x, y] = place(a.from), dx = place(a.to)[0] - x, dy = place(a.to)[1] - y, ends = [b.from, b.to].map(place);
      const along = ends.map(([u, v]) => (u - x) * dx + (v - y) * dy);
      return ends.every(([u, v]) => (u - x) * dy === (v - y) * dx) && Math.max(...along) > 0 && Math.min(...along) < dx * dx + dy * dy;
    };
    return arrows.map((a, rank) => {
      const before = arrows.slice(0, rank), lines = before.filter(b => shareLine(a, b)).length;
      return { ...a, rank, aside: (lines % 2 ? 12 : -12) * Math.ceil(lines / 2), back: 14 * before.filter(b => b.to === a.to).length };
    });
  }
  static isMove(move) { return /^[a-i][0-9][a-i][0-9]$/.test(move); }
  static play(fen, move) {
    const pieces = XiangqiBoard.squares(fen), from = move.slice(0, 2), to = move.slice(2, 4);
    if (pieces[from]) { pieces[to] = pieces[from]; delete pieces[from]; }
    return XiangqiBoard.fen(pieces, / b/.test(fen) ? 'w' : 'b');
  }
  static fen(pieces, turn) {
    const ranks = [];
    for (let r = 9; r >= 0; r--) ranks.push([...'abcdefghi'].map(c => pieces[c + r] || '1').join('').replace(/1+/g, m => m.length));
    return ranks.join('/') + ' ' + turn;
  }
  static pieceName(piece, lang) { return (XiangqiBoard.WORDS[lang] || XiangqiBoard.WORDS.en).pieces[piece]; }
  static chinese(wxf, black) {
    const pieces = black ? { K: '将', A: '士', E: '象', H: '马', R: '车', C: '炮', P: '卒' } : { K: '帅', A: '仕', E: '相', H: '马', R: '车', C: '炮', P: '兵' };
    const places = { '+': '前', '-': '后', '.': '中', a: '一', b: '二', c: '三', d: '四', e: '五' }, digit = d => black ? d : '零一二三四五六七八九'[d];
    const piece = pieces[wxf[0]], place = places[wxf[1]];
    return (place ? place + piece : piece + digit(wxf[1])) + { '+': '进', '-': '退', '.': '平' }[wxf[2]] + digit(wxf[3]);
  }
  static coordinatesOf(notation) { return { wxf: 'digits', english: 'digits', vietnamese: 'digits', chinese: 'chinese', traditional: 'chinese' }[notation] || 'iccs'; }
  // The veins of a wooden board.
  static veins() {
    return Array.from({ length: 44 }, (_, i) => { const y = -10 + 14 * i + 5 * Math.sin(i * 2.3), bend = 10 * Math.sin(i * .4), lift = 7 * Math.sin(i * .7); return 'M-16 ' + y + 'C120 ' + (y + bend).toFixed() + ' 330 ' + (y - bend).toFixed() + ' 556 ' + (y + lift).toFixed(); }).join('');
  }
  static escape(text) { return String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;'); }
}
/* What the board says to those who do not see it. Other scripts may add languages. */
XiangqiBoard.WORDS = {
  en: {
    pieces: { K: 'red king', A: 'red advisor', B: 'red elephant', N: 'red horse', R: 'red rook', C: 'red cannon', P: 'red pawn',
      k: 'black king', a: 'black advisor', b: 'black elephant', n: 'black horse', r: 'black rook', c: 'black cannon', p: 'black pawn' },
    colours: { G: 'green', R: 'red', B: 'blue', Y: 'yellow' }, circle: '% circle', arrow: '% arrow', board: 'Board: ', empty: 'empty', held: 'picked up',
    target: 'can go here', premove: 'premove', start: 'arrow from ', drawn: 'drawn: ', erased: 'erased: ', comma: ', ', point: 'file % rank %',
  },
  zh: {
    pieces: { K: '红帅', A: '红仕', B: '红相', N: '红马', R: '红车', C: '红炮', P: '红兵', k: '黑将', a: '黑士', b: '黑象', n: '黑马', r: '黑车', c: '黑炮', p: '黑卒' },
    colours: { G: '绿', R: '红', B: '蓝', Y: '黄' }, circle: '%圈', arrow: '%箭头', board: '棋盘：', empty: '空', held: '已拿起',
    target: '可走', premove: '预走', start: '箭头起点 ', drawn: '已画：', erased: '已擦除：', comma: '，', point: '%路%线',
  },
};
XiangqiBoard.START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w';
XiangqiBoard.SURFACES = ['wood', 'paper', 'felt', 'slate'];
