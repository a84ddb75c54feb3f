/* SPDX-License-Identifier: GPL-3.0-only */
/* support.h - code shared by the suites: positions, random walks, files, and the list of suites.
 *
 * Tests run with the checkout as working directory. All random numbers are seeded, so that failures
 * repeat. A failure names its case. */
#pragma once

#include <check.h>

#include "engine/board/movegen.h"
#include "engine/base/rng.h"
#include "tests/oracle/slow_rules.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* A ck_assert_msg() for inner loops. It reports to the runner only if it fails, which saves a write
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

/* Return the position of a FEN, or the one with this name. Fail the test if there is no such
 * position. */
Position read_position(const char *fen);
Position named_position(const char *name);

/* Returns the FEN, in one of four static buffers that are used in turn: for messages only. */
const char *fen_of(const Position *pos);

/* Convert between a move and its ICCS text. move_of() fails the test if the text is not well formed;
 * iccs_of() uses four static buffers in turn, for messages. */
Move move_of(const char *iccs);
const char *iccs_of(Move m);

/* Writes the moves in ICCS, sorted and separated by blanks, to out[size]. Returns out. */
char *moves_text(const MoveList *list, char *out, int size);

/* -- randomness ------------------------------------------------------------------------------- */

/* An endless random walk: legal moves from one of the named positions. A new one is drawn when a game
 * ends or has lasted long enough. */
typedef struct Walk {
    Rng rng;
    Position pos;
    int plies_left;
} Walk;

void walk_init(Walk *walk, uint64_t seed);
const Position *walk_next(Walk *walk);

/* Puts random pieces on random points that they may occupy, half of the time crowded near a king's
 * lines. The kings do not face each other, and the side not to move is not in check. Such positions
 * contain patterns that are rare in games: crossed screens, several pins, checks by many pieces. */
void random_placement(Rng *rng, Position *pos);

/* Returns a random legal move, or MOVE_NONE if there is none. */
Move random_move(Rng *rng, const Position *pos);

/* -- conversion between the engine's types and those of slow_rules.h ------------------------------ */

SlowBoard slow_board(const Position *pos);
void slow_position(const SlowBoard *b, Position *pos);
static inline Move slow_move(SlowMove m) { return move_make(square_make(m.from_file, m.from_rank), square_make(m.to_file, m.to_rank)); }

/* -- files and programs ------------------------------------------------------------------------ */

/* Returns the path of a program of this build, such as "hanxin". Static memory. */
const char *built_program(const char *name);

/* Returns the path of a file in the shared data folder (../shared/data or $HANXIN_SHARED). If it does
 * not exist, calls skipped() and returns NULL; the test must then return. Static memory. */
const char *shared_file(const char *name);

/* Returns the scratch folder of this test process, which is created on first use and removed at the
 * end of the process. Static memory. */
const char *scratch_folder(void);

/* Returns a path in that folder, in one of four static buffers that are used in turn. */
const char *scratch_path(const char *name);

/* Runs a shell command in that folder; $b is the path of `program` of this build. Stores its output on
 * both streams in said[size]. Returns its exit status, or -1 if it did not exit. */
int run_in_scratch(const char *program, const char *command, char *said, size_t size);

/* Returns true if the extended regular expression matches anywhere in the text. */
bool matches(const char *text, const char *pattern);

/* Reports that something is not tested, and why. The runner counts the reasons and prints each of
 * them once at the end. */
void skipped(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns a number of repetitions: `full` in release builds, `reduced` in debug, asan and tsan
 * builds, which are slow. */
int effort(int full, int reduced);

/* -- suites ------------------------------------------------------------------------------------
 * Each test_X.c in a folder of tests/ exports X_suite(). The Makefile writes their list, as
 * SUITE(X) SUITE(Y) ... */

#define SUITE(name) Suite *name##_suite(void);
#include SUITES
#undef SUITE

/* Compares feature rows, for qsort(). */
int compare_rows(const void *a, const void *b);
