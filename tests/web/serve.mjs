// SPDX-License-Identifier: GPL-3.0-only
// Serves a folder on the loopback address, like a static web server. `isolated`: with the headers that allow threads;
// `without`: files whose names end so are missing. With HANXIN_WEB=program, `hanxin web` serves its own page instead.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { createInterface } from 'node:readline';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json', '.json': 'application/json' };
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** The program that serves the page, if it is not a folder. */
export const native = process.env.HANXIN_WEB;

async function serveNatively() {
    const program = spawn(native, ['web', '--port', '0', '--no-browser'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await new Promise((resolve, reject) => {
        program.on('error', reject);
        program.on('exit', () => reject(new Error('hanxin web has ended')));
        createInterface({ input: program.stdout }).on('line', line => /http:\/\/\S+/.test(line) && resolve(/http:\/\/\S+/.exec(line)[0]));
    });
    return { url, close: () => program.kill('SIGINT') };
}

export async function serve(folder, isolated, ...without) {
    if (native)
        return serveNatively();
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://here').pathname)).replace(/\/$/, '/index.html');
        try {
            if (without.some(end => path.endsWith(end)))
                throw new Error('missing');
            const bytes = await readFile(join(folder, path));
            response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream', ...(isolated ? headers : {}) });
            response.end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${server.address().port}/`, close: () => (server.closeAllConnections(), server.close()) };
}
