// SPDX-License-Identifier: GPL-3.0-only
// Starts the page that is one file: unpacks its files, which are compressed and follow each other in the element `files`, and gives each the
// address of a blob. A script gets these addresses in place of the paths of the files that it uses, which are earlier in the list; those of
// files that are not part of the page lead nowhere.
async function unpack(list) {
    const packed = Uint8Array.from(atob(document.getElementById('files').textContent), letter => letter.charCodeAt(0));
    const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
    const addresses = {};
    let at = 0;
    for (const [file, length] of list) {
        const part = bytes.slice(at, at += length), isScript = /\.m?js$/.test(file);
        const content = isScript ? new TextDecoder().decode(part).replace(/'\.\/([\w/.-]+)'/g, (_, name) => `'${addresses[name] ?? 'data:,'}'`) : part;
        addresses[file] = URL.createObjectURL(new Blob([content], { type: isScript ? 'text/javascript' : '' }));
    }
    return addresses;
}

if (typeof DecompressionStream === 'undefined')
    unable('old');
else
    addEventListener('DOMContentLoaded', () => unpack([/*FILES*/]).then(files => import(files['page.js']), () => unable('damaged')));
