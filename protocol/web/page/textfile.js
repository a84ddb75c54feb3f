// SPDX-License-Identifier: GPL-3.0-only
// Converts a game file to text: UTF-8, UTF-16, or the older Chinese encodings GB 18030 and Big5 (like engine/base/textfile.c).

// Two-byte characters in the middle of an encoding's table. Text in one encoding can be read as the other, but then it is full of rare
// characters.
function commonCharacters(bytes, isCommon) {
    let count = 0;
    for (let i = 0; i + 1 < bytes.length; i++)
        if (bytes[i] >= 0x80)
            count += isCommon(bytes[i], bytes[++i]);
    return count;
}

const commonInGb = (lead, trail) => trail >= 0xA1 && ((lead >= 0xB0 && lead <= 0xD7) || (lead >= 0xA1 && lead <= 0xA3));
const commonInBig5 = (lead, trail) => lead >= 0xA1 && lead <= 0xC6 && trail >= 0x40 && (trail < 0x7F || trail >= 0xA1);

// UTF-16 begins with a byte order mark, or with the bracket of a tag.
function encodingOf(bytes) {
    const begins = (...pairs) => pairs.some(([first, second]) => bytes[0] === first && bytes[1] === second);
    if (begins([0xFF, 0xFE], [0x5B, 0]))
        return 'utf-16le';
    if (begins([0xFE, 0xFF], [0, 0x5B]))
        return 'utf-16be';
    const text = new TextDecoder('utf-8').decode(bytes); // damage becomes a character that occurs in no game
    const bad = text.split('\uFFFD').length - 1, wide = text.match(/[\u0800-\uFFFC]/g)?.length ?? 0;
    if (bad === 0 || wide > bad)
        return 'utf-8';
    const likely = commonCharacters(bytes, commonInBig5) > commonCharacters(bytes, commonInGb) ? ['big5', 'gb18030'] : ['gb18030', 'big5'];
    const chinese = bytes.reduce((count, byte) => count + (byte >= 0x80), 0);
    const strange = encoding => new TextDecoder(encoding).decode(bytes).match(/[\uE000-\uF8FF\uFFFD]/g)?.length ?? 0; // including private use
    return likely.find(encoding => 16 * strange(encoding) <= chinese) ?? 'utf-8'; // a short text may resemble the other
}

export const textOf = bytes => new TextDecoder(encodingOf(bytes)).decode(bytes);
