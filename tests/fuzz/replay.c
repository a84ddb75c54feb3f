/* SPDX-License-Identifier: GPL-3.0-only */
/* Runs a fuzz target once on each named file or on all files of a folder, to repeat findings and to run the seed corpus without
 * libFuzzer. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

static int runs;

static void run_file(const char *path)
{
    enum { LARGEST = 1 << 20 };
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(LARGEST);
    if (file && bytes) {
        size_t n = fread(bytes, 1, LARGEST, file);
        LLVMFuzzerTestOneInput(bytes, n);
        runs++;
    }
    if (file)
        fclose(file);
    free(bytes);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (!folder) {
            run_file(argv[i]);
            continue;
        }
        for (struct dirent *entry; (entry = readdir(folder));) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] != '.')
                run_file(path);
        }
        closedir(folder);
    }
    printf("%d inputs, no finding\n", runs);
    return runs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
