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

/** Disables a control, or enables it. If it has the focus, it keeps it, so that the keyboard does not lose its place; wireDisabled() stops its
 * clicks. @param {HTMLButtonElement} control @param {boolean} isDisabled */
export function disable(control, isDisabled) {
    const isHeld = isDisabled && control === document.activeElement;
    control.disabled = isDisabled && !isHeld;
    if (isHeld)
        control.setAttribute('aria-disabled', 'true');
    else
        control.removeAttribute('aria-disabled');
}

/** Lets clicks on controls that are disabled but have the focus do nothing. */
export function wireDisabled() {
    addEventListener('click', event => {
        if (/** @type {Element} */ (event.target).closest('[aria-disabled=true]'))
            event.stopImmediatePropagation();
    }, true);
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
