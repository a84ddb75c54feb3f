/* run.c - runs every suite, or those named as arguments, and closes with the line `N passed, N failed`.
 *
 * Check's own switches work: CK_RUN_SUITE=fen picks a suite, CK_RUN_CASE a case, CK_FORK=no keeps
 * everything in one process (for gdb and valgrind), CK_TIMEOUT_MULTIPLIER stretches the limits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

static const struct {
    const char *name;
    Suite *(*create)(void);
} suites[] = {
#define SUITE(name) {#name, name##_suite},
#include SUITES
#undef SUITE
};

static bool is_wanted(const char *name, char **wanted, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, wanted[i]) == 0)
            return true;
    return count == 0;
}

int main(int argc, char **argv)
{
    /* Seconds a test may take: generous, for a loaded machine. Check's default is 4. */
    setenv("CK_DEFAULT_TIMEOUT", "300", 0);
    setenv("LC_ALL", "C.UTF-8", 1); /* programs answer in the language of the environment */

    SRunner *runner = srunner_create(NULL);
    int added = 0;
    for (int i = 0; i < COUNT(suites); i++)
        if (is_wanted(suites[i].name, argv + 1, argc - 1)) {
            srunner_add_suite(runner, suites[i].create());
            added++;
        }
    if (argc > 1 && added != argc - 1) {
        fputs("no such suite, or one named twice; there are:", stderr);
        for (int i = 0; i < COUNT(suites); i++)
            fprintf(stderr, " %s", suites[i].name);
        fputc('\n', stderr);
        srunner_free(runner);
        return EXIT_FAILURE;
    }
    srunner_run_all(runner, CK_ENV);

    int run = srunner_ntests_run(runner), failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    fflush(stderr);
    if (run == 0)
        puts("no test has been run: is CK_RUN_SUITE or CK_RUN_CASE misspelt?");
    printf("%d passed, %d failed\n", run - failed, failed);
    return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
