/* SPDX-License-Identifier: GPL-3.0-only */
/* A whole conversation: runs input as a GUI would send it through a session and discards the output. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/session.h"
#include "tests/fuzz/fuzz.h"

/* Skips lines that only cost time (deep searches, large tables) or touch files. */
static bool is_harmless(const char *line)
{
    static const char *const costly[] = {"hash", "thread", "logfile", "log file", "log_file", "log-file", "bench", "perft", "batch"};
    char small[200];
    size_t n = strlen(line) < sizeof small ? strlen(line) : sizeof small - 1;
    for (size_t i = 0; i < n; i++)
        small[i] = (char)tolower((unsigned char)line[i]);
    small[n] = '\0';
    for (size_t i = 0; i < sizeof costly / sizeof *costly; i++)
        if (strstr(small, costly[i]))
            return false;
    return true;
}

static void feed(Inbox *inbox, const char *line)
{
    inbox_feed(inbox, line, strlen(line));
    inbox_feed(inbox, "\n", 1);
}

static void discard_inbox(Inbox *inbox)
{
    free(inbox->whole.data);
    free(inbox->taken.data);
    free(inbox);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const InboxHost host = {.clock = &steady_clock};
    Inbox *all = inbox_new(host), *inbox = inbox_new(host);
    Output out;
    output_init(&out, -1, NULL);
    /* in two pieces, so that a line may be split anywhere */
    inbox_feed(all, (const char *)data, size / 2);
    inbox_feed(all, (const char *)data + size / 2, size - size / 2);
    inbox_end(all);
    feed(inbox, "setoption hashsize 1");
    for (char *line; inbox_next(all, true, -1, &line) == EVENT_LINE;)
        if (is_harmless(line))
            feed(inbox, line);
    feed(inbox, "quit"); /* at the end of input, a search would run to its limits */
    Session *session = session_new(inbox, &out, NULL);
    session_run(session);
    session_free(session);
    output_clear(&out);
    discard_inbox(all);
    discard_inbox(inbox);
    return 0;
}
