/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-lab: the tools that make nets, endgame tables and opening books, and that tune the engine. The
 * first word chooses the tool; under a name that ends in a tool's name, such as hanxin-tables, the
 * program is that tool. */
#include "engine/base/lab.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "engine/base/text.h"

typedef struct Tool {
    const char *name;
    LabTool *main;
    const char *about;
} Tool;

static const Tool tools[] = {
    {"datagen", datagen_main, N_("play the engine against itself and save the games")},
    {"records", records_main, N_("show, check, filter and shuffle these games")},
    {"train", train_main, N_("train a net on them")},
    {"tune", tune_main, N_("fit the weights of the handcrafted evaluation to them")},
    {"spsa", spsa_main, N_("tune parameters of the search by games")},
    {"tables", tables_main, N_("make, check and probe endgame tables")},
    {"book", book_main, N_("analyse openings and make opening books")},
    {"lessons", lessons_main, N_("make the exercises of the trainer")},
};

enum { TOOLS = sizeof tools / sizeof *tools };

/* Returns the tool of that name, or NULL. */
static const Tool *lab_tool_find(const char *name)
{
    for (int i = 0; i < TOOLS; i++)
        if (strcmp(name, tools[i].name) == 0)
            return &tools[i];
    return NULL;
}

/* Returns the tool whose name follows the last hyphen in the name of the program, or NULL. */
static const Tool *lab_tool_of_program(const char *path)
{
    const char *hyphen = strrchr(path, '-');
    return hyphen ? lab_tool_find(hyphen + 1) : NULL;
}

static void lab_usage(Text *usage, Text *names, Language language)
{
    text_add(usage, tr(language, "usage: hanxin-lab TOOL ...\n"
                                 "       hanxin-lab TOOL --help\n"
                                 "Run a tool that makes data for the engine. `hanxin-TOOL` does the same.\n"));
    for (int i = 0; i < TOOLS; i++) {
        text_addf(usage, "  %-9s %s\n", tools[i].name, tr(language, tools[i].about));
        text_addf(names, "%s%s", i ? ", " : "", tools[i].name);
    }
}

/* Returns the exit status for a command line that names no tool. */
static int lab_without_tool(int argc, char **argv)
{
    console_init();
    Text usage = TEXT_INIT, names = TEXT_INIT;
    const Language language = language_here();
    lab_usage(&usage, &names, language);
    const Program program = {.name = "hanxin-lab", .usage = usage.data, .language = language};
    const int words = args_read(&program, argc, argv);
    int status = args_status(words);
    if (words == 0)
        status = args_wrong(&program, tr(language, "missing tool: expected one of %s"), names.data);
    else if (words > 0)
        status = args_wrong(&program, tr(language, "unknown tool '%s': expected one of %s"), argv[1], names.data);
    text_free(&usage);
    text_free(&names);
    return program_end(&program, status);
}

int main(int argc, char **argv)
{
    const Tool *tool = argc > 0 ? lab_tool_of_program(argv[0]) : NULL;
    if (tool)
        return tool->main(argc, argv);
    tool = argc > 1 ? lab_tool_find(argv[1]) : NULL;
    return tool ? tool->main(argc - 1, argv + 1) : lab_without_tool(argc, argv);
}
