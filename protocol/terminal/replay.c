#include "protocol/terminal/replay.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/text.h"
#include "engine/base/textfile.h"
#include "engine/notation/pgn.h"
#include "protocol/terminal/screen.h"
#include "protocol/terminal/terminal.h"

typedef struct Replay {
    Screen screen;
    Terminal terminal;
    const char *text; /* of the whole file */
    size_t length;
    int number; /* of the game, from 1 */
    PgnGame pgn;
    Game game; /* up to the ply shown */
} Replay;

/* Reads the n-th game of the text. False if there is none; the one before stays. */
static bool open_game(Replay *r, int number)
{
    PgnGame game;
    PgnSource source = pgn_source(r->text, r->length);
    bool found = number >= 1;
    pgn_init(&game);
    for (int i = 0; i < number && found; i++)
        found = pgn_read(&source, &game, r->screen.language);
    if (!found) {
        pgn_clear(&game);
        return false;
    }
    pgn_clear(&r->pgn);
    r->pgn = game;
    r->number = number;
    game_reset(&r->game, &game.start);
    return true;
}

static bool go_to(Replay *r, int ply)
{
    if (ply < 0 || ply > r->pgn.plies)
        return false;
    while (r->game.plies > ply)
        game_undo(&r->game);
    while (r->game.plies < ply)
        if (!game_play(&r->game, r->pgn.moves[r->game.plies].move))
            return false;
    return true;
}

static const char *tag(const Replay *r, const char *name)
{
    const char *value = pgn_tag(&r->pgn, name);
    return value ? value : "";
}

/* What the file says of the game and of the move that led here. */
static void print_words(const Replay *r)
{
    Text line = TEXT_INIT;
    int ply = r->game.plies;
    bool last = ply == r->pgn.plies;
    char move[SCREEN_MOVE_SIZE] = "";
    if (ply > 0) {
        Undo undo = r->game.undos[ply - 1];
        Position before = r->game.now;
        position_unmake(&before, &undo);
        screen_move(&r->screen, &before, undo.move, move);
    }
    const char *comment = ply > 0 ? r->pgn.moves[ply - 1].comment : r->pgn.comment;
    const char *const words[] = {tag(r, "Event"), tag(r, "Date"), move, comment ? comment : ""};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (*words[i]) {
            text_add(&line, line.length ? "  " : "");
            text_add_clean(&line, words[i]);
        }
    if (last && !r->pgn.fault_line && *tag(r, "Reason")) {
        text_add_char(&line, '\n');
        text_add_clean(&line, tag(r, "Reason"));
    }
    puts(line.data);
    text_free(&line);
    if (last && r->pgn.fault_line)
        puts(r->pgn.fault);
}

static void draw(const Replay *r)
{
    int ply = r->game.plies;
    char status[80];
    snprintf(status, sizeof status, in_language(r->screen.language, "ply %d of %d   %s", "第 %d 着，共 %d 着   %s"), ply, r->pgn.plies,
             ply == r->pgn.plies ? outcome_text(r->pgn.outcome) : "");
    Scene scene = {.game = &r->game, .names = {tag(r, "Red"), tag(r, "Black")}, .used_ms = {-1, -1}, .status = status};
    screen_draw(&r->screen, &scene);

    print_words(r);
    fflush(stdout);
}

static void replay_by_keys(Replay *r)
{
    enum { JUMP = 10, CTRL_D = 4, ESCAPE = 27 };
    terminal_begin(&r->terminal);
    terminal_keys_begin(&r->terminal);
    for (bool on = true; on;) {
        draw(r);
        fputs(in_language(r->screen.language, "space: on   b: back   up/down: ten   home/end   f: flip   n/p: game   q: quit",
                          "空格：下一着   b：上一着   上/下：十着   Home/End   f：翻转   n/p：换局   q：退出"),
              stdout);
        fflush(stdout);
        int ply = r->game.plies, last = r->pgn.plies;
        switch (terminal_key(&r->terminal, -1, true)) {
        case ' ':
        case '\r':
        case '\n':
        case 'l':
        case KEY_RIGHT: go_to(r, ply + 1); break;
        case 'b':
        case 'h':
        case 8:
        case 127:
        case KEY_LEFT: go_to(r, ply - 1); break;
        case 'j':
        case KEY_DOWN: go_to(r, ply + JUMP < last ? ply + JUMP : last); break;
        case 'k':
        case KEY_UP: go_to(r, ply > JUMP ? ply - JUMP : 0); break;
        case 'g':
        case '0':
        case KEY_HOME: go_to(r, 0); break;
        case 'G':
        case '$':
        case KEY_LAST: go_to(r, last); break;
        case 'f': r->screen.flip = !r->screen.flip; break;
        case 'n': open_game(r, r->number + 1); break;
        case 'p': open_game(r, r->number - 1); break;
        case 'q':
        case CTRL_D:
        case ESCAPE:
        case KEY_BREAK:
        case KEY_END: on = false; break;
        default: break;
        }
        if (!r->screen.clear || !on)
            putchar('\n');
    }
    terminal_keys_end(&r->terminal);
    terminal_end(&r->terminal);
}

int replay_run(const ReplayWish *wish)
{
    size_t length;
    Text why = WHY_IN(wish->language);
    char *text = text_read_file(wish->path, &length, &why);
    if (!text) {
        fprintf(stderr, in_language(wish->language, "hanxin show: %s\n", "hanxin show：%s\n"), why.data);
        return EXIT_FAILURE;
    }
    Replay *r = calloc(1, sizeof *r);
    int status = EXIT_FAILURE;
    if (!r) {
        fputs(wish->language == LANGUAGE_CHINESE ? "hanxin show：内存不足\n" : "hanxin show: out of memory\n", stderr);
        free(text);
        return status;
    }
    r->screen = screen_here(wish->language, wish->notation, wish->ascii);
    r->screen.flip = wish->flip;
    r->text = text;
    r->length = length;
    pgn_init(&r->pgn);
    game_init(&r->game);
    if (!open_game(r, wish->game)) {
        fprintf(stderr,
                in_language(r->screen.language, "hanxin show: there is no game %d in '%s'\n", "hanxin show：没有第 %d 盘棋：“%s”\n"),
                wish->game, wish->path);
    } else if (wish->ply > r->pgn.plies) {
        fprintf(stderr, in_language(r->screen.language, "hanxin show: the game has %d plies\n", "hanxin show：这盘棋只有 %d 着\n"),
                r->pgn.plies);
    } else {
        bool by_keys = stdin_is_terminal() && stdout_is_terminal(), one = wish->ply >= 0;
        bool shown = go_to(r, one ? wish->ply : 0);
        if (by_keys)
            replay_by_keys(r);
        else if (shown)
            draw(r);
        while (!by_keys && !one && shown && r->game.plies < r->pgn.plies)
            if ((shown = go_to(r, r->game.plies + 1)))
                draw(r);
        if (!shown)
            fputs(in_language(r->screen.language, "hanxin show: out of memory\n", "hanxin show：内存不足\n"), stderr);
        if (r->pgn.fault_line)
            fprintf(stderr, in_language(r->screen.language, "hanxin show: %s\n", "hanxin show：%s\n"), r->pgn.fault);
        status = r->pgn.fault_line || !shown ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    pgn_clear(&r->pgn);
    game_clear(&r->game);
    free(r);
    free(text);
    return status;
}
