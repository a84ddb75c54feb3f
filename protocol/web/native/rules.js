// SPDX-License-Identifier: GPL-3.0-only
// The rules for `hanxin web`, in place of the npm package's: the program answers.
export const ended = () => (document.documentElement.lang === 'zh' ? '此页面背后的程序已结束：请重新运行 hanxin web'
    : 'the program behind this page has ended: start `hanxin web` again');

// Sends a request of these lines (protocol/web/rules.h); the last may be the bytes of a file. Returns a promise of the answer, an object.
export async function ask(lines) {
    const answer = await fetch('rules', { method: 'POST', body: new Blob(lines.flatMap(line => [line, '\n']).slice(0, -1)) }).catch(() => null);
    if (!answer?.ok)
        throw new Error(answer ? await answer.text() : ended());
    return answer.json();
}
