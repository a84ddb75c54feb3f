#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-only
// The engine on standard input and output, as a program for graphical interfaces.
import { createInterface } from 'node:readline';
import { Hanxin } from './hanxin.js';

try {
    const engine = await Hanxin.create({ threads: 1 });
    const input = createInterface({ input: process.stdin });
    process.stdout.on('error', error => { // silent if the reader has gone, but not for other errors (a full disk)
        if (error.code !== 'EPIPE' && !process.exitCode)
            console.error(`hanxin: standard output: ${error.message}`);
        process.exitCode = 1;
        input.close();
        engine.terminate();
    });
    engine.onLine(line => process.stdout.write(`${line}\n`)); // console.log() would hide errors
    let over = false, endless = false; // endless: only `stop` ends the search
    input.on('line', line => {
        if (over)
            return;
        over = /^\s*quit\s*$/i.test(line);
        if (/^\s*go\b/i.test(line) && !endless) // the engine ignores a second one
            endless = /\b(infinite|ponder)\b/i.test(line) || !/\b(depth|nodes|mate|movetime|time|wtime|btime|perft)\b/i.test(line);
        else if (/^\s*(stop|ponderhit)\b/i.test(line))
            endless = false;
        if (over)
            input.close();
        else
            engine.send(line);
    });
    input.on('close', async () => {
        try {
            if (endless && !over)
                engine.send('stop');
            await (over ? engine.ready() : engine.idle()); // what was sent before `quit` is answered
        } catch { /* the engine has ended */ }
        engine.terminate();
        process.stdin.destroy(); // while open, it would keep the program running
    });
} catch (error) {
    console.error(`hanxin: ${error.message}`);
    process.exitCode = 1;
}
