/* interrupt.h - Ctrl-C, Ctrl-Z and the end of the session, to be waited for instead of died of.
 *
 * Between interrupt_begin() and interrupt_end() these signals are held back except while interrupt_wait() waits. So none
 * slips in between a look and a wait, none cuts a write short, and what must be put right first - the terminal's modes,
 * an unfinished game - is put right. For the main thread, before others are started: they inherit that they are left
 * alone. Not nested. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#ifndef _WIN32
#include <signal.h>
#endif

typedef struct Interrupt { /* all zero: not begun */
    int64_t asleep_ms;     /* how long the process has been stopped by interrupt_suspend() in all */
#ifndef _WIN32
    bool begun;
    struct sigaction found[5]; /* what the signals did before */
    sigset_t mask_found, mask_waiting;
#endif
} Interrupt;

/* What ended a wait. */
typedef enum Wake {
    WAKE_NONE,    /* the time is over, or something that does not matter here woke us */
    WAKE_INPUT,   /* standard input can be read, or has ended */
    WAKE_BREAK,   /* Ctrl-C */
    WAKE_SUSPEND, /* Ctrl-Z: call interrupt_suspend() */
    WAKE_END,     /* the process shall end: asked to, or the terminal is gone. Comes again at every call */
} Wake;

void interrupt_begin(Interrupt *in);
void interrupt_end(Interrupt *in);

/* Waits up to timeout_ms, without end if negative, for a signal and, if wanted, for input. */
Wake interrupt_wait(const Interrupt *in, int timeout_ms, bool input);

/* Stops the process until it is continued. */
void interrupt_suspend(Interrupt *in);

/* Has WAKE_END come? */
bool interrupt_ending(void);

/* Ends the process by the signal that asked for it, so that its parent sees that; returns where there was none. */
void interrupt_die(void);
