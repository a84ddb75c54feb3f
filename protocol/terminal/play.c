#include "protocol/terminal/play.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/platform.h"
#include "engine/base/text.h"
#include "engine/base/words.h"
#include "engine/notation/names.h"
#include "engine/notation/verdict.h"
#include "protocol/terminal/table_pgn.h"
#include "protocol/terminal/terminal.h"

/* ---- talking ---- */

/* On a terminal whole words. */
void play_say(const Play *p, const char *format, ...)
{
    enum { WITHOUT_END = 1000000 };
    Text text = TEXT_INIT;
    int columns = WITHOUT_END, rows;
    va_list args;
    va_start(args, format);
    text_vaddf(&text, format, args);
    va_end(args);
    if (p->screen.clear)
        terminal_size(&columns, &rows);
    const char *at = text.data;
    do {
        size_t length = terminal_wrap(at, columns), shown = length;
        while (shown > 0 && at[shown - 1] == ' ')
            shown--;
        printf("%.*s\n", (int)shown, at);
        at += length;
    } while (*at);
    text_free(&text);
    fflush(stdout);
}

static void tell(void *self, const char *text) { play_say(self, "%s", text); }

/* `wanted` is what should have stood there. */
void play_refuse(const Play *p, const char *command, const char *rest, const char *wanted)
{
    play_say(p, play_text(p, "%s: '%s' is not understood; give %s.", "%s：看不懂“%s”，应为%s。"), command, rest, wanted);
}

static const char *player_name(const Play *p, Side side, char *out, size_t size)
{
    if (!p->table.engine[side])
        return play_text(p, p->table.engine[opponent(side)] ? "you" : "", p->table.engine[opponent(side)] ? "您" : "");
    if (p->table.depth)
        snprintf(out, size, play_text(p, "Hanxin, depth %d", "韩信，深度 %d"), p->table.depth);
    else if (p->table.level < SKILL_LEVELS)
        snprintf(out, size, play_text(p, "Hanxin, level %d", "韩信，%d 级"), p->table.level);
    else
        snprintf(out, size, play_text(p, "Hanxin, %g s", "韩信，每步 %g 秒"), (double)p->table.time_ms / 1000);
    return out;
}

int64_t play_clock_ms(const Play *p) { return clock_ms() - p->terminal.asleep_ms; }

void play_redraw(const Play *p, Bitboard marks)
{
    char red[40], black[40];
    const Table *t = &p->table;
    int64_t now_ms = play_clock_ms(p);
    Scene scene = {.game = &t->game,
                   .names = {player_name(p, RED, red, sizeof red), player_name(p, BLACK, black, sizeof black)},
                   .used_ms = {table_used_ms(t, RED, now_ms), table_used_ms(t, BLACK, now_ms)},
                   .marks = marks};
    screen_draw(&p->screen, &scene);
}

void play_announce(const Play *p)
{
    Language language = p->screen.language;
    Result result = p->table.result;
    if (result.outcome == OUTCOME_OPEN)
        return;
    const char *loser = side_word(loser_of(result.outcome), language), *winner = side_word(opponent(loser_of(result.outcome)), language);
    if (ending_by_rules(result.ending)) {
        Text text = TEXT_INIT;
        verdict_reason(&p->table.judgement, language, &text);
        fputs(text.data, stdout);
        text_free(&text);
    } else if (result.ending == ENDING_RESIGNATION) {
        play_say(p, play_text(p, "%s resigns.", "%s认输。"), loser);
    } else {
        play_say(p, "%s",
                 result.ending == ENDING_AGREEMENT ? play_text(p, "The players agree to a draw.", "双方同意作和。")
                                                   : play_text(p, "The game ended here, as recorded.", "棋谱到此结束。"));
    }
    if (result.outcome == OUTCOME_DRAW)
        play_say(p, play_text(p, "Draw (%s). `new` begins another game.", "和棋（%s）。new 开始新局。"), outcome_text(result.outcome));
    else
        play_say(p, play_text(p, "%s wins (%s). `new` begins another game.", "%s胜（%s）。new 开始新局。"), winner,
                 outcome_text(result.outcome));
}

void play_show(Play *p)
{
    play_redraw(p, 0);
    play_announce(p);
    if (*p->left)
        play_say(p, play_text(p, "The game before is kept in %s", "上一盘棋已存于 %s"), p->left);
    *p->left = '\0';
}

bool play_ask(Play *p, const char *question)
{
    char *line;
    EditorResult result = editor_read(&p->editor, question, &line);
    bool read = result == EDITOR_LINE;
    char *answer = read ? text_trim(line) : NULL;
    bool yes = read && (word_is(answer, "y") || word_is(answer, "yes") || strcmp(answer, "是") == 0);
    if (result == EDITOR_END) {
        putchar('\n');
        p->ended = true;
    }
    free(line);
    return yes;
}

/* ---- the game ---- */

bool play_move(Play *p, Move m)
{
    bool played = table_move(&p->table, m, play_clock_ms(p));
    if (!played)
        play_say(p, play_text(p, "Out of memory.", "内存不足。"));
    return played;
}

/* One person: who plays sits below. */
static void turn_board(Play *p)
{
    if (p->table.engine[RED] != p->table.engine[BLACK])
        p->screen.flip = p->table.engine[RED];
}

bool play_take_side(Play *p, const char *word)
{
    bool taken = table_take_side(&p->table, word);
    if (taken)
        turn_board(p);
    return taken;
}

/* What comes is another game. */
static void leave_game(Play *p)
{
    keep_leave(&p->keep);
    player_new_game(p->player);
}

void play_restart(Play *p, const Position *start)
{
    leave_game(p);
    table_restart(&p->table, start, play_clock_ms(p));
}

bool play_set_up(Play *p, const PgnGame *game)
{
    leave_game(p);
    bool set_up = table_from_pgn(&p->table, game, false, play_clock_ms(p));
    if (!set_up)
        play_say(p, play_text(p, "Out of memory.", "内存不足。"));
    return set_up;
}

bool play_gives_up(Play *p)
{
    *p->left = '\0';
    if (p->table.game.plies == 0 || play_is_kept(p, p->left) || !p->table.changed || !p->keeps)
        return true;
    return play_ask(p, play_text(p, "This game is kept nowhere and would be lost. Give it up? (yes/no) ",
                                 "这盘棋没有保存，将会丢失。要放弃吗？（y/n）"));
}

bool play_resume(Play *p)
{
    PgnGame game;
    if (!keep_resume(&p->keep, &game))
        return false;
    bool set_up = table_from_pgn(&p->table, &game, true, play_clock_ms(p));
    pgn_clear(&game);
    turn_board(p);
    return set_up;
}

void play_keep(Play *p)
{
    Table *t = &p->table;
    char error[FILE_ERROR_SIZE];
    PgnGame game;
    if (!p->keeps || !t->changed || (t->game.plies == 0 && !p->keep.place))
        return;
    pgn_init(&game);
    bool kept = (table_to_pgn(t, true, &game) || file_fail(error, "PGN", play_text(p, "out of memory", "内存不足"))) &&
                keep_write(&p->keep, &game, p->screen.language, error);
    pgn_clear(&game);
    if (kept) {
        t->changed = p->told = false;
    } else if (!p->told && table_waits(t)) { /* else the engine's move would wipe it off the screen */
        play_say(p, play_text(p, "The game cannot be kept: %s.", "无法自动保存对局：%s。"), error);
        p->told = true;
    }
}

bool play_is_kept(const Play *p, char *path) { return !p->table.changed && keep_path(&p->keep, path); }

/* ---- begin and end ---- */

bool play_init(Play *p, Language language)
{
    /* The notation follows the language, which may yet be another. */
    *p = (Play){.screen = screen_here(language, NOTATIONS, language == LANGUAGE_ENGLISH && !locale_is_utf8())};
    table_init(&p->table);
    p->player = player_new(tell, p);
    if (!p->player)
        return false;
    p->player->settings.variety = RANDOM_MEDIUM;
    p->player->settings.overhead_ms = 0;
    return true;
}

void play_clear(Play *p)
{
    keep_leave(&p->keep);
    table_clear(&p->table);
    player_free(p->player);
}
