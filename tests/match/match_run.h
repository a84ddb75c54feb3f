/* SPDX-License-Identifier: GPL-3.0-only */
/* match_run.h - runs hanxin-match with fake engines and checks its output. */
#pragma once

#include <sys/types.h>

#include "bench/match/json.h"
#include "tests/support/support.h"

typedef struct Run {
    int status;       /* exit status */
    char text[20000]; /* output on both streams */
} Run;

/* Returns a path in the scratch folder; the last few remain valid. */
const char *scratch(const char *name);

/* Returns "--engine cmd=... name=..." for a fake engine with the arguments `words` and the engine settings `settings`. The last few
 * results remain valid. */
const char *fake(const char *name, const char *words, const char *settings);

/* Runs a shell command. */
Run shell(const char *line);

/* Runs hanxin-match with these arguments, parsed by the shell. */
Run match(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Does the same without waiting and returns the process number. The output goes to the scratch file output.txt. */
pid_t start_match(const char *format, ...) __attribute__((format(printf, 1, 2)));

char *read_text(const char *path); /* The caller frees it. */
void write_text(const char *path, const char *text, size_t length);

/* Return the results as an object with the list "games". */
json_t *read_json(const char *path);    /* from --json */
json_t *read_page(const char *path);    /* from --html */
json_t *read_results(const char *path); /* from --results: the games on intact lines */

/* Returns the path of the results file that hanxin-match keeps next to the export; the last few remain valid. */
const char *results_of(const char *export);
long ending_count(const json_t *file, const char *ending);
const json_t *game_of(const json_t *file, int id); /* NULL if absent */
int game_count(const json_t *file);

double number_of(const json_t *object, const char *name); /* NAN if absent or not a number */
double number_at(const json_t *list, int i);

/* Returns the number of fake engines whose command line contains the word. */
int processes_with(const char *word);

/* Waits until no fake engine is left whose command line contains the word, because the guardian needs a moment. */
void assert_no_engine_left(const char *word);

/* Returns the word that marks the engines of this test. */
const char *own_tag(void);

/* Waits until this number of the test's engines are running. */
void await_processes(int count);

/* Waits until the file contains the text. */
void await_text(const char *path, const char *what);

/* Waits for a run that start_match() has started. It must exit with this status and have printed the text. */
void assert_ends(pid_t runner, int status, const char *what);

/* Returns arguments for two honest fakes followed by `options`. */
const char *two_fakes(const char *options);

typedef struct FaultCase {
    const char *words;    /* arguments of the fake engine */
    const char *settings; /* its limits; the honest side has only depth=1 */
    const char *options;  /* options of the runner */
    const char *ending;   /* ending of all games, which the faulty engine loses; NULL: games end normally */
    const char *reason;   /* part of the reason */
} FaultCase;

/* Limits of an engine under the clock: one so wide that no honest move is late on any machine, and one that a late move soon exceeds. */
#define CLOCK       "proto=uci st=0.15 margin=2000"
#define TIGHT_CLOCK "proto=uci st=0.15 margin=20"

/* Plays the games, with each engine as Red in turn, and checks that all of them have this verdict. */
void assert_verdict(const FaultCase *v, int games);
