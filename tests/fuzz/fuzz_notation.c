/* Moves and points as text. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), written[5];
    memcpy(text, data, size);
    text[size] = '\0';
    Move m, again;
    Square s;
    if (move_from_iccs(text, &m)) {
        assert(move_on_board(m));
        bool read = move_from_iccs(move_to_iccs(m, written), &again);
        assert(read && again == m);
        (void)read;
    }
    if (square_from_text(text, &s))
        assert(on_board(s));
    free(text);
    return 0;
}
