// SPDX-License-Identifier: GPL-3.0-only
/** Where a search begins. Moves may be in any notation (`h2e2`, `C2.5`, `炮二平五`), as a list or a text. */
export interface Position {
    /** The start position if left out. */
    fen?: string;
    moves?: string[] | string;
}

/** What ends a search; whichever comes first does. */
export interface Limits {
    /** Plies, 1 to 100. */
    depth?: number;
    /** Positions looked at. */
    nodes?: number;
    /** Milliseconds. */
    movetime?: number;
    /** How many lines of play are told; 1 if left out. */
    multipv?: number;
    /** Ends the search at once; what was found by then counts. */
    signal?: AbortSignal;
}

/** A line of play, for the side to move. */
export interface Info {
    depth: number;
    seldepth?: number;
    /** 1 is the best line. */
    multipv: number;
    /** Centipawns, or the moves to a mate (negative: against the side to move); `bound` where it is at least or at most that. */
    score: { cp?: number; mate?: number; bound?: 'lower' | 'upper' };
    /** Chances of win, draw and loss per mille. */
    wdl?: number[];
    nodes?: number;
    nps?: number;
    hashfull?: number;
    /** Milliseconds since the search began. */
    time?: number;
    /** Moves such as `h2e2`. */
    pv: string[];
}

export interface BestMove {
    /** `null` if there is no legal move. */
    move: string | null;
    /** The reply that is expected. */
    ponder: string | null;
    /** The best line told last; `null` if none was. */
    info: Info | null;
}

/** A move of the opening book. */
export interface BookMove {
    move: string;
    /** How often it is played, per cent. */
    share: number;
    /** Centipawns for the side to move; `null` if the book does not tell, or tells a mate. */
    score: number | null;
    /** Moves to a mate, as in `Info`; `null` if there is none. */
    mate: number | null;
}

export interface Verdict {
    result: '1-0' | '0-1' | '1/2-1/2' | '*';
    /** Such as `checkmate`, `stalemate`, `perpetual check`, `repetition`; `null` while the game is not over. */
    ending: string | null;
    /** One sentence, and several lines that say which moves were judged, and how. */
    summary: string;
    reason: string;
    /** How many moves were played when the game ended; all if it did not. */
    plies: number;
}

export interface Options {
    /** Search threads, 1 to 32, where there is shared memory; if left out, all processors but one, at most 8. */
    threads?: number;
    /** Hash table in MB, 1 to 512; 16 if left out. */
    hash?: number;
    /** The address of the folder `engine` of this package, if it does not lie beside hanxin.js. */
    url?: string | URL;
    /** Gets every line from the beginning on. */
    onLine?: (line: string) => void;
    /** `false`: without shared memory even where it is granted. */
    shared?: boolean;
}

/** Every promise is rejected with an `Error` that says in words what cannot be done. */
export class Hanxin {
    private constructor();
    static create(options?: Options): Promise<Hanxin>;

    /** Search threads. */
    readonly threads: number;
    /** Is there shared memory? If not, there is one thread, and a search that is stopped loses what the hash table held. */
    readonly multithreaded: boolean;
    /** The same in a sentence. */
    readonly note: string;

    /** A line of UCCI or UCI; the engine speaks UCI. Throws if it was ended. */
    send(line: string): void;
    /**
     * Calls the listener with every line that the engine says. Returns a function that ends this. Throws a `TypeError` if the listener is no
     * function. If the listener throws, the error is written to the console; the engine and other listeners go on.
     */
    onLine(listener: (line: string) => void): () => void;
    /** The options are those of the engine: `Skill Level`, `UCI_Elo`, ... */
    setOption(name: string, value?: string | number | boolean): void;
    /** Until all that was sent is done, a search excepted. */
    ready(): Promise<void>;
    /** Until no search runs any more. */
    idle(): Promise<void>;

    /** Lines of play as they are found, until a limit, `signal` or leaving the loop ends it. */
    analyse(position?: Position, limits?: Limits): AsyncGenerator<Info, void, void>;
    /** One second if nothing limits it. */
    bestMove(position?: Position, limits?: Limits): Promise<BestMove>;

    /** These three ask the rules and the opening book, whatever the engine does. */
    legalMoves(fen?: string): Promise<string[]>;
    /** The heaviest first, without those that lead back to an earlier position; none where the book does not know the position. */
    bookMoves(position?: Position): Promise<BookMove[]>;
    judge(game: Position & { rules?: 'asian' | 'computer' | 'chinese' | 'simple' | 'off'; limit?: number; lang?: 'en' | 'zh' }): Promise<Verdict>;

    terminate(): void;
}
export default Hanxin;

/** An `info` line with a score as an object, `null` for any other line. */
export function parseInfo(line: string): Info | null;
