// SPDX-License-Identifier: GPL-3.0-only
// Runs an engine for `hanxin web`, in place of the npm package's file: the program itself, at full strength.
import { ended } from './rules.js';

export const able = true;
export const offline = false;
export const usualHash = 256;
export const mostHash = 1024;
export const hasThreads = () => true;
export const usualThreads = async () => navigator.hardwareConcurrency || 1;
export const prepare = async () => null;

// Starts an engine, as site.h describes.
export async function open(files, hear) {
    const lines = new EventSource('engine');
    let name = '', over = false, sent = Promise.resolve();
    const end = () => {
        over = true;
        lines.close();
    };
    const fail = fault => {
        if (!over)
            hear({ fault });
        end();
    };
    const send = async line => {
        const answer = await fetch(`engine/${name}`, { method: 'POST', body: `${line}\n` }).catch(() => null);
        if (!answer?.ok)
            fail(answer ? await answer.text() : ended()); // otherwise the page would wait for ever
    };
    lines.addEventListener('engine', event => {
        name = event.data;
        hear({ ready: true });
    });
    lines.addEventListener('refused', event => fail(event.data));
    lines.onmessage = event => hear({ line: event.data });
    lines.onerror = () => fail(ended());
    return {
        post: line => {
            sent = sent.then(() => over || send(line));
        },
        end,
    };
}

// Reviews a game, given as PGN: yields the lines of `hanxin review --stream` as objects. Ends the review if `signal` is aborted or the caller
// stops reading.
export async function* review(game, nodes, signal) {
    const answer = await fetch('review', { method: 'POST', body: `${nodes}\n${game}`, signal }).catch(error => {
        if (signal?.aborted)
            throw error;
        throw new Error(ended());
    });
    if (!answer.ok)
        throw new Error((await answer.text()).trim());
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    try {
        for (let rest = ''; ;) {
            const { value, done } = await reader.read();
            if (done)
                return;
            const lines = (rest + value).split('\n');
            rest = lines.pop();
            for (const line of lines)
                if (line)
                    yield JSON.parse(line);
        }
    } finally {
        reader.cancel().catch(() => {});
    }
}
