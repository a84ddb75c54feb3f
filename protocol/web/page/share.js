// SPDX-License-Identifier: GPL-3.0-only
// The dialog that shares the game: links, texts for the clipboard, pictures.
import { at } from './dom.js';
import { dialog, ownTags } from './dialogs.js';
import { copyText, saveAs } from './give.js';
import { gameLink, positionLink } from './links.js';
import { kind, shapesOf, sign } from './notes.js';
import { keep, say, set } from './settings.js';
import { counts, mainLineOf } from './tree.js';

// Lengths of links in characters. Chat programs with short messages cut longer ones; browsers do not show or keep still longer ones.
const CHATS_MOST = 2000, BROWSERS_MOST = 32000;

// Widths of pictures in pixels, and how long an animation shows the start and the end, in seconds at least.
const WIDTH = 1144, GIF_WIDTH = 800, FIRST = 1.5, LAST = 4;

const isLocal = () => location.protocol === 'file:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);

const isAddress = (/** @type {string} */ text) => /^https?:\/\/[^\s/]\S*$/.test(text);

// Returns the address of a board that others can open: the user's, if it is a sound one, or that of this page; or ''.
const publicBase = () => (!isLocal() ? location.href.replace(/[?#].*/, '') : isAddress(set.shareBase) ? set.shareBase.replace(/#.*/, '') : '');

// Returns the address for links.
const base = () => publicBase() || location.href.replace(/[?#].*/, '');

// Returns the game as a part of any web page.
const htmlOf = pgn => `<script type="module" src="${new URL('hanxin-board.js', publicBase())}"></script>\n<hanxin-board>\n${XiangqiBoard.escape(pgn)}</hanxin-board>\n`;

// Opens the system's dialog for sharing, which the user may cancel.
const send = (what, tell) => navigator.share(what).catch(error => error.name !== 'AbortError' && tell(say('notSent', error.message)));

// True if there is such a dialog, for these files or at all.
const canSend = what => Boolean(navigator.share && (!what || navigator.canShare?.(what)));
const pngFile = png => new File([png], 'hanxin.png', { type: 'image/png' });

const sizeWords = bytes => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

/** Returns what a board shows after each move of the line on display, the start position first. @param {import('./game.js').Game} game */
function positionsOf({ root, line, start }) {
    const positions = [{ fen: start || XiangqiBoard.START, last: '', at: root }];
    for (const at of line)
        positions.push({ fen: XiangqiBoard.play(positions[positions.length - 1].fen, at.move), last: at.move, at });
    return positions.map(({ fen, last, at }) => {
        const nag = at.nags.find(number => kind(number) !== 'other');
        return { fen, last, check: '', arrows: [], shapes: shapesOf(at.comment), badges: nag === undefined ? [] : [{ at: last.slice(2), text: sign(nag), kind: kind(nag) }] };
    });
}

// The pictures in the dialog. Returns a function that updates it.
function pictures(box, game, board, tell) {
    const sides = () => [['red', 'Red'], ['black', 'Black']].map(([side, tag]) => {
        const name = { ...ownTags(game), ...game.tags }[tag] ?? '?';
        return name === '?' ? '' : `${say(side)} · ${name}`;
    });
    const names = () => {
        const [red, black] = at('pictureNames').checked ? sides() : ['', ''];
        return board.get('flipped') ? { above: red, below: black } : { above: black, below: red };
    };
    /** Calls `work` with a board to be drawn. @param {(picture: import('./picture.js').Picture) => Promise<void>} work */
    const withPicture = async work => {
        const { Picture } = await import('./picture.js'), picture = new Picture(board);
        await work(picture).catch(error => tell(say('noPicture', error.message)));
        picture.remove();
    };
    const give = (file, ending, more = []) => {
        saveAs(file, `hanxin.${ending}`);
        tell([ending.toUpperCase(), ...more, sizeWords(file.size)].join(' · '));
    };
    at('savePng').addEventListener('click', () => withPicture(async picture => give(await picture.png(WIDTH, names()), 'png')));
    at('saveSvg').addEventListener('click', () => withPicture(async picture => give(new Blob([picture.svg(WIDTH, names())], { type: 'image/svg+xml' }), 'svg')));
    at('copyPng').addEventListener('click', () => withPicture(async picture => {
        const png = picture.png(WIDTH, names()), writing = navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
        const isCopied = await writing.then(() => true, () => false);
        await png;
        tell(isCopied ? say('copied', 'PNG') : say('notCopied'));
    }));
    at('sendPng').addEventListener('click', () => withPicture(async picture => send({ files: [pngFile(await picture.png(WIDTH, names()))] }, tell)));
    at('saveGif').addEventListener('click', () => withPicture(async picture => {
        const { animation } = await import('./gif.js'), positions = positionsOf(game), pace = Math.max(0.1, Number(at('gifPace').value) || 1), line = names();
        at('saveGif').disabled = true;
        const made = await animation(positions.length, async number => {
            picture.board.set(positions[number]);
            const canvas = await picture.draw(GIF_WIDTH, line);
            return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        }, { delay: number => (number === positions.length - 1 ? Math.max(LAST, pace) : number ? pace : Math.max(FIRST, pace)), onPicture: number => (tell(`GIF · ${number + 1} / ${positions.length}`), box.open) })
            .finally(() => { at('saveGif').disabled = false; });
        if (made)
            give(made, 'gif', [say('pictureCount', positions.length)]);
    }));
    return () => {
        at('sendPng').hidden = !canSend({ files: [pngFile('')] });
        at('copyPng').hidden = !navigator.clipboard?.write;
        at('namesLine').hidden = !sides().some(Boolean);
        at('saveGif').hidden = at('gifLine').hidden = !game.whole.length;
    };
}

/** @param {{ game: import('./game.js').Game, board: any, notation: () => string }} page */
export function share({ game, board, notation }) {
    const box = at('shareDialog'), tell = words => { at('shared').textContent = words; }, showPictures = pictures(box, game, board, tell);
    let links = { whole: '', main: '' }, texts = { FEN: '', PGN: '', UBB: '' }, latest;

    const show = () => {
        const link = at('shareWhole').checked ? links.whole : links.main;
        at('gameLink').value = link;
        const without = link !== links.whole && links.whole.length > CHATS_MOST && say('linkWithout', links.whole.length);
        at('linkLength').textContent = [say('linkLength', link.length), without, link.length > CHATS_MOST && say('linkLong')].filter(Boolean).join(' · ');
    };
    const refresh = async () => {
        const mine = (latest = Symbol()), plies = game.path.every(index => index === 0) ? game.at : 0, tags = ownTags(game);
        const [whole, main] = await Promise.all([game.root, mainLineOf(game.root)].map(root => gameLink(base(), game.pgn(tags, root), plies)));
        if (mine !== latest)
            return;
        const { comments, variations } = counts(game.root);
        links = { whole, main };
        at('positionLink').value = positionLink(base(), game.state.fen);
        at('copyHtml').hidden = !publicBase();
        at('wholeLine').hidden = comments + variations === 0;
        at('shareWhole').disabled = whole.length > BROWSERS_MOST;
        at('shareWhole').checked = whole.length <= CHATS_MOST;
        show();
    };
    const copy = async (text, what) => {
        tell(await copyText(text, box) ? say('copied', what) : say('notCopied'));
    };

    dialog('share', 'shareDialog', async () => {
        tell('');
        at('localLine').hidden = !isLocal();
        at('shareBase').value = set.shareBase ?? '';
        at('shareNow').hidden = !canSend();
        showPictures();
        texts = { FEN: game.state.fen, PGN: '', UBB: '' };
        const write = async format => new TextDecoder().decode((await game.write(format, ownTags(game), set.lang)).bytes);
        const format = { move: 'iccs' }[notation()] ?? notation();
        [texts.PGN, texts.UBB] = await Promise.all([write(format), write('dhtmlxq'), refresh()]); // so that a click can copy at once
    }, () => {});
    at('shareWhole').addEventListener('change', show);
    at('shareBase').addEventListener('input', () => {
        keep('shareBase', at('shareBase').value.trim());
        tell(set.shareBase && !isAddress(set.shareBase) ? say('noAddress') : '');
        refresh();
    });
    at('copyGame').addEventListener('click', () => copy(at('gameLink').value, say('gameLink')));
    at('copyPosition').addEventListener('click', () => copy(at('positionLink').value, say('positionLink')));
    for (const [id, name] of [['copyFen', 'FEN'], ['copyPgn', 'PGN'], ['copyUbb', 'UBB']])
        at(id).addEventListener('click', () => copy(texts[name], name));
    at('copyHtml').addEventListener('click', () => copy(htmlOf(texts.PGN), 'HTML'));
    for (const id of ['gameLink', 'positionLink'])
        at(id).addEventListener('focus', () => at(id).select());
    at('shareNow').addEventListener('click', () => send({ title: document.title, url: at('gameLink').value }, tell));
}
