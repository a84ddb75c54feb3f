/* SPDX-License-Identifier: GPL-3.0-only */
/* cpu.h - instruction sets: what a file was compiled to use, and what this processor has.
 *
 * A file with -m flags of its own exports its CPU_USED, and is called only where cpu_has() says yes: so the test
 * cannot fall behind the flags, nor behind what a compiler takes them to include (AVX2 brings POPCNT along,
 * AVX-512 brings FMA and F16C with clang). A processor is asked feature by feature: virtual machines mask single ones. */
#pragma once

#include <stdbool.h>

/* Bit, name, the macro that a compiler which may use it defines as 1, and the name __builtin_cpu_supports() knows it by. */
#define CPU_FEATURES_NAMED(X)                                                                                                              \
    X(0, SSE3, __SSE3__, "sse3")                                                                                                           \
    X(1, SSSE3, __SSSE3__, "ssse3")                                                                                                        \
    X(2, SSE41, __SSE4_1__, "sse4.1")                                                                                                      \
    X(3, SSE42, __SSE4_2__, "sse4.2")                                                                                                      \
    X(4, POPCNT, __POPCNT__, "popcnt")                                                                                                     \
    X(5, AVX, __AVX__, "avx")                                                                                                              \
    X(6, AVX2, __AVX2__, "avx2")                                                                                                           \
    X(7, FMA, __FMA__, "fma")                                                                                                              \
    X(8, BMI, __BMI__, "bmi")                                                                                                              \
    X(9, BMI2, __BMI2__, "bmi2")                                                                                                           \
    X(10, AVX512F, __AVX512F__, "avx512f")                                                                                                 \
    X(11, AVX512BW, __AVX512BW__, "avx512bw")
/* Older compilers do not know the last two by name. */
#define CPU_FEATURES(X) CPU_FEATURES_NAMED(X) X(12, F16C, __F16C__, "") X(13, LZCNT, __LZCNT__, "")

#define CPU_BIT(bit, name, macro, text) CPU_##name = 1 << bit,
enum { CPU_FEATURES(CPU_BIT) };

/* What the compiler may use in the file that includes this. A macro that is not defined stands for itself. */
#define CPU_TEXT(macro)                      #macro
#define CPU_BIT_USED(bit, name, macro, text) | (sizeof CPU_TEXT(macro) == sizeof "1") << bit
enum { CPU_USED = 0 CPU_FEATURES(CPU_BIT_USED) };

/* What this processor has, and the operating system lets programs use. Slow where a hypervisor answers. */
unsigned cpu_features(void);

static inline bool cpu_has(unsigned used) { return (used & ~cpu_features()) == 0; }
