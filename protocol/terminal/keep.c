#include "protocol/terminal/keep.h"

#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/textfile.h"
#include "engine/base/why.h"

enum { PLACES = 50, STAMP_SIZE = 32 };

static const char tag_saved[] = "HanxinSaved";

/* What a person can do about it depends on the system: on most it is the variable HOME that is missing. */
bool keep_folder(char *path, Text *why)
{
    return state_folder("hanxin", path, KEEP_PATH_SIZE - 20) ||
           text_fail(why, "%s", why_either(why, "the environment names no folder for games", "环境未指明存放对局的文件夹"));
}

/* With ".pgn" or ".lock". False if there is no folder for it. */
static bool path_of(int place, const char *suffix, char *path)
{
    if (!keep_folder(path, NULL))
        return false;
    size_t length = strlen(path);
    snprintf(path + length, KEEP_PATH_SIZE - length, "/game-%02d%s", place, suffix);
    return true;
}

static bool read_place(int place, PgnGame *game)
{
    char path[KEEP_PATH_SIZE];
    size_t length;
    pgn_init(game);
    char *text = path_of(place, ".pgn", path) ? text_read_file(path, &length, NULL) : NULL;
    if (!text)
        return false;
    PgnSource source = pgn_source(text, length);
    bool whole = pgn_read(&source, game, LANGUAGE_ENGLISH) && !game->fault_line;
    free(text);
    return whole;
}

/* What stands at a place. */
typedef struct Kept {
    bool there, finished; /* so is what cannot be read or has no moves: there is nothing to go on with */
    char saved[STAMP_SIZE];
} Kept;

static Kept look(int place)
{
    char path[KEEP_PATH_SIZE];
    Kept kept = {.there = path_of(place, ".pgn", path) && file_exists(path), .finished = true};
    PgnGame game;
    if (!kept.there)
        return kept;
    if (read_place(place, &game))
        kept.finished = game.plies == 0 || game.outcome != OUTCOME_OPEN;
    const char *saved = pgn_tag(&game, tag_saved);
    snprintf(kept.saved, sizeof kept.saved, "%s", saved ? saved : "");
    pgn_clear(&game);
    return kept;
}

static bool is_same(const Kept *a, const Kept *b)
{
    return a->there == b->there && a->finished == b->finished && strcmp(a->saved, b->saved) == 0;
}

/* Locks the place of the latest unfinished game; or for another game one that is empty, else that of the oldest finished game, else
 * of the oldest. 0 if there is none. No other place is locked meanwhile: somebody may want to go on with the game there. */
static int choose(bool resume, FILE **lock)
{
    bool taken[PLACES + 1] = {false};
    for (;;) {
        char path[KEEP_PATH_SIZE];
        int best = 0;
        Kept of_best = {0};
        for (int place = 1; place <= PLACES && (!best || of_best.there); place++) {
            if (taken[place])
                continue;
            Kept kept = look(place);
            bool later = strcmp(kept.saved, of_best.saved) > 0;
            if (resume ? !kept.finished && (!best || later)
                       : !best || !kept.there || kept.finished > of_best.finished || (kept.finished == of_best.finished && !later)) {
                best = place;
                of_best = kept;
            }
        }
        *lock = best && path_of(best, ".lock", path) ? file_claim(path, "a+b", NULL) : NULL;
        if (!best)
            return 0;
        taken[best] = !*lock;
        if (!*lock)
            continue;
        Kept now = look(best);
        if (is_same(&now, &of_best))
            return best;
        fclose(*lock); /* another program had it meanwhile */
    }
}

static void stamp(char *out)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    time_t seconds = now.tv_sec;
    struct tm *utc = gmtime(&seconds);
    if (!utc || strftime(out, STAMP_SIZE, "%Y-%m-%d %H:%M:%S", utc) == 0)
        strcpy(out, "?");
    size_t length = strlen(out);
    snprintf(out + length, STAMP_SIZE - length, ".%03d", (int)(now.tv_usec / 1000));
}

bool keep_write(Keep *keep, PgnGame *game, Text *why)
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
        return why_path(why, folder, "%s", why_either(why, "no place can be had in it", "其中没有可用的位置"));
    stamp(saved);
    if (!pgn_set_tag(game, tag_saved, saved))
        return why_no_memory(why);
    if (!outfile_open(&out, path, OUT_REPLACE, why))
        return false;
    pgn_write(game, NOTATION_ICCS, out.stream);
    return outfile_commit(&out, why);
}

bool keep_path(const Keep *keep, char *path) { return keep->place && path_of(keep->place, ".pgn", path); }

void keep_leave(Keep *keep)
{
    if (keep->lock)
        fclose(keep->lock);
    *keep = (Keep){0};
}

bool keep_resume(Keep *keep, PgnGame *game)
{
    keep_leave(keep);
    keep->place = choose(true, &keep->lock);
    if (keep->place && read_place(keep->place, game))
        return true;
    if (keep->place)
        pgn_clear(game);
    keep_leave(keep);
    return false;
}
