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
    const char *english, *chinese;
} Tool;

static const Tool tools[] = {
    {"datagen", datagen_main, "play the engine against itself and save the games", "引擎自我对弈，保存对局"},
    {"records", records_main, "show, check, filter and shuffle these games", "查看、检查、筛选、打乱这些对局"},
    {"train", train_main, "train a net on them", "用这些对局训练神经网络"},
    {"tune", tune_main, "fit the weights of the handcrafted evaluation to them", "用这些对局调整手工评估的权重"},
    {"spsa", spsa_main, "tune parameters of the search by games", "通过对局调整搜索参数"},
    {"tables", tables_main, "make, check and probe endgame tables", "生成、检查、查询残局库"},
    {"book", book_main, "analyse openings and make opening books", "分析开局，制作开局库"},
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
    text_add(usage, in_language(language,
                                "usage: hanxin-lab TOOL ...\n"
                                "       hanxin-lab TOOL --help\n"
                                "Run a tool that makes data for the engine. The name hanxin-TOOL runs it too.\n",
                                "用法：hanxin-lab 工具 ...\n"
                                "      hanxin-lab 工具 --help\n"
                                "运行为引擎制作数据的工具；也可用 hanxin-工具 的名字直接运行。\n"));
    for (int i = 0; i < TOOLS; i++) {
        text_addf(usage, "  %-9s %s\n", tools[i].name, in_language(language, tools[i].english, tools[i].chinese));
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
        status = args_wrong(&program, in_language(language, "missing tool: expected one of %s", "缺少工具名，应为 %s 之一"), names.data);
    else if (words > 0)
        status = args_wrong(&program, in_language(language, "unknown tool '%s': expected one of %s", "没有“%s”这个工具，应为 %s 之一"),
                            argv[1], names.data);
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
