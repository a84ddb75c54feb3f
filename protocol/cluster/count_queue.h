/* SPDX-License-Identifier: GPL-3.0-only */
/* count_queue.h - the counting orders of a rank that still have to be counted or reported.
 *
 * The queue has its own counting threads, as many as the first order requests; each counts one
 * position after another. Only one other thread, that of the mail, may call these functions. */
#pragma once

#include "protocol/cluster/mail.h"

typedef struct CountQueue CountQueue;

CountQueue *count_queue_new(void);                            /* NULL if an allocation fails */
void count_queue_free(CountQueue *q);                         /* stops counting; q may be NULL */
void count_queue_add(CountQueue *q, const CountOrder *order); /* drops the order if there is no
                                                               * room, or after a stop */
/* sends finished counts; returns false if an allocation fails or a thread cannot be created */
bool count_queue_step(CountQueue *q, Mail *mail);
bool count_queue_busy(CountQueue *q); /* true if anything is still to
                                                               * be counted or reported */
void count_queue_stop(CountQueue *q); /* drops all orders and stops counting for good */
