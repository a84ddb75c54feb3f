/* cpu.h - instruction sets: what a file was compiled to use, and what this processor has.
 *
 * A file with -m flags of its own exports its CPU_USED, and is called only where cpu_has() says yes: so the test
 * cannot fall behind the flags, nor behind what a compiler takes them to include (AVX2 brings POPCNT along,
 * AVX-512 brings FMA and F16C with clang). A processor is asked feature by feature: virtual machines mask single ones. */
#pragma once

#include <stdbool.h>

enum {
    CPU_SSE3 = 1 << 0,
    CPU_SSSE3 = 1 << 1,
    CPU_SSE41 = 1 << 2,
    CPU_SSE42 = 1 << 3,
    CPU_POPCNT = 1 << 4,
    CPU_AVX = 1 << 5,
    CPU_AVX2 = 1 << 6,
    CPU_FMA = 1 << 7,
    CPU_F16C = 1 << 8,
    CPU_BMI = 1 << 9,
    CPU_BMI2 = 1 << 10,
    CPU_LZCNT = 1 << 11,
    CPU_AVX512F = 1 << 12,
    CPU_AVX512BW = 1 << 13,
};

/* What the compiler may use in the file that includes this. */
enum {
    CPU_USED = 0
#ifdef __SSE3__
               | CPU_SSE3
#endif
#ifdef __SSSE3__
               | CPU_SSSE3
#endif
#ifdef __SSE4_1__
               | CPU_SSE41
#endif
#ifdef __SSE4_2__
               | CPU_SSE42
#endif
#ifdef __POPCNT__
               | CPU_POPCNT
#endif
#ifdef __AVX__
               | CPU_AVX
#endif
#ifdef __AVX2__
               | CPU_AVX2
#endif
#ifdef __FMA__
               | CPU_FMA
#endif
#ifdef __F16C__
               | CPU_F16C
#endif
#ifdef __BMI__
               | CPU_BMI
#endif
#ifdef __BMI2__
               | CPU_BMI2
#endif
#ifdef __LZCNT__
               | CPU_LZCNT
#endif
#ifdef __AVX512F__
               | CPU_AVX512F
#endif
#ifdef __AVX512BW__
               | CPU_AVX512BW
#endif
};

/* What this processor has, and the operating system lets programs use. Slow where a hypervisor answers. */
unsigned cpu_features(void);

static inline bool cpu_has(unsigned used) { return (used & ~cpu_features()) == 0; }
