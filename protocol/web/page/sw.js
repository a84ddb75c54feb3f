// SPDX-License-Identifier: GPL-3.0-only
// Stores all files of the page, so that it works offline, and serves it cross-origin isolated, so that from the second visit on the engine
// has threads even if the server does not send these headers.
//
// A page only ever receives the files of one version. They are stored together, each with its checksum, so that an installation during an
// update of the server fails. A new version waits until no page of the old one is open, or until all are told to reload.
//
// A page that is open when this is first installed still gets its files from the server: in Firefox, threads that a page starts after it is
// taken over may hang.
'use strict';
const OURS = `hanxin ${registration.scope} `; // other copies of the page on this server have other names
const KEEP = `${OURS}VERSION`;
const FILES = [/*FILES*/];

const keep = cache => cache.addAll(FILES.map(([file, integrity]) => new Request(file, { cache: 'reload', integrity })));
const forgetOld = names => Promise.all(names.filter(name => name.startsWith(OURS) && name !== KEEP).map(name => caches.delete(name)));

self.addEventListener('install', event => event.waitUntil(caches.open(KEEP).then(keep)));
self.addEventListener('activate', event => event.waitUntil(caches.keys().then(forgetOld)));
self.addEventListener('message', event => event.data === 'use it' && self.skipWaiting());

function isolated(response) {
    if (!response || response.status === 0)
        return response;
    const headers = new Headers(response.headers);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

// The page itself is stored under the folder's name.
const INDEX = new URL('index.html', registration.scope).pathname;
const keptAs = (request, { pathname }) => (request.mode === 'navigate' && pathname === INDEX ? registration.scope : request);

self.addEventListener('fetch', event => {
    const { request } = event, url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== location.origin)
        return;
    event.respondWith(caches.open(KEEP).then(cache => cache.match(keptAs(request, url), { ignoreSearch: true })).then(kept => kept ?? fetch(request)).then(isolated));
});
