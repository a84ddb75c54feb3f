/* SPDX-License-Identifier: GPL-3.0-only */
/* clock.h - where the time comes from: the machine's steady clock, or one that a test moves. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct Clock {             /* both are called from several threads at once */
    int64_t (*now_us)(void *self); /* never goes back; from any origin */
    void (*sleep_ms)(void *self, int ms);
    void *self;
} Clock;

extern const Clock steady_clock;

static inline int64_t clock_now_us(const Clock *clock) { return clock->now_us(clock->self); }
static inline int64_t clock_now_ms(const Clock *clock) { return clock_now_us(clock) / 1000; }
static inline void clock_sleep_ms(const Clock *clock, int ms) { clock->sleep_ms(clock->self, ms); }
