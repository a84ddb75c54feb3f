/* SPDX-License-Identifier: GPL-3.0-only */
/* count_queue.h - what a rank was asked to count, and has yet to count and to tell.
 *
 * Threads of its own count, as many as the first order wants, each one position after the other. The functions are for one other thread,
 * the mail's. */
#pragma once

#include "protocol/cluster/mail.h"

typedef struct CountQueue CountQueue;

CountQueue *count_queue_new(void);                            /* NULL: no memory */
void count_queue_free(CountQueue *q);                         /* breaks off what is being counted; NULL is fine */
void count_queue_add(CountQueue *q, const CountOrder *order); /* forgotten if there is no room, or it has stopped */
bool count_queue_step(CountQueue *q, Mail *mail);             /* sends what was counted; false: no memory or threads to count with */
bool count_queue_busy(CountQueue *q);                         /* something is yet to be counted or told */
void count_queue_stop(CountQueue *q);                         /* forgets all, and breaks off what is being counted; for good */
