// SPDX-License-Identifier: GPL-3.0-only
export type Color = 'red' | 'black';
/** King, advisor, elephant (bishop), horse (knight), rook, cannon, pawn. */
export type PieceType = 'k' | 'a' | 'b' | 'n' | 'r' | 'c' | 'p';
/** `iccs`: h2e2; `wxf`: C2.5; `english`: C2=5; `chinese`: 马二进三; `traditional`: 馬二進三; `vietnamese`: M2.3. */
export type Notation = 'iccs' | 'wxf' | 'english' | 'chinese' | 'traditional' | 'vietnamese';
export type RuleSet = 'asian' | 'computer' | 'chinese' | 'simple' | 'off';
export type Result = '1-0' | '0-1' | '1/2-1/2' | '*';

/** Squares are `a0` to `i9`, from Red's left corner. */
export interface Piece {
    square: string;
    type: PieceType;
    color: Color;
}

export interface Move {
    /** The side that moves. */
    color: Color;
    from: string;
    to: string;
    piece: PieceType;
    /** Absent if the move captures nothing. */
    captured?: PieceType;
    /** Such as `h2e2`, the notation of the engine. */
    iccs: string;
    /** Such as `C2.5`. */
    wxf: string;
    /** Such as `C2=5`, as printed in English. */
    english: string;
    /** Such as `马二进三`. */
    chinese: string;
    /** Such as `馬二進三`. */
    traditional: string;
    /** Such as `M2.3`. */
    vietnamese: string;
    /** FEN of the position before the move. */
    before: string;
    /** FEN of the position after the move. */
    after: string;
}

export interface Verdict {
    result: Result;
    /** Such as `checkmate`, `stalemate`, `perpetual check`, `repetition`; `null` while the game is not over. */
    ending: string | null;
    /** One sentence. */
    summary: string;
    /** The same, followed for a repetition by a line for each judged move. */
    reason: string;
}

export interface GameOptions {
    /** The rules of repetition; default `asian`. With `off`, every repetition is a draw. */
    rules?: RuleSet;
    /** Plies without a capture after which the game is a draw, 0 to 1000; 0: none; default 120. */
    limit?: number;
    /** The language of errors and verdicts; default `en`. */
    lang?: 'en' | 'zh' | 'zh-Hant' | 'vi';
}

/** A move and what follows it. The root is the start position: it has no move, only a comment. Nodes never change: an edit makes new ones. */
export interface Node {
    readonly move: string;
    readonly wxf: string;
    readonly english: string;
    readonly chinese: string;
    readonly traditional: string;
    readonly vietnamese: string;
    /** Numeric Annotation Glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
    readonly nags: readonly number[];
    readonly comment: string;
    /** A comment before the move. */
    readonly before: string;
    /** The first one continues the line, the others begin variations. */
    readonly next: readonly Node[];
}

/** A path of a tree: for each move from the start, the index in `next`. */
export type Path = number[];

/**
 * A game: a start position, a tree of moves, and a place in it, which is the position on the board. All functions answer at once. They
 * throw an `Error` whose message gives the reason.
 */
declare class Game {
    /** FEN of the start position. */
    static readonly START: string;

    /** Starts at a position; default: the start position. */
    constructor(fen?: string, options?: GameOptions);

    /**
     * Reads all games of a file in any format: PGN, XQF, CBR, CBL, CBF, DhtmlXQ, lists of moves or of positions, in any common encoding. Each
     * game is at the end of its main line. Throws if there is no game in it.
     */
    static parse(file: string | Uint8Array | ArrayBuffer, options?: GameOptions & { name?: string }): Game[];

    /** Tags such as `Red`, `Black`, `Event`, `Date`; may be changed. `Result` is absent if no result was given. */
    tags: Record<string, string>;
    /** Why the rest of the game could not be read; empty if all of it was. */
    readonly fault: string;
    /** What the reader left out of the game; empty if nothing. */
    readonly lost: string;

    /** Begins a new game at this position. */
    load(fen: string): this;
    /** Begins a new game at the start position. */
    reset(): this;
    fen(): string;
    turn(): Color;
    get(square: string): Piece | null;
    /** Ten rows of nine squares, from Black's back rank (`a9`) to Red's. */
    board(): (Piece | null)[][];
    /** The board as text. */
    ascii(): string;

    isCheck(): boolean;
    isCheckmate(): boolean;
    /** No legal move, without a check: a loss in Xiangqi. */
    isStalemate(): boolean;
    /** True if the position on the board ends the game in a draw: by repetition or the natural limit. */
    isDraw(): boolean;
    /** True if the position on the board ends the game: by mate, stalemate, repetition or the natural limit. Moves are still accepted. */
    isGameOver(): boolean;
    /** The referee's judgement of the position on the board; options replace those of the game. */
    verdict(options?: GameOptions): Verdict;
    /** The opening's name; empty if it has none. */
    opening(): string;

    /** The legal moves, of all pieces or of that on `square`, in a notation; default `iccs`. */
    moves(options: { square?: string; verbose: true }): Move[];
    moves(options?: { square?: string; verbose?: false; notation?: Notation }): string[];
    /**
     * Plays a move, given in any notation or by its squares. If the tree has it already, goes to it. Otherwise adds it: as the continuation,
     * or as a variation if there is one. Throws an `Error` with the reason if the move is illegal.
     */
    move(move: string | { from: string; to: string }): Move;
    /** Removes the last move from the game, with everything that follows it. Returns it; `null` at the start. */
    undo(): Move | null;
    /** The moves from the start to the position on the board. */
    history(options: { verbose: true }): Move[];
    history(options?: { verbose?: false; notation?: Notation }): string[];

    /** The start position, whose `next` are the moves of the game. */
    readonly tree: Node;
    /** The path to the position on the board. */
    readonly path: Path;
    /** Goes to a place: a path, or a number of plies on the present line. */
    goTo(place: Path | number): this;
    /** Goes to the end of the present line. */
    toEnd(): this;
    /** The comment on the last move; at the start, that on the game. */
    getComment(): string;
    setComment(comment: string): this;
    /** Sets the glyphs of the last move. */
    setNags(nags: readonly number[]): this;

    /** Reads one game of a file, by default the first, and goes to the end of its main line. */
    loadFile(file: string | Uint8Array | ArrayBuffer, options?: { name?: string; number?: number }): this;
    /** The game as PGN, with moves in a notation; default `iccs`. */
    pgn(options?: { notation?: Notation }): string;
    toXQF(): Uint8Array;
    toDhtmlXQ(): string;
    /**
     * The game as a file, and a clause about what the format cannot hold, or an empty text. A notation stands for PGN in UTF-8, `gb18030` for
     * PGN in Chinese in that encoding.
     */
    write(format: Notation | 'gb18030' | 'xqf' | 'dhtmlxq'): { bytes: Uint8Array; lost: string };
}
export type { Game };
export type GameClass = typeof Game;

/**
 * Loads the rules and returns the class `Game`: `hanxin/game` for programs without `await` at the top level, such as workers that Vite builds.
 * `url` is the address of a copy of this package's folder `engine`, if the files are not found by themselves.
 */
export function loadGame(url?: string | URL): Promise<GameClass>;
