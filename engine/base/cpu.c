#include "engine/base/cpu.h"

#ifdef __x86_64__
#include <cpuid.h>

unsigned cpu_features(void)
{
    unsigned has = 0, a, b, c, d;
    __builtin_cpu_init();
    /* These include that the operating system saves the wide registers. */
    has |= __builtin_cpu_supports("sse3") ? CPU_SSE3 : 0;
    has |= __builtin_cpu_supports("ssse3") ? CPU_SSSE3 : 0;
    has |= __builtin_cpu_supports("sse4.1") ? CPU_SSE41 : 0;
    has |= __builtin_cpu_supports("sse4.2") ? CPU_SSE42 : 0;
    has |= __builtin_cpu_supports("popcnt") ? CPU_POPCNT : 0;
    has |= __builtin_cpu_supports("avx") ? CPU_AVX : 0;
    has |= __builtin_cpu_supports("avx2") ? CPU_AVX2 : 0;
    has |= __builtin_cpu_supports("fma") ? CPU_FMA : 0;
    has |= __builtin_cpu_supports("bmi") ? CPU_BMI : 0;
    has |= __builtin_cpu_supports("bmi2") ? CPU_BMI2 : 0;
    has |= __builtin_cpu_supports("avx512f") ? CPU_AVX512F : 0;
    has |= __builtin_cpu_supports("avx512bw") ? CPU_AVX512BW : 0;
    /* Older compilers do not know these by name. */
    if ((has & CPU_AVX) && __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C))
        has |= CPU_F16C;
    if (__get_cpuid(0x80000001, &a, &b, &c, &d) && (c & bit_LZCNT))
        has |= CPU_LZCNT;
    return has;
}

#else

unsigned cpu_features(void) { return CPU_USED; }

#endif
