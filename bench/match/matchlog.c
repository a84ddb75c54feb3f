#include "bench/match/matchlog.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/file.h"

static const char mark[] = "# hanxin-match log\n";

bool matchlog_open(MatchLog *l, const char *path, bool force, char *error)
{
    char head[sizeof mark] = "";
    struct stat info;
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    *l = (MatchLog){.file = fd >= 0 ? fdopen(fd, "a+") : NULL, .path = path};
    const char *why = NULL;
    if (!l->file || fstat(fd, &info) != 0)
        why = strerror(errno);
    else if (!S_ISREG(info.st_mode) && !S_ISCHR(info.st_mode))
        why = S_ISDIR(info.st_mode) ? "it is a folder" : "it is not a regular file";
    else if (S_ISREG(info.st_mode) && force)
        l->replaced = info.st_size;
    else if (S_ISREG(info.st_mode) && info.st_size > 0 && (pread(fd, head, strlen(mark), 0) < 0 || strcmp(head, mark) != 0))
        why = "it is no log of hanxin-match and is left alone; --force replaces it";
    if (!why) {
        setvbuf(l->file, NULL, _IOLBF, 1 << 16);
        fputs(mark, l->file);
        return true;
    }
    file_fail(error, path, why);
    if (l->file)
        fclose(l->file);
    else if (fd >= 0)
        close(fd);
    *l = (MatchLog){0};
    return false;
}

/* What has been written so far is what the engines said when they were tried: it moves to the start. */
bool matchlog_begin(MatchLog *l, char *error)
{
    if (l->replaced == 0)
        return true;
    struct stat info;
    int fd = fileno(l->file);
    bool ok = fflush(l->file) == 0 && fstat(fd, &info) == 0;
    size_t size = ok ? (size_t)(info.st_size - l->replaced) : 0;
    char *said = malloc(size + 1);
    ok = ok && said && pread(fd, said, size, l->replaced) == (ssize_t)size && ftruncate(fd, 0) == 0;
    if (ok) {
        fwrite(said, 1, size, l->file);
        l->replaced = 0;
    }
    free(said);
    return ok || file_fail(error, l->path, strerror(errno));
}

bool matchlog_close(MatchLog *l, char *error)
{
    if (!l->file)
        return true;
    bool whole = fflush(l->file) == 0 && !ferror(l->file);
    if (l->replaced > 0) /* it was refused */
        whole = ftruncate(fileno(l->file), l->replaced) == 0 && whole;
    whole = fclose(l->file) == 0 && whole;
    l->file = NULL;
    return whole || file_fail(error, l->path, "not everything could be written to the log");
}
