// SPDX-License-Identifier: GPL-3.0-only
'use strict';
/* chromium.js - a headless Chromium, driven through its debugging pipe (Chrome DevTools Protocol), without any library.
 *
 *   const browser = await Chromium.start();            // null if none is installed
 *   const page = await browser.open('file:///...', { width: 400, height: 800, touch: true, dark: true });
 *   await page.eval('document.title'); await page.click('#next'); await page.press('ArrowRight'); await page.shot('x.png');
 *   page.complaints                                     // console messages, exceptions and requests other than file: or data:
 *   await browser.close(); */
const { spawn, spawnSync } = require('child_process');
const fs = require('fs'), os = require('os'), path = require('path');

const NAMES = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].filter(Boolean);
const TIMEOUT_MS = 60000; // of one call: the machine may be busy
const KEYS = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Home: 36, End: 35, Enter: 13, Escape: 27, ' ': 32, Tab: 9 };

class Page {
  constructor(browser, session) { this.browser = browser; this.session = session; this.complaints = []; }
  send(method, params) { return this.browser.send(method, params, this.session); }
  async eval(expression) {
    const answer = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (answer.exceptionDetails) throw new Error(expression + ': ' + (answer.exceptionDetails.exception.description || answer.exceptionDetails.text));
    return answer.result.value;
  }
  /* Waits until the expression is true. */
  async until(expression) {
    for (const end = Date.now() + TIMEOUT_MS; !await this.eval(expression); await new Promise(r => setTimeout(r, 20)))
      if (Date.now() > end) throw new Error('timed out waiting for: ' + expression);
  }
  /* The middle of the first element that the selector names, in the window. */
  async middle(selector) {
    const at = await this.eval(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); if (!e) return null;
      e.scrollIntoView({ block: 'center', behavior: 'instant' }); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`);
    if (!at) throw new Error('no element matches ' + selector);
    return at;
  }
  async click(selector) { const [x, y] = await this.middle(selector); await this.clickAt(x, y); }
  async clickAt(x, y) {
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
      await this.send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: 1 });
  }
  async drag(x1, y1, x2, y2) {
    const mouse = (type, x, y) => this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
    await mouse('mousePressed', x1, y1); await mouse('mouseMoved', (x1 + x2) / 2, (y1 + y2) / 2); await mouse('mouseMoved', x2, y2); await mouse('mouseReleased', x2, y2);
  }
  async tap(selector) {
    const [x, y] = await this.middle(selector);
    await this.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
  async press(key) {
    for (const type of ['rawKeyDown', 'keyUp'])
      await this.send('Input.dispatchKeyEvent', { type, key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode: KEYS[key] || key.toUpperCase().charCodeAt(0) });
  }
  async shot(file) { fs.writeFileSync(file, Buffer.from((await this.send('Page.captureScreenshot', { format: 'png' })).data, 'base64')); }
}

class Chromium {
  static async start() {
    const program = NAMES.find(name => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
    if (!program) return null;
    const browser = new Chromium();
    browser.profile = fs.mkdtempSync(path.join(os.tmpdir(), 'hanxin-chromium-'));
    browser.child = spawn(program, ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--remote-debugging-pipe', '--no-first-run', '--lang=en',
      '--user-data-dir=' + browser.profile, '--disable-background-networking', '--disable-component-update', 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    Object.assign(browser, { last: 0, gone: false, waiting: new Map(), pages: new Map(), rest: '' });
    browser.child.on('exit', () => {
      browser.gone = true;
      for (const w of browser.waiting.values()) w.reject(new Error('the browser has ended'));
    });
    browser.child.stdio[3].on('error', () => {});
    browser.child.stdio[4].setEncoding('utf8').on('data', data => browser.read(data));
    return browser;
  }
  read(data) {
    const lines = (this.rest + data).split('\0');
    this.rest = lines.pop();
    for (const m of lines.map(l => JSON.parse(l))) {
      const waiting = this.waiting.get(m.id), page = this.pages.get(m.sessionId);
      if (waiting) { this.waiting.delete(m.id); m.error ? waiting.reject(new Error(waiting.method + ': ' + m.error.message)) : waiting.resolve(m.result); }
      if (!page) continue;
      if (m.method === 'Runtime.consoleAPICalled') page.complaints.push('console: ' + m.params.args.map(a => a.value || a.description).join(' '));
      if (m.method === 'Runtime.exceptionThrown') page.complaints.push('exception: ' + (m.params.exceptionDetails.exception || {}).description);
      if (m.method === 'Log.entryAdded') page.complaints.push('log: ' + m.params.entry.text);
      if (m.method === 'Page.javascriptDialogOpening') page.complaints.push('dialog: ' + m.params.message);
      if (m.method === 'Network.requestWillBeSent' && !/^(file|data|blob):/.test(m.params.request.url)) page.complaints.push('request: ' + m.params.request.url);
    }
  }
  send(method, params, sessionId) {
    if (this.gone) return Promise.reject(new Error('the browser has ended'));
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => { this.waiting.delete(id); reject(new Error('no answer to ' + method)); }, TIMEOUT_MS);
      const done = f => value => { clearTimeout(timer); f(value); };
      this.waiting.set(id, { method, resolve: done(resolve), reject: done(reject) });
      this.child.stdio[3].write(JSON.stringify({ id, method, params: params || {}, sessionId }) + '\0');
    });
  }
  async open(url, { width = 1200, height = 900, touch = false, dark = false } = {}) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, sessionId);
    this.pages.set(sessionId, page);
    for (const domain of ['Runtime', 'Log', 'Page', 'Network']) await page.send(domain + '.enable');
    await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: touch });
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
    await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
    await page.send('Page.navigate', { url });
    await page.until("location.href !== 'about:blank' && document.readyState === 'complete'");
    return page;
  }
  async close() {
    if (!this.gone) {
      const ended = new Promise(resolve => this.child.on('exit', resolve));
      await this.send('Browser.close').catch(() => this.child.kill('SIGKILL'));
      await ended;
    }
    fs.rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
module.exports = { Chromium };
