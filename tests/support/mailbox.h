/* SPDX-License-Identifier: GPL-3.0-only */
/* mailbox.h - letters that wait for one rank of a cluster, and patience with who is to send them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAILBOX_MOST = 64, PATIENCE_MS = 60000 };

typedef struct Letter {
    int from;
    size_t bytes;
    void *text; /* the letter's own */
} Letter;

typedef struct Mailbox { /* all zero: empty; for one thread at a time */
    Letter letters[MAILBOX_MOST];
    int count;
} Mailbox;

bool mailbox_put(Mailbox *box, int from, const void *message, size_t bytes); /* a copy; false: it is full */
size_t mailbox_take(Mailbox *box, void *message, int *from);                 /* the first; 0: it is empty */
void mailbox_clear(Mailbox *box);

/* Sleeps a moment; false when so much time has passed since then that what is waited for will never come. */
bool patient(int64_t since_ms);
