/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/cpu.h"

#ifdef __x86_64__
#include <cpuid.h>

unsigned cpu_features(void)
{
#define IF_SUPPORTED(bit, name, macro, text) | (__builtin_cpu_supports(text) ? CPU_##name : 0)
    unsigned a, b, c, d;
    __builtin_cpu_init();
    /* These include a wide instruction set only if the system saves its registers. */
    unsigned has = 0 CPU_FEATURES_NAMED(IF_SUPPORTED);
    if ((has & CPU_AVX) && __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C))
        has |= CPU_F16C;
    if (__get_cpuid(0x80000001, &a, &b, &c, &d) && (c & bit_LZCNT))
        has |= CPU_LZCNT;
    return has;
}

#else

unsigned cpu_features(void) { return CPU_USED; }

#endif
