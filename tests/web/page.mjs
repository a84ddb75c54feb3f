// SPDX-License-Identifier: GPL-3.0-only
// The user's actions on the page, for the tests. `browser` returns the driven browser (browser.mjs). PICTURES=folder saves
// screenshots there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { driverName, openBrowser } from './browser.mjs';
import { serve } from './serve.mjs';

// The reason why no page can be tested here, or false.
export const skip = (() => {
    try {
        execFileSync('which', [driverName]);
        return false;
    } catch {
        return `${driverName} is not installed (Debian: chromium-driver, webkit2gtk-driver)`;
    }
})();

// Opens the page before the tests of a file, and closes it after them. `begin` gets the browser and the server.
export function onPage(begin) {
    let browser, server;
    before(async () => {
        if (skip)
            return;
        browser = await openBrowser();
        server = await serve(new URL('../../dist/web', import.meta.url).pathname, true);
        await browser.go(server.url);
        await actions(() => browser).ready();
        await begin({ browser, server });
    });
    after(async () => {
        await browser?.close();
        server?.close();
    });
}

export function actions(browser) {
    const until = (...script) => browser().until(...script);

    // Opens a dialog by its button, which on a small screen is in the menu.
    async function press(button) {
        if (!await browser().run('return document.querySelector(arguments[0]).checkVisibility()', button))
            await browser().click('#menuButton');
        await browser().click(button);
        await until('return document.querySelector(arguments[0]).open', `${button}Dialog`);
    }

    // Waits until a dialog is closed.
    const left = dialog => until('return !document.querySelector(arguments[0]).open', dialog);

    return {
        ready: () => until('return document.body.dataset.ready === "engine"'),
        moves: count => until('return document.querySelectorAll("#moves button").length === arguments[0]', count),
        status: () => browser().text('#status'),
        says: part => until('return document.querySelector("#status").textContent.includes(arguments[0])', part),
        quiet: async () => assert.deepEqual((await browser().log()).map(entry => entry.message), []),
        press,
        left,
        async choose(button, choices) {
            await press(button);
            for (const [selector, value] of choices)
                await browser().choose(selector, value);
            await browser().click(`${button}Dialog .buttons button:last-child`);
        },
        // Sets the mode, `play` or `analyse`.
        mode: async name => {
            await browser().click(name === 'play' ? '#modePlay' : '#modeAnalyse');
            await until('return document.body.dataset.mode === arguments[0]', name);
        },
        // The moves of the list in their order, and the one on the board.
        list: () => browser().run('return [...document.querySelectorAll("#moves button")].map(b => b.firstChild.textContent)'),
        now: () => browser().run('return document.querySelector("#moves .now")?.firstChild.textContent ?? ""'),
        // Goes to the n-th move of the list.
        async go(place) {
            await browser().run('document.querySelectorAll("#moves button")[arguments[0]].click()', place - 1);
            await until('return document.querySelectorAll("#moves button")[arguments[0]].className.includes("now")', place - 1);
        },
        async picture(name) {
            if (process.env.PICTURES)
                writeFileSync(join(process.env.PICTURES, `${name}.png`), Buffer.from(await browser().picture(), 'base64'));
        },
        async enter(move) {
            await browser().run('document.querySelector("#move").value = ""');
            await browser().type('#move', move + '\uE007');
        },
        // Enters a position or a game in the dialog.
        async open(text) {
            await press('#open');
            await browser().run('document.querySelector("#text").value = arguments[0]; document.querySelector("#text").dispatchEvent(new Event("input"))', text);
            await browser().click('#openDialog button[value=yes]');
            await left('#openDialog');
        },
        async newGame(who, level, clock) {
            await press('#new');
            await browser().choose('#who', who);
            await browser().choose('#level', level);
            await browser().choose('#pace', 'once');
            if (clock !== undefined)
                await browser().choose('#clock', clock);
            await browser().click('#newDialog button[value=yes]');
            await left('#newDialog');
        },
    };
}
