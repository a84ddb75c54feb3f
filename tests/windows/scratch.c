/* SPDX-License-Identifier: GPL-3.0-only */
/* The folder for scratch files of support.h. */
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/text_windows.h"
#include "tests/support/support.h"

static wchar_t wide[MAX_PATH + 60];

static void scratch_remove(void)
{
    wchar_t command[MAX_PATH + 100];
    swprintf(command, sizeof command / sizeof *command, L"rmdir /s /q \"%ls\"", wide);
    if (_wsystem(command) != 0)
        fputs("cannot remove the scratch folder\n", stderr);
}

const char *scratch_folder(void)
{
    static char folder[4 * MAX_PATH];
    wchar_t place[MAX_PATH];
    if (*folder)
        return folder;
    ck_assert(GetTempPathW(MAX_PATH, place) > 0);
    swprintf(wide, sizeof wide / sizeof *wide, L"%lshanxin test-%lu-%llu", place, GetCurrentProcessId(), GetTickCount64());
    ck_assert(CreateDirectoryW(wide, NULL));
    char *narrow = narrow_text(wide);
    snprintf(folder, sizeof folder, "%s", narrow);
    free(narrow);
    atexit(scratch_remove);
    return folder;
}
