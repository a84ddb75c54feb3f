// SPDX-License-Identifier: GPL-3.0-only
// For CommonJS in versions of Node whose require() does not load modules.
throw new Error("hanxin contains ES modules: use `import` instead of `require()`, or in CommonJS `await import('hanxin')` in an async function");
