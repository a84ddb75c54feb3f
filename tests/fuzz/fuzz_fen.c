/* FENs: what is accepted must be a sound position that survives writing and reading again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/refusal.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), written[FEN_SIZE], error[REFUSAL_SIZE] = "";
    FenFault fault;
    memcpy(text, data, size);
    text[size] = '\0';
    Position pos, again;
    if (fen_read(text, &pos, &fault)) {
        assert(!position_verify(&pos));
        fen_write(&pos, written);
        bool read = fen_read(written, &again, NULL);
        assert(read && again.key == pos.key);
        (void)read;
    } else {
        for (Language l = LANGUAGE_ENGLISH; l <= LANGUAGE_CHINESE; l++) {
            refusal_of_fen(&fault, l, error, sizeof error);
            assert(*error);
        }
    }
    free(text);
    return 0;
}
