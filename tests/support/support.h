/* SPDX-License-Identifier: GPL-3.0-only */
/* support.h - what the suites share: positions, random walks, files, and the list of suites.
 *
 * Tests run with the checkout as working directory. Everything random is seeded, so a failure
 * repeats; a failure names its case. */
#pragma once

#include <check.h>

#include "engine/board/movegen.h"
#include "engine/base/rng.h"
#include "tests/oracle/slow_rules.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* ck_assert_msg() for inner loops: it tells the runner nothing unless it fails, which saves a write
 * to a pipe per assertion. */
#define REQUIRE(condition, ...)                                                                                                            \
    do {                                                                                                                                   \
        if (!(condition))                                                                                                                  \
            ck_abort_msg(__VA_ARGS__);                                                                                                     \
    } while (0)

/* -- positions -------------------------------------------------------------------------------- */

typedef struct NamedPosition {
    const char *name, *fen;
} NamedPosition;

/* Openings, middlegames, endings and oddities. The first is the start position. */
extern const NamedPosition named_positions[];
extern const int named_position_count;

/* The position of a FEN, or of a named one; the test fails if there is none such. */
Position read_position(const char *fen);
Position named_position(const char *name);

/* The FEN, in one of a few static buffers: for messages only. */
const char *fen_of(const Position *pos);

/* A move from its ICCS text, which must be well formed; and back, in a static buffer, for messages. */
Move move_of(const char *iccs);
const char *iccs_of(Move m);

/* Moves in ICCS, sorted, blank-separated, into out[size]; returns out. */
char *moves_text(const MoveList *list, char *out, int size);

/* -- randomness ------------------------------------------------------------------------------- */

/* An endless walk: random legal moves from one of the named positions, begun anew elsewhere when a
 * game ends or has lasted long enough. */
typedef struct Walk {
    Rng rng;
    Position pos;
    int plies_left;
} Walk;

void walk_init(Walk *walk, uint64_t seed);
const Position *walk_next(Walk *walk);

/* Pieces strewn at random over the points where they may stand, half of the time crowding round the
 * kings; kings do not face each other and the side not to move is not in check. Such positions hold
 * what games rarely show: crossed screens, several pins, checks by many pieces. */
void random_placement(Rng *rng, Position *pos);

/* A random legal move, MOVE_NONE if there is none. */
Move random_move(Rng *rng, const Position *pos);

/* -- the slow rules (slow_rules.h) seen from the engine's types --------------------------------- */

SlowBoard slow_board(const Position *pos);
void slow_position(const SlowBoard *b, Position *pos);
static inline Move slow_move(SlowMove m) { return move_make(square_make(m.from_file, m.from_rank), square_make(m.to_file, m.to_rank)); }

/* -- files and programs ------------------------------------------------------------------------ */

/* Path of a program of this build, such as "hanxin". Static memory. */
const char *built_program(const char *name);

/* Path of a file of the shared data folder (../shared/data, or $HANXIN_SHARED), or NULL, after a call
 * of skipped(), when it is not there: then the test returns. Static memory. */
const char *shared_file(const char *name);

/* A scratch folder of this test process, made on first use and removed at its end. Static memory. */
const char *scratch_folder(void);

/* A path in it. One of four static places, taken by turns. */
const char *scratch_path(const char *name);

/* Runs a command of the shell in it, $b being a program of this build. Its status, or -1; what it says on both streams is in `said`. */
int run_in_scratch(const char *program, const char *command, char *said, size_t size);

/* Does an extended regular expression fit somewhere? */
bool matches(const char *text, const char *pattern);

/* Reports that something is not tested, and why. The runner counts these, and prints each reason once at its end. */
void skipped(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* More repetitions where they are cheap: `full` in release builds, `reduced` under MODE=debug, asan or tsan. */
int effort(int full, int reduced);

/* -- suites ------------------------------------------------------------------------------------
 * Each test_X.c below tests/ exports X_suite(); the Makefile writes the list of them, one SUITE(X) a line. */

#define SUITE(name) Suite *name##_suite(void);
#include SUITES
#undef SUITE

/* For qsort() of feature rows. */
int compare_rows(const void *a, const void *b);
