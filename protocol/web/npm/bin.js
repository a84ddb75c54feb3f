#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-only
// The engine on standard input and output, as a program for graphical interfaces.
import { createInterface } from 'node:readline';
import { Hanxin } from './hanxin.js';

try {
    const engine = await Hanxin.create({ threads: 1 });
    const input = createInterface({ input: process.stdin });
    process.stdout.on('error', error => { // a reader that is gone needs no word, anything else (a full disk) does
        if (error.code !== 'EPIPE' && !process.exitCode)
            console.error(`hanxin: standard output: ${error.message}`);
        process.exitCode = 1;
        input.close();
        engine.terminate();
    });
    engine.onLine(line => process.stdout.write(`${line}\n`)); // console.log() would hide that it cannot
    let over = false, endless = false; // does nothing but `stop` end the search?
    input.on('line', line => {
        if (over)
            return;
        over = /^\s*quit\s*$/i.test(line);
        if (/^\s*go\b/i.test(line) && !endless) // another one is not heard
            endless = /\b(infinite|ponder)\b/i.test(line) || !/\b(depth|nodes|mate|movetime|time|wtime|btime|perft)\b/i.test(line);
        else if (/^\s*(stop|ponderhit)\b/i.test(line))
            endless = false;
        engine.send(line);
        if (over)
            input.close();
    });
    input.on('close', async () => {
        try {
            if (endless && !over)
                engine.send('stop');
            await engine.idle();
        } catch { /* it has ended */ }
        engine.terminate();
        process.stdin.destroy(); // which, open, would keep the program
    });
} catch (error) {
    console.error(`hanxin: ${error.message}`);
    process.exitCode = 1;
}
