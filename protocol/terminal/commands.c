#include "protocol/terminal/commands.h"

#include <stdlib.h>
#include <string.h>

#include "engine/notation/fen.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/notation/notation.h"
#include "engine/base/utf8.h"
#include "engine/base/platform.h"
#include "protocol/terminal/analysis.h"
#include "engine/notation/refusal.h"
#include "protocol/terminal/game_file.h"
#include "protocol/terminal/terminal.h"
#include "protocol/terminal/thinking.h"
#include "engine/base/words.h"

static bool over(const Play *p) { return p->table.result.outcome != OUTCOME_OPEN; }

/* `wanted` is what should have stood there. */
void obey_not(const Play *p, const char *command, const char *rest, const char *wanted)
{
    play_say(p, either(p, "%s: '%s' is not understood; give %s.", "%s：看不懂“%s”，应为%s。"), command, rest, wanted);
}

/* Steps until it is a person's turn again, or so many plies. Returns how many were made. */
static int step(Play *p, bool (*one)(Table *t, int64_t now_ms), char *args)
{
    int64_t wanted = 0, made = 0;
    char *word = word_next(&args);
    if (word && (!word_number(word, &wanted) || wanted < 1)) {
        obey_not(p, one == table_undo ? "undo" : "redo", word, either(p, "a number of plies from 1 on", " 1 以上的整数"));
        return -1;
    }
    while ((wanted ? made < wanted : made == 0 || !table_has_person(&p->table, (Side)p->table.game.now.side)) &&
           one(&p->table, play_clock_ms(p)))
        made++;
    return (int)made;
}

void obey_undo(Play *p, char *args)
{
    int before = p->table.redo_count, made = step(p, table_undo, args);
    if (made > 0 && !table_has_person(&p->table, (Side)p->table.game.now.side) && p->table.game.plies == 0 &&
        p->table.redo_count - before == 1) {
        table_redo(&p->table, play_clock_ms(p)); /* only the engine's first move was there: it would play it again */
        made = 0;
    }
    if (made == 0)
        play_say(p, "%s", either(p, "There is no move to take back.", "没有可悔的棋。"));
    else if (made > 0)
        play_redraw(p, 0);
}

void obey_redo(Play *p, char *args)
{
    int made = step(p, table_redo, args);
    if (made == 0)
        play_say(p, "%s", either(p, "There is no move to play again.", "没有可恢复的棋。"));
    else if (made > 0)
        play_show(p);
}

static bool take_side(Play *p, const char *word)
{
    if (!play_take_side(p, word)) {
        play_say(p, either(p, "'%s' is no side: give red, black, both or none.", "“%s”有误：应为 red、black、both 或 none。"), word);
        return false;
    }
    return true;
}

void obey_new(Play *p, char *args)
{
    char *word = word_next(&args);
    const char *side = table_side(&p->table); /* as before, if this game goes on after all */
    bool flip = p->screen.flip;
    if (word && !take_side(p, word))
        return;
    if (!play_gives_up(p)) {
        play_take_side(p, side);
        p->screen.flip = flip;
        return;
    }
    Position start;
    position_start(&start);
    play_restart(p, &start);
    play_show(p);
}

void obey_side(Play *p, char *args)
{
    char *word = word_next(&args);
    if (!word) {
        play_say(p, "%s", table_side(&p->table));
        return;
    }
    if (take_side(p, word)) {
        p->table.paused = false;
        p->table.changed = true;
        play_redraw(p, 0);
    }
}

void obey_flip(Play *p, char *args)
{
    (void)args;
    p->screen.flip = !p->screen.flip;
    play_redraw(p, 0);
}

void obey_board(Play *p, char *args)
{
    (void)args;
    play_show(p);
}

/* Says that there is nothing to think about, if so. */
static bool can_think(Play *p)
{
    if (!any_legal_move(&p->table.game.now)) {
        play_announce(p);
        return false;
    }
    return player_wake(p->player);
}

void obey_hint(Play *p, char *args)
{
    enum { HINT_MS = 1000 };
    (void)args;
    if (!can_think(p))
        return;
    Limits limits = thinking_advice(p, HINT_MS);
    SearchResult result;
    char move[SCREEN_MOVE_SIZE], score[SCORE_TEXT_SIZE];
    if (thinking_search(p, &limits, false, either(p, "Looking for a move", "寻找着法"), &result) && result.best != MOVE_NONE)
        play_say(p, either(p, "Try %s: %s.", "可走 %s：%s。"), screen_move(&p->screen, &p->table.game.now, result.best, move),
                 score_text(result.score, (Side)p->table.game.now.side, p->screen.language, score));
}

void obey_eval(Play *p, char *args)
{
    (void)args;
    char score[SCORE_TEXT_SIZE];
    Score value;
    if (!player_evaluate(p->player, &p->table.game.now, &value))
        return;
    play_say(p, either(p, "At a glance, without looking ahead: %s.", "静态评估（不看后着）：%s。"),
             score_text(value, (Side)p->table.game.now.side, p->screen.language, score));
}

void obey_analyse(Play *p, char *args)
{
    enum { LINES = 3, UNSEEN_MS = 2000 };
    Limits limits = {0};
    char *word = word_next(&args), *end;
    double seconds = word ? strtod(word, &end) : 0;
    if (word && (*end || !(seconds > 0 && seconds < 1e6))) {
        obey_not(p, "analyse", word, either(p, "a number of seconds", "秒数"));
        return;
    }
    if (!can_think(p))
        return;
    bool live = p->screen.clear && stdin_is_terminal();
    limits.movetime_ms = word ? (int64_t)(seconds * 1000) : live ? 0 : p->table.depth ? 0 : UNSEEN_MS;
    limits.depth = !word && !live ? p->table.depth : 0;
    if (live)
        play_say(p, "%s", either(p, "Analysing; any key stops.", "分析中，按任意键停止。"));
    player_set_multipv(p->player, LINES);
    analysis_run(p->player, &p->table.game, &limits, &p->screen, &p->terminal);
    player_set_multipv(p->player, 1);
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
void obey_square(Play *p, Square s)
{
    const Position *pos = &p->table.game.now;
    Piece piece = piece_at(pos, s);
    char text[REFUSAL_SIZE];
    if (piece == NO_PIECE || piece_side(piece) != pos->side) {
        refusal_of_move(pos, move_make(s, s), p->screen.language, text, sizeof text);
        play_say(p, "%s", text);
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
        play_say(p, either(p, "The %s on %s has no legal move.", "%s（%s）无路可走。"), name, square_text(s).text);
        return;
    }
    play_say(p, either(p, "The %s on %s can go to:", "%s（%s）可走："), name, square_text(s).text);
    list_moves(p, s);
}

void obey_moves(Play *p, char *args)
{
    char *word = word_next(&args);
    Square s;
    if (!word && !any_legal_move(&p->table.game.now))
        play_say(p, "%s", either(p, "There is no legal move.", "无路可走。"));
    else if (!word)
        list_moves(p, SQ_NONE);
    else if (square_from_text(word, &s))
        obey_square(p, s);
    else
        obey_not(p, "moves", word, either(p, "a point of the board such as h2", "棋盘上的一个点，如 h2"));
}

void obey_fen(Play *p, char *args)
{
    char fen[FEN_SIZE], why[REFUSAL_SIZE];
    FenFault fault;
    args = text_trim(args);
    Position start;
    if (!*args) {
        fen_write(&p->table.game.now, fen);
        play_say(p, "%s", fen);
    } else if (!fen_read(args, &start, &fault)) {
        refusal_of_fen(&fault, p->screen.language, why, sizeof why);
        play_say(p, either(p, "%s.", "局面有误：%s。"), why);
    } else if (play_gives_up(p)) {
        play_restart(p, &start);
        play_show(p);
    }
}

void obey_load(Play *p, char *args)
{
    args = text_trim(args);
    if (!*args)
        play_say(p, "%s", either(p, "load: which file?", "load：哪个文件？"));
    else
        game_file_load(p, args);
}

/* `save FILE [iccs|wxf|chinese]`; a file's name may hold blanks. */
void obey_save(Play *p, char *args)
{
    Notation notation = p->screen.notation;
    args = text_trim(args);
    char *last = strrchr(args, ' ');
    if (last && notation_from_name(last + 1, &notation)) {
        *last = '\0';
        args = text_trim(args);
    }
    if (!*args)
        play_say(p, "%s", either(p, "save: to which file?", "save：存到哪个文件？"));
    else
        game_file_save(p, args, notation);
}

static bool refuse_if_over(const Play *p)
{
    if (over(p))
        play_say(p, "%s", either(p, "The game is over: `undo` or `new`.", "对局已结束：可 undo 或 new。"));
    return over(p);
}

/* Does the engine, which does not move, agree to a draw? When it stands worse, or the game is old and it stands no better.
 * Says why not. */
static bool engine_agrees(Play *p)
{
    enum { THINK_MS = 1000, WORSE = 100, OLD_PLIES = 40 };
    SearchResult result;
    if (!player_wake(p->player))
        return false;
    Limits limits = thinking_advice(p, THINK_MS);
    Side us = (Side)p->table.game.now.side;
    const char *them = side_word(opponent(us), p->screen.language);
    if (!thinking_search(p, &limits, false, either(p, "Considering the offer", "考虑和棋"), &result))
        return false;
    if (result.score >= WORSE || (result.score >= SCORE_DRAW && p->table.game.now.game_ply >= OLD_PLIES))
        return true;
    if (result.score >= SCORE_DRAW)
        play_say(p, either(p, "%s declines: it is too early for a draw.", "%s不同意：现在谈和为时过早。"), them);
    else
        play_say(p, either(p, "%s declines.", "%s不同意。"), them);
    return false;
}

static bool person_agrees(Play *p, Side side)
{
    char question[80];
    const char *name = side_word(side, p->screen.language);
    snprintf(question, sizeof question, either(p, "%s, do you accept a draw? (yes/no) ", "%s同意和棋吗？（y/n）"), name);
    bool agreed = play_ask(p, question);
    if (!agreed)
        play_say(p, either(p, "%s declines.", "%s不同意。"), name);
    return agreed;
}

void obey_draw(Play *p, char *args)
{
    (void)args;
    if (refuse_if_over(p))
        return;
    Side them = opponent((Side)p->table.game.now.side);
    if (table_has_person(&p->table, them) ? !person_agrees(p, them) : !engine_agrees(p))
        return;
    table_end(&p->table, (Result){OUTCOME_DRAW, ENDING_AGREEMENT});
    play_announce(p);
}

void obey_resign(Play *p, char *args)
{
    (void)args;
    if (refuse_if_over(p))
        return;
    Side loser = (Side)p->table.game.now.side;
    if (p->table.engine[RED] != p->table.engine[BLACK])
        loser = p->table.engine[RED] ? BLACK : RED;
    table_end(&p->table, (Result){lost_by(loser), ENDING_RESIGNATION});
    play_announce(p);
}

/* One of level, time and depth is given: says what it takes the place of. False if it does not fit. */
static bool change_strength(Play *p, const char *name, const char *value)
{
    Table *t = &p->table;
    int old_level = t->level, old_depth = t->depth;
    if (strcmp(name, "depth") == 0 && strcmp(value, "0") == 0)
        table_take_strength(t, 0, 0, 0);
    else if (!table_set(t, name, value))
        return false;
    t->changed = true;
    if (old_level < SKILL_LEVELS && t->level == SKILL_LEVELS && strcmp(name, "level") != 0)
        play_say(p, either(p, "This replaces level %d.", "取代原来的 %d 级。"), old_level);
    if (old_depth && !t->depth && strcmp(name, "depth") != 0)
        play_say(p, either(p, "This replaces depth %d.", "取代原来的深度 %d。"), old_depth);
    return true;
}

void obey_level(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && !change_strength(p, "level", word)) {
        play_say(p, either(p, "Levels go from 1 to %d.", "级别为 1 至 %d。"), SKILL_LEVELS);
        return;
    }
    play_say(p, either(p, "Level %d of %d.", "级别 %d（最高 %d）。"), p->table.level, SKILL_LEVELS);
}

void obey_time(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && !change_strength(p, "time", word)) {
        obey_not(p, "time", word, either(p, "seconds from 0.001 to 86400", " 0.001 至 86400 的秒数"));
        return;
    }
    play_say(p, either(p, "%g s a move.", "每步 %g 秒。"), (double)p->table.time_ms / 1000);
}

void obey_depth(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && !change_strength(p, "depth", word)) {
        char wanted[60];
        snprintf(wanted, sizeof wanted, either(p, "plies from 1 to %d, or 0 for no limit", " 1 至 %d，0 为不限"), MAX_DEPTH);
        obey_not(p, "depth", word, wanted);
        return;
    }
    play_say(p, either(p, p->table.depth ? "Depth %d." : "Depth is not limited.", p->table.depth ? "深度 %d。" : "不限深度。"),
             p->table.depth);
}

void obey_notation(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && !notation_from_name(word, &p->screen.notation))
        obey_not(p, "notation", word, either(p, "iccs, wxf or chinese", " iccs、wxf 或 chinese"));
    else if (word)
        play_redraw(p, 0);
    else
        play_say(p, "%s", notation_name(p->screen.notation));
}

void obey_lang(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && (word_is(word, "en") || word_is(word, "zh"))) {
        p->screen.language = word_is(word, "zh") ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
        play_redraw(p, 0);
    } else if (word) {
        obey_not(p, "lang", word, either(p, "en or zh", " en 或 zh"));
    } else {
        play_say(p, "%s", either(p, "en", "zh"));
    }
}

void obey_go(Play *p, char *args)
{
    (void)args;
    if (refuse_if_over(p))
        return;
    p->table.paused = false;
    if (!p->table.engine[p->table.game.now.side])
        thinking_move(p);
}

void obey_quit(Play *p, char *args)
{
    (void)args;
    p->quit = play_gives_up(p);
}

void obey_move(Play *p, const char *text)
{
    MoveReading reading;
    char refusal[REFUSAL_SIZE], name[SCREEN_MOVE_SIZE];
    bool read = move_from_text(&p->table.game.now, text, &reading);
    if (reading.fault != READ_NOT_MOVE && refuse_if_over(p))
        return;
    if (!read || !is_legal(&p->table.game.now, reading.move)) {
        refusal_of_text(&p->table.game.now, text, &reading, p->screen.language, refusal, sizeof refusal);
        play_say(p, "%s%s", refusal, reading.fault == READ_NOT_MOVE ? either(p, " `help` lists the commands.", "help 列出各命令。") : "");
        return;
    }
    screen_move(&p->screen, &p->table.game.now, reading.move, name);
    Side side = (Side)p->table.game.now.side;
    if (!play_move(p, reading.move))
        return;
    play_redraw(p, 0);
    play_say(p, either(p, "%s played %s.%s", "%s走了 %s。%s"), side_word(side, p->screen.language), name,
             !over(p) && in_check(&p->table.game.now, (Side)p->table.game.now.side) ? either(p, " Check!", "将军！") : "");
    play_announce(p);
}
