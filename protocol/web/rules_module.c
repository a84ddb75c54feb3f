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
    if (web_answer(request, length, NULL, &json))
        return text_take(&json);
    text_free(&json);
    return NULL;
}

/* Memory for the opening book and the endgame tables, to be filled before the first request for them. */
extern uint8_t hanxin_book[], hanxin_book_end[], hanxin_endgame[], hanxin_endgame_end[];
static const struct {
    uint8_t *begin, *end;
} parts[] = {{hanxin_book, hanxin_book_end}, {hanxin_endgame, hanxin_endgame_end}};
uint8_t *web_part(int number);
size_t web_part_size(int number);
EMSCRIPTEN_KEEPALIVE uint8_t *web_part(int number) { return parts[number].begin; }
EMSCRIPTEN_KEEPALIVE size_t web_part_size(int number) { return (size_t)(parts[number].end - parts[number].begin); }
