// SPDX-License-Identifier: GPL-3.0-only
// Time controls and the clocks of both sides. Times are in milliseconds.
//
// A time control is written as
//     10+5        10 minutes, and 5 seconds more after each move
//     40/30       30 minutes for 40 moves, then 30 more for the next 40
//     10+3x30s    10 minutes, then 3 periods of 30 seconds (byo-yomi)
//     15s         15 seconds for each move
// Two of them, separated by `|`, are those of Red and Black. The empty text means no clocks.

/** @typedef {'red' | 'black'} Side */
/** @typedef {{ main: number, increment: number, moves: number, periods: number, period: number }} Control the time of one side.
 * `main` is available at the start and, if `moves` is not 0, is added after every `moves` moves. Each move adds `increment`. When the main
 * time is used up, `periods` periods follow, each of length `period`; a move that ends within a period restores it. */
/** @typedef {{ left: number, spare: number, played: number, due: number }} Left what is left of the main time or of the current period, the
 * number of periods after it, the number of moves made, and that at which main time is added; moves that are taken back do not add it twice */

const FORM = /^(?:(?<moves>\d+)\/)?(?<main>[\d.]+)(?:\+(?<increment>[\d.]+))?(?:\+(?<periods>\d+)x(?<period>[\d.]+))?$/;
const SECOND = 1000, MINUTE = 60 * SECOND;
const MOST = { main: 1440 * MINUTE, increment: 3600 * SECOND, moves: 200, periods: 99, period: 3600 * SECOND };

/** Reads a time control. Units may be written in English or Chinese. Returns null if the text has another form, 'range' if a number is too
 * large, or no time is given. @param {string} text @returns {Control | 'range' | null} */
export function readControl(text) {
    const plain = text.normalize('NFKC').toLowerCase().replace(/\s/g, '').replace(/每[着步]|(per|a|\/)move/g, '').replace(/秒|sec(onds?)?/g, 's')
        .replace(/分钟?|min(utes?)?|[着步]|moves/g, '').replace(/[×*]/g, 'x');
    const each = /^([\d.]+)s$/.exec(plain), parts = FORM.exec(each ? `0+1x${each[1]}` : plain.replace(/(\d)s(?=\+|$)/g, '$1'))?.groups;
    if (!parts || (parts.moves && parts.periods))
        return null;
    const number = (name, unit = 1) => Number(parts[name] ?? 0) * unit;
    const control = { main: number('main', MINUTE), increment: number('increment', SECOND), moves: number('moves'), periods: number('periods'), period: number('period', SECOND) };
    if (Object.values(control).some(Number.isNaN))
        return null;
    const isGiven = control.main + control.increment + control.period > 0 && (control.periods > 0) === (control.period > 0) && !(parts.moves && !(control.moves && control.main));
    return isGiven && Object.entries(MOST).every(([name, most]) => control[name] <= most) ? control : 'range';
}

/** Returns the text of a time control. @param {Control} control */
export function writeControl({ main, increment, moves, periods, period }) {
    if (!main && !increment && periods === 1)
        return `${period / SECOND}s`;
    return `${moves ? `${moves}/` : ''}${main / MINUTE}${increment ? `+${increment / SECOND}` : ''}${periods ? `+${periods}x${period / SECOND}s` : ''}`;
}

/** Returns a time control in words. @param {Control} control @param {(key: string, value?: any) => string} say */
export function controlWords({ main, increment, moves, periods, period }, say) {
    if (!main && !increment && periods === 1)
        return say('timeEach', period / SECOND);
    return [main > 0 && say('minutes', main / MINUTE) + (moves ? say('timeMoves', moves) : ''), increment > 0 && say('timeMore', increment / SECOND),
        periods > 0 && say('timeThen', periods) + say('timeSeconds', period / SECOND)].filter(Boolean).join(say('comma'));
}

/** Reads the time controls of both sides. Returns null for no clocks, and for an invalid text.
 * @param {string} kind @returns {Record<Side, Control> | null} */
export function readClocks(kind) {
    const [red, black = red] = kind.split('|').map(readControl);
    return red && black && red !== 'range' && black !== 'range' ? { red, black } : null;
}

/** Returns the same with the sides exchanged. @param {string} kind */
export const otherClocks = kind => kind.split('|').reverse().join('|');

export class Clock {
    /** @param {{ lost: (who: Side) => void, changed: () => void, low?: (who: Side) => void, now?: () => number }} options
     * `lost` is called when a side has no time left, `low` once for each side when little is left, `changed` when the display changes. */
    constructor({ lost, changed, low = () => {}, now = () => performance.now() }) {
        this.lost = lost;
        this.changed = changed;
        this.low = low;
        this.now = now;
        /** @type {ReturnType<typeof setInterval> | undefined} */
        this.ticker = undefined;
        this.reset('');
    }

    /** Sets both clocks to the start of these time controls, or to what `kept` says is left. Both are stopped.
     * @param {string} kind @param {Record<Side, Left | number> | null} [kept] a number is the main time (stored by version 1.0) */
    reset(kind, kept = null) {
        clearInterval(this.ticker);
        this.ticker = undefined;
        this.controls = readClocks(kind);
        this.warned = new Set();
        const begin = who => {
            const { main, increment, moves, periods } = this.controls[who], stored = kept?.[who];
            return { left: main || increment, spare: periods, played: 0, due: moves, ...(typeof stored === 'number' ? { left: stored } : stored) };
        };
        /** @type {Record<Side, Left> | null} */
        this.sides = this.controls && { red: begin('red'), black: begin('black') };
    }

    /** True if there are clocks. */
    get isOn() {
        return this.sides !== null;
    }

    get runs() {
        return this.ticker !== undefined;
    }

    /** Starts the clock of a side, unless one runs already. @param {Side} who */
    begin(who) {
        if (!this.isOn || this.runs)
            return;
        this.who = who;
        this.since = this.now();
        this.ticker = setInterval(() => this.tick(), 100);
    }

    /** Checks the running clock. Returns true if its time has run out. Browsers delay timers in the background, so this must also be called before
     * a move counts. */
    tick() {
        if (!this.runs)
            return false;
        const { who } = this, isLost = this.left(who).left <= 0;
        if (isLost) {
            this.stop();
            this.lost(who);
        } else if (!this.warned.has(who) && this.isLow(who)) {
            this.warned.add(who);
            this.low(who);
        }
        this.changed();
        return isLost;
    }

    /** A side has moved: its clock stops, and the other's starts. @param {Side} who */
    press(who) {
        if (!this.isOn)
            return;
        this.stop();
        const side = this.sides[who], control = this.controls[who];
        side.played++;
        if (side.spare < control.periods)
            side.left = control.period;
        else
            side.left += control.increment;
        if (control.moves && side.played >= side.due) {
            side.left += control.main;
            side.due += control.moves;
        }
        this.begin(who === 'red' ? 'black' : 'red');
    }

    /** Corrects the number of moves that a side has made, after moves were taken back or restored. @param {Side} who @param {number} by */
    recount(who, by) {
        if (this.isOn)
            this.sides[who].played = Math.max(0, this.sides[who].played + by);
    }

    stop() {
        if (this.runs)
            Object.assign(this.sides[this.who], this.left(this.who));
        clearInterval(this.ticker);
        this.ticker = undefined;
    }

    /** Returns what is left, in the form for reset(). The clocks do not run while the page is closed. */
    kept() {
        return this.isOn ? { red: { ...this.sides.red, ...this.left('red') }, black: { ...this.sides.black, ...this.left('black') } } : null;
    }

    /** Returns what is left for a side. @param {Side} who @returns {Left} */
    left(who) {
        const { period } = this.controls[who], { played, due } = this.sides[who];
        let { left, spare } = this.sides[who];
        if (this.runs && this.who === who)
            left -= this.now() - this.since;
        while (left <= 0 && spare > 0) {
            left += period;
            spare--;
        }
        return { left: Math.max(0, left), spare, played, due };
    }

    /** True if a side has little time left: an eighth of the whole, but at most a minute, and at least 10 seconds or a third.
     * @param {Side} who */
    isLow(who) {
        if (!this.isOn)
            return false;
        const { left, spare } = this.left(who), { main, increment, periods, period } = this.controls[who], whole = spare < periods ? period : main || increment;
        return spare === 0 && left <= Math.min(MINUTE, Math.max(whole / 8, Math.min(10 * SECOND, whole / 3)));
    }

    /** The number of moves that a side must make before it gets more time; 0 if the time control does not count moves. @param {Side} who */
    movesLeft(who) {
        const moves = this.controls?.[who].moves;
        return moves ? this.sides[who].due - this.sides[who].played : 0;
    }

    /** The number of periods that a side still has, the current one included; 0 during its main time. @param {Side} who */
    periodsLeft(who) {
        const { spare } = this.isOn ? this.left(who) : { spare: 0 };
        return this.isOn && spare < this.controls[who].periods ? spare + 1 : 0;
    }

    /** Returns the time that the engine may use for a move, which leaves enough for the rest of the game.
     * @param {Side} who */
    allowance(who) {
        if (!this.isOn)
            return Infinity;
        const { left } = this.left(who), { increment, periods, period } = this.controls[who], inTime = this.periodsLeft(who) ? 0 : 0.7 * period;
        const share = this.periodsLeft(who) ? 0.7 * left : left / Math.min(25, (this.movesLeft(who) || 24) + 1) + increment / 2 + (periods ? inTime : 0);
        return Math.max(20, Math.round(Math.min(share, 0.8 * left + inTime)));
    }

    /** Returns the display of a side's clock; '' without clocks. @param {Side} who */
    text(who) {
        if (!this.isOn)
            return '';
        const { left, spare } = this.left(who);
        if (left < 10 * SECOND && spare === 0)
            return `0:${(Math.ceil(left / 100) / 10).toFixed(1).padStart(4, '0')}`;
        const seconds = Math.ceil(left / SECOND), two = number => String(number).padStart(2, '0'), hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
        return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
    }
}
