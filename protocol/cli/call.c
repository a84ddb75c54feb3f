/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cli/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/utf8.h"
#include "engine/base/why.h"
#include "engine/notation/fen.h"

int call_run(const Subcommand *command, int argc, char **argv)
{
    Call c = {.command = command, .argc = argc, .argv = argv};
    snprintf(c.name, sizeof c.name, "hanxin %s", command->name);
    c.program = (Program){.name = c.name, .language = language_requested(argc, argv)};
    return command->run(&c);
}

void subcommand_usage(const Subcommand *command, Language language, const char *head, Text *text)
{
    const char *line = tr(language, command->usage);
    for (size_t n; *line; line += n + (line[n] != '\0')) {
        n = strcspn(line, "\n");
        size_t from = text->length;
        text_add(text, from ? "" : head);
        text_pad(text, from, utf8_columns(head));
        text_addf(text, "hanxin %.*s\n", (int)n, line);
    }
}

bool call_read(Call *c, const Arg *args, int count, int most_words)
{
    Text usage = TEXT_INIT;
    subcommand_usage(c->command, c->program.language, tr(c->program.language, "usage: "), &usage);
    text_addf(&usage, "\n%s\n\n", tr(c->program.language, c->command->about));
    if (c->reads_games)
        text_addf(&usage, "%s\n\n",
                  tr(c->program.language, "FILE: games as PGN, WXF, XQF, CBR, CBL, CBF or DhtmlXQ, a list of moves or a list of positions; "
                                          "its content decides, not its name"));
    c->program.usage = usage.data;
    c->program.args = args;
    c->program.count = count;
    c->words = args_read(&c->program, c->argc, c->argv);
    text_free(&usage);
    c->status = args_status(c->words);
    if (c->words > most_words)
        c->status = args_wrong(&c->program, tr(c->program.language, "unexpected argument '%s'"), c->argv[most_words + 1]);
    return c->words >= 0 && c->status == EXIT_SUCCESS;
}

int call_fail(const Call *c, const char *what, const char *why)
{
    return program_fail(&c->program, tr(c->program.language, "%s: %s"), what, why);
}

int call_no_memory(const Call *c) { return program_fail(&c->program, "%s", tr(c->program.language, "out of memory")); }

bool call_position(const Call *c, const char *fen, Position *pos)
{
    Text why = WHY_IN(c->program.language);
    if (!fen) {
        position_start(pos);
        return true;
    }
    if (fen_read_pasted(fen, pos, &why))
        return true;
    call_fail(c, "--fen", why.data);
    return false;
}
