/* SPDX-License-Identifier: GPL-3.0-only */
/* kernels.h - the inner loops of the network, once per instruction set, selected when a net is
 * loaded.
 *
 * A call covers a whole layer of one view or position. All sets compute identical integers: sums of
 * rows wrap modulo 2^16 (those of a verified net never do), and sums of products fit int32
 * (network_verify() checks this), so the order does not matter. Each set of kernels_simd.c is
 * compiled with its own flags; the rest of the program uses the baseline. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "eval/nnue/arch.h"

typedef struct Kernels {
    const char *name;
    unsigned used; /* CPU_USED of its compilation (engine/base/cpu.h) */

    /* Sets to = from + the added rows - the removed rows, NET_HIDDEN columns. All are 64-byte
     * aligned; `to` may equal `from`. */
    void (*update)(int16_t *to, const int16_t *from, const int16_t *const *added, int add_count, const int16_t *const *removed,
                   int remove_count);

    /* Returns the sum over both views of clamp(view, 0, NET_QA)^2 * weight; weights[2 *
     * NET_HIDDEN], `us` first. */
    int32_t (*output)(const int16_t *us, const int16_t *them, const int16_t *weights);
} Kernels;

extern const Kernels kernels_scalar;
#ifdef HAVE_X86_KERNELS
extern const Kernels kernels_sse41, kernels_avx2, kernels_avx512;
#endif
#ifdef HAVE_NEON_KERNELS
extern const Kernels kernels_neon;
#endif
#ifdef HAVE_WASM_KERNELS
extern const Kernels kernels_wasm;
#endif

enum { KERNEL_SETS_MAX = 5 };

/* Writes the sets that this CPU can run, slowest (scalar) first, to list[KERNEL_SETS_MAX]. Returns the
 * number of sets. */
int kernels_available(const Kernels **list);

/* Returns the fastest available set, or the fastest that does not exceed the one named by the
 * environment variable HANXIN_SIMD (scalar, sse41, avx2, avx512, neon, wasm). An unknown name is
 * ignored. */
const Kernels *kernels_choose(void);
