/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/engines/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/textfile.h"
#include "engine/base/words.h"

/* ---- waiting ---- */

enum { BUFFER_SIZE = 64 << 10, MAX_WORDS = 256 };

/* A wait is divided into slices. If a slice takes a second longer than it should, the process was
 * held up. */
enum { SLICE_US = 100000, HELD_US = 1000000 };

/* Waits for output or room for input, host_ends(), the deadline, or the end of the engine, whose helper may still hold its pipe open. */
static Io process_wait_for(Process *p, ChildPipe pipe, int64_t deadline_us)
{
    for (bool ended = false; !host_ends(p->host);) {
        int64_t left = deadline_us - clock_us(),
                slice = ended || left < 0 ? 0
                        : left < SLICE_US ? left
                                          : SLICE_US,
                begin = clock_with_sleep_us();
        const int64_t queued_before = thread_queued_us();
        bool ready = child_wait(p->child, pipe, slice);
        const int64_t queued_after = thread_queued_us();
        p->late_us = queued_before >= 0 && queued_after > queued_before ? queued_after - queued_before : 0;
        if (!ready && p->late_us > 0) /* the event may have come while this thread waited for a processor */
            ready = child_wait(p->child, pipe, 0);
        int64_t over = clock_with_sleep_us() - begin - slice;
        if (over > HELD_US && over > p->held_us)
            p->held_us = over;
        if (ready)
            return IO_OK;
        if (ended) /* output from before its end would have arrived */
            return IO_CLOSED;
        ended = child_has_ended(p->child);
        if (!ended && clock_us() >= deadline_us)
            return IO_TIMEOUT;
    }
    return IO_STOPPED;
}

void process_watch(Process *p)
{
    p->suspensions = p->host->suspensions;
    p->held_us = 0;
}

bool process_held(const Process *p) { return p->held_us > 0 || p->host->suspensions != p->suspensions; }

/* ---- start ---- */

/* Splits a command into words in place; the words point into `command`. Returns their number, or -1
 * if a quote is not closed. */
static int process_split_words(char *command, char **words, int most)
{
    int count = 0;
    char *in = command, *out = command;
    while (count < most) {
        in += strspn(in, " \t");
        if (*in == '\0')
            break;
        words[count++] = out;
        char quote = '\0';
        for (; *in && (quote || (*in != ' ' && *in != '\t')); in++) {
            if (quote ? *in == quote : *in == '"' || *in == '\'')
                quote = quote ? '\0' : *in;
            else
                *out++ = *in;
        }
        if (quote)
            return -1;
        if (*in)
            in++;
        *out++ = '\0';
    }
    words[count] = NULL;
    return count;
}

static Child *process_launch(Process *p, const EngineSpec *spec, char *command, Text *why)
{
    char *words[MAX_WORDS + 1];
    const char *error_file = spec->error_file ? spec->error_file : null_device, *folder = spec->directory;
    int count = process_split_words(command, words, MAX_WORDS);
    ChildFault fault;
    if (count <= 0) {
        text_fail(why, count < 0 ? "unclosed quote in the command" : "empty command");
        return NULL;
    }
    Child *child = child_start(&(ChildSpec){.words = words, .directory = folder, .error_file = error_file, .mark = p->mark}, &fault);
    if (!child && fault == CHILD_FAULT_PIPE)
        text_fail(why, "cannot create a pipe: %s", strerror(errno));
    else if (!child && fault == CHILD_FAULT_ERROR_FILE)
        text_fail(why, "cannot write its standard error to '%.100s': %s", error_file,
                  errno == ENXIO ? "no program reads from that pipe" : strerror(errno));
    else if (!child)
        text_fail(why, "cannot run '%.100s'%s%.60s: %s", words[0], folder ? " in " : "", folder ? folder : "", strerror(errno));
    return child;
}

bool process_start(Process *p, ProcessHost *host, const EngineSpec *spec, Text *why)
{
    assert(!p->child);
    char *command = strdup(spec->command);
    *p = (Process){.host = host, .cleaned = TEXT_INIT, .arrived_us = clock_us(), .buffer = malloc(BUFFER_SIZE)};
    process_watch(p);
    snprintf(p->mark, sizeof p->mark, "%s%p=1", host->marks, (void *)p);
    if (!command || !p->buffer)
        why_no_memory(why);
    else if ((p->child = process_launch(p, spec, command, why)))
        host_adopt(host, p->child);
    free(command);
    if (!p->child)
        process_end(p, 0, NULL);
    return p->child != NULL;
}

/* ---- input and output ---- */

/* Returns the line in a form that may be shown and stored; if it had to be changed, this is in
 * p->cleaned. Old engines send GBK. */
static char *process_clean_line(Process *p, char *line, const char *end)
{
    bool plain = true;
    for (char *c = line; c < end; c++) {
        plain = plain && *c >= ' ' && *c < 0x7F;
        *c = *c ? *c : 1; /* a zero byte must not end the text */
    }
    if (plain)
        return line;
    char *utf8 = text_to_utf8(line);
    text_cut(&p->cleaned, 0);
    text_add_clean(&p->cleaned, utf8 ? utf8 : line);
    free(utf8);
    return p->cleaned.data;
}

/* Takes the next complete line from the buffer. If there is none, makes room, drops overlong lines
 * and returns NULL. */
static char *process_take_line(Process *p)
{
    for (char *end; (end = memchr(p->buffer + p->start, '\n', p->used - p->start));) {
        char *line = p->buffer + p->start;
        bool torn = p->skipping;
        p->start = (size_t)(end + 1 - p->buffer);
        p->skipping = false;
        if (torn)
            continue;
        while (end > line && end[-1] == '\r')
            end--;
        *end = '\0';
        return process_clean_line(p, line, end);
    }
    p->used -= p->start;
    memmove(p->buffer, p->buffer + p->start, p->used);
    p->start = 0;
    if (p->used == BUFFER_SIZE) {
        p->used = 0;
        p->skipping = true;
    }
    return NULL;
}

Io process_read_line(Process *p, int64_t deadline_us, char **line)
{
    assert(p->child);
    for (;;) {
        if (p->arrived_us > deadline_us)
            return IO_TIMEOUT;
        *line = process_take_line(p);
        if (*line)
            return IO_OK;
        Io io = process_wait_for(p, CHILD_OUTPUT, deadline_us);
        if (io != IO_OK)
            return io;
        ptrdiff_t got = child_read(p->child, p->buffer + p->used, BUFFER_SIZE - p->used);
        if (got < 0)
            return IO_CLOSED;
        if (got > 0) {
            int64_t before_us = p->arrived_us, excused;
            p->arrived_us = clock_us() - p->late_us;
            excused = (p->arrived_us - before_us) * OUTPUT_RATE / 1000000;
            p->level = (p->level > excused ? p->level - excused : 0) + got;
            p->used += (size_t)got;
            if (p->level > OUTPUT_BURST)
                return IO_FLOOD;
        }
    }
}

Io process_write(Process *p, const char *text, size_t length, int64_t deadline_us)
{
    assert(p->child);
    while (length > 0) {
        ptrdiff_t sent = child_write(p->child, text, length);
        Io io = sent < 0 ? IO_CLOSED : sent == 0 ? process_wait_for(p, CHILD_INPUT, deadline_us) : IO_OK;
        if (io != IO_OK)
            return io;
        text += sent;
        length -= (size_t)sent;
    }
    return IO_OK;
}

/* ---- end ---- */

void process_end(Process *p, int64_t deadline_us, Text *how)
{
    if (p->child) {
        bool by_itself;
        if (!how)
            child_close_input(p->child); /* an engine quits at the end of its input */
        while (!(by_itself = child_has_ended(p->child)) && clock_us() < deadline_us)
            sleep_ms(1);
        child_kill(p->child);
        host_kill_marked(p->mark);
        host_release(p->host, p->child);
        if (how && !by_itself)
            text_add(how, "closed its pipes");
        child_end(p->child, by_itself ? how : NULL);
        p->child = NULL;
    }
    free(p->buffer);
    p->buffer = NULL;
    text_free(&p->cleaned);
}
