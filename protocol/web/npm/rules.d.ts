// SPDX-License-Identifier: GPL-3.0-only
/**
 * Sends a request to the rules: lines, of which the last may be the bytes of a file. The first contains the command, the language and, for
 * verdicts, the rule set and the natural limit, such as `state en asian 120`. `protocol/web/rules.h` of the sources describes all requests.
 * The answer has a field `error` if the request fails. `url` is the address of the folder `engine`, if it is elsewhere.
 */
export function ask(lines: (string | Uint8Array | ArrayBuffer)[], url?: string | URL): Promise<any>;

/** Returns a promise of a function that answers the same requests at once, except those for the opening book and the endgame tables. */
export function loadRules(url?: string | URL): Promise<(lines: (string | Uint8Array | ArrayBuffer)[]) => any>;
