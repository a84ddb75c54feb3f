// SPDX-License-Identifier: GPL-3.0-only
// finish.mjs FOLDER - completes the page's files in a folder for `make web`: adds the icon in pixels for phones, the links for installing
// the page, and in sw.js the list of files with their checksums.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

const [folder] = process.argv.slice(2);

// ---- shapes: distance of a point from each, negative inside ----

const number = (tag, name) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(tag)?.[1] ?? 0);
const colour = (tag, name) => new RegExp(` ${name}="#(\\w{6})"`).exec(tag)?.[1].match(/../g).map(hex => parseInt(hex, 16));

function box(tag) {
    const half = number(tag, 'width') / 2, r = number(tag, 'rx');
    return (x, y) => {
        const dx = Math.abs(x - half) - half + r, dy = Math.abs(y - half) - half + r;
        return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - r;
    };
}

function disc(tag) {
    const [cx, cy, r] = ['cx', 'cy', 'r'].map(name => number(tag, name));
    return (x, y) => Math.hypot(x - cx, y - cy) - r;
}

// Returns the union of the polygons of a path of M, L and Z alone. A point farther than FAR has at least that distance.
function polygons(path) {
    const FAR = 2;
    const outlines = path.split('Z').filter(Boolean).map(outline => {
        const points = outline.slice(1).split('L').map(point => point.split(' ').map(Number)), [xs, ys] = [0, 1].map(i => points.map(point => point[i]));
        return { points, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    });
    const away = ({ points, left, right, top, bottom }, x, y) => {
        const outside = Math.max(left - x, x - right, top - y, y - bottom);
        if (outside > FAR)
            return outside;
        let least = Infinity, isInside = false;
        for (const [i, [x1, y1]] of points.entries()) {
            const [x2, y2] = points[(i + 1) % points.length], dx = x2 - x1, dy = y2 - y1;
            const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
            least = Math.min(least, Math.hypot(x - x1 - along * dx, y - y1 - along * dy));
            if (y1 > y !== y2 > y && x < x1 + (y - y1) / dy * dx)
                isInside = !isInside;
        }
        return isInside ? -least : least;
    };
    return (x, y) => outlines.reduce((least, outline) => Math.min(least, away(outline, x, y)), Infinity);
}

// Returns the shapes of a drawing made of a square, circles and such a path: [{ away(x, y), colour }], the lowest first.
function shapesOf(svg) {
    const shapes = [];
    for (const [tag, kind] of svg.matchAll(/<(rect|circle|path) [^>]*>/g)) {
        const away = kind === 'rect' ? box(tag) : kind === 'circle' ? disc(tag) : polygons(/ d="([^"]*)"/.exec(tag)[1]);
        const [fill, stroke, width] = [colour(tag, 'fill'), colour(tag, 'stroke'), number(tag, 'stroke-width')];
        if (fill)
            shapes.push({ away, colour: fill });
        if (stroke)
            shapes.push({ away: (x, y) => Math.abs(away(x, y)) - width / 2, colour: stroke });
    }
    return shapes;
}

// ---- pixels ----

function crc32(bytes) {
    let crc = -1;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++)
            crc = (crc >>> 1) ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc >>> 0;
}

function chunk(name, bytes) {
    const body = Buffer.concat([Buffer.from(name), bytes]), whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(bytes.length);
    body.copy(whole, 4);
    whole.writeUInt32BE(crc32(body), body.length + 4);
    return whole;
}

// Returns a square drawing of `size` pixels as PNG, with smooth edges.
function png(svg, size) {
    const unit = Number(/viewBox="0 0 (\d+)/.exec(svg)[1]) / size, shapes = shapesOf(svg), rows = Buffer.alloc(size * (4 * size + 1));
    for (let row = 0, at = 0; row < size; row++) {
        at++; // the row's filter: none
        for (let column = 0; column < size; column++, at += 4) {
            let pixel = [0, 0, 0], covered = 0;
            for (const { away, colour: above } of shapes) {
                const part = Math.max(0, Math.min(1, 0.5 - away((column + 0.5) * unit, (row + 0.5) * unit) / unit));
                if (part > 0)
                    pixel = pixel.map((below, i) => (covered ? below + (above[i] - below) * part : above[i]));
                covered += (1 - covered) * part;
            }
            rows.set([...pixel.map(Math.round), Math.round(255 * covered)], at);
        }
    }
    const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
    header.writeUInt32BE(size);
    header.writeUInt32BE(size, 4);
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

const icon = readFileSync(join(folder, 'icon.svg'), 'utf8');
for (const size of [192, 512])
    writeFileSync(join(folder, `icon-${size}.png`), png(icon, size));

// ---- links ----

const index = readFileSync(join(folder, 'index.html'), 'utf8');
if (!index.includes('rel="manifest"'))
    writeFileSync(join(folder, 'index.html'), index.replace('</head>', '<link rel="manifest" href="manifest.webmanifest">\n<link rel="apple-touch-icon" href="icon-192.png">\n</head>'));

// ---- the list of files ----

const listed = (below = '') => readdirSync(join(folder, below), { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? listed(`${below}${entry.name}/`) : [below + entry.name]);
const files = listed().filter(file => !['sw.js', 'hanxin-board.js', 'COPYING', 'NOTICES.md', 'SOURCES.md', 'engine/package.json'].includes(file)).sort()
    .map(file => [file === 'index.html' ? './' : file, `sha256-${createHash('sha256').update(readFileSync(join(folder, file))).digest('base64')}`]);
const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
writeFileSync(join(folder, 'sw.js'), worker.replace('/*FILES*/', files.map(pair => `\n    ['${pair.join("', '")}'],`).join('') + '\n')
    .replace('VERSION', createHash('sha256').update(worker + files).digest('hex').slice(0, 16)));
