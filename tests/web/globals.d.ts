// SPDX-License-Identifier: GPL-3.0-only
// What the page's files use beyond the modules that they import: the board, a plain script, and newer functions of arrays.
declare const XiangqiBoard: any;
declare const XiangqiPieces: any;
declare const process: any;
declare const CompressionStream: any;
declare const DecompressionStream: any;
declare module 'node:fs/promises';
declare module 'node:os';
declare module 'node:worker_threads';
interface Array<T> {
    with(index: number, value: T): T[];
    toSpliced(start: number, count?: number, ...items: T[]): T[];
    findLast(test: (value: T, index: number, all: T[]) => unknown): T | undefined;
    findLastIndex(test: (value: T, index: number, all: T[]) => unknown): number;
}
interface HTMLElement { showPopover(): void; hidePopover(): void }
