// SPDX-License-Identifier: GPL-3.0-only
// Says why the page cannot start. If its modules run nevertheless, they take the sentence away. Plain old JavaScript, for browsers that do not understand the modules.
'use strict';

// Shows one of the sentences of the page's element `unable` in place of the page.
function unable(why) {
    var root = document.documentElement;
    if (root.getAttribute('data-unable'))
        return; // the first reason is the cause of the others
    root.setAttribute('data-unable', why);
    function show() {
        var sentences = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#unable p'));
        for (var i = 0; i < sentences.length; i++)
            sentences[i].hidden = sentences[i].getAttribute('data-why') !== why;
    }
    if (document.readyState === 'loading')
        document.addEventListener('DOMContentLoaded', show);
    else
        show();
}

document.documentElement.removeAttribute('data-unable');
addEventListener('error', function (event) {
    if (!document.body || !document.body.hasAttribute('data-ready'))
        unable(event.target === window ? 'old' : /^http/.test(location.protocol) ? 'files' : 'disk');
}, true);
if (!('noModule' in HTMLScriptElement.prototype))
    unable('old');
