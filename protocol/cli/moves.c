/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cli/moves.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/encoding.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/textfile.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/notation/games.h"
#include "engine/notation/pgn.h"
#include "engine/notation/verdict.h"
#include "engine/notation/dhtmlxq.h"
#include "engine/notation/xqf.h"
#include "protocol/cli/ask_tables.h"

/* The game in which the words of a call are played one after another. */
typedef struct Walk {
    const Call *call;
    Game game;
    Notation to;     /* notation in which the moves are written; NOTATIONS: moves are not written */
    FILE *out;       /* stream to which they are written */
    bool gb18030;    /* moves are written in that encoding, otherwise in UTF-8 */
    const char *fen; /* NULL: the usual start position */
    int before;      /* number of plies given with the FEN, which are not written */
} Walk;

static bool walk_word(Walk *w, const char *word)
{
    Move m;
    char text[MOVE_TEXT_SIZE];
    Text why = WHY_IN(w->call->program.language);
    text_addf(&why, tr(w->call->program.language, "move %d, %.*s: "), w->game.plies + 1, (int)utf8_fit(word, 24), word);
    const size_t head = why.length;
    const MoveReading reading = move_from_text(&w->game.now, word, &m, &why);
    if (reading == READ_NOT_MOVE && strpbrk(word, "./")) {
        text_cut(&why, head);
        why_not(&why, file_exists(word) ? "a file, but moves and files cannot be given together" : "neither a move nor a file that exists");
    }
    if (reading != READ_MOVE) {
        program_fail(&w->call->program, "%s", why.data);
        return false;
    }
    if (w->to != NOTATIONS) {
        char encoded[MOVE_TEXT_SIZE];
        Text out = text_over(encoded, sizeof encoded);
        move_to_text(&w->game.now, m, w->to, text);
        if (w->gb18030)
            gb18030_add(text, &out);
        fprintf(w->out, "%s%s", w->game.plies > w->before ? " " : "", w->gb18030 ? encoded : text);
    }
    if (game_play(&w->game, m))
        return true;
    call_no_memory(w->call);
    return false;
}

/* Plays a text of several moves, which is modified. Move numbers (`1.`, `1...`) and the word
 * `moves` are skipped. */
static bool walk_text(Walk *w, char *text)
{
    for (const char *word; (word = word_next(&text));) {
        word = move_after_number(word);
        if (*word && strcmp(word, "moves") != 0 && !walk_word(w, word))
            return false;
    }
    return true;
}

/* Starts at the position of the FEN and plays the moves after it. If the FEN or a move is invalid,
 * reports this and returns false. */
static bool walk_start(Walk *w)
{
    const Notation to = w->to;
    Position start;
    char *fen = strdup(w->fen ? w->fen : "");
    if (!fen) {
        call_no_memory(w->call);
        return false;
    }
    fen_unwrap(fen);
    char *moves = fen_moves(fen);
    game_init(&w->game);
    if (moves && moves > fen)
        moves[-1] = '\0';
    bool done = call_position(w->call, w->fen ? fen : NULL, &start);
    if (done)
        game_reset(&w->game, &start);
    w->to = NOTATIONS;
    done = done && (!moves || walk_text(w, moves));
    w->to = to;
    free(fen);
    w->before = w->game.plies;
    return done;
}

static bool walk_words(Walk *w)
{
    for (int i = 1; i <= w->call->words; i++)
        if (!walk_text(w, w->call->argv[i]))
            return false;
    return true;
}

/* Reports that the words contain neither a move nor a file. Returns the exit status. */
static int walk_refuse_none(const Call *call)
{
    return args_wrong(&call->program, "%s", tr(call->program.language, "missing moves or game file"));
}

/* ---- games of files ---- */

/* Handles a game of a file, which the function may change; the first game has number 1. Returns false
 * after reporting a failure. */
typedef bool TakeGame(Walk *w, const char *name, int number, GameTree *game);

/* Passes each game of a file to `take`, as far as the game can be read. If a FEN was given, games begin
 * at w->game.now. */
static bool take_games(Walk *w, const char *path, TakeGame *take)
{
    const Call *call = w->call;
    const Language language = call->program.language;
    Text unread = WHY_IN(language);
    GameSource source;
    GameTree game;
    const char *name = text_file_title(path, language);
    if (!games_open(&source, path, &unread)) {
        program_fail(&call->program, "%s", unread.data);
        return false;
    }
    bool ok = true;
    int games = 0;
    source.start = w->fen ? &w->game.now : NULL;
    tree_init(&game);
    while (games_next(&source, &game, language)) {
        games = source.games;
        if (tree_has_fault(&game))
            program_fail(&call->program, tr(call->program.language, "%s, game %d, %s"), name, games, game.report.fault);
        ok = ok && !tree_is_damaged(&game);
        if (tree_is_there(&game))
            ok = take(w, name, games, &game) && ok;
    }
    tree_clear(&game);
    games_close(&source);
    if (games > 0)
        return ok;
    call_fail(call, name, tr(call->program.language, "no game in it"));
    return false;
}

/* Reports the parts of the game that were skipped while reading. Returns false if any were skipped. */
static bool note_left_out(const Walk *w, const char *name, int number, const GameTree *game)
{
    Text left_out = WHY_IN(w->call->program.language);
    if (!tree_left_out(game, &left_out))
        return true;
    program_note(&w->call->program, tr(w->call->program.language, "%s, game %d: %s"), name, number, left_out.data);
    return false;
}

/* Returns true if the word names a file, even one that does not exist. */
static bool names_file(const char *word) { return strcmp(word, "-") == 0 || file_exists(word) || games_are_named(word); }

/* Passes the games of all files that the words name to `take`. */
static bool take_files(Walk *w, TakeGame *take)
{
    bool ok = true;
    for (int i = 1; i <= w->call->words; i++)
        ok = take_games(w, w->call->argv[i], take) && ok;
    return ok;
}

/* ---- convert ---- */

static bool write_pgn(const GameTree *game, const PgnStyle *style, FILE *out, Text *left_out)
{
    pgn_write_as(game, style, out, left_out);
    return true;
}

static bool write_xqf(const GameTree *game, const PgnStyle *style, FILE *out, Text *left_out)
{
    (void)style;
    return xqf_write(game, out, left_out);
}

static bool write_dhtmlxq(const GameTree *game, const PgnStyle *style, FILE *out, Text *left_out)
{
    (void)style;
    return dhtmlxq_write(game, out, left_out);
}

/* Words for `--to`: notations for moves and for games in PGN, and other formats of games. */
static const char *const target_words[] = {"iccs",       "wxf",         "chinese", "traditional", "english",
                                           "vietnamese", "coordinates", "xqf",     "dhtmlxq",     NULL};

static const struct Target {
    Notation notation; /* notation for moves without a game; NOTATIONS: moves are written as a game */
    bool plain_points; /* true if ICCS in PGN is written as h2e2, not H2-E2 */
    bool single;       /* true for binary formats with one game per file */

    /* Writes the game and adds clauses about data that the format cannot hold. Returns false if an
     * allocation fails. */
    bool (*write)(const GameTree *game, const PgnStyle *style, FILE *out, Text *left_out);
} targets[] = {
    {NOTATION_ICCS, false, false, write_pgn},    {NOTATION_WXF, false, false, write_pgn},
    {NOTATION_CHINESE, false, false, write_pgn}, {NOTATION_TRADITIONAL, false, false, write_pgn},
    {NOTATION_ENGLISH, false, false, write_pgn}, {NOTATION_VIETNAMESE, false, false, write_pgn},
    {NOTATION_ICCS, true, false, write_pgn},     {NOTATIONS, false, true, write_xqf},
    {NOTATIONS, false, false, write_dhtmlxq},
};

/* Words for `--encoding`. */
enum { AS_DEFAULT = -1, AS_UTF8, AS_GB18030 };
static const char *const encoding_words[] = {"utf8", "gb18030", NULL};

/* Settings and state of `convert`. */
typedef struct Convert {
    Walk walk; /* must be first, since a TakeGame gets the Convert as a Walk */
    int target, encoding;
    const char *path; /* NULL: standard output */
    bool force;
    OutFile file;
    bool written;   /* true once the moves or a game were written */
    bool broken;    /* true once an allocation failed while a game was written */
    int games;      /* for formats with one game per file: number of games so far */
    GameTree first; /* the first of these games, not written until it is known whether there are more */
    const char *first_name;
    int first_number;
} Convert;

static bool convert_fail(const Convert *c, const Text *why)
{
    program_fail(&c->walk.call->program, "%s", why->data);
    return false;
}

/* Writes the game to a stream and reports data that the format cannot hold. */
static bool convert_write(Convert *c, const char *name, int number, const GameTree *game, FILE *out)
{
    const Call *call = c->walk.call;
    const struct Target *target = &targets[c->target];
    Text left_out = {.data = (char *)"", .language = call->program.language};
    const PgnStyle style = {.notation = target->notation, .plain_points = target->plain_points, .gb18030 = c->walk.gb18030};
    bool good = target->write(game, &style, out, &left_out) || call_no_memory(call) == EXIT_SUCCESS;
    if (good && left_out.length > 0)
        program_note(&call->program, tr(call->program.language, "%s, game %d: lost in the output: %s"), name, number, left_out.data);
    text_free(&left_out);
    c->written |= good;
    c->broken |= !good;
    return good;
}

/* Checks that an output is not one of the files to be read. */
static bool convert_is_safe(const Convert *c, const char *path)
{
    const Call *call = c->walk.call;
    Text why = WHY_IN(call->program.language);
    bool good = true;
    for (int i = 1; good && i <= call->words; i++)
        good = files_distinct(&(NamedFile){"--out", path}, 1,
                              &(NamedFile){tr(call->program.language, "a game file"), text_file_name(call->argv[i])}, 1, &why);
    return good || convert_fail(c, &why);
}

/* Adds the name of the output with this number to *path. */
static void convert_add_path(const Convert *c, int file_number, Text *path)
{
    const char *dot = strrchr(c->path, '.');
    if (!dot || dot < path_name(c->path) || dot == c->path)
        dot = c->path + strlen(c->path);
    text_addf(path, "%.*s-%d%s", (int)(dot - c->path), c->path, file_number, dot);
}

/* Checks that the output with this number is not one of the files to be read. */
static bool convert_number_is_safe(const Convert *c, int file_number)
{
    Text path = TEXT_INIT;
    convert_add_path(c, file_number, &path);
    const bool good = !file_exists(path.data) || convert_is_safe(c, path.data);
    text_free(&path);
    return good;
}

/* Checks all outputs that are known before the games are counted: several files have several games. */
static bool convert_outputs_are_safe(const Convert *c)
{
    const int words = c->walk.call->words, numbered = c->path && targets[c->target].single && words > 1 ? words : 0;
    bool good = !c->path || convert_is_safe(c, c->path);
    for (int i = 1; good && i <= numbered; i++)
        good = convert_number_is_safe(c, i);
    return good;
}

/* Writes the game to a file of its own. The number is added to the name of the file unless it is 0. */
static bool convert_write_file(Convert *c, int file_number, const char *name, int number, const GameTree *game)
{
    Text path = TEXT_INIT, why = WHY_IN(c->walk.call->program.language);
    if (file_number > 0 && !convert_number_is_safe(c, file_number))
        return false;
    if (file_number > 0)
        convert_add_path(c, file_number, &path);
    bool good = !path.failed && outfile_open(&c->file, file_number > 0 ? path.data : c->path, c->force ? OUT_REPLACE : OUT_KEEP, &why);
    if (!good)
        convert_fail(c, &why);
    good = good && convert_write(c, name, number, game, c->file.stream) && (outfile_commit(&c->file, &why) || convert_fail(c, &why));
    outfile_abandon(&c->file);
    text_free(&path);
    return good;
}

/* Writes a game, or stores it until it is known whether its file needs a number. */
static bool convert_put(Convert *c, const char *name, int number, GameTree *game)
{
    if (!targets[c->target].single)
        return convert_write(c, name, number, game, c->walk.out);
    if (c->games++ == 0) {
        c->first = *game;
        c->first_name = name;
        c->first_number = number;
        tree_init(game);
        return true;
    }
    if (!c->path) {
        if (c->games == 2)
            program_fail(&c->walk.call->program, "%s",
                         tr(c->walk.call->program.language, "more than one game, but standard output holds one: use --out FILE"));
        return false;
    }
    const bool good = c->games > 2 || convert_write_file(c, 1, c->first_name, c->first_number, &c->first);
    return convert_write_file(c, c->games, name, number, game) && good;
}

static bool convert_game(Walk *w, const char *name, int number, GameTree *game)
{
    const bool whole = note_left_out(w, name, number, game);
    return convert_put((Convert *)w, name, number, game) && whole;
}

/* Writes the moves of the call as a game. */
static bool convert_moves(Convert *c)
{
    GameTree game;
    tree_init(&game);
    game.start = c->walk.game.start;
    bool good = true;
    for (int i = 0; good && i < c->walk.game.plies; i++)
        good = tree_add_move(&game, c->walk.game.undos[i].move, NULL);
    good = good ? convert_put(c, tr(c->walk.call->program.language, "the moves"), 1, &game) : call_no_memory(c->walk.call) == EXIT_SUCCESS;
    tree_clear(&game);
    return good;
}

/* Opens the output, unless its name depends on the number of games. */
static bool convert_begin(Convert *c)
{
    const Call *call = c->walk.call;
    Text why = WHY_IN(call->program.language);
    bool good = true;
    c->walk.to = targets[c->target].notation;
    c->walk.out = stdout;
    c->walk.gb18030 = c->encoding == AS_GB18030;
    if (c->walk.gb18030 && !encodings_are_built_in())
        good = why_not(&why, "this program was built without GB 18030");
    else if (c->path && !targets[c->target].single)
        good = outfile_open(&c->file, c->path, c->force ? OUT_REPLACE : OUT_KEEP, &why);
    else if (targets[c->target].single && !c->path && stdout_is_terminal())
        good = why_not(&why, "this format is not text: use --out FILE");
    if (c->file.stream)
        c->walk.out = c->file.stream;
    return good || convert_fail(c, &why);
}

/* Completes the output. A file in which nothing, or not all of a game, was written is abandoned. */
static bool convert_end(Convert *c, bool good)
{
    Text why = WHY_IN(c->walk.call->program.language);
    if (c->games == 1 && c->path)
        good = convert_write_file(c, 0, c->first_name, c->first_number, &c->first) && good;
    else if (c->games == 1) {
        stdout_set_binary();
        good = convert_write(c, c->first_name, c->first_number, &c->first, stdout) && good;
    } else if (c->file.stream && c->written && !c->broken && !outfile_commit(&c->file, &why)) {
        good = convert_fail(c, &why);
    }
    outfile_abandon(&c->file);
    tree_clear(&c->first);
    return good;
}

/* Converts the files or moves of the call. Returns the exit status. */
static int convert_run(Convert *c)
{
    const bool files = names_file(c->walk.call->argv[1]);
    if (!walk_start(&c->walk) || (files && !convert_outputs_are_safe(c)) || !convert_begin(c))
        return EXIT_FAILURE;
    bool ok = files ? take_files(&c->walk, convert_game) : walk_words(&c->walk);
    const bool moves = c->walk.game.plies > c->walk.before, none = ok && !files && !moves;
    if (moves && c->walk.to != NOTATIONS) {
        fputc('\n', c->walk.out);
        c->written = ok;
    }
    if (ok && moves && c->walk.to == NOTATIONS)
        ok = convert_moves(c);
    ok = convert_end(c, ok);
    return none ? walk_refuse_none(c->walk.call) : ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int convert_take_target(void *self, const char *word)
{
    Convert *c = self;
    return word_choose(word, target_words, sizeof targets / sizeof *targets, &c->target) ? EXIT_SUCCESS : EXIT_USAGE;
}

int convert_command(Call *call)
{
    Convert c = {.walk = {.call = call}, .encoding = AS_DEFAULT};
    ArgSink target_sink = {
        convert_take_target, &c,
        N_("iccs, wxf, chinese, traditional, english, vietnamese or coordinates (for moves, and for games as PGN), xqf or dhtmlxq")};
    const Arg args[] = {
        {"to iccs|wxf|chinese|traditional|english|vietnamese|coordinates|xqf|dhtmlxq", ARG_SINK, &target_sink, 0, 0,
         tr(call->program.language, "a notation: iccs (default, h2e2), wxf (C2.5), chinese, traditional (炮二平五), english (C2=5) or "
                                    "vietnamese (P2-5; both are C2.5 in a PGN); "
                                    "coordinates: iccs, but h2e2 in a PGN too; or a format: xqf, dhtmlxq")},
        {"encoding", ARG_WORD, &(ArgWord){&c.encoding, encoding_words}, 0, 0,
         tr(call->program.language,
            "for moves and PGN only: utf8 (default), or gb18030 for Chinese programs; Black's moves then have full-width digits in a PGN")},
        {"out FILE", ARG_TEXT, &c.path, 0, 0,
         tr(call->program.language, "write to this file instead of standard output (-); several games as XQF: FILE-1.xqf, FILE-2.xqf ...")},
        {"force", ARG_FLAG, &c.force, 0, 0, tr(call->program.language, "replace existing files")},
        {"fen FEN", ARG_TEXT, &c.walk.fen, 0, 0, tr(call->program.language, "position from which the moves start")},
        {"lang", ARG_WORD, &(ArgWord){(int *)&call->program.language, language_words}, 0, 0,
         tr(call->program.language, "language of the error messages; default: that of the system")},
    };
    call->program.dash_begins_words = true;
    call->reads_games = true;
    if (!call_read(call, args, sizeof args / sizeof *args, INT_MAX))
        return call->status;
    if (call->words == 0 || call->argv[1][strspn(call->argv[1], BLANKS)] == '\0')
        return walk_refuse_none(call);
    if (c.encoding != AS_DEFAULT && targets[c.target].notation == NOTATIONS)
        return args_wrong(&call->program, "%s", tr(call->program.language, "--encoding is for moves and PGN only"));
    tree_init(&c.first);
    if (outfile_is_stdout(c.path))
        c.path = NULL;
    const int status = convert_run(&c);
    game_clear(&c.walk.game);
    return status;
}

/* ---- judge ---- */

static int take_rules(void *self, const char *name) { return rule_set_from_name(name, self) ? EXIT_SUCCESS : EXIT_USAGE; }

/* Settings and state of `judge`. */
typedef struct Referee {
    Walk walk; /* must be first, since a TakeGame receives the Referee as a Walk */
    RuleSet rules;
    int64_t limit;
    const char *folders; /* folders of endgame tables */
    bool any;            /* true once a game from a file has been judged */
} Referee;

static int judge_report(const Referee *r, const Game *game)
{
    const Call *call = r->walk.call;
    Text text = TEXT_INIT;
    Judgement j;
    int plies = judge_from_start(game, r->rules, (int)r->limit, &j), left = game->plies - plies;
    static const char *const results[] = {[OUTCOME_OPEN] = N_("not decided"),
                                          [OUTCOME_RED] = N_("Red wins"),
                                          [OUTCOME_BLACK] = N_("Black wins"),
                                          [OUTCOME_DRAW] = N_("draw")};
    const Language language = call->program.language;
    verdict_reason(&j, game, language, &text);
    if (language != LANGUAGE_ENGLISH) /* the next line is for programs, the same in every language */
        printf(tr(language, "Result: %s\n"), tr(language, results[j.result.outcome]));
    printf("Result: %s\n%s", outcome_text(j.result.outcome), text.data);
    if (left > 0)
        printf(tr(call->program.language, "The game was over after ply %d; the %d plies after it were ignored.\n"), plies, left);
    int status = text.failed ? call_no_memory(call) : EXIT_SUCCESS;
    if (status == EXIT_SUCCESS && j.result.outcome == OUTCOME_OPEN)
        status = print_known_result(call, &game->now, r->folders);
    text_free(&text);
    return status;
}

/* Prints a line about a game from a file, followed by the verdict. */
static bool judge_game_of_file(Walk *w, const char *name, int number, GameTree *pgn)
{
    Referee *r = (Referee *)w;
    const Language l = w->call->program.language;
    Text head = TEXT_INIT;
    Game game;
    text_addf(&head, tr(l, "%s%s, game %d: "), r->any ? "\n" : "", name, number);
    for (Side side = RED; side <= BLACK; side++) {
        text_add(&head, side == RED ? "" : " - ");
        text_add_clean(&head, tree_player(pgn, side, l));
    }
    text_addf(&head, tr(l, ", plies: %d, result in the file: %s\n"), pgn->main.plies, outcome_text(pgn->outcome));
    fputs(head.data, stdout);
    r->any = true;
    game_init(&game);
    game_reset(&game, pgn->start_given ? &pgn->start : &w->game.start);
    bool good = !head.failed;
    for (int i = 0; good && !pgn->start_given && i < w->before; i++)
        good = game_play(&game, w->game.undos[i].move);
    for (int i = 0; good && i < pgn->main.plies; i++)
        good = game_play(&game, pgn->main.moves[i].move);
    int status = good ? judge_report(r, &game) : call_no_memory(w->call);
    note_left_out(w, name, number, pgn);
    game_clear(&game);
    text_free(&head);
    return status == EXIT_SUCCESS;
}

int judge_command(Call *call)
{
    Referee r = {.walk = {.call = call, .to = NOTATIONS}, .rules = RULES_ASIAN, .limit = NATURAL_LIMIT_DEFAULT, .folders = ""};
    ArgSink rules_sink = {take_rules, &r.rules, N_("asian, computer, chinese, simple, off")};
    const Arg args[] = {
        {"fen FEN", ARG_TEXT, &r.walk.fen, 0, 0, tr(call->program.language, "start from this position; it may carry its own `moves`")},
        {"rules", ARG_SINK, &rules_sink, 0, 0,
         tr(call->program.language, "asian (default), computer, chinese (an approximation), simple, off; GUI names too")},
        {"limit N", ARG_INT, &r.limit, 0, NATURAL_LIMIT_MAX, tr(call->program.language, "draw after N plies without a capture; 0: never")},
        TABLES_ARG(call, r.folders),
        LANGUAGE_ARG(call),
    };
    call->program.dash_begins_words = true;
    call->reads_games = true;
    if (!call_read(call, args, sizeof args / sizeof *args, INT_MAX))
        return call->status;
    if (!walk_start(&r.walk))
        return EXIT_FAILURE;
    int status;
    if (call->words > 0 && names_file(call->argv[1]))
        status = take_files(&r.walk, judge_game_of_file) ? EXIT_SUCCESS : EXIT_FAILURE;
    else
        status = !walk_words(&r.walk)                    ? EXIT_FAILURE
                 : !r.walk.fen && r.walk.game.plies == 0 ? walk_refuse_none(call)
                                                         : judge_report(&r, &r.walk.game);
    game_clear(&r.walk.game);
    return status;
}
