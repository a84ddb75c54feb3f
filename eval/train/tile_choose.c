#include <string.h>

#include "engine/base/cpu.h"
#include "eval/nnue/kernels.h"
#include "eval/train/tile.h"

const TileKernels *tile_choose(void)
{
#ifdef HAVE_X86_KERNELS
    const char *set = kernels_choose()->name;
    if (cpu_has(tile_avx512.used) && strcmp(set, "avx512") == 0)
        return &tile_avx512;
    if (cpu_has(tile_avx2.used) && strcmp(set, "avx2") == 0)
        return &tile_avx2;
#endif
    return &tile_base;
}
