// SPDX-License-Identifier: GPL-3.0-only
// Where the files are, and how they are read.
export const inNode = typeof process === 'object' && Boolean(process.versions?.node) && typeof document === 'undefined';

const here = import.meta.url; // by this name bundlers do not look for what lies beside

// The address of a file of the folder `engine`; `url` is where that folder is, if not beside this file.
export function place(url, file) {
    const folder = url === undefined ? new URL('./engine/', here) : new URL(String(url).replace(/\/?$/, '/'), here);
    return new URL(file, folder).href;
}

// Its bytes.
export async function load(address) {
    try {
        if (inNode)
            return new Uint8Array(await (await import(/* webpackIgnore: true */ 'node:fs/promises')).readFile(new URL(address)));
        const response = await fetch(address);
        if (!response.ok)
            throw new Error(`${response.status} ${response.statusText}`.trim());
        return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
        throw new Error(`cannot load ${address}: ${error.message}`);
    }
}
