// SPDX-License-Identifier: GPL-3.0-only
/** Importing this module defines the element `<hanxin-board>`, which shows games in a page; README.md lists its attributes. */
export {};
declare global {
    interface HTMLElementTagNameMap {
        'hanxin-board': HTMLElement;
    }
}
