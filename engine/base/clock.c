/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/clock.h"

#include "engine/base/platform.h"

static int64_t clock_read_us(void *self)
{
    (void)self;
    return clock_us();
}

static void clock_sleep_for(void *self, int ms)
{
    (void)self;
    sleep_ms(ms);
}

const Clock steady_clock = {clock_read_us, clock_sleep_for, NULL};
