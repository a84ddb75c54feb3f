/* SPDX-License-Identifier: GPL-3.0-only */
/* fake_time.h - a clock for searchers that a test controls. */
#pragma once

#include <stdatomic.h>

#include "engine/base/clock.h"

/* Each reading advances the clock by step_us, and sleeping advances it by the time slept. */
typedef struct FakeTime {
    atomic_llong now_us, slept_ms;
    int step_us;
} FakeTime;

static inline int64_t fake_now_us(void *self)
{
    FakeTime *time = self;
    return atomic_fetch_add(&time->now_us, time->step_us) + time->step_us;
}

static inline void fake_sleep_ms(void *self, int ms)
{
    FakeTime *time = self;
    atomic_fetch_add(&time->now_us, 1000LL * ms);
    atomic_fetch_add(&time->slept_ms, ms);
}
