/* The program: a command from the command line, or the engine itself. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "protocol/cli/cli.h"
#include "protocol/terminal/console.h"
#include "protocol/terminal/terminal.h"
#include "protocol/session.h"

/* The session may hang in a write: what it waits for will never come. */
static void leave(bool reader_is_gone) { _exit(reader_is_gone ? EXIT_FAILURE : EXIT_SUCCESS); }

/* A reader that is gone took the purpose along; anything else (a full disk) is worth a word. */
static void lose_output(int fault)
{
    if (fault != EPIPE)
        fprintf(stderr, "hanxin: standard output: %s\n", strerror(fault));
    _exit(EXIT_FAILURE);
}

static int run_engine(void)
{
    static const InputHooks hooks = {.is_last = session_ends_with, .leave = leave, .clock = &steady_clock};
    Inbox *inbox = inbox_new(&hooks);
    Output out;
    output_init(&out, STDOUT_FILENO, lose_output);
    Session *session = inbox ? session_new(inbox, &out, bench_command) : NULL;
    if (!session || !input_start(inbox)) {
        fputs("hanxin: no memory to start with\n", stderr);
        return EXIT_FAILURE;
    }
    session_run(session);
    session_free(session);
    output_clear(&out);
    return EXIT_SUCCESS;
}

/* Asked to end by a signal, the process ends by it: so its parent sees that. */
static int end(int status)
{
    int number = terminal_ending();
#ifndef _WIN32
    if (number) {
        signal(number, SIG_DFL);
        raise(number);
    }
#endif
    return number ? 128 + number : status;
}

int main(int argc, char **argv)
{
    static const Program program = {.name = "hanxin"};
    console_init();
    console_begin();
    argv = utf8_arguments(&argc, argv);
    if (argc > 1)
        return end(program_end(&program, cli_run(argc, argv)));
    if (stdin_is_terminal() && stdout_is_terminal())
        cli_greet();
    return program_end(&program, run_engine());
}
