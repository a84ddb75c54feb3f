#include "engine/base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/platform.h"

bool file_fail(char *error, const char *path, const char *what)
{
    snprintf(error, FILE_ERROR_SIZE, "%.240s: %.140s", path, what);
    return false;
}

/* NULL, or why what is open cannot be read to its end without waiting. */
static const char *unreadable(int fd)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return strerror(errno);
    return S_ISREG(info.st_mode) ? NULL : S_ISDIR(info.st_mode) ? "it is a folder" : "it is not a regular file";
}

/* `file`, if it is a regular one. Else it is closed. */
static FILE *only_regular(FILE *file, const char *path, char *error)
{
    const char *why = file ? unreadable(fileno(file)) : strerror(errno);
    if (!why)
        return file;
    file_fail(error, path, why);
    if (file)
        fclose(file);
    return NULL;
}

FILE *file_read(const char *path, char *error) { return only_regular(file_open_at_once(path, "rb"), path, error); }

FILE *file_append(const char *path, char *error) { return only_regular(file_open_at_once(path, "a+b"), path, error); }

char *file_rest(FILE *file, const char *path, size_t most, size_t *size, char *error)
{
    size_t room = 0, got = 1;
    char *text = NULL;
    const char *why = NULL;
    for (*size = 0; !why && got > 0; *size += got) {
        if (*size + 1 >= room) {
            char *more = realloc(text, room = room ? 2 * room : 1 << 16);
            if (!more) {
                why = "out of memory";
                break;
            }
            text = more;
        }
        errno = 0;
        got = fread(text + *size, 1, room - *size - 1, file);
        if (got == 0 && ferror(file))
            why = errno ? strerror(errno) : "it cannot be read";
        else if (got > most - *size)
            why = strerror(EFBIG);
    }
    if (!why) {
        text[*size] = '\0';
        return text;
    }
    file_fail(error, path, why);
    free(text);
    return NULL;
}

char *file_text(const char *path, size_t most, size_t *size, char *error)
{
    FILE *file = file_read(path, error);
    char *text = file ? file_rest(file, path, most, size, error) : NULL;
    if (file)
        fclose(file);
    return text;
}

bool file_is_kind(const char *path, const char *beginning, const char *kind, char *error)
{
    char begins[16], what[80];
    size_t length = strlen(beginning);
    if (!file_exists(path) || !file_is_regular(path))
        return true; /* to be created, or for outfile_open() to judge */
    FILE *file = file_read(path, error);
    if (!file)
        return false;
    size_t got = fread(begins, 1, length < sizeof begins ? length : sizeof begins, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (!failed && (got == 0 || (got == length && memcmp(begins, beginning, length) == 0)))
        return true;
    snprintf(what, sizeof what, "it is no %s, and left alone", kind);
    return file_fail(error, path, failed ? "it cannot be read" : what);
}

char *file_temporary(const char *path)
{
    static const char suffix[] = ".hanxin-tmp";
    char *real = file_follow(path), *name = real ? realloc(real, strlen(real) + sizeof suffix) : NULL;
    if (!name)
        free(real);
    return name ? strcat(name, suffix) : NULL;
}

/* Is it what the output is written as until it is whole? True with the reason. */
static bool is_unfinished(const NamedFile *it, const NamedFile *output, char *error)
{
    char *name = file_temporary(output->path);
    bool same = name && file_same(it->path, name);
    if (same)
        snprintf(error, FILE_ERROR_SIZE, "%.200s: until it is whole, %.60s is written under this name; rename one of them", it->path,
                 output->role);
    free(name);
    return same;
}

static bool collide(const NamedFile *output, const NamedFile *other, bool other_written, char *error)
{
    if (!output->path || !other->path)
        return false;
    if (!file_same(output->path, other->path))
        return is_unfinished(other, output, error) || (other_written && is_unfinished(output, other, error));
    snprintf(error, FILE_ERROR_SIZE, "%.200s: named both as %.60s and as %.60s; an output needs a file of its own", output->path,
             other->role, output->role);
    return true;
}

bool files_distinct(const NamedFile *outputs, int output_count, const NamedFile *inputs, int input_count, char *error)
{
    for (int i = 0; i < output_count; i++) {
        for (int j = 0; j < i; j++)
            if (collide(&outputs[i], &outputs[j], true, error))
                return false;
        for (int j = 0; j < input_count; j++)
            if (collide(&outputs[i], &inputs[j], false, error))
                return false;
    }
    return true;
}

bool stdout_finish(char *error)
{
    errno = 0;
    bool arrived = fflush(stdout) == 0 && !ferror(stdout);
    int why = errno;
    arrived = fclose(stdout) == 0 && arrived;
    why = why ? why : errno;
    error[0] = '\0';
    if (!arrived && why == EPIPE)
        return false;
    return arrived || file_fail(error, "standard output", why ? strerror(why) : "not everything could be written");
}
