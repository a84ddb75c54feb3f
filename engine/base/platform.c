#include "engine/base/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool folder_make(const char *path)
{
    if (folder_make_one(path))
        return true;
    char *above = errno == ENOENT ? strdup(path) : NULL, *end = above;
    for (char *p = above; p && *p; p++)
        if (*p == folder_separator)
            end = p;
    if (!above || end == above) {
        free(above);
        return false;
    }
    *end = '\0';
    bool made = folder_make(above);
    free(above);
    return made && folder_make_one(path);
}

bool file_is_regular(const char *path)
{
    struct stat info;
    return file_stat(path, &info) && S_ISREG(info.st_mode);
}
