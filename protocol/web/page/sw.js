// SPDX-License-Identifier: GPL-3.0-only
// Keeps all files of the page, so that it works offline; and serves it cross-origin isolated, so that from the second visit on the engine
// has threads on servers that do not send these headers themselves.
'use strict';
const KEEP = 'hanxin-VERSION';
const FILES = [/*FILES*/];

self.addEventListener('install', event => {
    event.waitUntil(caches.open(KEEP).then(cache => cache.addAll(FILES.map(file => new Request(file, { cache: 'reload' })))).then(() => self.skipWaiting()));
});

self.addEventListener('activate', event => {
    event.waitUntil(caches.keys().then(names => Promise.all(names.filter(name => name.startsWith('hanxin-') && name !== KEEP).map(name => caches.delete(name))))
        .then(() => self.clients.claim()));
});

function isolated(response) {
    if (!response || response.status === 0)
        return response;
    const headers = new Headers(response.headers);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener('fetch', event => {
    const { request } = event;
    if (request.method !== 'GET' || new URL(request.url).origin !== location.origin)
        return;
    event.respondWith(caches.open(KEEP).then(cache => cache.match(request, { ignoreSearch: true })).then(kept => kept ?? fetch(request)).then(isolated));
});
