/* SPDX-License-Identifier: GPL-3.0-only */
/* Moves and points as text. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/fen.h"
#include "engine/board/legal.h"
#include "engine/notation/notation.h"
#include "tests/fuzz/fuzz.h"

/* Reads the text in positions with many tandem pieces. Each notation of a legal move must be read as that move. */
static void read_in_position(const char *text)
{
    static const char *const fens[] = {"2P1k4/2P2RC2/2P2P1N1/5P3/2R3C2/9/9/2N1B4/4A4/2B1KA3 w",
                                       "3k1a3/2P6/3a5/9/2r3n2/2p3n2/2p1p1p2/2p6/2c6/2c1K4 b"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        Position pos;
        Move move, again;
        char written[MOVE_TEXT_SIZE];
        bool ok = fen_read(fens[i], &pos, NULL);
        assert(ok);
        Text why = TEXT_INIT;
        for (why.language = LANGUAGE_ENGLISH; why.language < LANGUAGES; why.language++)
            ok = move_from_text(&pos, text, &move, &why) == READ_MOVE;
        assert(ok == !*why.data);
        text_free(&why);
        for (int c = 0; c < 8; c++) {
            const Convention convention = {.ranks_from_one = c & 1, .m_is_horse = c & 2, .vietnamese = c & 4};
            int doubts = 0;
            Text reason = TEXT_INIT;
            const bool read = move_from_game_text(&pos, text, &convention, &doubts, &again, &reason) == READ_MOVE;
            assert(read ? is_legal(&pos, again) && doubts >= 0 && doubts < 16 : *reason.data != '\0');
            (void)read;
            text_free(&reason);
        }
        assert(move_number_end(text) <= text + strlen(text));
        for (Notation n = NOTATION_ICCS; n < NOTATIONS && ok; n++) {
            Text reader = {.language = n == NOTATION_VIETNAMESE ? LANGUAGE_VIETNAMESE : LANGUAGE_ENGLISH};
            ok = move_from_text(&pos, move_to_text(&pos, move, n, written), &again, &reader) == READ_MOVE;
            assert(ok && again == move);
        }
        (void)ok;
    }
}

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
    read_in_position(text);
    free(text);
    return 0;
}
