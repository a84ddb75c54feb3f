/* The program: a command from the command line, or the engine itself. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/bench.h"
#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "protocol/cli/cli.h"
#include "protocol/terminal/console.h"
#include "protocol/session.h"

static int run_engine(void)
{
    Inbox *inbox = malloc(sizeof *inbox); /* never freed: the reading thread holds it to the very end of the process */
    Output out;
    output_init(&out, STDOUT_FILENO);
    if (inbox)
        inbox_init(inbox);
    Session *session = inbox ? session_new(inbox, &out, &(SessionHooks){.bench = bench_command}) : NULL;
    if (!session || !input_start(inbox)) {
        fputs("hanxin: no memory to start with\n", stderr);
        return EXIT_FAILURE;
    }
    session_run(session);
    session_free(session);
    output_clear(&out);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    static const Program program = {.name = "hanxin"};
    console_init();
    console_begin();
    argv = utf8_arguments(&argc, argv);
    if (argc > 1)
        return program_end(&program, cli_run(argc, argv));
    if (stdin_is_terminal() && stdout_is_terminal())
        cli_greet();
    return program_end(&program, run_engine());
}
