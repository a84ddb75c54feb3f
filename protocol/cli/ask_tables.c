/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cli/ask_tables.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/endgame/answer_words.h"
#include "engine/endgame/built_in.h"

typedef struct Asking {
    EndgameTables *tables;
    EndgameCache *cache;
    Text answer;
} Asking;

static bool ask_begin(Asking *a, const char *folders, Text *why)
{
    *a = (Asking){endgame_tables_built_in(folders, why), endgame_cache_new(), TEXT_INIT};
    return a->tables && (a->cache || why_no_memory(why));
}

static void end(Asking *a)
{
    endgame_tables_free(a->tables);
    endgame_cache_free(a->cache);
    text_free(&a->answer);
}

int probe_command(Call *call)
{
    const char *fen = NULL, *folders = "";
    const Arg args[] = {
        {"fen FEN", ARG_TEXT, &fen, 0, 0, tr(call->program.language, "the position")},
        TABLES_ARG(call, folders),
        LANGUAGE_ARG(call),
    };
    if (!call_read(call, args, sizeof args / sizeof *args, 0))
        return call->status;
    if (!fen)
        return args_wrong(&call->program, "%s", tr(call->program.language, "missing position: give --fen FEN"));
    Position pos;
    if (!call_position(call, fen, &pos))
        return EXIT_FAILURE;
    Asking a;
    Text why = WHY_IN(call->program.language);
    bool done = ask_begin(&a, folders, &why) && endgame_probe_words(a.tables, a.cache, &pos, &a.answer, &why);
    fputs(done ? a.answer.data : "", stdout);
    end(&a);
    return done ? EXIT_SUCCESS : program_fail(&call->program, "%s", why.data);
}

int print_known_result(const Call *call, const Position *pos, const char *folders)
{
    Asking a;
    Text why = WHY_IN(call->program.language);
    bool done = ask_begin(&a, folders, &why);
    if (done)
        endgame_probe_sentence(a.tables, a.cache, pos, call->program.language, &a.answer);
    fputs(done ? a.answer.data : "", stdout);
    end(&a);
    return done ? EXIT_SUCCESS : program_fail(&call->program, "%s", why.data);
}
