/* Games as text: what is read can be written in every notation and read again, move for move. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/pgn.h"
#include "tests/fuzz/fuzz.h"

static void write_and_read(const PgnGame *game, Notation notation)
{
    char *text = NULL, error[PGN_ERROR_SIZE];
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return;
    pgn_write(game, notation, file);
    fclose(file);
    PgnGame back;
    pgn_init(&back);
    const char *at = text;
    PgnStatus status = pgn_read(&at, &back, error);
    assert(status == PGN_GAME && back.plies == game->plies);
    for (int i = 0; i < back.plies; i++)
        assert(back.moves[i].move == game->moves[i].move);
    (void)status;
    pgn_clear(&back);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), error[PGN_ERROR_SIZE];
    memcpy(text, data, size);
    text[size] = '\0';
    const char *at = text;
    PgnGame game;
    pgn_init(&game);
    for (PgnStatus status; (status = pgn_read(&at, &game, error)) != PGN_END;)
        if (status == PGN_GAME)
            for (Notation n = NOTATION_ICCS; n < NOTATIONS; n++)
                write_and_read(&game, n);
    pgn_clear(&game);
    free(text);
    return 0;
}
