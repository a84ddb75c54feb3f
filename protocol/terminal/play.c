/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/play.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/text.h"
#include "engine/base/words.h"
#include "engine/board/attacks.h"
#include "engine/notation/names.h"
#include "engine/notation/verdict.h"
#include "protocol/terminal/terminal.h"

/* ---- messages ---- */

/* Prints a line; on a terminal it is wrapped at words. */
void play_say(const Play *p, const char *text)
{
    enum { WITHOUT_END = 1000000 };
    int columns = WITHOUT_END, rows;
    if (p->screen.clear)
        terminal_size(&columns, &rows);
    do {
        size_t length = terminal_wrap(text, columns), shown = length;
        while (shown > 0 && text[shown - 1] == ' ')
            shown--;
        printf("%.*s\n", (int)shown, text);
        text += length;
    } while (*text);
    fflush(stdout);
}

void play_tell(const Play *p, const char *english, ...)
{
    Text text = TEXT_INIT;
    va_list values;
    va_start(values, english);
    text_vaddf(&text, tr(p->screen.language, english), values);
    va_end(values);
    play_say(p, text.data);
    text_free(&text);
}

/* Waits for a key. Returns false if the key stops the output. */
static bool next_page(Play *p)
{
    enum { DELETE = 127 };
    int key;
    fputs(tr(p->screen.language, "-- more: space; q ends --"), stdout);
    fflush(stdout);
    terminal_keys_begin(&p->terminal);
    do
        key = terminal_key(&p->terminal, -1, true);
    while (key == KEY_SUSPEND);
    terminal_keys_end(&p->terminal);
    fputs("\r\033[K", stdout);
    if (key > ' ' && key != 'q' && key != DELETE && key < KEY_LEFT)
        terminal_unread(&p->terminal, key);
    return key == ' ' || key == '\r' || key == '\n' || key >= KEY_LEFT;
}

void play_pages(Play *p, char *text)
{
    int columns, rows, used = 0;
    terminal_size(&columns, &rows);
    bool pages = p->screen.clear && stdin_is_terminal() && rows > 2;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        int lines = 0;
        for (const char *at = line; *at; lines++)
            at += terminal_wrap(at, columns);
        if (pages && used > 0 && used + lines >= rows) {
            if (!next_page(p))
                return;
            used = 0;
        }
        play_say(p, line);
        used += lines;
    }
}

void play_refuse(const Play *p, const char *command, const char *rest, const char *english)
{
    play_tell(p, "%s: invalid value '%s': expected %s.", command, rest, tr(p->screen.language, english));
}

static const char *player_name(const Play *p, Side side, char *out, size_t size)
{
    if (!p->table.engine[side])
        return p->table.engine[opponent(side)] ? tr(p->screen.language, "you") : "";
    if (p->table.depth)
        snprintf(out, size, tr(p->screen.language, "Hanxin, depth %d"), p->table.depth);
    else if (p->table.level < SKILL_LEVELS)
        snprintf(out, size, tr(p->screen.language, "Hanxin, level %d"), p->table.level);
    else
        snprintf(out, size, tr(p->screen.language, "Hanxin, %g s"), (double)p->table.time_ms / 1000);
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
    const Side lost = result.outcome == OUTCOME_RED ? BLACK : RED; /* not used if the game is drawn */
    const char *loser = side_word(lost, language), *winner = side_word(opponent(lost), language);
    if (ending_by_rules(result.ending)) {
        Text text = TEXT_INIT;
        text.by_files = screen_by_files(&p->screen);
        verdict_reason(&p->table.judgement, &p->table.game, language, &text);
        fputs(text.data, stdout);
        text_free(&text);
    } else if (result.ending == ENDING_RESIGNATION) {
        play_tell(p, "%s resigns.", loser);
    } else if (result.ending == ENDING_AGREEMENT) {
        play_tell(p, "The players agree to a draw.");
    } else {
        play_tell(p, "The game ended here, as recorded.");
    }
    const char *review = p->table.game.plies > 0 ? tr(p->screen.language, "`review` judges its moves, ") : "";
    if (result.outcome == OUTCOME_DRAW)
        play_tell(p, "Draw (%s). %s`new` starts another game.", outcome_text(result.outcome), review);
    else
        play_tell(p, "%s wins (%s). %s`new` starts another game.", winner, outcome_text(result.outcome), review);
}

void play_show(Play *p)
{
    play_redraw(p, 0);
    play_announce(p);
    if (*p->left)
        play_tell(p, "The previous game is saved in %s", p->left);
    *p->left = '\0';
}

bool play_ask(Play *p, const char *english, ...)
{
    Text question = TEXT_INIT;
    char *line;
    va_list values;
    va_start(values, english);
    text_vaddf(&question, tr(p->screen.language, english), values);
    va_end(values);
    EditorResult result = editor_read(&p->editor, question.data, &line);
    text_free(&question);
    char *answer = result == EDITOR_LINE ? text_trim(line) : "";
    bool yes = word_is(answer, "y") || word_is(answer, "yes") || strcmp(answer, "是") == 0;
    if (result == EDITOR_END) {
        putchar('\n');
        p->ended = true;
    }
    free(line);
    return yes;
}

/* ---- game ---- */

bool play_move(Play *p, Move m, const char *verb, const char *source)
{
    const Table *t = &p->table;
    char text[MOVE_TEXT_SIZE];
    const char *side = side_word(to_move(p), p->screen.language);
    move_to_text(&t->game.now, m, p->screen.notation, text);
    if (!table_move(&p->table, m, play_clock_ms(p))) {
        play_tell(p, "Out of memory.");
        return false;
    }
    bool check = t->result.outcome == OUTCOME_OPEN && in_check(&t->game.now, to_move(p));
    play_redraw(p, 0);
    play_tell(p, "%s %s %s%s.%s", side, verb, text, source, check ? tr(p->screen.language, " Check!") : "");
    play_announce(p);
    return true;
}

void play_seat(Play *p, const bool engine[2])
{
    p->table.engine[RED] = engine[RED];
    p->table.engine[BLACK] = engine[BLACK];
    if (engine[RED] != engine[BLACK])
        p->screen.flip = engine[RED];
}

void play_restart(Play *p, const Position *start)
{
    keep_leave(&p->keep);
    engine_new_game(p->engine);
    table_restart(&p->table, start, play_clock_ms(p));
}

bool play_gives_up(Play *p)
{
    *p->left = '\0';
    if (p->table.game.plies == 0 || play_is_kept(p, p->left) || !p->table.changed || !p->keeps)
        return true;
    return play_ask(p, "This game has not been saved and will be lost. Discard it? (yes/no) ");
}

bool play_is_kept(const Play *p, char *path) { return !p->table.changed && !p->keep.behind && keep_path(&p->keep, path); }
