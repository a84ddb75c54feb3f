/* Games as text: what is read can be written in every notation and read again, move for move. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/pgn.h"
#include "engine/notation/refusal.h"
#include "tests/fuzz/fuzz.h"

static void write_and_read(const PgnGame *game, Notation notation)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return;
    pgn_write(game, notation, file);
    fclose(file);
    PgnGame back;
    pgn_init(&back);
    PgnSource source;
    PgnFault fault;
    pgn_source_init(&source, text, length);
    PgnStatus status = pgn_read(&source, &back, &fault);
    assert(status == PGN_GAME && back.plies == game->plies);
    for (int i = 0; i < back.plies; i++)
        assert(back.moves[i].move == game->moves[i].move);
    (void)status;
    pgn_clear(&back);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size ? size : 1), told[REFUSAL_SIZE]; /* without a terminator, so that reading past the end is seen */
    memcpy(text, data, size);
    PgnSource source;
    PgnFault fault;
    PgnGame game;
    pgn_source_init(&source, text, size);
    pgn_init(&game);
    for (PgnStatus status; (status = pgn_read(&source, &game, &fault)) != PGN_END;)
        if (status == PGN_FAULT)
            for (Language l = LANGUAGE_ENGLISH; l <= LANGUAGE_CHINESE; l++)
                refusal_of_pgn(&fault, l, told, sizeof told);
        else
            for (Notation n = NOTATION_ICCS; n < NOTATIONS; n++)
                write_and_read(&game, n);
    pgn_clear(&game);
    free(text);
    return 0;
}
