// SPDX-License-Identifier: GPL-3.0-only
// single.mjs FOLDER FILE - writes the page in a folder as one file, which works when it is opened from disk: styles and plain scripts in
// place, the modules and the engine's files compressed, and the papers that must go with them. There the engine has one thread, so that only
// its files for one thread are included.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [folder, output] = process.argv.slice(2);
const read = file => readFileSync(join(folder, file));

// ---- the files ----

const engine = readdirSync(join(folder, 'engine')).filter(file => !/^threads|\.json$/.test(file)).sort();
const contents = new Map(engine.map(file => [`engine/${file}`, read(`engine/${file}`)]));

// Adds a module after those that it imports.
function add(file, importers = []) {
    if (importers.includes(file))
        throw new Error(`the modules import each other in a circle: ${[...importers, file].join(', ')}`);
    const content = read(file);
    for (const [, first, later] of content.toString().matchAll(/^(?:import|export)\b[^;]*?'\.\/([^']+)';|\bimport\('\.\/([^']+)'\)(?!\.[A-Z])/gm)) {
        const other = first ?? later; // import('./tree.js').Node is the name of a type
        if (!contents.has(other))
            add(other, [...importers, file]);
    }
    contents.set(file, content);
}
add('page.js');
const files = [...contents], packed = gzipSync(Buffer.concat(files.map(([, content]) => content)), { level: 9 }).toString('base64');

// ---- the page ----

const hashes = { script: [], style: [] };

// Returns an element with this text.
function element(kind, attributes, text) {
    if (text.includes(`</${kind}`))
        throw new Error(`a ${kind} contains the end of its element`);
    return `<${kind}${attributes}>${text}</${kind}>`;
}

// Returns an element with this text, which the policy allows by its checksum.
function inPlace(kind, text) {
    hashes[kind].push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    return element(kind, '', text);
}

const loader = inPlace('script', readFileSync(new URL('loader.js', import.meta.url), 'utf8').replace('/*FILES*/', files.map(([file, { length }]) => `\n    ['${file}', ${length}],`).join('') + '\n'));
const papers = ['NOTICES.md', 'SOURCES.md', 'COPYING'].map(file => element('script', ` type="text/plain" id="${file}"`, read(file).toString()));
const page = read('index.html').toString()
    .replace(/<link rel="(modulepreload|manifest|apple-touch-icon)".*\n/g, '')
    .replace(/<link rel="stylesheet" href="(.*?)">/g, (_, file) => inPlace('style', read(file).toString()))
    .replace(/<script src="(.*?)"><\/script>/g, (_, file) => inPlace('script', read(file).toString()))
    .replace(/href="(icon.svg)"/, (_, file) => `href="data:image/svg+xml;base64,${read(file).toString('base64')}"`)
    .replace(/<script type="module".*<\/script>/, () => loader)
    .replace('</body>', () => [element('script', ' type="application/gzip" id="files"', packed), ...papers, '</body>'].join('\n'))
    .replace(/(http-equiv="Content-Security-Policy" content=").*?"/, (_, before) => `${before}default-src 'none'; script-src ${hashes.script.join(' ')} blob: 'wasm-unsafe-eval'; ` +
        `style-src ${hashes.style.join(' ')}; img-src data: blob:; connect-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'"`);
writeFileSync(output, page);
