#include "protocol/terminal/advice.h"

#include "engine/base/platform.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/movegen.h"
#include "engine/board/movegen.h"
#include "engine/notation/refusal.h"
#include "protocol/terminal/terminal.h"
#include "protocol/terminal/thinking.h"

/* Says that there is nothing to think about, if so. */
static bool can_think(Play *p)
{
    if (!any_legal_move(&p->table.game.now)) {
        play_announce(p);
        return false;
    }
    return true;
}

void advice_hint(Play *p, char *args)
{
    enum { HINT_MS = 1000 };
    (void)args;
    if (!can_think(p))
        return;
    SearchResult result;
    char move[SCREEN_MOVE_SIZE], score[SCORE_TEXT_SIZE];
    if (thinking_advice(p, HINT_MS, play_text(p, "Looking for a move", "寻找着法"), &result) && result.best != MOVE_NONE)
        play_say(p, play_text(p, "Try %s: %s.", "可走 %s：%s。"), screen_move(&p->screen, &p->table.game.now, result.best, move),
                 score_text(result.score, (Side)p->table.game.now.side, p->screen.language, score));
}

void advice_eval(Play *p, char *args)
{
    (void)args;
    char score[SCORE_TEXT_SIZE];
    Score value;
    if (!player_evaluate(p->player, &p->table.game.now, &value))
        return;
    play_say(p, play_text(p, "At a glance, without looking ahead: %s.", "静态评估（不看后着）：%s。"),
             score_text(value, (Side)p->table.game.now.side, p->screen.language, score));
}

void advice_analyse(Play *p, char *args)
{
    enum { UNSEEN_MS = 2000 };
    Limits limits = {0};
    char *word = word_next(&args), *end;
    double seconds = word ? strtod(word, &end) : 0;
    if (word && (*end || !(seconds > 0 && seconds < 1e6))) {
        play_refuse(p, "analyse", word, play_text(p, "a number of seconds", "秒数"));
        return;
    }
    if (!can_think(p) || !player_wake(p->player))
        return;
    bool live = p->screen.clear && stdin_is_terminal();
    limits.movetime_ms = word ? (int64_t)(seconds * 1000) : live ? 0 : p->table.depth ? 0 : UNSEEN_MS;
    limits.depth = !word && !live ? p->table.depth : 0;
    if (live)
        play_say(p, play_text(p, "Analysing; any key stops.", "分析中，按任意键停止。"));
    thinking_analyse(p, &limits, live);
}

/* The legal moves, of one piece if `only` is not SQ_NONE, several to a line. Returns their targets. */
static Bitboard list_moves(const Play *p, Square only)
{
    enum { CELL = 20 };
    int columns, rows, used = 0;
    terminal_size(&columns, &rows);
    Bitboard targets = 0;
    MoveList list = {0};
    legal_moves(&p->table.game.now, &list);
    for (int i = 0; i < list.count; i++) {
        char text[SCREEN_MOVE_SIZE];
        if (only != SQ_NONE && move_from(list.moves[i]) != only)
            continue;
        targets |= square_bit(move_to(list.moves[i]));
        screen_move(&p->screen, &p->table.game.now, list.moves[i], text);
        if (used > 0 && used + CELL > columns) {
            putchar('\n');
            used = 0;
        }
        printf("%s%*s", text, CELL - utf8_columns(text), "");
        used += CELL;
    }
    if (used > 0)
        putchar('\n');
    fflush(stdout);
    return targets;
}

/* A square alone: where the piece there can go, or why there is none that can. */
void advice_square(Play *p, Square s)
{
    const Position *pos = &p->table.game.now;
    Piece piece = piece_at(pos, s);
    char array[REFUSAL_SIZE];
    Text text = text_over(array, sizeof array);
    if (piece == NO_PIECE || piece_side(piece) != pos->side) {
        refuse_move(pos, move_make(s, s), p->screen.language, &text);
        play_say(p, "%s", array);
        return;
    }
    Bitboard targets = 0;
    MoveList list = {0};
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (move_from(list.moves[i]) == s)
            targets |= square_bit(move_to(list.moves[i]));
    play_redraw(p, targets);
    const char *name = piece_word(piece, p->screen.language);
    if (targets == 0) {
        play_say(p, play_text(p, "The %s on %s has no legal move.", "%s（%s）无路可走。"), name, square_text(s).text);
        return;
    }
    play_say(p, play_text(p, "The %s on %s can go to:", "%s（%s）可走："), name, square_text(s).text);
    list_moves(p, s);
}

void advice_moves(Play *p, char *args)
{
    char *word = word_next(&args);
    Square s;
    if (!word && !any_legal_move(&p->table.game.now))
        play_say(p, play_text(p, "There is no legal move.", "无路可走。"));
    else if (!word)
        list_moves(p, SQ_NONE);
    else if (square_from_text(word, &s))
        advice_square(p, s);
    else
        play_refuse(p, "moves", word, play_text(p, "a point of the board such as h2", "棋盘上的一个点，如 h2"));
}
