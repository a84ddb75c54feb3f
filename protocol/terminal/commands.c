#include "protocol/terminal/commands.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "engine/notation/refusal.h"
#include "protocol/terminal/game_file.h"
#include "protocol/terminal/thinking.h"

static bool over(const Play *p) { return p->table.result.outcome != OUTCOME_OPEN; }

/* Steps until it is a person's turn again, or so many plies. Returns how many were made. */
static int step(Play *p, bool (*one)(Table *t, int64_t now_ms), char *args)
{
    int64_t wanted = 0, made = 0;
    char *word = word_next(&args);
    if (word && (!word_number(word, &wanted) || wanted < 1)) {
        play_refuse(p, one == table_undo ? "undo" : "redo", word, play_text(p, "a number of plies from 1 on", " 1 以上的整数"));
        return -1;
    }
    while ((wanted ? made < wanted : made == 0 || !table_has_person(&p->table, (Side)p->table.game.now.side)) &&
           one(&p->table, play_clock_ms(p)))
        made++;
    return (int)made;
}

void commands_undo(Play *p, char *args)
{
    int before = p->table.redo_count, made = step(p, table_undo, args);
    if (made > 0 && !table_has_person(&p->table, (Side)p->table.game.now.side) && p->table.game.plies == 0 &&
        p->table.redo_count - before == 1) {
        table_redo(&p->table, play_clock_ms(p)); /* only the engine's first move was there: it would play it again */
        made = 0;
    }
    if (made == 0)
        play_say(p, play_text(p, "There is no move to take back.", "没有可悔的棋。"));
    else if (made > 0)
        play_redraw(p, 0);
}

void commands_redo(Play *p, char *args)
{
    int made = step(p, table_redo, args);
    if (made == 0)
        play_say(p, play_text(p, "There is no move to play again.", "没有可恢复的棋。"));
    else if (made > 0)
        play_show(p);
}

static bool take_side(Play *p, const char *word)
{
    if (!play_take_side(p, word)) {
        play_say(p, play_text(p, "'%s' is no side: give red, black, both or none.", "“%s”有误：应为 red、black、both 或 none。"), word);
        return false;
    }
    return true;
}

void commands_new(Play *p, char *args)
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

void commands_side(Play *p, char *args)
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

void commands_flip(Play *p, char *args)
{
    (void)args;
    p->screen.flip = !p->screen.flip;
    play_redraw(p, 0);
}

void commands_board(Play *p, char *args)
{
    (void)args;
    play_show(p);
}

void commands_fen(Play *p, char *args)
{
    char fen[FEN_SIZE], array[REFUSAL_SIZE];
    Text why = text_over(array, sizeof array);
    args = text_trim(args);
    Position start;
    if (!*args) {
        fen_write(&p->table.game.now, fen);
        play_say(p, "%s", fen);
    } else if (!fen_read(args, &start, p->screen.language, &why)) {
        play_say(p, play_text(p, "%s.", "局面有误：%s。"), array);
    } else if (play_gives_up(p)) {
        play_restart(p, &start);
        play_show(p);
    }
}

void commands_load(Play *p, char *args)
{
    args = text_trim(args);
    if (!*args)
        play_say(p, play_text(p, "load: which file?", "load：哪个文件？"));
    else
        game_file_load(p, args);
}

/* `save FILE [iccs|wxf|chinese]`; a file's name may hold blanks. */
void commands_save(Play *p, char *args)
{
    Notation notation = p->screen.notation;
    args = text_trim(args);
    char *last = strrchr(args, ' ');
    if (last && notation_from_name(last + 1, &notation)) {
        *last = '\0';
        args = text_trim(args);
    }
    if (!*args)
        play_say(p, play_text(p, "save: to which file?", "save：存到哪个文件？"));
    else
        game_file_save(p, args, notation);
}

static bool refuse_if_over(const Play *p)
{
    if (over(p))
        play_say(p, play_text(p, "The game is over: `undo` or `new`.", "对局已结束：可 undo 或 new。"));
    return over(p);
}

/* Does the engine, which does not move, agree to a draw? When it stands worse, or the game is old and it stands no better.
 * Says why not. */
static bool engine_agrees(Play *p)
{
    enum { THINK_MS = 1000, WORSE = 100, OLD_PLIES = 40 };
    SearchResult result;
    Side us = (Side)p->table.game.now.side;
    const char *them = side_word(opponent(us), p->screen.language);
    if (!thinking_advice(p, THINK_MS, play_text(p, "Considering the offer", "考虑和棋"), &result))
        return false;
    if (result.score >= WORSE || (result.score >= SCORE_DRAW && p->table.game.now.game_ply >= OLD_PLIES))
        return true;
    if (result.score >= SCORE_DRAW)
        play_say(p, play_text(p, "%s declines: it is too early for a draw.", "%s不同意：现在谈和为时过早。"), them);
    else
        play_say(p, play_text(p, "%s declines.", "%s不同意。"), them);
    return false;
}

static bool person_agrees(Play *p, Side side)
{
    char question[80];
    const char *name = side_word(side, p->screen.language);
    snprintf(question, sizeof question, play_text(p, "%s, do you accept a draw? (yes/no) ", "%s同意和棋吗？（y/n）"), name);
    bool agreed = play_ask(p, question);
    if (!agreed)
        play_say(p, play_text(p, "%s declines.", "%s不同意。"), name);
    return agreed;
}

void commands_draw(Play *p, char *args)
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

void commands_resign(Play *p, char *args)
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
        play_say(p, play_text(p, "This replaces level %d.", "取代原来的 %d 级。"), old_level);
    if (old_depth && !t->depth && strcmp(name, "depth") != 0)
        play_say(p, play_text(p, "This replaces depth %d.", "取代原来的深度 %d。"), old_depth);
    return true;
}

void commands_level(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && !change_strength(p, "level", word)) {
        play_say(p, play_text(p, "Levels go from 1 to %d.", "级别为 1 至 %d。"), SKILL_LEVELS);
        return;
    }
    play_say(p, play_text(p, "Level %d of %d.", "级别 %d（最高 %d）。"), p->table.level, SKILL_LEVELS);
}

void commands_time(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && !change_strength(p, "time", word)) {
        play_refuse(p, "time", word, play_text(p, "seconds from 0.001 to 86400", " 0.001 至 86400 的秒数"));
        return;
    }
    play_say(p, play_text(p, "%g s a move.", "每步 %g 秒。"), (double)p->table.time_ms / 1000);
}

void commands_depth(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && !change_strength(p, "depth", word)) {
        char wanted[60];
        snprintf(wanted, sizeof wanted, play_text(p, "plies from 1 to %d, or 0 for no limit", " 1 至 %d，0 为不限"), MAX_DEPTH);
        play_refuse(p, "depth", word, wanted);
        return;
    }
    play_say(p, play_text(p, p->table.depth ? "Depth %d." : "Depth is not limited.", p->table.depth ? "深度 %d。" : "不限深度。"),
             p->table.depth);
}

void commands_notation(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && !notation_from_name(word, &p->screen.notation))
        play_refuse(p, "notation", word, play_text(p, "iccs, wxf or chinese", " iccs、wxf 或 chinese"));
    else if (word)
        play_redraw(p, 0);
    else
        play_say(p, "%s", notation_name(p->screen.notation));
}

void commands_lang(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && (word_is(word, "en") || word_is(word, "zh"))) {
        p->screen.language = word_is(word, "zh") ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
        play_redraw(p, 0);
    } else if (word) {
        play_refuse(p, "lang", word, play_text(p, "en or zh", " en 或 zh"));
    } else {
        play_say(p, play_text(p, "en", "zh"));
    }
}

void commands_go(Play *p, char *args)
{
    (void)args;
    if (refuse_if_over(p))
        return;
    p->table.paused = false;
    if (!p->table.engine[p->table.game.now.side])
        thinking_move(p);
}

void commands_quit(Play *p, char *args)
{
    (void)args;
    p->quit = play_gives_up(p);
}

void commands_move(Play *p, const char *text)
{
    Move m;
    char refusal[REFUSAL_SIZE], name[SCREEN_MOVE_SIZE];
    Text why = text_over(refusal, sizeof refusal);
    MoveReading reading = move_from_text(&p->table.game.now, text, &m, p->screen.language, &why);
    if (reading != READ_NOT_MOVE && refuse_if_over(p))
        return;
    if (reading != READ_MOVE) {
        play_say(p, "%s%s", refusal, reading == READ_NOT_MOVE ? play_text(p, " `help` lists the commands.", "help 列出各命令。") : "");
        return;
    }
    screen_move(&p->screen, &p->table.game.now, m, name);
    Side side = (Side)p->table.game.now.side;
    if (!play_move(p, m))
        return;
    play_redraw(p, 0);
    play_say(p, play_text(p, "%s played %s.%s", "%s走了 %s。%s"), side_word(side, p->screen.language), name,
             !over(p) && in_check(&p->table.game.now, (Side)p->table.game.now.side) ? play_text(p, " Check!", "将军！") : "");
    play_announce(p);
}
