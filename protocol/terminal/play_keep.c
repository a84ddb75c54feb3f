/* Nothing is lost when the program ends: the game is kept after every move, in one of a row of files.
 *
 * The folder holds game-01.pgn to game-50.pgn, whole PGN files that `load` and every other program can read, and beside
 * each a lock, which a running program holds for the game it plays. So two at once have a file each. A new game takes a
 * free place or, when all are taken, that of the oldest finished game, else of the oldest. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "protocol/terminal/play_state.h"
#include "engine/notation/refusal.h"
#include "engine/base/textfile.h"

enum { PLACES = 50, STAMP_SIZE = 32 };

static const char tag_settings[] = "HanxinPlay", tag_clocks[] = "HanxinClocks", tag_saved[] = "HanxinSaved";

static bool folder_of_games(char *out) { return state_folder("hanxin", out, KEEP_PATH_SIZE - 20); }

/* With ".pgn" or ".lock". False if there is no folder for it. */
static bool path_of(int place, const char *suffix, char *out)
{
    if (!folder_of_games(out))
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

static PgnStatus read_place(int place, PgnGame *game)
{
    char path[KEEP_PATH_SIZE], error[FILE_ERROR_SIZE];
    size_t length;
    PgnSource source;
    PgnFault fault;
    pgn_init(game);
    char *text = path_of(place, ".pgn", path) ? text_read_file(path, &length, error) : NULL;
    if (!text)
        return PGN_END;
    pgn_source_init(&source, text, length);
    PgnStatus status = pgn_read(&source, game, &fault);
    free(text);
    return status;
}

static Kept look(int place)
{
    char path[KEEP_PATH_SIZE];
    Kept kept = {.there = path_of(place, ".pgn", path) && file_exists(path)};
    if (!kept.there)
        return kept;
    PgnGame game;
    PgnStatus status = read_place(place, &game);
    const char *saved = pgn_tag(&game, tag_saved);
    kept.finished = status != PGN_GAME || game.plies == 0 || game.outcome != OUTCOME_OPEN;
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

static bool add_tags(const Play *p, PgnGame *game)
{
    char settings[200], clocks[60], saved[STAMP_SIZE];
    play_settings_write(p, settings, sizeof settings);
    snprintf(clocks, sizeof clocks, "%lld %lld", (long long)p->used_ms[RED], (long long)p->used_ms[BLACK]);
    stamp(saved);
    return pgn_set_tag(game, tag_settings, settings) && pgn_set_tag(game, tag_clocks, clocks) && pgn_set_tag(game, tag_saved, saved);
}

/* What a person can do about it depends on the system: on most it is the variable HOME that is missing. */
static const char *no_folder(const Play *p) { return either(p, "the environment names no folder for games", "环境未指明存放对局的文件夹"); }

/* False with the reason in the language spoken. */
static bool write_kept(Play *p, char *error)
{
    Keep *keep = &p->keep;
    char folder[KEEP_PATH_SIZE], path[KEEP_PATH_SIZE];
    if (!folder_of_games(folder)) {
        strcpy(error, no_folder(p));
        return false;
    }
    if (!folder_make(folder))
        return file_fail(error, folder, refusal_of_file(strerror(errno), "", p->screen.language));
    if (!keep->place)
        keep->place = choose(any_place, goes_first, &keep->lock);
    if (!keep->place || !path_of(keep->place, ".pgn", path))
        return file_fail(error, folder, refusal_of_file("no place can be had in it", "", p->screen.language));
    PgnGame game;
    OutFile out;
    pgn_init(&game);
    bool ok = play_to_pgn(p, &game) && add_tags(p, &game);
    if (!ok)
        file_fail(error, path, "out of memory");
    ok = ok && outfile_open(&out, path, OUT_REPLACE, error);
    if (ok) {
        pgn_write(&game, NOTATION_ICCS, out.stream);
        ok = outfile_commit(&out, error);
    }
    pgn_clear(&game);
    char why[FILE_ERROR_SIZE];
    if (!ok) {
        snprintf(why, sizeof why, "%s", refusal_of_file(error, path, p->screen.language));
        file_fail(error, path, why);
    }
    return ok;
}

void play_keep(Play *p)
{
    Keep *keep = &p->keep;
    char error[FILE_ERROR_SIZE];
    if (!keep->on || !keep->changed || (p->game.plies == 0 && !keep->place))
        return;
    if (write_kept(p, error)) {
        keep->changed = keep->told = false;
    } else if (!keep->told && play_waits(p)) { /* else the engine's move would wipe it off the screen */
        play_say(p, either(p, "The game cannot be kept: %s.", "无法自动保存对局：%s。"), error);
        keep->told = true;
    }
}

bool play_is_kept(const Play *p, char *path) { return p->keep.place && !p->keep.changed && path_of(p->keep.place, ".pgn", path); }

void play_keep_leave(Play *p)
{
    if (p->keep.lock)
        fclose(p->keep.lock);
    p->keep.lock = NULL;
    p->keep.place = 0;
    p->keep.changed = false;
}

bool play_resume(Play *p)
{
    char folder[KEEP_PATH_SIZE];
    FILE *lock = NULL;
    bool named = folder_of_games(folder);
    int place = named ? choose(can_go_on, is_later, &lock) : 0;
    PgnGame game;
    if (!place || read_place(place, &game) != PGN_GAME) {
        if (named)
            fprintf(stderr, either(p, "hanxin play: no unfinished game is kept in %s\n", "hanxin play：%s 中没有未下完的对局\n"), folder);
        else
            fprintf(stderr, "hanxin play%s%s\n", either(p, ": ", "："), no_folder(p));
        if (lock)
            fclose(lock);
        return false;
    }
    const char *settings = pgn_tag(&game, tag_settings), *clocks = pgn_tag(&game, tag_clocks);
    long long red = 0, black = 0;
    if (settings)
        play_settings_read(p, settings);
    bool ok = play_set_up(p, &game);
    if (clocks && sscanf(clocks, "%lld %lld", &red, &black) == 2 && red >= 0 && black >= 0) {
        p->used_ms[RED] = red;
        p->used_ms[BLACK] = black;
    }
    pgn_clear(&game);
    p->keep = (Keep){.on = true, .place = place, .lock = lock};
    return ok;
}
