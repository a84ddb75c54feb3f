#include "protocol/terminal/keep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/textfile.h"

enum { PLACES = 50, STAMP_SIZE = 32 };

static const char tag_saved[] = "HanxinSaved";

bool keep_folder(char *out) { return state_folder("hanxin", out, KEEP_PATH_SIZE - 20); }

/* With ".pgn" or ".lock". False if there is no folder for it. */
static bool path_of(int place, const char *suffix, char *out)
{
    if (!keep_folder(out))
        return false;
    size_t length = strlen(out);
    snprintf(out + length, KEEP_PATH_SIZE - length, "/game-%02d%s", place, suffix);
    return true;
}

/* The lock of a place, NULL if it cannot be had. */
static FILE *claim(int place)
{
    char path[KEEP_PATH_SIZE];
    if (!path_of(place, ".lock", path) || (file_exists(path) && !file_is_regular(path)))
        return NULL;
    FILE *lock = file_open(path, "a");
    if (lock && !file_lock(lock)) {
        fclose(lock);
        lock = NULL;
    }
    return lock;
}

/* What stands at a place. */
typedef struct Kept {
    bool there, finished; /* so is what cannot be read or has no moves: there is nothing to go on with */
    char saved[STAMP_SIZE];
} Kept;

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

static Kept look(int place)
{
    char path[KEEP_PATH_SIZE];
    Kept kept = {.there = path_of(place, ".pgn", path) && file_exists(path)};
    if (!kept.there)
        return kept;
    PgnGame game;
    bool whole = read_place(place, &game);
    const char *saved = pgn_tag(&game, tag_saved);
    kept.finished = !whole || game.plies == 0 || game.outcome != OUTCOME_OPEN;
    snprintf(kept.saved, sizeof kept.saved, "%s", saved ? saved : "");
    pgn_clear(&game);
    return kept;
}

/* Is a's place to be given up before b's? */
static bool goes_first(const Kept *a, const Kept *b)
{
    if (a->there != b->there)
        return !a->there;
    if (a->finished != b->finished)
        return a->finished;
    return strcmp(a->saved, b->saved) < 0;
}

/* Locks the place that is best by `better`, among those that `fits` lets through. 0 if there is none. */
static int choose(bool (*fits)(const Kept *kept), bool (*better)(const Kept *a, const Kept *b), FILE **lock)
{
    int best = 0;
    Kept of_best = {0};
    *lock = NULL;
    for (int place = 1; place <= PLACES; place++) {
        Kept kept = look(place);
        if (!fits(&kept) || (best && !better(&kept, &of_best)))
            continue;
        FILE *mine = claim(place);
        kept = mine ? look(place) : kept; /* somebody may have been quicker */
        if (mine && fits(&kept) && (!best || better(&kept, &of_best))) {
            if (*lock)
                fclose(*lock);
            *lock = mine;
            best = place;
            of_best = kept;
            if (!kept.there)
                break; /* nothing is better than an empty one */
        } else if (mine) {
            fclose(mine);
        }
    }
    return best;
}

static bool any_place(const Kept *kept)
{
    (void)kept;
    return true;
}

static bool can_go_on(const Kept *kept) { return kept->there && !kept->finished; }
static bool is_later(const Kept *a, const Kept *b) { return strcmp(a->saved, b->saved) > 0; }

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

/* What a person can do about it depends on the system: on most it is the variable HOME that is missing. */
const char *keep_no_folder(Language language)
{
    return in_language(language, "the environment names no folder for games", "环境未指明存放对局的文件夹");
}

bool keep_write(Keep *keep, PgnGame *game, Language language, char *error)
{
    char folder[KEEP_PATH_SIZE], path[KEEP_PATH_SIZE], saved[STAMP_SIZE];
    OutFile out;
    Text why = {.data = error, .room = FILE_ERROR_SIZE, .fixed = true, .language = language};
    if (!keep_folder(folder)) {
        strcpy(error, keep_no_folder(language));
        return false;
    }
    if (!folder_make(folder))
        return why_errno(&why, folder);
    if (!keep->place)
        keep->place = choose(any_place, goes_first, &keep->lock);
    if (!keep->place || !path_of(keep->place, ".pgn", path))
        return why_path(&why, folder, "%s", in_language(language, "no place can be had in it", "其中没有可用的位置"));
    stamp(saved);
    bool ok = pgn_set_tag(game, tag_saved, saved) || why_no_memory(&why);
    ok = ok && outfile_open(&out, path, OUT_REPLACE, &why);
    if (ok) {
        pgn_write(game, NOTATION_ICCS, out.stream);
        ok = outfile_commit(&out, &why);
    }
    return ok;
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
    keep->place = choose(can_go_on, is_later, &keep->lock);
    if (keep->place && read_place(keep->place, game))
        return true;
    if (keep->place)
        pgn_clear(game);
    keep_leave(keep);
    return false;
}
