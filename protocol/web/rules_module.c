/* SPDX-License-Identifier: GPL-3.0-only */
/* What the WebAssembly module of the rules exports (`make web`). */
#include <stdlib.h>

#include "protocol/web/rules.h"

#include <emscripten.h>

/* The answer (rules.h), to be freed by the caller; NULL: no memory. */
char *web_ask(const char *request);
EMSCRIPTEN_KEEPALIVE char *web_ask(const char *request)
{
    Text json = TEXT_INIT;
    if (web_answer(request, &json))
        return text_take(&json);
    text_free(&json);
    return NULL;
}
