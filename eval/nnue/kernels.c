/* SPDX-License-Identifier: GPL-3.0-only */
/* Selection among the sets of kernels_simd.c. */
#include "eval/nnue/kernels.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/cpu.h"

static const Kernels *const sets[] = {
    &kernels_scalar,
#ifdef HAVE_X86_KERNELS
    &kernels_sse41,  &kernels_avx2, &kernels_avx512,
#endif
#ifdef HAVE_NEON_KERNELS
    &kernels_neon, /* available on every 64-bit ARM */
#endif
#ifdef HAVE_WASM_KERNELS
    &kernels_wasm, /* a module compiled with these instructions runs only where they are available */
#endif
};
enum { SETS = sizeof sets / sizeof *sets };

int kernels_available(const Kernels **list)
{
    int count = 0;
    for (int i = 0; i < SETS; i++)
        if (cpu_has(sets[i]->used))
            list[count++] = sets[i];
    return count;
}

const Kernels *kernels_choose(void)
{
    const char *wish = getenv("HANXIN_SIMD");
    const Kernels *best = &kernels_scalar;
    for (int i = 0; i < SETS; i++) {
        if (cpu_has(sets[i]->used))
            best = sets[i];
        if (wish && strcmp(wish, sets[i]->name) == 0)
            break;
    }
    return best;
}
