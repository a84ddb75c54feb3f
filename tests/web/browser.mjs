// SPDX-License-Identifier: GPL-3.0-only
// A browser without a screen, driven by WebDriver: the few commands that the tests need. HANXIN_BROWSER=firefox or webkit instead of
// Chromium (Debian: webkit2gtk-driver and xvfb) is for trying the page there: tests that emulate a phone, read the console
// or save downloads need Chromium.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const kind = process.env.HANXIN_BROWSER ?? 'chromium';
const drivers = {
    chromium: { command: ['chromedriver'], options: more => ({ 'goog:loggingPrefs': { browser: 'ALL' },
        'goog:chromeOptions': { args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--lang=en', '--window-size=1280,900', ...more] } }) },
    firefox: { command: ['geckodriver'], options: () => ({ 'moz:firefoxOptions': { args: ['-headless', '--width=1280', '--height=980'], prefs: { 'intl.accept_languages': 'en' } } }) },
    webkit: { command: ['xvfb-run', '-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver'], options: () => ({}) },
};

if (!drivers[kind])
    throw new Error(`HANXIN_BROWSER=${kind}: expected ${Object.keys(drivers).join(', ')}`);

// The driver's name.
export const driverName = drivers[kind].command.at(-1);

const freePort = () => new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
        server.close(() => resolve(port));
    });
});

// `more`: more options of Chromium.
export async function openBrowser(...more) {
    const port = await freePort(), { command, options } = drivers[kind];
    const driver = spawn(command[0], [...command.slice(1), `--port=${port}`], { stdio: 'ignore', detached: true });
    const end = () => { // with the screen that xvfb-run started
        try {
            if (driver.pid)
                process.kill(-driver.pid);
        } catch { /* it has ended */ }
    };
    process.on('exit', end);
    process.on('SIGINT', () => process.exit(130));
    await new Promise((resolve, reject) => {
        let hasEnded = false;
        driver.on('error', reject);
        driver.on('exit', () => {
            hasEnded = true;
            reject(new Error(`${driverName} has ended`));
        });
        const look = () => fetch(`http://127.0.0.1:${port}/status`).then(resolve, () => hasEnded || setTimeout(look, 50));
        look();
    });
    const call = async (method, path, body) => {
        const response = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, body: body && JSON.stringify(body) });
        const { value } = await response.json();
        if (value?.error)
            throw new Error(`${value.error}: ${value.message}`);
        return value;
    };
    const { sessionId } = await call('POST', '', { capabilities: { alwaysMatch: options(more) } }).catch(error => {
        end();
        throw error;
    });
    const at = `/${sessionId}`;
    const element = async selector => `${at}/element/${(await call('POST', `${at}/element`, { using: 'css selector', value: selector }))[ELEMENT]}`;
    const cdp = (cmd, params) => call('POST', `${at}/goog/cdp/execute`, { cmd, params });
    const browser = {
        // Sends a command of the DevTools protocol.
        cdp,
        go: url => call('POST', `${at}/url`, { url }),
        reload: () => call('POST', `${at}/refresh`, {}),
        run: (script, ...args) => call('POST', `${at}/execute/sync`, { script, args }),
        text: selector => browser.run('return document.querySelector(arguments[0]).innerText.trim()', selector),
        click: async selector => call('POST', `${await element(selector)}/click`, {}),
        type: async (selector, text) => call('POST', `${await element(selector)}/value`, { text }),
        async keys(selector, text) {
            await browser.run('document.querySelector(arguments[0]).focus()', selector);
            await call('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keys', actions: [...text].flatMap(key => ['keyDown', 'keyUp'].map(type => ({ type, value: key.replace('\n', '\uE007') }))) }] });
        },
        choose: (selector, value) => browser.run('const e = document.querySelector(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event("change"))', selector, value),
        // Waits until `script` returns a true value, for at most PATIENCE milliseconds.
        async until(script, ...args) {
            for (const end = Date.now() + (Number(process.env.PATIENCE) || 90000); ; await new Promise(resolve => setTimeout(resolve, 50))) {
                const value = await browser.run(script, ...args);
                if (value)
                    return value;
                if (Date.now() > end)
                    throw new Error(`timed out waiting for: ${script}\n${await browser.run('return document.body.innerText')}`);
            }
        },
        // Drags the mouse, or another pointer, from one place to another while these keys are held: a point of the board,
        // or the middle of an element. A click if both are the same.
        async drag(from, to, board = '#board', { button = 0, keys = '', pointerType = 'mouse' } = {}) {
            const places = await browser.run(`const board = document.querySelector(arguments[0] + ' svg').getBoundingClientRect(), unit = board.width / 572;
                const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
                const place = p => (/^[a-i]\\d$/.test(p) ? [board.left + (46 + 60 * (p.charCodeAt(0) - 97)) * unit, board.top + (46 + 60 * (9 - p[1])) * unit]
                    : middle(document.querySelector(p).getBoundingClientRect())).map(Math.round);
                return [...arguments].slice(1).map(place).map(([x, y]) => ({ x, y }))`, board, from, to);
            const move = place => ({ type: 'pointerMove', duration: 30, ...place });
            const hold = type => keys && call('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keys', actions: [...keys].map(value => ({ type, value })) }] });
            await hold('keyDown');
            await call('POST', `${at}/actions`, { actions: [{ type: 'pointer', id: pointerType, parameters: { pointerType },
                actions: [move(places[0]), { type: 'pointerDown', button }, move(places[1]), { type: 'pointerUp', button }] }] });
            await hold('keyUp');
        },
        // Presses a key where the focus is.
        press: key => call('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map(type => ({ type, value: key })) }] }),
        // Pastes the clipboard where the focus is.
        paste: () => call('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keys', actions: [['keyDown', '\uE009'], ['keyDown', 'v'], ['keyUp', 'v'], ['keyUp', '\uE009']].map(([type, value]) => ({ type, value })) }] }),
        // Moves the mouse, or with 'touch' a finger, which touches the screen for that time, to the middle of an element.
        async point(selector, touch = 0) {
            const place = await browser.run('const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect(); return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }', selector);
            const moved = { type: 'pointerMove', duration: 10, ...place };
            const finger = [moved, { type: 'pointerDown', button: 0 }, { type: 'pause', duration: touch }, { type: 'pointerUp', button: 0 }];
            await call('POST', `${at}/actions`, { actions: [{ type: 'pointer', id: touch ? 'finger' : 'mouse', parameters: { pointerType: touch ? 'touch' : 'mouse' }, actions: touch ? finger : [moved] }] });
        },
        // Saves downloads in that folder.
        downloads: downloadPath => call('POST', `${at}/goog/cdp/execute`, { cmd: 'Browser.setDownloadBehavior', params: { behavior: 'allow', downloadPath } }),
        // Size in screen pixels; with `touch` the screen of a phone or tablet, whose pointer is a finger.
        async size(width, height, touch = width < 600) {
            if (kind !== 'chromium')
                return call('POST', `${at}/window/rect`, { width, height });
            await cdp('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: touch });
            await cdp('Emulation.setTouchEmulationEnabled', { enabled: touch });
        },
        // Lets the screen be one that is touched.
        touch: enabled => cdp('Emulation.setTouchEmulationEnabled', { enabled }),
        log: () => (kind === 'chromium' ? call('POST', `${at}/se/log`, { type: 'browser' }) : []),
        picture: () => call('GET', `${at}/screenshot`),
        async close() {
            await call('DELETE', at).catch(() => {});
            end();
        },
    };
    if (kind !== 'chromium')
        await browser.size(1280, 980);
    return browser;
}
