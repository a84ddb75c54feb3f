// SPDX-License-Identifier: GPL-3.0-only
import type { GameOptions, Verdict as GameVerdict } from './xiangqi.js';

/** The position of a search. Moves may be in any notation (`h2e2`, `C2.5`, `炮二平五`), as a list or a text. */
export interface Position {
    /** Default: the start position. */
    fen?: string;
    moves?: string[] | string;
}

/** Limits of a search, which ends at the first one reached. */
export interface Limits {
    /** Plies, 1 to 100. */
    depth?: number;
    /** Number of nodes searched. */
    nodes?: number;
    /** Milliseconds. */
    movetime?: number;
    /** Number of PVs to report; default 1. */
    multipv?: number;
    /** Ends the search at once, with the result so far. */
    signal?: AbortSignal;
}

/** A principal variation, from the view of the side to move. */
export interface Info {
    depth: number;
    seldepth?: number;
    /** 1 for the best line. */
    multipv: number;
    /** Centipawns, or moves to mate (negative: against the side to move); with `bound` if it is only a lower or upper bound. */
    score: { cp?: number; mate?: number; bound?: 'lower' | 'upper' };
    /** Chances of win, draw and loss per mille. */
    wdl?: number[];
    nodes?: number;
    nps?: number;
    hashfull?: number;
    /** Milliseconds since the start of the search. */
    time?: number;
    /** Moves such as `h2e2`. */
    pv: string[];
}

export interface BestMove {
    /** `null` if there is no legal move. */
    move: string | null;
    /** The expected reply. */
    ponder: string | null;
    /** The last report of the best line; `null` if there was none. */
    info: Info | null;
}

/** A move of the opening book. */
export interface BookMove {
    move: string;
    /** Probability of being played, in per cent. */
    share: number;
    /** Centipawns for the side to move; `null` if unknown or a mate. */
    score: number | null;
    /** Moves to mate, as in `Info`; `null` if there is none. */
    mate: number | null;
}

export interface Verdict extends GameVerdict {
    /** Number of moves at the end of the game; all moves if it has not ended. */
    plies: number;
}

/** An option of the engine, as reported in UCI. */
export interface EngineOption {
    name: string;
    type: 'check' | 'spin' | 'combo' | 'button' | 'string';
    default?: string;
    /** Of `spin`. */
    min?: number;
    max?: number;
    /** Values of `combo`. */
    values?: string[];
}

export interface Options {
    /** Search threads, 1 to 32, if there is shared memory; default: all processors but one, at most 8. */
    threads?: number;
    /** Size of the hash table in MB, 1 to 512; default 16. */
    hash?: number;
    /** The address of a copy of this package's folder `engine`, if the files are not found by themselves; may be relative to the page. */
    url?: string | URL;
    /** Receives every line from the start. */
    onLine?: (line: string) => void;
    /** `false`: do not use shared memory even if it is available. */
    shared?: boolean;
}

/** On failure, promises are rejected with an `Error` whose message gives the reason. */
export class Hanxin {
    private constructor();
    static create(options?: Options): Promise<Hanxin>;

    /** Number of search threads. */
    readonly threads: number;
    /** True with shared memory. Without it there is one thread, and stopping a search loses the content of the hash table. */
    readonly multithreaded: boolean;
    /** The same as a sentence. */
    readonly note: string;

    /** Sends a line of UCCI or UCI; the engine speaks UCI by default. Throws if the engine has ended. */
    send(line: string): void;
    /**
     * Calls the listener with every line of the engine. Returns a function that removes it. Throws a `TypeError` if the listener is not a
     * function. If the listener throws, the error is written to the console; the engine and other listeners continue.
     */
    onLine(listener: (line: string) => void): () => void;
    /** The engine's options: `Skill Level`, `UCI_Elo`, ... */
    readonly options: readonly EngineOption[];
    /**
     * Sets an option. Throws an `Error` that names the options if there is no such option, a `RangeError` if the value is not one that it can
     * have. A search that is running is not affected.
     */
    setOption(name: string, value?: string | number | boolean): void;
    /** Waits until everything that was sent is done, except a search. */
    ready(): Promise<void>;
    /** Waits until no search is running. */
    idle(): Promise<void>;

    /**
     * An engine runs one search at a time: while `analyse()` or `bestMove()` is running, another call of either is rejected with an `Error`,
     * and the first one continues. Create several engines for several searches at once.
     *
     * Yields PVs as they are found, until a limit, `signal` or leaving the loop ends the search.
     */
    analyse(position?: Position, limits?: Limits): AsyncGenerator<Info, void, void>;
    /** Searches for one second if there is no limit. See `analyse()` for two searches at once. */
    bestMove(position?: Position, limits?: Limits): Promise<BestMove>;

    /** The next three use the rules and the opening book, and work during a search. */
    legalMoves(fen?: string): Promise<string[]>;
    /** The book's moves, heaviest first, except those that return to an earlier position; empty if the book lacks the position. */
    bookMoves(position?: Position): Promise<BookMove[]>;
    judge(game: Position & GameOptions): Promise<Verdict>;

    terminate(): void;
    /** Resolves to the reason when the engine has ended: by itself, or by `terminate()`. */
    readonly ended: Promise<Error>;
}
export default Hanxin;

/** Returns an `info` line with a score as an object, `null` for any other line. */
export function parseInfo(line: string): Info | null;
