/* What a person types at the table: commands, squares, moves. */
#include <stdlib.h>
#include <string.h>

#include "engine/fen.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/platform.h"
#include "protocol/analysis.h"
#include "protocol/editor.h"
#include "protocol/play_state.h"
#include "protocol/refusal.h"
#include "protocol/terminal.h"
#include "protocol/words.h"
#include "search/skill.h"

static bool over(const Play *p) { return p->outcome != OUTCOME_OPEN; }

/* Does a person sit at this side? */
static bool has_person(const Play *p, Side side) { return !p->engine[side] || p->paused; }

static void redraw_and_announce(Play *p)
{
    play_redraw(p, 0);
    play_announce(p);
}

/* `wanted` is what should have stood there. */
static void out_of_place(const Play *p, const char *command, const char *rest, const char *wanted)
{
    play_say(p, either(p, "%s: '%s' is not understood; give %s.", "%s:看不懂“%s”,应为%s。"), command, rest, wanted);
}

/* Steps until it is a person's turn again, or so many plies. Returns how many were made. */
static int step(Play *p, bool (*one)(Play *p), char *args)
{
    int64_t wanted = 0, made = 0;
    char *word = word_next(&args);
    if (word && (!word_number(word, &wanted) || wanted < 1)) {
        out_of_place(p, one == play_undo ? "undo" : "redo", word, either(p, "a number of plies from 1 on", "步数(至少 1)"));
        return -1;
    }
    while ((wanted ? made < wanted : made == 0 || !has_person(p, (Side)p->game.now.side)) && one(p))
        made++;
    return (int)made;
}

static void obey_undo(Play *p, char *args)
{
    int before = p->redo_count, made = step(p, play_undo, args);
    if (made > 0 && !has_person(p, (Side)p->game.now.side) && p->game.plies == 0 && p->redo_count - before == 1) {
        play_redo(p); /* only the engine's first move was there: it would play it again */
        made = 0;
    }
    if (made == 0)
        play_say(p, "%s", either(p, "There is no move to take back.", "没有可悔的棋。"));
    else if (made > 0)
        play_redraw(p, 0);
}

static void obey_redo(Play *p, char *args)
{
    int made = step(p, play_redo, args);
    if (made == 0)
        play_say(p, "%s", either(p, "There is no move to play again.", "没有可恢复的棋。"));
    else if (made > 0)
        redraw_and_announce(p);
}

static bool take_side(Play *p, const char *word)
{
    static const char *const words[] = {"red", "black", "both", "none"};
    for (int i = 0; i < 4; i++)
        if (word_is(word, words[i])) {
            p->engine[RED] = i == 1 || i == 3;
            p->engine[BLACK] = i == 0 || i == 3;
            return true;
        }
    play_say(p, either(p, "'%s' is no side: give red, black, both or none.", "“%s”不是一方:red、black、both、none。"), word);
    return false;
}

static void obey_new(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && !take_side(p, word))
        return;
    Position start;
    position_start(&start);
    play_restart(p, &start);
    redraw_and_announce(p);
}

static void obey_side(Play *p, char *args)
{
    char *word = word_next(&args);
    if (!word) {
        play_say(p, "%s", p->engine[RED] ? (p->engine[BLACK] ? "none" : "black") : p->engine[BLACK] ? "red" : "both");
        return;
    }
    if (take_side(p, word)) {
        p->paused = false;
        play_redraw(p, 0);
    }
}

static void obey_flip(Play *p, char *args)
{
    (void)args;
    p->screen.flip = !p->screen.flip;
    play_redraw(p, 0);
}

static void obey_board(Play *p, char *args)
{
    (void)args;
    redraw_and_announce(p);
}

/* Says that there is nothing to think about, if so. */
static bool can_think(Play *p)
{
    if (!any_legal_move(&p->game.now)) {
        play_announce(p);
        return false;
    }
    return brain_wake(&p->brain);
}

static void obey_hint(Play *p, char *args)
{
    enum { HINT_MS = 1000 };
    (void)args;
    if (!can_think(p))
        return;
    Limits limits = play_advice(p, HINT_MS);
    SearchResult result = searcher_run(p->brain.searcher, &p->game, &limits, NULL);
    char move[SCREEN_MOVE_SIZE], score[SCORE_TEXT_SIZE];
    if (result.best != MOVE_NONE)
        play_say(p, either(p, "Try %s: %s.", "可走 %s:%s。"), screen_move(&p->screen, &p->game.now, result.best, move),
                 score_text(result.score, (Side)p->game.now.side, p->screen.language, score));
}

static void obey_eval(Play *p, char *args)
{
    (void)args;
    if (!brain_wake(&p->brain))
        return;
    char score[SCORE_TEXT_SIZE];
    Score value = searcher_evaluate(p->brain.searcher, &p->game.now);
    play_say(p, either(p, "At a glance, without looking ahead: %s.", "静态评估(不看后着):%s。"),
             score_text(value, (Side)p->game.now.side, p->screen.language, score));
}

static void obey_analyse(Play *p, char *args)
{
    enum { LINES = 3, UNSEEN_MS = 2000 };
    Limits limits = {0};
    char *word = word_next(&args), *end;
    double seconds = word ? strtod(word, &end) : 0;
    if (word && (*end || !(seconds > 0 && seconds < 1e6))) {
        out_of_place(p, "analyse", word, either(p, "a number of seconds", "秒数"));
        return;
    }
    if (!can_think(p))
        return;
    bool live = p->screen.clear && stdin_is_terminal();
    limits.movetime_ms = word ? (int64_t)(seconds * 1000) : live ? 0 : p->depth ? 0 : UNSEEN_MS;
    limits.depth = !word && !live ? p->depth : 0;
    if (live)
        play_say(p, "%s", either(p, "Analysing; any key stops.", "分析中,按任意键停止。"));
    p->brain.options.number[OPT_MULTIPV] = LINES;
    brain_apply(&p->brain, OPT_MULTIPV);
    analysis_run(p->brain.searcher, &p->game, &limits, &p->screen, stdout);
    p->brain.options.number[OPT_MULTIPV] = 1;
    brain_apply(&p->brain, OPT_MULTIPV);
}

/* The legal moves, of one piece if `only` is not SQ_NONE, several to a line. Returns their targets. */
static Bitboard list_moves(const Play *p, Square only)
{
    enum { CELL = 20 };
    int columns, rows, used = 0;
    terminal_size(&columns, &rows);
    Bitboard targets = 0;
    MoveList list = {0};
    legal_moves(&p->game.now, &list);
    for (int i = 0; i < list.count; i++) {
        char text[SCREEN_MOVE_SIZE];
        if (only != SQ_NONE && move_from(list.moves[i]) != only)
            continue;
        targets |= square_bit(move_to(list.moves[i]));
        screen_move(&p->screen, &p->game.now, list.moves[i], text);
        if (used > 0 && used + CELL > columns) {
            putchar('\n');
            used = 0;
        }
        printf("%s%*s", text, CELL - text_columns(text), "");
        used += CELL;
    }
    if (used > 0)
        putchar('\n');
    fflush(stdout);
    return targets;
}

/* A square alone: where the piece there can go, or why there is none that can. */
static void obey_square(Play *p, Square s)
{
    const Position *pos = &p->game.now;
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
        play_say(p, either(p, "The %s on %c%d has no legal move.", "%s(%c%d)无路可走。"), name, 'a' + square_file(s), square_rank(s));
        return;
    }
    play_say(p, either(p, "The %s on %c%d can go to:", "%s(%c%d)可走:"), name, 'a' + square_file(s), square_rank(s));
    list_moves(p, s);
}

static void obey_moves(Play *p, char *args)
{
    char *word = word_next(&args);
    Square s;
    if (!word && !any_legal_move(&p->game.now))
        play_say(p, "%s", either(p, "There is no legal move.", "无路可走。"));
    else if (!word)
        list_moves(p, SQ_NONE);
    else if (square_from_text(word, &s))
        obey_square(p, s);
    else
        out_of_place(p, "moves", word, either(p, "a point of the board such as h2", "棋盘上的一个点,如 h2"));
}

static void obey_fen(Play *p, char *args)
{
    char fen[FEN_SIZE], error[FEN_ERROR_SIZE];
    args = text_trim(args);
    Position start;
    if (!*args) {
        fen_write(&p->game.now, fen);
        play_say(p, "%s", fen);
    } else if (!fen_read(args, &start, error)) {
        play_say(p, either(p, "%s", "局面有误:%s"), error);
    } else {
        play_restart(p, &start);
        redraw_and_announce(p);
    }
}

static void obey_load(Play *p, char *args)
{
    args = text_trim(args);
    if (!*args)
        play_say(p, "%s", either(p, "load: which file?", "load:哪个文件?"));
    else if (play_load(p, args))
        redraw_and_announce(p);
}

/* `save FILE [iccs|wxf|chinese]`; a file's name may hold blanks. */
static void obey_save(Play *p, char *args)
{
    Notation notation = p->screen.notation;
    args = text_trim(args);
    char *last = strrchr(args, ' ');
    if (last && notation_from_name(last + 1, &notation)) {
        *last = '\0';
        args = text_trim(args);
    }
    if (!*args)
        play_say(p, "%s", either(p, "save: to which file?", "save:存到哪个文件?"));
    else
        play_save(p, args, notation);
}

static bool refuse_if_over(const Play *p)
{
    if (over(p))
        play_say(p, "%s", either(p, "The game is over: `undo` or `new`.", "对局已结束:可 undo 或 new。"));
    return over(p);
}

static bool ask(const Play *p, const char *question)
{
    char *answer = editor_read(question);
    bool yes = answer && (word_is(text_trim(answer), "y") || word_is(text_trim(answer), "yes") || strcmp(text_trim(answer), "是") == 0);
    (void)p;
    free(answer);
    return yes;
}

/* The engine agrees when it thinks itself no better; people are asked. */
static void obey_draw(Play *p, char *args)
{
    enum { THINK_MS = 1000 };
    (void)args;
    if (refuse_if_over(p))
        return;
    Side us = (Side)p->game.now.side, them = opponent(us);
    bool agreed;
    if (has_person(p, them)) {
        char question[80];
        snprintf(question, sizeof question, either(p, "%s, do you accept a draw? (yes/no) ", "%s同意和棋吗?(yes/no) "),
                 side_word(them, p->screen.language));
        agreed = ask(p, question);
    } else {
        if (!brain_wake(&p->brain))
            return;
        Limits limits = play_advice(p, THINK_MS);
        agreed = searcher_run(p->brain.searcher, &p->game, &limits, NULL).score >= SCORE_DRAW;
    }
    if (!agreed) {
        play_say(p, either(p, "%s declines.", "%s不同意。"), side_word(them, p->screen.language));
        return;
    }
    play_end(p, OUTCOME_AGREED, RESULT_DRAW);
    play_announce(p);
}

static void obey_resign(Play *p, char *args)
{
    (void)args;
    if (refuse_if_over(p))
        return;
    Side loser = (Side)p->game.now.side;
    if (p->engine[RED] != p->engine[BLACK])
        loser = p->engine[RED] ? BLACK : RED;
    play_end(p, OUTCOME_RESIGNED, loser == RED ? RESULT_BLACK_WINS : RESULT_RED_WINS);
    play_announce(p);
}

static void obey_level(Play *p, char *args)
{
    char *word = word_next(&args);
    int64_t level;
    if (word && (!word_number(word, &level) || level < 1 || level > SKILL_LEVELS)) {
        play_say(p, either(p, "Levels go from 1 to %d.", "级别为 1 至 %d。"), SKILL_LEVELS);
        return;
    }
    if (word) {
        p->level = (int)level;
        p->depth = 0;
    }
    play_say(p, either(p, "Level %d of %d.", "级别 %d(最高 %d)。"), p->level, SKILL_LEVELS);
}

static void obey_time(Play *p, char *args)
{
    char *word = word_next(&args), *end;
    double seconds = word ? strtod(word, &end) : 1;
    if (word && (*end || !(seconds >= 0.001 && seconds <= 86400))) {
        out_of_place(p, "time", word, either(p, "seconds from 0.001 to 86400", "秒数,0.001 至 86400"));
        return;
    }
    if (word) {
        p->time_ms = (int64_t)(seconds * 1000 + 0.5);
        p->depth = 0;
    }
    play_say(p, either(p, "%g s a move.", "每步 %g 秒。"), (double)p->time_ms / 1000);
}

static void obey_depth(Play *p, char *args)
{
    char *word = word_next(&args);
    int64_t depth;
    if (word && (!word_number(word, &depth) || depth < 0 || depth > MAX_DEPTH)) {
        char wanted[60];
        snprintf(wanted, sizeof wanted, either(p, "plies from 1 to %d, or 0 for no limit", " 1 至 %d,0 为不限"), MAX_DEPTH);
        out_of_place(p, "depth", word, wanted);
        return;
    }
    if (word)
        p->depth = (int)depth;
    play_say(p, either(p, p->depth ? "Depth %d." : "Depth is not limited.", p->depth ? "深度 %d。" : "不限深度。"), p->depth);
}

static void obey_notation(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && !notation_from_name(word, &p->screen.notation))
        out_of_place(p, "notation", word, either(p, "iccs, wxf or chinese", " iccs、wxf 或 chinese"));
    else if (word)
        play_redraw(p, 0);
    else
        play_say(p, "%s", notation_name(p->screen.notation));
}

static void obey_lang(Play *p, char *args)
{
    char *word = word_next(&args);
    if (word && (word_is(word, "en") || word_is(word, "zh"))) {
        p->screen.language = word_is(word, "zh") ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
        play_redraw(p, 0);
    } else if (word) {
        out_of_place(p, "lang", word, either(p, "en or zh", " en 或 zh"));
    } else {
        play_say(p, "%s", either(p, "en", "zh"));
    }
}

static void obey_go(Play *p, char *args)
{
    (void)args;
    if (refuse_if_over(p))
        return;
    p->paused = false;
    if (!p->engine[p->game.now.side])
        play_think(p);
}

static void obey_quit(Play *p, char *args)
{
    (void)args;
    p->quit = true;
}

static void obey_help(Play *p, char *args);

static const struct {
    const char *word, *zh_word; /* what may be typed; the latter may be NULL */
    void (*obey)(Play *p, char *args);
    const char *args, *english, *chinese;
} commands[] = {
    {"help", "帮助", obey_help, "", "this list", "本列表"},
    {"undo", "悔棋", obey_undo, "[N]", "take back your last move, or N plies", "悔棋,或退回 N 着"},
    {"redo", "恢复", obey_redo, "[N]", "play again what was taken back", "恢复悔掉的棋"},
    {"new", "新局", obey_new, "[red|black|both|none]", "a new game; the side you play", "新局,可选执哪一方"},
    {"side", NULL, obey_side, "red|black|both|none", "change sides within the game", "中途换边"},
    {"go", NULL, obey_go, "", "let the engine move now", "让引擎走一步"},
    {"flip", "翻转", obey_flip, "", "turn the board round", "翻转棋盘"},
    {"board", "棋盘", obey_board, "", "draw the board again", "重画棋盘"},
    {"hint", "提示", obey_hint, "", "a good move", "推荐着法"},
    {"eval", "评估", obey_eval, "", "the position at a glance", "静态评估"},
    {"analyse", "分析", obey_analyse, "[SECONDS]", "the best lines, live until a key", "显示最佳变化,按键停止"},
    {"analyze", NULL, obey_analyse, NULL, NULL, NULL},
    {"moves", "着法", obey_moves, "[SQUARE]", "list the legal moves", "列出合法着法"},
    {"fen", NULL, obey_fen, "[FEN]", "print the position, or begin at one", "显示局面,或设置局面"},
    {"load", "打开", obey_load, "FILE", "read a game in PGN", "读取 PGN 棋谱"},
    {"save", "保存", obey_save, "FILE [iccs|wxf|chinese]", "write the game in PGN", "保存 PGN 棋谱"},
    {"draw", "求和", obey_draw, "", "offer a draw", "提议和棋"},
    {"resign", "认输", obey_resign, "", "give up", "认输"},
    {"level", "级别", obey_level, "[1..20]", "how strong the engine plays", "引擎棋力"},
    {"time", NULL, obey_time, "[SECONDS]", "how long it thinks", "每步思考时间"},
    {"depth", NULL, obey_depth, "[N]", "how far it looks ahead; 0: as time allows", "搜索深度,0 为不限"},
    {"notation", NULL, obey_notation, "[iccs|wxf|chinese]", "how moves are shown", "着法的写法"},
    {"lang", NULL, obey_lang, "en|zh", "language", "语言"},
    {"quit", "退出", obey_quit, "", "leave", "退出"},
    {"exit", NULL, obey_quit, NULL, NULL, NULL},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void obey_help(Play *p, char *args)
{
    enum { COLUMN = 34, NARROW = 76 };
    int columns, rows;
    (void)args;
    terminal_size(&columns, &rows);
    for (int i = 0; i < COMMANDS; i++) {
        if (!commands[i].args)
            continue;
        char left[80];
        snprintf(left, sizeof left, "%s %s%s%s", commands[i].word, commands[i].args, *commands[i].args ? " " : "",
                 p->screen.language == LANGUAGE_CHINESE && commands[i].zh_word ? commands[i].zh_word : "");
        const char *about = either(p, commands[i].english, commands[i].chinese);
        if (columns < NARROW)
            printf("  %s\n      %s\n", left, about);
        else
            printf("  %s%*s%s\n", left, COLUMN - text_columns(left), "", about);
    }
    play_say(p, "%s",
             either(p,
                    "  A move is written h2e2 (h2 e2, H2-E2), C2.5, or 炮二平五;\n"
                    "  pieces in tandem C+.5 or 前炮平五. Files are counted from one's own right.\n"
                    "  A square alone (h2) shows where its piece can go.",
                    "  着法写作 h2e2(h2 e2、H2-E2)、C2.5 或 炮二平五,\n"
                    "  同路两子写作 C+.5 或 前炮平五。只输入一个点(如 h2)则显示该子的去处。"));
}

/* The command a word means: exactly, or by its beginning of two letters or more if only one has it. */
static int find_command(const char *word)
{
    int found = -1, count = 0;
    size_t length = strlen(word);
    for (int i = 0; i < COMMANDS; i++) {
        if (word_is(word, commands[i].word) || (commands[i].zh_word && strcmp(word, commands[i].zh_word) == 0))
            return i;
        if (length >= 2 && strncmp(word, commands[i].word, length) == 0 && (found < 0 || commands[i].obey != commands[found].obey)) {
            found = i;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

const char *play_words(void *self, int i)
{
    Play *p = self;
    if (i < COMMANDS)
        return commands[i].word;
    i -= COMMANDS;
    MoveList list = {0};
    legal_moves(&p->game.now, &list);
    if (i >= list.count * NOTATIONS)
        return NULL;
    return move_to_text(&p->game.now, list.moves[i / NOTATIONS], (Notation)(i % NOTATIONS), p->word);
}

static void obey_move(Play *p, const char *text)
{
    MoveReading reading;
    char refusal[REFUSAL_SIZE], name[SCREEN_MOVE_SIZE];
    bool read = move_from_text(&p->game.now, text, &reading);
    if (reading.fault != READ_NOT_MOVE && refuse_if_over(p))
        return;
    if (!read || !is_legal(&p->game.now, reading.move)) {
        refusal_of_text(&p->game.now, text, &reading, p->screen.language, refusal, sizeof refusal);
        play_say(p, "%s%s", refusal, reading.fault == READ_NOT_MOVE ? either(p, " `help` lists the commands.", "help 列出各命令。") : "");
        return;
    }
    screen_move(&p->screen, &p->game.now, reading.move, name);
    Side side = (Side)p->game.now.side;
    if (!play_move(p, reading.move))
        return;
    play_redraw(p, 0);
    play_say(p, either(p, "%s played %s.%s", "%s走了 %s。%s"), side_word(side, p->screen.language), name,
             !over(p) && in_check(&p->game.now, (Side)p->game.now.side) ? either(p, " Check!", "将军!") : "");
    play_announce(p);
}

/* More words than the help shows arguments for? A file's name and a FEN may have any number. */
static bool too_many_words(const char *args, const char *rest)
{
    int words = 0;
    for (rest += strspn(rest, BLANKS); *rest; words++) {
        rest += strcspn(rest, BLANKS);
        rest += strspn(rest, BLANKS);
    }
    return args && !strstr(args, "FILE") && !strstr(args, "FEN") && words > (*args ? 1 : 0);
}

/* So that no key pressed by mistake comes back as a control character. */
static void tame(char *line)
{
    for (; *line; line++)
        if (((unsigned char)*line < ' ' && *line != '\t') || *line == 127)
            *line = '?';
}

void play_obey(Play *p, char *line)
{
    tame(line);
    char *text = text_trim(line), word[40];
    Square s;
    if (!*text)
        return;
    size_t length = strcspn(text, BLANKS);
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), text);
    int command = find_command(word);
    if (command >= 0 && too_many_words(commands[command].args, text + length))
        play_say(p, either(p, "That is too much: it is `%s%s%s`.", "多余的内容:应为 %s%s%s。"), commands[command].word,
                 *commands[command].args ? " " : "", commands[command].args);
    else if (command >= 0)
        commands[command].obey(p, text + length);
    else if (square_from_text(text, &s))
        obey_square(p, s);
    else
        obey_move(p, text);
}
