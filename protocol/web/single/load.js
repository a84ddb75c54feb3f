// SPDX-License-Identifier: GPL-3.0-only
// The places of the engine's files in the page that is one file, in place of the npm package's: single.mjs fills in the list.
const places = {/*PLACES*/};

export const inNode = false;

// Returns the address of a file of the engine, '' if there is none.
export const place = (url, file) => places[file] ?? '';

// Returns the bytes of the file.
export const load = async address => new Uint8Array(await (await fetch(address)).arrayBuffer());
