// SPDX-License-Identifier: GPL-3.0-only
// The dialog that shares the game: links, texts for the clipboard, pictures.
import { dialog, ownTags } from './dialogs.js';
import { copyText } from './give.js';
import { gameLink, positionLink } from './links.js';
import { keep, say, set } from './settings.js';
import { counts, mainLineOf } from './tree.js';

// Lengths of links in characters. Chat programs with short messages cut longer ones; browsers do not show or keep still longer ones.
const CHATS_MOST = 2000, BROWSERS_MOST = 32000;

/** @type {(id: string) => any} */
const at = id => document.getElementById(id);

const isLocal = () => location.protocol === 'file:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);

// Returns the address of the board for links: the user's, if it is a sound one, or that of this page.
function base() {
    const own = location.href.replace(/[?#].*/, ''), given = isLocal() ? set.shareBase : '';
    return /^https?:\/\/[^\s/]/.test(given) ? given.replace(/#.*/, '') : own;
}

/** @param {{ game: import('./game.js').Game, notation: () => string }} page */
export function share({ game, notation }) {
    const box = at('shareDialog'), tell = words => { at('shared').textContent = words; };
    let links = { whole: '', main: '' }, texts = { FEN: '', PGN: '', UBB: '' }, latest;

    const show = () => {
        const link = at('shareWhole').checked ? links.whole : links.main;
        at('gameLink').value = link;
        at('linkLength').textContent = [say('linkLength', link.length), link.length > CHATS_MOST && say('linkLong')].filter(Boolean).join(' · ');
    };
    const refresh = async () => {
        const mine = (latest = Symbol()), plies = game.path.every(index => index === 0) ? game.at : 0, tags = ownTags(game);
        const [whole, main] = await Promise.all([game.root, mainLineOf(game.root)].map(root => gameLink(base(), game.pgn(tags, root), plies)));
        if (mine !== latest)
            return;
        const { comments, variations } = counts(game.root);
        links = { whole, main };
        at('positionLink').value = positionLink(base(), game.state.fen);
        at('wholeLine').hidden = comments + variations === 0;
        at('shareWhole').disabled = whole.length > BROWSERS_MOST;
        at('shareWhole').checked = whole.length <= CHATS_MOST;
        show();
    };
    const copy = async (text, what) => {
        await copyText(text, box);
        tell(say('copied', what));
    };

    dialog('share', 'shareDialog', async () => {
        tell('');
        at('localLine').hidden = !isLocal();
        at('shareBase').value = set.shareBase ?? '';
        at('shareNow').hidden = !navigator.share;
        texts = { FEN: game.state.fen, PGN: '', UBB: '' };
        const write = async format => new TextDecoder().decode((await game.write(format, ownTags(game), set.lang)).bytes);
        const format = { move: 'iccs' }[notation()] ?? notation();
        [texts.PGN, texts.UBB] = await Promise.all([write(format), write('dhtmlxq'), refresh()]); // so that a click can copy at once
    }, () => {});
    at('shareWhole').addEventListener('change', show);
    at('shareBase').addEventListener('input', () => {
        keep('shareBase', at('shareBase').value.trim());
        refresh();
    });
    at('copyGame').addEventListener('click', () => copy(at('gameLink').value, say('gameLink')));
    at('copyPosition').addEventListener('click', () => copy(at('positionLink').value, say('positionLink')));
    for (const [id, name] of [['copyFen', 'FEN'], ['copyPgn', 'PGN'], ['copyUbb', 'UBB']])
        at(id).addEventListener('click', () => copy(texts[name], name));
    for (const id of ['gameLink', 'positionLink'])
        at(id).addEventListener('focus', () => at(id).select());
    at('shareNow').addEventListener('click', () => navigator.share({ title: document.title, url: at('gameLink').value }).catch(() => {})); // the user has cancelled it
}
