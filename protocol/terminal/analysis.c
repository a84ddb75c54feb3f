#include "protocol/terminal/analysis.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/board/makemove.h"
#include "engine/notation/names.h"
#include "protocol/terminal/terminal.h"

char *score_text(Score score, Side to_move, Language language, char *out)
{
    bool zh = language == LANGUAGE_CHINESE;
    Side better = score >= 0 ? to_move : opponent(to_move);
    const char *side = side_word(better, language);
    int size = abs(score);
    if (is_mate(score))
        snprintf(out, SCORE_TEXT_SIZE, zh ? "%s %d 步杀" : "%s mates in %d", side, (SCORE_MATE - size + 1) / 2);
    else if (is_decisive(score))
        snprintf(out, SCORE_TEXT_SIZE, zh ? "%s依棋规取胜" : "%s wins by the repetition rules", side);
    else if (score == 0)
        snprintf(out, SCORE_TEXT_SIZE, "%s", zh ? "均势 0.00" : "even 0.00");
    else
        snprintf(out, SCORE_TEXT_SIZE, zh ? "%s优 %d.%02d" : "%s +%d.%02d", side, size / 100, size % 100);
    return out;
}

enum {
    MOST_LINES = 8,
    PAPER = 1000, /* columns of what is no terminal */
};

typedef struct Analysis {
    pthread_mutex_t lock;         /* the search's thread writes, ours reads */
    SearchInfo lines[MOST_LINES]; /* a whole set */
    int count;
    SearchInfo coming[MOST_LINES]; /* the set that is being told */
    atomic_bool changed, done;
} Analysis;

/* Is the set of one iteration, and every score exact? The last one of a search that was stopped need not be. */
static bool is_whole(const SearchInfo *lines, int count)
{
    for (int i = 0; i < count; i++)
        if (lines[i].depth != lines[0].depth || lines[i].bound != BOUND_EXACT)
            return false;
    return true;
}

static void take_info(void *self, const SearchInfo *info)
{
    Analysis *a = self;
    if (info->passing || info->multipv < 1 || info->multipv > MOST_LINES)
        return;
    a->coming[info->multipv - 1] = *info;
    if (info->multipv < info->lines && info->multipv < MOST_LINES)
        return;
    if (a->count > 0 && !is_whole(a->coming, info->multipv))
        return;
    pthread_mutex_lock(&a->lock);
    a->count = info->multipv;
    memcpy(a->lines, a->coming, sizeof *a->lines * (size_t)a->count);
    pthread_mutex_unlock(&a->lock);
    atomic_store(&a->changed, true);
}

static void take_end(void *self, const SearchResult *result)
{
    Analysis *a = self;
    (void)result;
    atomic_store(&a->done, true);
}

static void line_of(const SearchInfo *info, const Position *root, const Screen *screen, int columns, Text *line)
{
    char score[SCORE_TEXT_SIZE], text[MOVE_TEXT_SIZE];
    Position pos = *root;
    text_addf(line, "%d. %-2d  %s ", info->multipv, info->depth, score_text(info->score, (Side)root->side, screen->language, score));
    for (int i = 0; i < info->pv_length; i++) { /* whole moves only */
        Undo undo;
        move_to_text(&pos, info->pv[i], screen->notation, text);
        if (utf8_columns(line->data) + 1 + utf8_columns(text) > columns)
            break;
        text_addf(line, " %s", text);
        position_make(&pos, info->pv[i], &undo);
    }
    text_cut(line, utf8_fit(line->data, columns));
}

/* Writes all lines over those written before; returns how many there are now. */
static int show(Analysis *a, const Position *root, const Screen *screen, int before)
{
    int columns, rows;
    terminal_size(&columns, &rows);
    bool in_place = screen->clear;
    if (in_place && before > 0)
        printf("\033[%dA", before);
    pthread_mutex_lock(&a->lock);
    int count = a->count;
    for (int i = 0; i < count; i++) {
        Text line = TEXT_INIT;
        line_of(&a->lines[i], root, screen, in_place ? columns - 1 : PAPER, &line);
        printf("%s%s\n", line.data, in_place ? "\033[K" : "");
        text_free(&line);
    }
    if (count > 0) {
        const SearchInfo *first = &a->lines[0];
        bool zh = screen->language == LANGUAGE_CHINESE;
        printf(zh ? "%.1f 秒，%.1f 百万局面%s\n" : "%.1f s, %.1f million positions%s\n", (double)first->time_ms / 1000,
               (double)first->nodes / 1e6, in_place ? "\033[K" : "");
    }
    pthread_mutex_unlock(&a->lock);
    fflush(stdout);
    return count > 0 ? count + 1 : before;
}

void analysis_run(Player *player, const Game *game, const Limits *limits, const Screen *screen, Terminal *terminal)
{
    enum { FRAME_MS = 100 };
    Analysis *a = calloc(1, sizeof *a);
    if (!a)
        return;
    pthread_mutex_init(&a->lock, NULL);
    SearchListener listener = {.info = take_info, .done = take_end, .self = a};
    bool live = screen->clear && stdin_is_terminal();
    int shown = 0;
    if (player_start(player, game, limits, &listener)) {
        if (live)
            terminal_keys_begin(terminal);
        while (live && !atomic_load(&a->done)) {
            int key = terminal_key(terminal, FRAME_MS, true);
            if (key == KEY_SUSPEND)
                shown = 0; /* what the shell wrote stands where they were */
            else if (key != KEY_NONE)
                player_stop(player);
            if (atomic_exchange(&a->changed, false))
                shown = show(a, &game->now, screen, shown);
        }
        player_wait(player);
        if (live)
            terminal_keys_end(terminal);
        show(a, &game->now, screen, shown);
    }
    pthread_mutex_destroy(&a->lock);
    free(a);
}
