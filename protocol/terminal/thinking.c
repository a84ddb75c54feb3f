#include "protocol/terminal/thinking.h"

#include <limits.h>
#include <stdatomic.h>

#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/board/attacks.h"
#include "engine/notation/names.h"
#include "protocol/terminal/terminal.h"

/* What the engine may spend on a move. */
static Limits move_limits(Play *p)
{
    Limits limits = {.depth = p->table.depth};
    p->player->settings.skill = p->table.level;
    player_temper(p->player, &limits);
    if (p->table.time_ms > 0 && !p->table.depth)
        limits.movetime_ms = p->table.time_ms;
    return limits;
}

Limits thinking_advice(const Play *p, int64_t time_ms)
{
    return p->table.depth ? (Limits){.depth = p->table.depth} : (Limits){.movetime_ms = time_ms};
}

typedef struct Thinking {
    SearchResult result;
    atomic_int depth; /* completed so far */
    atomic_bool done;
} Thinking;

static void take_result(void *self, const SearchResult *result)
{
    Thinking *thinking = self;
    thinking->result = *result;
    atomic_store(&thinking->done, true);
}

static void take_info(void *self, const SearchInfo *info)
{
    Thinking *thinking = self;
    atomic_store(&thinking->depth, info->depth);
}

/* Until the search is done or something asks to stop it. Returns KEY_NONE in the former case. */
static int look_on(Play *p, const Thinking *thinking, bool keys, const char *what)
{
    enum { LOOK_MS = 20, QUIET_MS = 400, RENEW_MS = 250 };
    Progress progress = progress_new(stdout, p->screen.clear);
    int64_t start_ms = clock_ms();
    int key = KEY_NONE;
    while (key == KEY_NONE && !atomic_load(&thinking->done)) {
        key = terminal_key(&p->terminal, LOOK_MS, keys);
        int64_t ms = clock_ms() - start_ms;
        if (*what && stdout_is_terminal() && ms >= QUIET_MS && progress_due(&progress, RENEW_MS, INT_MAX))
            progress_show(&progress, play_text(p, "%s: %d s, depth %d", "%s：%d 秒，深度 %d"), what, (int)(ms / 1000),
                          atomic_load(&thinking->depth));
    }
    progress_clear(&progress);
    return key;
}

bool thinking_search(Play *p, const Limits *limits, bool keys, const char *what, SearchResult *result)
{
    int key;
    terminal_keys_begin(&p->terminal);
    do { /* once more if it was suspended: its time is over */
        Thinking thinking = {.done = false};
        SearchListener listener = {.info = take_info, .done = take_result, .self = &thinking};
        if (!player_start(p->player, &p->table.game, limits, &listener)) {
            terminal_keys_end(&p->terminal);
            play_say(p, play_text(p, "Out of memory.", "内存不足。"));
            return false;
        }
        key = look_on(p, &thinking, keys && stdin_is_terminal(), what);
        if (key != KEY_NONE)
            player_stop(p->player);
        player_wait(p->player);
        *result = thinking.result;
    } while (key == KEY_SUSPEND);
    terminal_keys_end(&p->terminal);
    return key == KEY_NONE;
}

/* A move of the books, with some variety. */
static Move book_move(Play *p)
{
    Move best, reply;
    return player_book_move(p->player, &p->table.game, NULL, &best, &reply) ? best : MOVE_NONE;
}

/* Searches for the move; MOVE_NONE, and the game paused, when a person or lack of memory ended it. */
static Move searched_move(Play *p)
{
    char what[80];
    SearchResult result;
    if (!player_wake(p->player)) {
        p->table.engine[RED] = p->table.engine[BLACK] = false;
        return MOVE_NONE;
    }
    Limits limits = move_limits(p);
    snprintf(what, sizeof what, play_text(p, "%s thinks", "%s思考中"), side_word((Side)p->table.game.now.side, p->screen.language));
    if (thinking_search(p, &limits, p->table.engine[RED] && p->table.engine[BLACK], what, &result))
        return result.best;
    p->table.paused = true;
    if (!terminal_ending())
        play_say(p, play_text(p, "Paused; `go` goes on.", "已暂停，go 继续。"));
    return MOVE_NONE;
}

void thinking_move(Play *p)
{
    Move best = book_move(p);
    bool from_book = best != MOVE_NONE;
    if (!from_book)
        best = searched_move(p);
    if (best == MOVE_NONE)
        return;
    char text[SCREEN_MOVE_SIZE];
    screen_move(&p->screen, &p->table.game.now, best, text);
    Side side = (Side)p->table.game.now.side;
    if (!play_move(p, best)) {
        p->table.paused = true;
        return;
    }
    play_redraw(p, 0);
    play_say(p, play_text(p, "%s plays %s%s.%s", "%s走 %s%s。%s"), side_word(side, p->screen.language), text,
             from_book ? play_text(p, " from the book", "，出自开局库") : "",
             p->table.result.outcome == OUTCOME_OPEN && in_check(&p->table.game.now, (Side)p->table.game.now.side)
                 ? play_text(p, " Check!", "将军！")
                 : "");
    play_announce(p);
}
