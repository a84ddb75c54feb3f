/* A whole conversation: input as a GUI would send it, carried out by a session, output discarded. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/session.h"
#include "tests/fuzz/fuzz.h"

/* Lines that would only cost time (deep searches, large tables) or touch files are left out. */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Inbox all, inbox;
    Output out;
    LineSplitter splitter = {0};
    inbox_init(&all);
    inbox_init(&inbox);
    output_init(&out, -1, NULL);
    /* in two pieces, so that lines are cut anywhere */
    splitter_feed(&splitter, &all, (const char *)data, size / 2);
    splitter_feed(&splitter, &all, (const char *)data + size / 2, size - size / 2);
    splitter_end(&splitter, &all);
    inbox_post_line(&inbox, "setoption hashsize 1");
    for (bool more = true; more;) {
        Event *event = inbox_pop(&all, true, -1);
        more = event->kind != EVENT_END;
        if (more && is_harmless(event->text))
            inbox_post_line(&inbox, event->text);
        event_free(&all, event);
    }
    inbox_post_line(&inbox, "quit"); /* the end of input would let a search come to its own */
    Session *session = session_new(&inbox, &out, &(SessionHooks){NULL});
    session_run(session);
    session_free(session);
    output_clear(&out);
    inbox_clear(&all);
    inbox_clear(&inbox);
    return 0;
}
