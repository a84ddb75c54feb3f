/* SPDX-License-Identifier: GPL-3.0-only */
/* Every file compiled with its own instruction sets declares all that it uses, so that its code is only called on CPUs that have them. */
#include "engine/base/cpu.h"

#include <stdio.h>
#include <string.h>

#include "eval/nnue/kernels.h"
#include "eval/train/tile.h"
#include "tests/support/support.h"

#ifdef __x86_64__

extern const unsigned perft_v3_used;

static const struct {
    const char *object;
    const unsigned *used;
} special[] = {
    {"engine/board/perft_v3.o", &perft_v3_used},           {"eval/nnue/kernels_simd_sse41.o", &kernels_sse41.used},
    {"eval/nnue/kernels_simd_avx2.o", &kernels_avx2.used}, {"eval/nnue/kernels_simd_avx512.o", &kernels_avx512.used},
    {"eval/train/tile_avx2.o", &tile_avx2.used},           {"eval/train/tile_avx512.o", &tile_avx512.used},
};

static const struct {
    const char *name;
    unsigned bit;
} flags[] = {
    {"-msse4.1", CPU_SSE41},      {"-mpopcnt", CPU_POPCNT},
    {"-mavx2", CPU_AVX2},         {"-mfma", CPU_FMA},
    {"-mbmi", CPU_BMI},           {"-mbmi2", CPU_BMI2},
    {"-mlzcnt", CPU_LZCNT},       {"-mavx512f", CPU_AVX512F},
    {"-mavx512bw", CPU_AVX512BW}, {"-mprefer-vector-width=512", 0},
};

static unsigned bit_of_flag(const char *word)
{
    for (int i = 0; i < COUNT(flags); i++)
        if (strcmp(flags[i].name, word) == 0)
            return flags[i].bit;
    ck_abort_msg("the Makefile has %s, which engine/base/cpu.h and this test do not know", word);
}

static const unsigned *used_by(const char *object)
{
    for (int i = 0; i < COUNT(special); i++)
        if (strncmp(object, "$(B)/", 5) == 0 && strcmp(special[i].object, object + 5) == 0)
            return special[i].used;
    ck_abort_msg("the Makefile has -m flags for %s, which this test does not know", object);
}

START_TEST(files_declare_the_makefiles_instruction_sets)
{
    FILE *makefile = fopen("Makefile", "r");
    ck_assert_ptr_nonnull(makefile);
    char line[1024];
    bool met[COUNT(special)] = {false};
    while (fgets(line, sizeof line, makefile)) {
        char *object = strtok(line, ":"), *word;
        size_t length = strlen(object);
        if (length < 3 || strcmp(object + length - 2, ".o") != 0)
            continue;
        while ((word = strtok(NULL, " \n"))) {
            if (strncmp(word, "-m", 2) != 0 || strcmp(word, "-msimd128") == 0) /* the latter is WebAssembly's, not built here */
                continue;
            const unsigned *used = used_by(object);
            unsigned bit = bit_of_flag(word);
            ck_assert_msg((*used & bit) == bit, "%s is compiled with %s, but does not say so", object, word);
            for (int i = 0; i < COUNT(special); i++)
                met[i] |= special[i].used == used;
        }
    }
    fclose(makefile);
    for (int i = 0; i < COUNT(special); i++)
        ck_assert_msg(met[i], "the Makefile has no flags for %s", special[i].object);
}
END_TEST

/* Every function that is called has all instruction sets that it uses. */
START_TEST(called_functions_can_run)
{
    const Kernels *list[KERNEL_SETS_MAX];
    unsigned has = cpu_features();
    int count = kernels_available(list);
    for (int i = 1; i < count; i++)
        ck_assert_msg((list[i]->used & ~has) == 0, "%s", list[i]->name);
    const TileKernels *tile = tile_choose();
    ck_assert(tile == &tile_base || (tile->used & ~has) == 0);
    ck_assert((has & CPU_SSE3) || !(has & CPU_AVX2));
    ck_assert(cpu_has(0) && cpu_has(has) && cpu_has(has & ~(unsigned)CPU_LZCNT));
    if (has != ~0u)
        ck_assert(!cpu_has(~0u));
}
END_TEST

#endif

Suite *cpu_suite(void)
{
    Suite *s = suite_create("cpu");
    TCase *tc = tcase_create("cpu");
#ifdef __x86_64__
    tcase_add_test(tc, files_declare_the_makefiles_instruction_sets);
    tcase_add_test(tc, called_functions_can_run);
#endif
    suite_add_tcase(s, tc);
    return s;
}
