/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool is_folder_separator(char c) { return c == '/' || c == folder_separator; }

bool path_is_absolute(const char *path) { return is_folder_separator(*path) || (folder_separator == '\\' && *path && path[1] == ':'); }

const char *path_name(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c; c++)
        if (is_folder_separator(*c))
            name = c + 1;
    return name;
}

bool folder_make(const char *path)
{
    int reason = ENOENT;
    char *above = strdup(path);
    for (char *p = above; p && *p; p++) {
        if (!is_folder_separator(*p) || p == above)
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
