/* SPDX-License-Identifier: GPL-3.0-only */
/* count_queue.h - what a rank was asked to count, and has yet to count and to tell. */
#pragma once

#include "protocol/cluster/mail.h"

typedef struct CountQueue CountQueue;

CountQueue *count_queue_new(void);                            /* NULL: no memory */
void count_queue_free(CountQueue *q);                         /* waits for what is being counted; NULL is fine */
void count_queue_add(CountQueue *q, const CountOrder *order); /* or refuses it, where there is no room */
void count_queue_step(CountQueue *q, Mail *mail);             /* sends what was counted or refused, begins the next */
bool count_queue_busy(const CountQueue *q);
bool count_queue_counts(const CountQueue *q); /* a thread does, which nothing ends */
