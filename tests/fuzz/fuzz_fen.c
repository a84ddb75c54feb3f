/* SPDX-License-Identifier: GPL-3.0-only */
/* FENs: an accepted one must be a valid position that is unchanged after being written and read again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/notation/fen.h"
#include "tests/fuzz/fuzz.h"

/* Returns true if the text may contain more than a FEN: quotes, brackets, a link, full-width signs. */
static bool is_wrapped(const char *text)
{
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c >= 0x80 || strchr("_+%[:?\"'`<>)};|#,.", *c))
            return true;
    return strncasecmp(text, "www.", 4) == 0;
}

/* Checks that unwrapping never lengthens a text, and that a plain FEN still means the same position
 * afterwards. */
static void unwrap(const char *text)
{
    Position pos, again;
    char *copy = strdup(text);
    fen_unwrap(copy);
    assert(strlen(copy) <= strlen(text));
    if (!is_wrapped(text) && fen_read(text, &pos, NULL)) {
        bool read = fen_read(copy, &again, NULL);
        assert(read && again.key == pos.key);
        (void)read;
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), written[FEN_SIZE];
    Text why = TEXT_INIT;
    memcpy(text, data, size);
    text[size] = '\0';
    Position pos, again;
    unwrap(text);
    if (fen_read(text, &pos, &why)) {
        assert(!position_verify(&pos));
        fen_write(&pos, written);
        bool read = fen_read(written, &again, NULL);
        assert(read && again.key == pos.key);
        (void)read;
    } else {
        size_t length = why.length;
        why.language = LANGUAGE_CHINESE;
        bool refused = !fen_read(text, &pos, &why);
        assert(refused && length > 0 && why.length > length);
        (void)refused, (void)length;
    }
    text_free(&why);
    free(text);
    return 0;
}
