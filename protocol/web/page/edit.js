// SPDX-License-Identifier: GPL-3.0-only
// The editor of the move on the board: its glyph, its comment, and the order of variations.
import { at, button, disable } from './dom.js';
import { commentWords, SIGNS, withWords } from './notes.js';
import { commentParts, isReviewed, withOwnWords } from './review.js';
import { say } from './settings.js';

// Returns the user's part of a comment. In a reviewed game, the review's score and sentence follow it.
const ownPart = ({ tags, node }) => (isReviewed(tags) ? commentParts(node.comment).own : node.comment);
const withOwnPart = ({ tags, node }, own) => (isReviewed(tags) ? withOwnWords(node.comment, own) : own);

/** Wires the editor of a game. `look` redraws the page after an edit, `changed` only the tree. */
export function wireEditor(game, { look, changed, tell }) {
    const buttons = Object.entries(SIGNS).map(([nag, sign]) =>
        button(nag, sign, () => {
            const { nags } = game.node, chosen = Number(nag), others = nags.filter(one => !(one in SIGNS));
            game.annotate(game.path, { nags: nags.includes(chosen) ? others : [chosen, ...others] });
            look();
        }));
    at('glyphs').replaceChildren(...buttons);
    let editing = false; // this comment has an entry for undo
    at('comment').addEventListener('input', () => {
        if (at('comment').dataset.of !== game.path.join())
            return; // the comment on the new move is not shown yet
        const comment = withOwnPart(game, withWords(ownPart(game), at('comment').value));
        if (editing)
            game.amend(game.path, { comment });
        else
            game.annotate(game.path, { comment });
        editing = true;
        changed();
    });
    at('comment').addEventListener('blur', () => { editing = false; });
    for (const [id, action] of Object.entries({
        promote: () => game.promote(game.path),
        makeMain: () => game.promote(game.path, Infinity),
        remove: () => game.remove(game.path),
        cut: () => game.cutAfter(game.path),
    }))
        at(id).addEventListener('click', async () => {
            action();
            await look();
            if (id === 'remove' || id === 'cut')
                tell(say('deleted'));
        });
}

/** Shows the editor's state for the move on the board. */
export function drawEditor(game) {
    const { node, path } = game, isVariation = path.some(index => index > 0);
    for (const button of at('glyphs').children) {
        button.setAttribute('aria-pressed', String(node.nags.includes(Number(button.value))));
        disable(button, path.length === 0);
    }
    if (document.activeElement !== at('comment') || at('comment').dataset.of !== path.join())
        at('comment').value = commentWords(ownPart(game));
    at('comment').dataset.of = path.join();
    disable(at('promote'), !isVariation);
    disable(at('makeMain'), !isVariation);
    disable(at('remove'), path.length === 0);
    disable(at('cut'), node.next.length === 0);
    at('edit').querySelector('summary').textContent = path.length ? say('commentEdit') : say('commentStart');
}
