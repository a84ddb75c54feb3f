// SPDX-License-Identifier: GPL-3.0-only
// The places of the files, and how they are read.
export const inNode = typeof process === 'object' && Boolean(process.versions?.node) && typeof document === 'undefined';

const here = import.meta.url; // in a variable, so that bundlers do not look for files next to this one

// Returns the address of a file in the folder `engine`; `url` is the folder's address if it is not next to this file.
export function place(url, file) {
    const folder = url === undefined ? new URL('./engine/', here) : new URL(String(url).replace(/\/?$/, '/'), here);
    return new URL(file, folder).href;
}

// Returns the bytes of the file.
export async function load(address) {
    try {
        if (inNode)
            return new Uint8Array(await (await import(/* webpackIgnore: true */ 'node:fs/promises')).readFile(new URL(address)));
        const response = await fetch(address);
        if (!response.ok)
            throw new Error(`${response.status} ${response.statusText}`.trim());
        return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
        throw Object.assign(new Error(`cannot load ${address}: ${error.message}`), { address });
    }
}
