// SPDX-License-Identifier: GPL-3.0-only
// A game file's bytes as text: UTF-8, UTF-16, or as older Chinese programs write, GB 18030 or Big5 (as engine/base/textfile.c reads them).

// Of the characters of two bytes, those in the middle of an encoding's table. Text of one can be read as the other, but is full of rare
// characters then.
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
    const text = new TextDecoder('utf-8').decode(bytes); // perhaps with damage, which is a sign that is in no game
    const bad = text.split('\uFFFD').length - 1, wide = text.match(/[\u0800-\uFFFC]/g)?.length ?? 0;
    if (bad === 0 || wide > bad)
        return 'utf-8';
    const likely = commonCharacters(bytes, commonInBig5) > commonCharacters(bytes, commonInGb) ? ['big5', 'gb18030'] : ['gb18030', 'big5'];
    const chinese = bytes.reduce((count, byte) => count + (byte >= 0x80), 0);
    const strange = encoding => new TextDecoder(encoding).decode(bytes).match(/[\uE000-\uF8FF\uFFFD]/g)?.length ?? 0; // of private use, too
    return likely.find(encoding => 16 * strange(encoding) <= chinese) ?? 'utf-8'; // a short text may look like the other
}

export const textOf = bytes => new TextDecoder(encodingOf(bytes)).decode(bytes);
