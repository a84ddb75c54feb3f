#include "engine/base/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#if defined(__APPLE__) || defined(_WIN32)
/* No clock can be chosen there, but how long to wait can be said. */
void steady_cond_init(pthread_cond_t *cond) { pthread_cond_init(cond, NULL); }

void steady_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_ms)
{
    int64_t left = until_ms - clock_ms();
    struct timespec span = {(time_t)(left / 1000), (long)(left % 1000) * 1000000};
    if (left > 0)
        pthread_cond_timedwait_relative_np(cond, lock, &span);
}
#endif

bool folder_make(const char *path)
{
    int reason = ENOENT;
    char *above = strdup(path);
    for (char *p = above; p && *p; p++) {
        if (*p != folder_separator || p == above)
            continue;
        *p = '\0';
        if (!folder_make_one(above) && errno != ENOENT) /* what lies in it fails with ENOENT */
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
