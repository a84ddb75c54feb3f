/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/replay.h"

#include <stdlib.h>
#include <string.h>

#include "bench/review/marked.h"
#include "engine/base/platform.h"
#include "engine/base/textfile.h"
#include "engine/base/utf8.h"
#include "engine/base/why.h"
#include "engine/notation/games.h"
#include "engine/notation/pgn.h"
#include "protocol/terminal/terminal.h"

typedef struct Replay {
    Screen screen;
    GameSource source; /* the file */
    int number;        /* number of the game, from 1 */
    GameTree pgn;
    Game game; /* the game, played up to the displayed ply */
} Replay;

/* Opens game `number` of the file. If there is no such game, keeps the current game and returns
 * false. */
static bool open_game(Replay *r, int number)
{
    GameTree game;
    games_rewind(&r->source);
    bool found = number >= 1;
    tree_init(&game);
    for (int i = 0; i < number && found; i++)
        found = games_next(&r->source, &game, r->screen.language);
    if (!found) {
        tree_clear(&game);
        return false;
    }
    tree_clear(&r->pgn);
    r->pgn = game;
    r->number = number;
    game_reset(&r->game, &game.start);
    return true;
}

/* Returns the number of games in the file. */
static int count_games(Replay *r)
{
    GameTree game;
    tree_init(&game);
    while (games_next(&r->source, &game, r->screen.language))
        continue;
    tree_clear(&game);
    return r->source.games;
}

/* Goes to a ply, or to the first or last ply if it is out of range. Returns false if an allocation
 * fails. */
static bool go_to(Replay *r, int ply)
{
    while (r->game.plies > ply && r->game.plies > 0)
        game_undo(&r->game);
    while (r->game.plies < ply && r->game.plies < r->pgn.main.plies)
        if (!game_play(&r->game, r->pgn.main.moves[r->game.plies].move))
            return false;
    return true;
}

/* Adds a line with Red's expected score after each move, if the file has any. Bars mark the displayed move. */
static void add_graph(const Replay *r, int columns, Text *out)
{
    enum { MOST = 72, BARS = 2, STEPS = 8 };
    static const char *const blocks[STEPS] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    size_t before = out->length;
    bool any = false;
    text_addf(out, "%s ", side_word(RED, r->screen.language));
    const int now = r->game.plies - 1, last = r->pgn.main.plies - 1, room = columns - 1 - utf8_columns(out->data + before) - BARS;
    const int shown = room < MOST ? room : MOST;
    int from = now - shown / 2;
    from = from + shown > last ? last - shown + 1 : from;
    from = from < 0 ? 0 : from;
    for (int i = from; i <= last && i < from + shown; i++) {
        double red;
        bool known = marked_expected(&r->pgn.main.moves[i], (Side)((r->pgn.start.side + i) & 1), &red);
        int step = known ? (int)(red * (STEPS - 1) + 0.5) : 0;
        any |= known;
        text_addf(out, i == now ? "|%s|" : "%s", !known ? "." : r->screen.ascii ? (char[2]){(char)('0' + step)} : blocks[step]);
    }
    text_add_char(out, '\n');
    if (!any)
        text_cut(out, before);
}

/* Adds a line that explains the keys, or only lists them if it would be too wide. */
static void add_keys(const Replay *r, int columns, Text *out)
{
    const char *line = tr(r->screen.language, "space: on   b: back   up/down: ten   home/end   f: flip   n/p: game   q: quit");
    text_add(out, utf8_columns(line) < columns ? line : tr(r->screen.language, "space b up/down home/end f n/p q"));
}

/* Adds the file's comment on the last move. In the first position, and always if the output is not a
 * terminal, also adds the comment on the game. */
static void add_words(const Replay *r, Text *out)
{
    const int ply = r->game.plies;
    const bool last = ply == r->pgn.main.plies, head = ply == 0 || !r->screen.clear;
    char move[MOVE_TEXT_SIZE + 4] = "";
    Text comment = TEXT_INIT;
    if (ply > 0) {
        Position before = r->game.now;
        position_unmake(&before, &r->game.undos[ply - 1]);
        move_to_text(&before, r->game.undos[ply - 1].move, r->screen.notation, move);
        const char *sign = marked_sign(&r->pgn.main.moves[ply - 1]);
        snprintf(move + strlen(move), sizeof move - strlen(move), "%s%s", *sign ? " " : "", sign);
        marked_comment(&r->pgn.main.moves[ply - 1], side_to_move(&before), r->screen.language, &comment);
    } else {
        text_add(&comment, r->pgn.main.comment ? r->pgn.main.comment : "");
    }
    const char *const words[] = {head ? tree_tag_text(&r->pgn, "Event") : "", head ? tree_tag_text(&r->pgn, "Date") : "", move,
                                 comment.data};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (*words[i]) {
            text_add(out, out->length ? "  " : "");
            text_add_clean(out, words[i]);
        }
    if (last && tree_has_fault(&r->pgn)) {
        text_addf(out, "\n%s", r->pgn.report.fault);
    } else if (last && *tree_tag_text(&r->pgn, "Reason")) {
        text_add_char(out, '\n');
        text_add_clean(out, tree_tag_text(&r->pgn, "Reason"));
    }
    text_free(&comment);
}

/* Breaks a text into lines of this width. If there are more than `most` lines, the last one ends with
 * dots. Returns the number of lines. */
static int add_wrapped(const char *text, int columns, int most, Text *out)
{
    int lines = 0;
    for (const char *at = text; *at && lines < most; lines++) {
        size_t whole = strcspn(at, "\n"), length = whole <= utf8_fit(at, columns) ? whole : terminal_wrap(at, columns), shown = length;
        const char *next = at + length + (at[length] == '\n');
        bool cut = lines == most - 1 && *next;
        if (cut && utf8_fit(at, columns - 3) < shown)
            shown = utf8_fit(at, columns - 3);
        while (shown > 0 && at[shown - 1] == ' ')
            shown--;
        text_add_bytes(out, at, shown);
        text_add(out, cut ? "...\n" : "\n");
        at = next;
    }
    return lines;
}

/* Draws the position, and below it the comment and, if requested, the keys, as far as there is room. */
static void draw(const Replay *r, bool keys)
{
    enum { PAPER_COLUMNS = 1000000 };
    const int ply = r->game.plies;
    int columns, rows;
    char status[80];
    Text words = TEXT_INIT, graph = TEXT_INIT, below = TEXT_INIT;
    terminal_size(&columns, &rows);
    add_words(r, &words);
    add_graph(r, columns, &graph);
    const int other = (graph.length > 0) + keys, room = screen_room(&r->screen) - other;
    const int lines = add_wrapped(words.data, r->screen.clear ? columns : PAPER_COLUMNS, room > 1 ? room : 1, &below);
    text_add(&below, lines || r->screen.clear ? "" : "\n");
    text_add(&below, graph.data);
    if (keys)
        add_keys(r, columns, &below);
    snprintf(status, sizeof status, tr(r->screen.language, "ply %d of %d   %s"), ply, r->pgn.main.plies,
             ply == r->pgn.main.plies ? outcome_text(r->pgn.outcome) : "");
    const Scene scene = {.game = &r->game,
                         .names = {tree_tag_text(&r->pgn, "Red"), tree_tag_text(&r->pgn, "Black")},
                         .used_ms = {-1, -1},
                         .below = lines + other,
                         .status = status};
    screen_draw(&r->screen, &scene);
    fputs(below.data, stdout);
    fflush(stdout);
    text_free(&words);
    text_free(&graph);
    text_free(&below);
}

/* Handles a key. Returns false if the key ends the replay. */
static bool obey_key(Replay *r, int key)
{
    enum { JUMP = 10, ALL = 1 << 20, CTRL_D = 4, BACKSPACE = 8, ESCAPE = 27, DELETE = 127 };
    static const struct {
        int key, plies;
    } steps[] = {{' ', 1},        {'\r', 1},    {'\n', 1},        {'l', 1},    {KEY_RIGHT, 1},   {'b', -1},      {'h', -1},
                 {BACKSPACE, -1}, {DELETE, -1}, {KEY_LEFT, -1},   {'j', JUMP}, {KEY_DOWN, JUMP}, {'k', -JUMP},   {KEY_UP, -JUMP},
                 {'g', -ALL},     {'0', -ALL},  {KEY_HOME, -ALL}, {'G', ALL},  {'$', ALL},       {KEY_LAST, ALL}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i].key == key)
            go_to(r, r->game.plies + steps[i].plies);
    if (key == 'f')
        r->screen.flip = !r->screen.flip;
    if (key == 'n' || key == 'p')
        open_game(r, r->number + (key == 'n' ? 1 : -1));
    return key != 'q' && key != CTRL_D && key != ESCAPE && key != KEY_BREAK && key != KEY_END;
}

/* Runs the replay. Returns the signal that ended it, or 0. */
static int replay_by_keys(Replay *r)
{
    Terminal terminal = {0};
    terminal_begin(&terminal);
    terminal_keys_begin(&terminal);
    for (bool on = true; on;) {
        draw(r, true);
        on = obey_key(r, terminal_key(&terminal, -1, true));
        if (!r->screen.clear || !on)
            putchar('\n');
    }
    terminal_keys_end(&terminal);
    terminal_end(&terminal);
    return terminal.ending;
}

/* Draws the current position and, if ply < 0, all positions after it. Returns false if an allocation
 * fails. */
static bool replay_on_paper(Replay *r, int ply)
{
    draw(r, false);
    while (ply < 0 && r->game.plies < r->pgn.main.plies) {
        if (!go_to(r, r->game.plies + 1))
            return false;
        draw(r, false);
    }
    return true;
}

static void refuse_number(const Program *program, const Replay *r, const char *path, int number)
{
    const Language l = r->screen.language;
    if (r->source.games == 0)
        program_fail(program, tr(l, "%s: %s"), path, tr(l, "no game in it"));
    else
        program_fail(program, tr(l, "there is no game %d in '%s': number of games: %d"), number, path, r->source.games);
}

/* Reports what the shown game lacks, and how to see another. */
static void note_rest(const Program *program, Replay *r, const char *path)
{
    const Language l = r->screen.language;
    Text why = WHY_IN(l);
    if (tree_has_fault(&r->pgn))
        program_fail(program, tr(l, "%s, %s"), path, r->pgn.report.fault);
    if (count_games(r) > 1)
        program_note(program, tr(l, "%s: game %d of %d; --game N shows another"), path, r->number, r->source.games);
    if (tree_left_out(&r->pgn, &why))
        program_note(program, tr(l, "%s, game %d: %s"), path, r->number, why.data);
}

int replay_run(const Program *program, const char *path, const Position *start, int game, int ply, const Screen *screen)
{
    const Language l = screen->language;
    const char *name = text_file_title(path, l);
    Text why = WHY_IN(l);
    Replay r = {.screen = *screen};
    if (!games_open(&r.source, path, &why))
        return program_fail(program, "%s", why.data);
    r.source.start = start;
    int status = EXIT_FAILURE, ending = 0;
    tree_init(&r.pgn);
    game_init(&r.game);
    if (!open_game(&r, game)) {
        refuse_number(program, &r, name, game);
    } else if (!tree_is_there(&r.pgn)) {
        program_fail(program, tr(l, "%s, %s"), name, r.pgn.report.fault);
    } else if (ply > r.pgn.main.plies) {
        program_fail(program, tr(l, "the game has only %d plies"), r.pgn.main.plies);
    } else {
        bool shown = go_to(&r, ply);
        if (shown && stdin_is_terminal() && stdout_is_terminal())
            ending = replay_by_keys(&r);
        else if (shown)
            shown = replay_on_paper(&r, ply);
        if (!shown)
            program_fail(program, "%s", tr(l, "out of memory"));
        note_rest(program, &r, name);
        status = ending ? EXIT_SIGNALLED + ending : tree_is_damaged(&r.pgn) || !shown ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    tree_clear(&r.pgn);
    game_clear(&r.game);
    games_close(&r.source);
    return status;
}
