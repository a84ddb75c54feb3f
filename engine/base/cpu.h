/* SPDX-License-Identifier: GPL-3.0-only */
/* cpu.h - instruction sets: those that a file was compiled for, and those that this processor has.
 *
 * A file with its own -m flags exports its CPU_USED and is called only if cpu_has() returns true
 * for that set. The test therefore always matches the flags, including what a compiler adds to them
 * (AVX2 implies POPCNT; with clang, AVX-512 implies FMA and F16C). Each feature is tested
 * separately, because virtual machines may mask individual features. */
#pragma once

#include <stdbool.h>

/* Bit, name, macro that is defined as 1 if the compiler may use the feature, and name for
 * __builtin_cpu_supports(). */
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
/* __builtin_cpu_supports() of older compilers knows no names for these two. */
#define CPU_FEATURES(X) CPU_FEATURES_NAMED(X) X(12, F16C, __F16C__, "") X(13, LZCNT, __LZCNT__, "")

#define CPU_BIT(bit, name, macro, text) CPU_##name = 1 << bit,
enum { CPU_FEATURES(CPU_BIT) };

/* Features that the compiler may use in the file that includes this. A macro that is not defined
 * becomes its own name, which is longer than "1". */
#define CPU_TEXT(macro)                      #macro
#define CPU_BIT_USED(bit, name, macro, text) | (sizeof CPU_TEXT(macro) == sizeof "1") << bit
enum { CPU_USED = 0 CPU_FEATURES(CPU_BIT_USED) };

/* Returns the features that the processor has and the operating system enables. Slow under a
 * hypervisor that traps the instruction. */
unsigned cpu_features(void);

static inline bool cpu_has(unsigned used) { return (used & ~cpu_features()) == 0; }
