/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/keep.h"

#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/why.h"
#include "engine/notation/games.h"

enum { PLACES = 50, STAMP_SIZE = 32 };

static const char tag_saved[] = "HanxinSaved";

/* The message must suit the user's system; on most systems, the reason is that the variable HOME is
 * missing. */
bool keep_folder(char *path, Text *why)
{
    return state_folder("hanxin", path, KEEP_PATH_SIZE - 20) ||
           text_fail(why, "%s", tr(why_language(why), "the environment names no folder for games"));
}

/* Writes the path of a slot's file with the suffix ".pgn" or ".lock". Returns false if there is no
 * folder. */
static bool path_of(int place, const char *suffix, char *path)
{
    if (!keep_folder(path, NULL))
        return false;
    size_t length = strlen(path);
    snprintf(path + length, KEEP_PATH_SIZE - length, "/game-%02d%s", place, suffix);
    return true;
}

static bool read_place(int place, GameTree *game)
{
    char path[KEEP_PATH_SIZE];
    GameSource source;
    tree_init(game);
    if (!path_of(place, ".pgn", path) || !games_open(&source, path, NULL))
        return false;
    bool whole = games_next(&source, game, LANGUAGE_ENGLISH) && !tree_has_fault(game);
    games_close(&source);
    return whole;
}

/* Content of a slot. A new game replaces the one with the lowest rank; the one with the highest rank is
 * resumed. */
enum { NOTHING = '0', FINISHED, UNFINISHED };
typedef struct Kept {
    int place;
    char rank[1 + STAMP_SIZE]; /* one of these ranks, followed by the time of saving */
} Kept;

/* Examines a slot. A game that is unreadable or has no moves counts as finished, because it cannot be
 * resumed. */
static Kept look(int place)
{
    char path[KEEP_PATH_SIZE];
    Kept kept = {.place = place, .rank = {NOTHING}};
    GameTree game;
    if (!path_of(place, ".pgn", path) || !file_exists(path))
        return kept;
    bool goes_on = read_place(place, &game) && game.main.plies > 0 && game.outcome == OUTCOME_OPEN;
    const char *saved = tree_tag(&game, tag_saved);
    snprintf(kept.rank, sizeof kept.rank, "%c%s", goes_on ? UNFINISHED : FINISHED, saved ? saved : "");
    tree_clear(&game);
    return kept;
}

static int by_rank(const void *a, const void *b)
{
    const Kept *one = a, *other = b;
    int order = strcmp(one->rank, other->rank);
    return order ? order : one->place - other->place;
}

/* Locks a slot. To resume a game, that of the latest unfinished game; for a new game, an empty slot,
 * otherwise that of the oldest finished game, otherwise that of the oldest game. Returns 0 if there
 * is none. Does not lock other slots meanwhile, because another program may want to resume a game in
 * one. */
static int choose(bool resume, FILE **lock)
{
    Kept all[PLACES];
    for (int i = 0; i < PLACES; i++)
        all[i] = look(i + 1);
    qsort(all, PLACES, sizeof *all, by_rank);
    for (int i = 0; i < PLACES; i++) {
        const Kept *kept = &all[resume ? PLACES - 1 - i : i];
        char path[KEEP_PATH_SIZE];
        if (resume && *kept->rank != UNFINISHED)
            break;
        *lock = path_of(kept->place, ".lock", path) ? file_claim(path, "a+b", NULL) : NULL;
        if (!*lock)
            continue;
        Kept now = look(kept->place); /* another program may have changed the file meanwhile */
        if (resume ? *now.rank == UNFINISHED : strcmp(now.rank, kept->rank) == 0)
            return kept->place;
        fclose(*lock);
    }
    *lock = NULL;
    return 0;
}

/* Writes the time in microseconds. If two games are saved within a millisecond, the later one must
 * still be resumed. */
static void stamp(char *out)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    time_t seconds = now.tv_sec;
    struct tm *utc = gmtime(&seconds);
    size_t length = utc ? strftime(out, STAMP_SIZE, "%Y-%m-%d %H:%M:%S", utc) : 0;
    snprintf(out + length, STAMP_SIZE - length, ".%06d", (int)now.tv_usec);
}

bool keep_write(Keep *keep, GameTree *game, Text *why)
{
    char folder[KEEP_PATH_SIZE], path[KEEP_PATH_SIZE], saved[STAMP_SIZE];
    OutFile out;
    if (!keep_folder(folder, why))
        return false;
    if (!folder_make(folder))
        return why_errno(why, folder);
    if (!keep->place)
        keep->place = choose(false, &keep->lock);
    if (!keep_path(keep, path))
        return why_path(why, folder, "%s", tr(why_language(why), "no free slot in it"));
    stamp(saved);
    if (!tree_set_tag(game, tag_saved, saved))
        return why_no_memory(why);
    if (!outfile_open(&out, path, OUT_REPLACE, why))
        return false;
    pgn_write(game, NOTATION_ICCS, out.stream);
    if (!outfile_commit(&out, why))
        return false;
    keep->behind = false;
    return true;
}

bool keep_path(const Keep *keep, char *path) { return keep->place && path_of(keep->place, ".pgn", path); }

void keep_leave(Keep *keep)
{
    if (keep->lock)
        fclose(keep->lock);
    *keep = (Keep){0};
}

bool keep_resume(Keep *keep, GameTree *game)
{
    keep_leave(keep);
    tree_init(game);
    keep->place = choose(true, &keep->lock);
    if (keep->place && read_place(keep->place, game))
        return true;
    keep_leave(keep);
    return false;
}
