/* run.c - runs every suite, and closes with the line `N passed, N failed`.
 *
 * Check's own switches work: CK_RUN_SUITE=fen picks a suite, CK_RUN_CASE a case, CK_FORK=no keeps
 * everything in one process (for gdb and valgrind), CK_TIMEOUT_MULTIPLIER stretches the limits. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support.h"

static Suite *(*const suites[])(void) = {
#define SUITE(name) name##_suite,
#include SUITES
#undef SUITE
};

int main(void)
{
    /* Seconds a test may take: generous, for a loaded machine. Check's default is 4. */
    setenv("CK_DEFAULT_TIMEOUT", "120", 0);

    SRunner *runner = srunner_create(NULL);
    for (int i = 0; i < COUNT(suites); i++)
        srunner_add_suite(runner, suites[i]());
    srunner_run_all(runner, CK_ENV);

    int run = srunner_ntests_run(runner), failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    fflush(stderr);
    if (run == 0)
        puts("no test has been run: is CK_RUN_SUITE or CK_RUN_CASE misspelt?");
    printf("%d passed, %d failed\n", run - failed, failed);
    return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
