// SPDX-License-Identifier: GPL-3.0-only
import { at } from './dom.js';
import { offline } from './thread.js';

// True if this visit got its page from the store.
export const isKept = Boolean(navigator.serviceWorker?.controller);

// Stores the page for offline use, and offers a newer version that has arrived meanwhile.
export async function keepOffline() {
    if (!offline || !('serviceWorker' in navigator) || !(location.protocol === 'https:' || ['localhost', '127.0.0.1'].includes(location.hostname)))
        return;
    const { serviceWorker } = navigator, offer = registration => {
        at('newer').hidden = !registration.waiting || !serviceWorker.controller;
        at('newer').onclick = () => registration.waiting.postMessage('use it');
    };
    if (serviceWorker.controller)
        serviceWorker.addEventListener('controllerchange', () => location.reload());
    try {
        const registration = await serviceWorker.register('sw.js');
        const follow = () => registration.installing?.addEventListener('statechange', () => offer(registration));
        offer(registration);
        follow(); // a version that the browser has already found
        registration.addEventListener('updatefound', follow);
    } catch { /* not available offline */ }
}
