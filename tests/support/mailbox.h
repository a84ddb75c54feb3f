/* SPDX-License-Identifier: GPL-3.0-only */
/* mailbox.h - messages that wait for one simulated rank of a cluster, and a limit on waiting for
 * them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAILBOX_MOST = 64, PATIENCE_MS = 60000 };

typedef struct Letter {
    int from;
    size_t bytes;
    void *text; /* owned */
} Letter;

typedef struct Mailbox { /* empty if all zero; used by one thread at a time */
    Letter letters[MAILBOX_MOST];
    int count;
} Mailbox;

/* Adds a copy of the message. Returns false if the box is full. */
bool mailbox_put(Mailbox *box, int from, const void *message, size_t bytes);
/* Removes and copies the oldest message. Returns its size; 0 if the box is empty. */
size_t mailbox_take(Mailbox *box, void *message, int *from);
void mailbox_clear(Mailbox *box);

/* Sleeps for a millisecond. Returns false once PATIENCE_MS have passed since `since_ms`. */
bool patient(int64_t since_ms);
