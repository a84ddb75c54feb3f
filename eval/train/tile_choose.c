#include <string.h>

#include "eval/kernels.h"
#include "eval/train/tile.h"

const TileKernels *tile_choose(void)
{
#ifdef HAVE_X86_KERNELS
    const char *set = kernels_choose()->name;
    bool fused = __builtin_cpu_supports("fma");
    if (fused && strcmp(set, "avx512") == 0)
        return &tile_avx512;
    if (fused && strcmp(set, "avx2") == 0)
        return &tile_avx2;
#endif
    return &tile_base;
}
