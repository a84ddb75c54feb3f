// SPDX-License-Identifier: GPL-3.0-only
// The clocks of both sides. A time control is `minutes+increment` in minutes and seconds, '' for none.
export class Clock {
    constructor(lost, changed) {
        this.lost = lost;
        this.changed = changed;
        this.reset('');
    }

    reset(kind) {
        const [minutes, increment = 0] = kind.split('+').map(Number);
        this.left = kind ? { red: minutes * 60000, black: minutes * 60000 } : null;
        this.increment = increment * 1000;
        this.stop();
    }

    get runs() {
        return this.ticker !== undefined;
    }

    begin(who) {
        if (!this.left || this.runs)
            return;
        this.who = who;
        this.since = performance.now();
        this.ticker = setInterval(() => {
            if (this.remaining(this.who) <= 0) {
                this.left[this.who] = 0;
                this.stop();
                this.lost(this.who);
            }
            this.changed();
        }, 200);
    }

    // Called when a side has moved: the other's clock starts.
    press(who) {
        if (!this.left)
            return;
        this.stop();
        this.left[who] += this.increment;
        this.begin(who === 'red' ? 'black' : 'red');
    }

    stop() {
        if (this.runs)
            this.left[this.who] = Math.max(0, this.remaining(this.who));
        clearInterval(this.ticker);
        this.ticker = undefined;
    }

    // The stored state. The clock stands still while the page is closed.
    kept() {
        return this.left && { red: this.remaining('red'), black: this.remaining('black') };
    }

    remaining(who) {
        return this.left[who] - (this.runs && this.who === who ? performance.now() - this.since : 0);
    }

    // Returns the time that the engine may spend on a move, in milliseconds.
    allowance(who) {
        return this.left ? Math.max(20, Math.round(this.remaining(who) / 25 + this.increment / 2)) : Infinity;
    }

    text(who) {
        if (!this.left)
            return '';
        const seconds = Math.max(0, Math.ceil(this.remaining(who) / 1000));
        return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    }
}
