#include "protocol/terminal/play_main.h"

#include <stdlib.h>

#include "engine/base/platform.h"
#include "engine/base/words.h"
#include "engine/notation/names.h"
#include "protocol/terminal/obey.h"
#include "protocol/terminal/play_arguments.h"
#include "protocol/terminal/thinking.h"

/* Where the game is, for who leaves. */
static void say_goodbye(const Play *p)
{
    char path[KEEP_PATH_SIZE];
    if (p->table.game.plies == 0 || !play_is_kept(p, path))
        return;
    if (p->table.result.outcome == OUTCOME_OPEN)
        play_tell(p, "The game is kept: `hanxin play --continue` goes on with it.", "对局已保存，hanxin play --continue 可接着下。");
    else
        play_tell(p, "The game is kept in %s", "对局已存于 %s", path);
}

/* Reads a line and obeys it. */
static void play_turn(Play *p)
{
    char prompt[40], *line;
    bool open = p->table.result.outcome == OUTCOME_OPEN;
    snprintf(prompt, sizeof prompt, "%s> ", open ? side_word((Side)p->table.game.now.side, p->screen.language) : "");
    switch (editor_read(&p->editor, prompt, &line)) {
    case EDITOR_LINE:
        p->ended = false;
        obey_line(p, line);
        break;
    case EDITOR_BREAK:
        if (!*text_trim(line))
            play_tell(p, "`quit` leaves, `help` lists the commands.", "quit 退出，help 列出各命令。");
        break;
    case EDITOR_END:
        putchar('\n');
        /* Where the question found the end too, it is not asked again: the input may have ended for good. */
        p->quit = terminal_ending() || p->ended || play_gives_up(p);
        break;
    }
    free(line);
}

static void play_run(Play *p)
{
    play_redraw(p, 0);
    play_tell(p, "Moves: h2e2, C2.5 or in Chinese; a square alone shows where its piece can go; `help` lists the commands.",
              "着法：h2e2、C2.5 或 炮二平五；只输入一个点则显示该子的去处；help 列出各命令。");
    play_announce(p);
    play_keep(p); /* what the command line has changed */
    while (!p->quit && !terminal_ending()) {
        if (table_waits(&p->table))
            play_turn(p);
        else
            thinking_move(p);
        play_keep(p);
    }
    say_goodbye(p);
}

/* The last game that was not finished. Says on standard error what is wrong. */
static bool resume(Play *p)
{
    char folder[KEEP_PATH_SIZE];
    if (play_resume(p))
        return true;
    if (keep_folder(folder))
        fprintf(stderr, play_text(p, "hanxin play: no unfinished game is kept in %s\n", "hanxin play：%s 中没有未下完的对局\n"), folder);
    else
        fprintf(stderr, "hanxin play%s%s\n", play_text(p, ": ", "："), keep_no_folder(p->screen.language));
    return false;
}

/* The table is laid. Returns the exit status. */
static int set_up_and_run(Play *p, const PlayArguments *arguments)
{
    bool person = stdin_is_terminal();
    Position start;
    position_start(&start);
    if (arguments->resume && !resume(p))
        return EXIT_FAILURE;
    int status = play_arguments_apply(arguments, p, &start);
    if (status != EXIT_SUCCESS)
        return status;
    if (p->screen.notation == NOTATIONS)
        p->screen.notation = p->screen.language == LANGUAGE_CHINESE ? NOTATION_CHINESE : NOTATION_WXF;
    p->player->settings.rules = (int)p->table.rules;
    p->player->settings.limit = p->table.limit;
    if (arguments->resume)
        table_judge(&p->table); /* by rules that may be others now */
    else
        play_restart(p, &start);
    p->keeps = arguments->resume || person;
    if (person)
        terminal_begin(&p->terminal);
    editor_begin(&p->editor, &p->terminal, obey_words, p);
    play_run(p);
    if (person)
        terminal_end(&p->terminal);
    return EXIT_SUCCESS;
}

int play_main(int argc, char **argv)
{
    PlayArguments arguments;
    int read = play_arguments_read(&arguments, argc, argv);
    if (read < 0)
        return args_status(read);
    Play *p = malloc(sizeof *p);
    if (!p || !play_init(p, arguments.language)) {
        free(p);
        fputs(in_language(arguments.language, "hanxin play: out of memory\n", "hanxin play：内存不足\n"), stderr);
        return EXIT_FAILURE;
    }
    int status = set_up_and_run(p, &arguments);
    play_clear(p);
    free(p);
    return status;
}
