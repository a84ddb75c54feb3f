/* SPDX-License-Identifier: GPL-3.0-only */
/* run.c - runs the suites that need neither a shell nor fork(), one after another in this process, as a program for Windows. Ends
 * with the line `N passed, N failed`. Arguments select suites. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "tests/support/support.h"

static const struct {
    const char *name;
    Suite *(*create)(void);
} listed[] = {
#define SUITE(name) {#name, name##_suite},
#include SUITES
#undef SUITE
};

int main(int argc, char **argv)
{
    int run = 0, failed = 0;
    console_init();
    for (int i = 0; i < COUNT(listed); i++) {
        bool chosen = argc == 1;
        for (int word = 1; word < argc; word++)
            chosen |= strcmp(argv[word], listed[i].name) == 0;
        if (!chosen)
            continue;
        SRunner *runner = srunner_create(listed[i].create());
        srunner_run_all(runner, CK_NORMAL);
        run += srunner_ntests_run(runner);
        failed += srunner_ntests_failed(runner);
        srunner_free(runner);
        fflush(stdout);
    }
    printf("%d passed, %d failed\n", run - failed, failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
