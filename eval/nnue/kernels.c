#include "eval/nnue/kernels.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/cpu.h"

int kernels_available(const Kernels **list)
{
    int count = 0;
    list[count++] = &kernels_scalar;
#ifdef HAVE_X86_KERNELS
    static const Kernels *const sets[] = {&kernels_sse41, &kernels_avx2, &kernels_avx512};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (cpu_has(sets[i]->used))
            list[count++] = sets[i];
#endif
#ifdef HAVE_NEON_KERNELS
    list[count++] = &kernels_neon; /* every 64-bit ARM has it */
#endif
    return count;
}

const Kernels *kernels_choose(void)
{
    static const char *const order[] = {"scalar", "sse41", "avx2", "avx512"};
    const Kernels *list[KERNEL_SETS_MAX];
    int count = kernels_available(list);
    const char *wish = getenv("HANXIN_SIMD");
    if (!wish)
        return list[count - 1];

    for (int i = 0; i < count; i++)
        if (strcmp(wish, list[i]->name) == 0)
            return list[i];
    /* Known but absent here: the best there is lies below it. */
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (strcmp(wish, order[i]) == 0)
            return list[count - 1 < (int)i ? count - 1 : (int)i];
    return list[count - 1];
}
