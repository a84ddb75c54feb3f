/* SPDX-License-Identifier: GPL-3.0-only */
/* Exports of the rules' WebAssembly module (`make web`). */
#include <stdint.h>
#include <stdlib.h>

#include "protocol/web/rules.h"

#include <emscripten.h>

/* Returns the answer (rules.h), which the caller frees; NULL if an allocation fails. */
char *web_ask(const char *request, size_t length);
EMSCRIPTEN_KEEPALIVE char *web_ask(const char *request, size_t length)
{
    Text json = TEXT_INIT;
    if (web_answer(request, length, &json))
        return text_take(&json);
    text_free(&json);
    return NULL;
}

/* Memory for the opening book, to be filled before the first request for it. */
extern uint8_t hanxin_book[], hanxin_book_end[];
uint8_t *web_book(void);
size_t web_book_size(void);
EMSCRIPTEN_KEEPALIVE uint8_t *web_book(void) { return hanxin_book; }
EMSCRIPTEN_KEEPALIVE size_t web_book_size(void) { return (size_t)(hanxin_book_end - hanxin_book); }
