#include "protocol/terminal/table_pgn.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "engine/base/text.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/notation/verdict.h"
#include "search/search.h"

static const char tag_settings[] = "HanxinPlay", tag_clocks[] = "HanxinClocks", tag_undone[] = "HanxinUndone";

/* The moves that were taken back, the next one first. */
static bool add_undone(const Table *t, PgnGame *game)
{
    Text text = TEXT_INIT;
    char iccs[5];
    for (int i = t->redo_count - 1; i >= 0; i--)
        text_addf(&text, "%s%s", text.length ? " " : "", move_to_iccs(t->redo[i], iccs));
    bool ok = t->redo_count == 0 || (!text.failed && pgn_set_tag(game, tag_undone, text.data));
    text_free(&text);
    return ok;
}

/* As far as they can be played. */
static void read_undone(Table *t, const char *moves, int64_t now_ms)
{
    int played = 0, length;
    char word[5];
    Move m;
    for (; sscanf(moves, "%4s%n", word, &length) == 1; moves += length, played++)
        if (!move_from_iccs(word, &m) || !is_legal(&t->game.now, m) || !table_move(t, m, now_ms))
            break;
    while (played-- > 0)
        table_undo(t, now_ms);
}

/* Who plays and how, as on a command line. */
static bool add_settings(const Table *t, PgnGame *game)
{
    char text[200], clocks[60];
    int n = snprintf(text, sizeof text, "--side=%s --rules=%s --limit=%d --time=%lldms", table_side(t), rule_set_name(t->rules), t->limit,
                     (long long)t->time_ms);
    if (t->depth)
        snprintf(text + n, sizeof text - (size_t)n, " --depth=%d", t->depth);
    else if (t->level < SKILL_LEVELS)
        snprintf(text + n, sizeof text - (size_t)n, " --level=%d", t->level);
    snprintf(clocks, sizeof clocks, "%lld %lld", (long long)t->used_ms[RED], (long long)t->used_ms[BLACK]);
    return pgn_set_tag(game, tag_settings, text) && pgn_set_tag(game, tag_clocks, clocks) && add_undone(t, game);
}

static void read_settings(Table *t, const char *settings)
{
    char text[200], *rest = text, *word;
    snprintf(text, sizeof text, "%s", settings);
    while ((word = word_next(&rest))) {
        char *value = strchr(word, '=');
        if (!value || strncmp(word, "--", 2) != 0)
            continue;
        *value++ = '\0';
        (void)table_set(t, word + 2, value);
    }
}

static bool add_reason(const Table *t, PgnGame *game)
{
    char reason[400];
    Text text = text_over(reason, sizeof reason);
    if (ending_by_rules(t->result.ending))
        verdict_summary(&t->judgement, LANGUAGE_ENGLISH, &text);
    else if (t->result.ending == ENDING_RESIGNATION || t->result.ending == ENDING_AGREEMENT)
        text_add(&text, t->result.ending == ENDING_AGREEMENT ? "Draw agreed." : "Resignation.");
    return text.length == 0 || pgn_set_tag(game, "Reason", reason);
}

bool table_to_pgn(const Table *t, bool whole, PgnGame *game)
{
    char day[16];
    time_t now = time(NULL);
    struct tm *local = localtime(&now);
    if (!local || strftime(day, sizeof day, "%Y.%m.%d", local) == 0)
        strcpy(day, "????.??.??");
    game->start = t->game.start;
    game->outcome = t->result.outcome;
    bool ok = pgn_set_tag(game, "Game", "Chinese Chess") && pgn_set_tag(game, "Event", "Hanxin play") && pgn_set_tag(game, "Date", day) &&
              pgn_set_tag(game, "Red", t->engine[RED] ? "Hanxin" : "?") && pgn_set_tag(game, "Black", t->engine[BLACK] ? "Hanxin" : "?") &&
              add_reason(t, game) && (!whole || add_settings(t, game));
    for (int i = 0; ok && i < t->game.plies; i++)
        ok = pgn_add_move(game, t->game.undos[i].move, NULL);
    return ok;
}

bool table_from_pgn(Table *t, const PgnGame *game, bool whole, int64_t now_ms)
{
    const char *settings = pgn_tag(game, tag_settings), *clocks = pgn_tag(game, tag_clocks), *undone = pgn_tag(game, tag_undone);
    long long red, black;
    if (whole && settings)
        read_settings(t, settings);
    table_restart(t, &game->start, now_ms);
    for (int i = 0; i < game->plies; i++)
        if (!table_move(t, game->moves[i].move, now_ms))
            return false;
    if (whole && undone)
        read_undone(t, undone, now_ms);
    if (t->result.outcome == OUTCOME_OPEN && game->outcome != OUTCOME_OPEN)
        table_end(t, (Result){game->outcome, ENDING_NONE});
    if (whole && clocks && sscanf(clocks, "%lld %lld", &red, &black) == 2 && red >= 0 && black >= 0) {
        t->used_ms[RED] = red;
        t->used_ms[BLACK] = black;
    }
    t->changed = false; /* it stands where it came from */
    return true;
}
