// SPDX-License-Identifier: GPL-3.0-only
export type ShapeColour = 'G' | 'R' | 'B' | 'Y';

/** An arrow of the user, or a circle if `to` is `from` or empty. */
export interface Shape {
    from: string;
    to: string;
    colour: ShapeColour;
}

export interface Arrow {
    from: string;
    to: string;
    /** `best` is on top of the others; `better` is hollow. */
    kind: 'best' | 'better' | 'played' | 'threat' | 'other';
    label?: string;
}

/** A small disc on a square's corner, such as `??`. */
export interface Badge {
    at: string;
    text: string;
    kind: 'blunder' | 'mistake' | 'inaccuracy' | 'only' | 'other';
}

/** Squares are `a0` to `i9`, from Red's left corner; an empty text is no square. Pieces are the letters of a FEN, `K` for Red's king. */
export interface BoardOptions {
    /** Only the first field is required. */
    fen?: string;
    /** The last move, such as `h2e2`: its squares are marked. */
    last?: string;
    /** The square of a king in check, or `true`: the king of the side to move. */
    check?: string | boolean;
    arrows?: Arrow[];
    shapes?: Shape[];
    /** `true` or a colour: the left button and touch draw shapes instead of moving pieces. */
    drawing?: boolean | ShapeColour;
    badges?: Badge[];
    /** The user's move for after the opponent's, or an empty text. */
    premoved?: string;
    /** Pieces for which `onPick` returns `premove` set a premove instead of moving. */
    premove?: boolean;
    /** The square of the held piece, and where it can go. */
    selected?: string;
    targets?: string[];
    /** Black below. */
    flipped?: boolean;
    /** `iccs`: a-i and 0-9 (default); `digits`: files 1 to 9 from each side's right; `chinese`: the same, Red's in characters; empty: none. */
    coordinates?: 'iccs' | 'digits' | 'chinese' | '';
    /** The set of pieces; default `traditional`. */
    figures?: 'traditional' | 'simplified' | 'carved' | 'pictures' | 'letters';
    /** The look of the board; default `wood`. */
    surface?: 'wood' | 'paper' | 'felt' | 'slate';
    /** The language for screen readers, one of `XiangqiBoard.WORDS`; default `en`. */
    lang?: string;
    /** Accepts mouse, touch and keys; default: true if `onMove`, `onSquare` or `onShapes` is given. */
    interactive?: boolean;
    /** Pieces glide; default true. */
    animate?: boolean;

    /** Called for a pressed or entered square, before anything else; returns true if it has handled the event. */
    onSquare?(square: string, piece: string, event: Event): boolean | void;
    /** Returns the target squares of a piece, true if they are unknown, `premove`, or false if the piece cannot be picked up. */
    onPick?(square: string, piece: string): string[] | boolean | 'premove';
    /** The user put a piece there, legal or not; `to` is empty outside the board. The position changes only by `set()`. */
    onMove?(from: string, to: string, piece: string): void;
    /** The user set a premove, or cancelled it (two empty texts). */
    onPremove?(from: string, to: string): void;
    onShapes?(shapes: Shape[]): void;
    onDrop?(): void;
    /** Called for a click without a drag; returns true to release the piece. */
    onClick?(square: string, piece: string): boolean | void;
}

/** Draws a position in an element and reports the user's actions; knows no rules. Needs the style sheet `hanxin/board.css`. */
export class XiangqiBoard {
    /** FEN of the start position. */
    static START: string;
    /** What the board says, by language: `en` and `zh`. Other languages may be added. */
    static WORDS: Record<string, Record<string, string | Record<string, string>>>;
    constructor(element: Element, options?: BoardOptions);
    /** The drawing. */
    readonly svg: SVGSVGElement;
    /** Changes the given options and draws what has changed. */
    set(options: BoardOptions): void;
    get<Name extends keyof BoardOptions>(name: Name): BoardOptions[Name];
    /** Says a text to screen readers. */
    say(text: string): void;
    focus(): void;
    remove(): void;
    /** The square below the pointer; empty outside the board. */
    squareOf(event: MouseEvent): string;
    /** The pieces of a FEN by square. */
    static squares(fen: string): Record<string, string>;
    static fen(squares: Record<string, string>, turn: 'w' | 'b'): string;
    /** The FEN after a move, legal or not, without counters. */
    static play(fen: string, move: string): string;
    static pieceName(piece: string, lang?: string): string;
    /** The coordinates that belong to a notation. */
    static coordinatesOf(notation: 'move' | 'wxf' | 'english' | 'chinese' | 'traditional' | 'vietnamese'): 'iccs' | 'digits' | 'chinese';
}
