// SPDX-License-Identifier: GPL-3.0-only
// For CommonJS in versions of Node whose require() does not load modules.
throw new Error("hanxin is an ES module: use `import { Hanxin } from 'hanxin'`, or in CommonJS `const { Hanxin } = await import('hanxin')` in an async function");
