// SPDX-License-Identifier: GPL-3.0-only
// The rules for `hanxin web`, in place of the npm package's: the program answers.
import { say } from './settings.js';

export const ended = () => say('programEnded');

// Sends a request of these lines (protocol/web/rules.h); the last may be the bytes of a file. Returns a promise of the answer, an object.
export async function ask(lines) {
    const answer = await fetch('rules', { method: 'POST', body: new Blob(lines.flatMap(line => [line, '\n']).slice(0, -1)) }).catch(() => null);
    if (!answer?.ok)
        throw new Error(answer ? await answer.text() : ended());
    return answer.json();
}
