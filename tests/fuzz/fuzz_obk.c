/* SPDX-License-Identifier: GPL-3.0-only */
/* Books of Chinese interfaces of all kinds: looks up the start position in any bytes as a database; only legal moves may be returned. Also
 * parses the bytes as text. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bench/book/obk.h"
#include "engine/base/why.h"
#include "engine/board/legal.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text why = WHY_INIT;
    Position start;
    ObkWords *words = calloc(1, sizeof *words); /* no piece has a word: every position has the key of the start position */
    unsigned char *bytes = calloc(1, size + 1);
    Obk book;
    BookMove moves[MAX_MOVES];
    memcpy(bytes, data, size);
    position_start(&start);
    if (!obk_words_from_text(words, (const char *)bytes, &why))
        assert(*why.data);
    *words = (ObkWords){.red = OBK_START_KEY};
    text_cut(&why, 0);
    if (obk_read(&book, bytes, size, words, NULL, &why)) {
        const int count = obk_moves(&book, &start, moves);
        for (int i = 0; i < count; i++)
            assert(is_legal(&start, moves[i].move) && moves[i].weight > 0);
    } else
        assert(*why.data);
    obk_clear(&book);
    free(bytes);
    free(words);
    return 0;
}
