// SPDX-License-Identifier: GPL-3.0-only
// Addresses that contain a position or a game. Both follow `#`, so that no server receives them.
//
//   #fen=FEN          a position; blanks may be written as _
//   #gz=TEXT&at=N     a game after its first N moves: PGN, compressed (deflate) and written in base64url
//   #game=TEXT        a game in any format

/** Returns bytes that have passed through a stream. @param {BlobPart} bytes @param {any} stream */
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Returns a text in the form of `#gz=`. @param {string} text */
export async function pack(text) {
    const bytes = await through(text, new CompressionStream('deflate-raw'));
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns the text for pack()'s form of it. @param {string} packed */
export async function unpack(packed) {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

/** Returns the address of a position. @param {string} base @param {string} fen */
export const positionLink = (base, fen) => `${base}#fen=${fen.trim().replaceAll(' ', '_')}`;

/** Returns the address of a game, given as PGN, after that number of its moves. @param {string} base @param {string} pgn @param {number} at */
export const gameLink = async (base, pgn, at) => `${base}#gz=${await pack(pgn)}${at ? `&at=${at}` : ''}`;
