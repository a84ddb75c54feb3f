/* SPDX-License-Identifier: GPL-3.0-only */
/* match_run.h - running hanxin-match with fake engines, and looking at what it left. */
#pragma once

#include <sys/types.h>

#include "bench/match/json.h"
#include "tests/support/support.h"

typedef struct Run {
    int status;       /* exit status */
    char text[20000]; /* what it printed, both streams */
} Run;

/* A path in the scratch folder; the last few stay valid. */
const char *scratch(const char *name);

/* "--engine cmd=... name=..." for a fake engine; `words` are its arguments, `settings` the rest. The last few stay valid. */
const char *fake(const char *name, const char *words, const char *settings);

/* Runs a line of the shell. */
Run shell(const char *line);

/* Runs hanxin-match with these arguments, read as a shell does. */
Run match(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same without waiting: its process number. What it prints goes to the scratch file output.txt. */
pid_t start_match(const char *format, ...) __attribute__((format(printf, 1, 2)));

char *read_text(const char *path); /* owned by the caller */
void write_text(const char *path, const char *text, size_t length);

/* Results as an object with the list "games". */
json_t *read_json(const char *path);    /* of --json */
json_t *read_page(const char *path);    /* of --html */
json_t *read_results(const char *path); /* of --results: the games on undamaged lines */

/* The results file that hanxin-match keeps next to the export; the last few stay valid. */
const char *results_of(const char *export);
long ending_count(const json_t *file, const char *ending);
const json_t *game_of(const json_t *file, int id); /* NULL: not there */
int game_count(const json_t *file);

double number_of(const json_t *object, const char *name); /* NAN: not there, or no number */
double number_at(const json_t *list, int i);

/* Fake engines whose command line holds the word; and waiting for them to be gone, as the guardian needs a moment. */
int processes_with(const char *word);
void assert_no_engine_left(const char *word);

/* The word by which this test's own engines are known; and waiting for so many of them. */
const char *own_tag(void);
void await_processes(int count);

/* Until the file holds the text, as soon as that is. */
void await_text(const char *path, const char *what);

/* Waits for one that start_match() has started: it exits so, and has printed that. */
void assert_ends(pid_t runner, int status, const char *what);

/* Two honest fakes, and `options`. */
const char *two_fakes(const char *options);

typedef struct FaultCase {
    const char *words;    /* of the fake engine */
    const char *settings; /* its limits; the honest side has just depth=1 */
    const char *options;  /* of the runner */
    const char *ending;   /* of all games, lost by the faulty engine; NULL: they are played well */
    const char *reason;   /* part of it */
} FaultCase;

/* Limits of an engine under the clock: an honest move does not come so late on any machine. And a clock that a late move soon oversteps. */
#define CLOCK       "proto=uci st=0.15 margin=2000"
#define TIGHT_CLOCK "proto=uci st=0.15 margin=20"

/* Plays the games, both engines in turn with Red, and finds that verdict in all of them. */
void assert_verdict(const FaultCase *v, int games);
