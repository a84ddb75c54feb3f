/* SPDX-License-Identifier: GPL-3.0-only */
/* clock.h - a source of time: the machine's steady clock, or one that a test advances. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct Clock {             /* several threads may call both functions at once */
    int64_t (*now_us)(void *self); /* microseconds from an arbitrary origin; never decreases */
    void (*sleep_ms)(void *self, int ms);
    void *self;
} Clock;

extern const Clock steady_clock;

static inline int64_t clock_now_us(const Clock *clock) { return clock->now_us(clock->self); }
static inline int64_t clock_now_ms(const Clock *clock) { return clock_now_us(clock) / 1000; }
static inline void clock_sleep_ms(const Clock *clock, int ms) { clock->sleep_ms(clock->self, ms); }
