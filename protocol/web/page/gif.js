// SPDX-License-Identifier: GPL-3.0-only
// Animations as GIF (GIF89a): one palette for all pictures, and of each picture only the rectangle that differs from the one before, in which
// equal pixels are transparent.

const COLOURS = 255, TRANSPARENT = 255; // the last of 256 entries
const CLEAR = 256, END = 257, CODES = 4096; // LZW with 8 bits for each pixel
const DELAY_MOST = 0xFFFF; // in hundredths of a second
const SAMPLES = 8; // pictures whose colours are counted

/** Returns the place of a colour in tables of colours with 5 bits for each component. @param {number} pixel ABGR */
const bin = pixel => (pixel >> 3 & 31) << 10 | (pixel >> 11 & 31) << 5 | pixel >> 19 & 31;

/** Counts the colours of pictures and chooses a palette for them. */
class Palette {
    constructor() {
        this.counts = new Float64Array(1 << 15);
        this.sums = [0, 1, 2].map(() => new Float64Array(1 << 15));
        this.nearest = new Int16Array(1 << 15).fill(-1); // by bin
        /** @type {number[][]} */
        this.colours = [];
    }

    /** @param {Uint32Array} pixels */
    count(pixels) {
        for (const pixel of pixels) {
            const at = bin(pixel);
            this.counts[at]++;
            for (let i = 0; i < 3; i++)
                this.sums[i][at] += pixel >> 8 * i & 255;
        }
    }

    /** Chooses the colours: divides the set with the largest spread, weighted by its pixels, until there are enough sets (median cut). */
    choose() {
        const measured = (/** @type {number[][]} */ bins) => {
            const ranges = [0, 1, 2].map(i => bins.reduce((most, [at, ...colour]) => Math.max(most, colour[i]), 0) - bins.reduce((least, [at, ...colour]) => Math.min(least, colour[i]), 255));
            const count = bins.reduce((sum, [at]) => sum + this.counts[at], 0), range = Math.max(...ranges);
            return { bins, count, axis: ranges.indexOf(range) + 1, spread: range * Math.sqrt(count) };
        };
        const all = [...this.counts.keys()].filter(at => this.counts[at]).map(at => [at, ...this.sums.map(sum => sum[at] / this.counts[at])]);
        const sets = [measured(all)];
        while (sets.length < COLOURS) {
            const largest = sets.reduce((one, other) => (other.spread > one.spread ? other : one)), { bins, axis } = largest;
            if (largest.spread === 0)
                break;
            bins.sort((a, b) => a[axis] - b[axis]);
            let half = 1;
            for (let sum = this.counts[bins[0][0]]; half < bins.length - 1 && sum + this.counts[bins[half][0]] <= largest.count / 2; half++)
                sum += this.counts[bins[half][0]];
            sets.splice(sets.indexOf(largest), 1, measured(bins.slice(0, half)), measured(bins.slice(half)));
        }
        this.colours = sets.map(({ bins, count }) => this.sums.map(sum => Math.round(bins.reduce((total, [at]) => total + sum[at], 0) / count)));
    }

    /** Returns the entry that is nearest to a colour. @param {number} pixel */
    entry(pixel) {
        const at = bin(pixel);
        if (this.nearest[at] < 0) {
            const far = this.colours.map(colour => colour.reduce((sum, value, i) => sum + (value - (pixel >> 8 * i & 255)) ** 2, 0));
            this.nearest[at] = far.indexOf(Math.min(...far));
        }
        return this.nearest[at];
    }
}

/** Returns entries of a palette as the blocks of a picture's data. @param {Uint8Array} entries */
function compressed(entries) {
    const bytes = [8], next = new Uint16Array(CODES << 8); // the code of a code followed by an entry; 0: none
    let used = [], codes = END + 1, size = 9, buffer = 0, bits = 0, block = 0;
    const put = (/** @type {number} */ code) => {
        buffer |= code << bits;
        for (bits += size; bits >= 8; bits -= 8, buffer >>>= 8)
            putByte(buffer & 255);
        if (codes === 1 << size && codes < CODES) // as a reader does, whose table is one code behind
            size++;
    };
    const putByte = (/** @type {number} */ byte) => {
        if (bytes.length === block + 256 || !block) {
            block = bytes.length;
            bytes.push(0);
        }
        bytes.push(byte);
        bytes[block]++;
    };
    put(CLEAR);
    let code = entries[0];
    for (let i = 1; i < entries.length; i++) {
        const key = code << 8 | entries[i];
        if (next[key]) {
            code = next[key];
            continue;
        }
        put(code);
        code = entries[i];
        if (codes === CODES) {
            put(CLEAR);
            for (const old of used)
                next[old] = 0;
            [used, codes, size] = [[], END + 1, 9];
            continue;
        }
        next[key] = codes++;
        used.push(key);
    }
    put(code);
    put(END);
    if (bits)
        putByte(buffer & 255);
    bytes.push(0);
    return Uint8Array.from(bytes);
}

const word = (/** @type {number} */ value) => [value & 255, value >> 8];

/** Returns the smallest rectangle outside of which two pictures are equal; of at least one pixel.
 * @param {Uint32Array} pixels @param {Uint32Array | undefined} before @param {number} width @param {number} height */
function changed(pixels, before, width, height) {
    if (!before)
        return { left: 0, top: 0, right: width, bottom: height };
    let left = width, top = height, right = 0, bottom = 0;
    for (let y = 0, at = 0; y < height; y++)
        for (let x = 0; x < width; x++, at++)
            if (pixels[at] !== before[at]) {
                left = Math.min(left, x);
                right = Math.max(right, x + 1);
                top = Math.min(top, y);
                bottom = y + 1;
            }
    return right ? { left, top, right, bottom } : { left: 0, top: 0, right: 1, bottom: 1 };
}

/** Makes an animation that repeats for ever. Between two pictures the page can do other work.
 * @param {number} count of pictures @param {(number: number) => Promise<ImageData>} draw
 * @param {{ delay: (number: number) => number, onPicture: (number: number) => boolean }} options how long a picture is shown, in seconds; called
 * before each picture: false ends the work
 * @returns {Promise<Blob | null>} null if it was ended */
export async function animation(count, draw, { delay, onPicture }) {
    const palette = new Palette(), samples = new Set(Array.from({ length: SAMPLES }, (_, i) => Math.round(i * (count - 1) / (SAMPLES - 1))));
    let width = 0, height = 0;
    const pixelsOf = async (/** @type {number} */ number) => {
        await new Promise(resolve => setTimeout(resolve)); // for input and display
        const image = await draw(number);
        ({ width, height } = image);
        return new Uint32Array(image.data.buffer);
    };
    for (const number of samples)
        palette.count(await pixelsOf(number));
    palette.choose();
    const table = Array.from({ length: 256 }, (_, i) => palette.colours[i] ?? [0, 0, 0]).flat();
    /** @type {BlobPart[]} */
    const parts = [new TextEncoder().encode('GIF89a'), Uint8Array.from([...word(width), ...word(height), 0xF7, 0, 0, ...table, 0x21, 0xFF, 11]), new TextEncoder().encode('NETSCAPE2.0'), Uint8Array.from([3, 1, 0, 0, 0])];
    let before;
    for (let number = 0; number < count; number++) {
        if (!onPicture(number))
            return null;
        const pixels = await pixelsOf(number), { left, top, right, bottom } = changed(pixels, before, width, height);
        const entries = new Uint8Array((right - left) * (bottom - top));
        for (let y = top, to = 0; y < bottom; y++)
            for (let at = y * width + left; at < y * width + right; at++, to++)
                entries[to] = before && pixels[at] === before[at] ? TRANSPARENT : palette.entry(pixels[at]);
        parts.push(Uint8Array.from([0x21, 0xF9, 4, 0b101, ...word(Math.min(DELAY_MOST, Math.round(100 * delay(number)))), TRANSPARENT, 0, 0x2C, ...word(left), ...word(top), ...word(right - left), ...word(bottom - top), 0]), compressed(entries));
        before = pixels;
    }
    return new Blob([...parts, Uint8Array.from([0x3B])], { type: 'image/gif' });
}
