/* SPDX-License-Identifier: GPL-3.0-only */
/* The parts of support.h that use the shell and regular expressions; tests/windows/ has a folder of its own. */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/support.h"

static char scratch[64];
static pid_t scratch_owner;

static void scratch_remove(void)
{
    char command[96];
    if (scratch_owner != getpid())
        return;
    snprintf(command, sizeof command, "rm -rf '%s'", scratch);
    if (system(command) != 0)
        fprintf(stderr, "cannot remove %s\n", scratch);
}

const char *scratch_folder(void)
{
    if (scratch_owner != getpid()) {
        const char *place = getenv("TMPDIR");
        snprintf(scratch, sizeof scratch, "%s/hanxin-test-XXXXXX", place && strlen(place) < 32 ? place : P_tmpdir);
        ck_assert_ptr_nonnull(mkdtemp(scratch));
        scratch_owner = getpid();
        atexit(scratch_remove);
    }
    return scratch;
}

int run_in_scratch(const char *program, const char *command, char *said, size_t size)
{
    char line[4000], here[1000];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    snprintf(line, sizeof line, "cd %s && b=%s/%s && { %s; } 2>&1", scratch_folder(), here, built_program(program), command);
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    said[fread(said, 1, size - 1, pipe)] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool matches(const char *text, const char *pattern)
{
    regex_t regex;
    ck_assert_int_eq(regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB), 0);
    const bool match = regexec(&regex, text, 0, NULL, 0) == 0;
    regfree(&regex);
    return match;
}
