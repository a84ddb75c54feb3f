// SPDX-License-Identifier: GPL-3.0-only
// Small helpers for the page's elements.

/** @type {(id: string) => any} Returns the element with this id. */
export const at = id => document.getElementById(id);

/** Returns a new element with this content. @param {string} tag @param {Record<string, any>} fields
 * @param {...(Node | string | false | null | undefined)} content @returns {any} */
export function element(tag, fields, ...content) {
    const made = Object.assign(document.createElement(tag), fields);
    made.append(...content.filter(Boolean));
    return made;
}

/** Returns a choice for a `select`. @param {any} value @param {string} textContent */
export const option = (value, textContent) => element('option', { value, textContent });

/** Returns a button. refill() knows it by its value. @param {string} value @param {string} textContent @param {() => void} action */
export function button(value, textContent, action, disabled = false) {
    const made = element('button', { type: 'button', value, textContent, disabled });
    made.addEventListener('click', action);
    return made;
}

/** Fills an element, unless its content is already that of this key. Keeps the focus on the element with the same `value`.
 * @param {HTMLElement} host @param {any} key @param {() => (Element | string)[]} content */
export function refill(host, key, content) {
    const text = JSON.stringify(key), held = host.contains(document.activeElement) ? /** @type {any} */ (document.activeElement).value : undefined;
    if (host.dataset.key === text)
        return;
    host.dataset.key = text;
    host.replaceChildren(...content());
    if (held !== undefined)
        /** @type {any} */ (host.querySelector(`button[value="${held}"]:enabled`) ?? host.querySelector('button'))?.focus({ preventScroll: true });
}
