/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool folder_make(const char *path)
{
    int reason = ENOENT;
    char *above = strdup(path);
    for (char *p = above; p && *p; p++) {
        if (*p != folder_separator || p == above)
            continue;
        *p = '\0';
        if (!folder_make_one(above) && errno != ENOENT) /* creating the folders below it then fails with ENOENT */
            reason = errno;
        *p = folder_separator;
    }
    free(above);
    bool made = folder_make_one(path);
    if (!made && errno == ENOENT)
        errno = reason;
    return made;
}

bool file_is_regular(const char *path)
{
    struct stat info;
    return file_stat(path, &info) && S_ISREG(info.st_mode);
}
