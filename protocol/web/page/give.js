// SPDX-License-Identifier: GPL-3.0-only
// Gives texts and files to the user: by the clipboard, and as downloads.

const DOWNLOAD_MS = 10000; // time after which the browser has read the file

/** Copies a text. `host` is the open dialog, if there is one: nothing else can be selected then.
 * Returns false if the browser does not allow it.
 * @param {string} text @param {Element} host */
export async function copyText(text, host = document.body) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch { // without permission, or on a page that is not secure
        const box = document.createElement('textarea'), focused = /** @type {HTMLElement | null} */ (document.activeElement);
        box.value = text;
        host.append(box);
        box.select();
        const isCopied = document.execCommand('copy');
        box.remove();
        focused?.focus();
        return isCopied;
    }
}

/** Saves a file among the user's downloads. @param {Blob} file @param {string} name */
export function saveAs(file, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
}
