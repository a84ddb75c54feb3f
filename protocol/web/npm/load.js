// SPDX-License-Identifier: GPL-3.0-only
// Where the files are, and how they are read.
export const inNode = typeof process === 'object' && Boolean(process.versions?.node) && typeof document === 'undefined';

// Returns a promise of a module of Node. The name is a variable, so that bundlers do not look for it.
export const ofNode = name => import(/* webpackIgnore: true */ /* @vite-ignore */ name);

// Returns the address of a file in the folder `engine`: that of the package, or in the folder at `url`. `files` contains the package's
// addresses, each as `new URL(name, import.meta.url)`, the form that bundlers recognise.
export function place(files, file, url) {
    if (url === undefined)
        return files[file].href.replace('/node_modules/.vite/deps/', '/node_modules/hanxin/'); // `vite dev` before version 8 moves modules without their files
    return new URL(file, new URL(String(url).replace(/\/?$/, '/'), globalThis.location?.href)).href;
}

// Returns the bytes of the file.
export async function load(address) {
    try {
        if (inNode)
            return new Uint8Array(await (await ofNode('node:fs/promises')).readFile(new URL(address)));
        const response = await fetch(address);
        if (!response.ok)
            throw new Error(`${response.status} ${response.statusText}`.trim());
        if (response.headers.get('Content-Type')?.startsWith('text/html'))
            throw new Error('the server has no such file: it sent an HTML page'); // as many do for unknown addresses
        return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
        throw Object.assign(new Error(`cannot load ${address}: ${error.message}`), { address });
    }
}
