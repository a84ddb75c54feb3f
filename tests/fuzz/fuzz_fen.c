/* FENs: what is accepted must be a sound position that survives writing and reading again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/fen.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), written[FEN_SIZE], error[FEN_ERROR_SIZE] = "";
    memcpy(text, data, size);
    text[size] = '\0';
    Position pos, again;
    if (fen_read(text, &pos, error)) {
        assert(!position_verify(&pos));
        fen_write(&pos, written);
        bool read = fen_read(written, &again, error);
        assert(read && again.key == pos.key);
        (void)read;
    } else {
        assert(*error && strlen(error) < FEN_ERROR_SIZE);
    }
    free(text);
    return 0;
}
