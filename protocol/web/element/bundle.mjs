// SPDX-License-Identifier: GPL-3.0-only
// bundle.mjs FILE - writes <hanxin-board> as one module for `make web`: the modules and styles of the viewer, in the order in which viewer.c puts
// them into a report, then element.js with the viewer's page.
import { readFileSync, writeFileSync } from 'node:fs';

const read = file => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const viewer = read('bench/viewer/viewer.c'), embedded = read('bench/viewer/embed.S');

// Returns the files of a list in viewer.c.
const listed = list => [...new RegExp(`\\b${list}\\[\\] = \\{([^}]*)\\}`).exec(viewer)[1].matchAll(/\bhanxin_\w+/g)]
    .map(([label]) => new RegExp(`\\(${label}\\), "([^"]*)"`).exec(embedded)[1]);

// A module without its imports and exports, as in page_add_module() of engine/base/page.h.
const bare = module => module.replace(/^import [^]*?;\n/gm, '').replace(/^export /gm, '');

const style = [...listed('styles'), 'protocol/web/element/element.css'].map(read).join('').replace(/:root\b/g, 'main').replace(/(^|\s)body(?= \{)/gm, '$1main');
const page = `<main tabindex='0' role='group'>${/<body[^>]*>\n([^]*)<script type='application\/json'/.exec(read('bench/viewer/viewer.html'))[1].replace(/<\/?main>\n?|\{\{\w+\}\}/g, '')}</main>`;
const element = bare(read('protocol/web/element/element.js')).replace("'/*STYLE*/'", () => JSON.stringify(style)).replace("'/*PAGE*/'", () => JSON.stringify(page));
writeFileSync(process.argv[2], [...listed('modules').map(file => bare(read(file))), element].join(''));
