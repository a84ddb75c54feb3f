/* SPDX-License-Identifier: GPL-3.0-only */
/* count_queue.h - what a rank was asked to count, and has yet to count and to tell.
 *
 * A thread of its own counts one after the other. The functions are for one other thread, the mail's. */
#pragma once

#include "protocol/cluster/mail.h"

typedef struct CountQueue CountQueue;

CountQueue *count_queue_new(void);                            /* NULL: no memory */
void count_queue_free(CountQueue *q);                         /* waits for what is being counted; NULL is fine */
void count_queue_add(CountQueue *q, const CountOrder *order); /* or refuses it, where there is no room */
void count_queue_step(CountQueue *q, Mail *mail);             /* sends what was counted or refused */
bool count_queue_busy(CountQueue *q);                         /* something is yet to be counted or told */
int count_queue_left(CountQueue *q);                          /* orders to count, with the one that is being counted */
void count_queue_stop(CountQueue *q);                         /* forgets what waits; what is being counted nothing ends */
