/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/contract.h"

/* Closes a file (or NULL) without changing errno. Returns NULL. */
static FILE *file_close_quietly(FILE *file)
{
    int number = errno;
    if (file)
        fclose(file);
    errno = number;
    return NULL;
}

/* Opens a file that can be read to its end without waiting. Returns NULL with the reason and errno. */
static FILE *file_open_regular(const char *path, const char *mode, Text *why)
{
    struct stat info;
    FILE *file = file_open_at_once(path, mode);
    if (file && fstat(fileno(file), &info) == 0) {
        if (S_ISREG(info.st_mode))
            return file;
        errno = S_ISDIR(info.st_mode) ? EISDIR : ESPIPE;
    }
    why_errno(why, path);
    return file_close_quietly(file);
}

FILE *file_read(const char *path, Text *why) { return file_open_regular(path, "rb", why); }

FILE *file_read_stream(const char *path, Text *why)
{
    struct stat info;
    FILE *file = file_open_at_once(path, "rb");
    bool good = file && fstat(fileno(file), &info) == 0;
    if (good && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        good = false;
    }
    if (!good) {
        why_errno(why, path);
        return file_close_quietly(file);
    }
    if (file_await_writer(file))
        return file;
    why_path(why, path, "%s", tr(why_language(why), "no program writes to this pipe"));
    fclose(file);
    return NULL;
}

FILE *file_append(const char *path, Text *why) { return file_open_regular(path, "a+b", why); }

FILE *file_claim(const char *path, const char *mode, Text *why)
{
    for (;;) {
        FILE *file = file_open_regular(path, mode, why);
        if (file && !file_lock(file)) {
            if (errno == EWOULDBLOCK)
                errno = ETXTBSY; /* a distinct code, because a full pipe also fails with EWOULDBLOCK */
            why_errno(why, path);
            file = file_close_quietly(file);
        }
        if (!file || file_is_at(file, path))
            return file;
        fclose(file); /* the file was replaced between opening and locking */
    }
}

bool file_keep(FILE *file, const char *path, Text *why)
{
    assert(file && path);
    if (!file_sync(file))
        return why_errno(why, path);
    return file_is_at(file, path) ||
           why_path(why, path, "%s", tr(why_language(why), "the file was removed or renamed while it was being written"));
}

char *file_rest(FILE *file, const char *path, size_t most, size_t *size, Text *why)
{
    assert(file && path && size);
    size_t room = 0, got = 1;
    char *text = NULL;
    for (*size = 0; got > 0; *size += got) {
        if (*size + 1 >= room) {
            char *more = realloc(text, room = room ? 2 * room : 1 << 16);
            if (!more)
                goto failed;
            text = more;
        }
        errno = EIO;
        got = fread(text + *size, 1, room - *size - 1, file);
        if (got == 0 && ferror(file))
            goto failed;
        if (got > most - *size) {
            why_path(why, path, tr(why_language(why), "file too large: more than %lu bytes"), (unsigned long)most);
            free(text);
            errno = EFBIG;
            return NULL;
        }
    }
    text[*size] = '\0';
    return text;
failed:
    why_errno(why, path);
    free(text);
    return NULL;
}

char *file_text(const char *path, size_t most, size_t *size, Text *why)
{
    assert(path && size);
    FILE *file = file_read(path, why);
    char *text = file ? file_rest(file, path, most, size, why) : NULL;
    if (file)
        fclose(file);
    return text;
}

enum { KIND_MOST = 16 }; /* maximum length of `beginning` */

bool file_is_kind(const char *path, const char *beginning, const char *kind, Text *why)
{
    assert(path && kind);
    assert(in_range((int64_t)strlen(beginning), 1, KIND_MOST));
    char begins[KIND_MOST];
    size_t length = strlen(beginning);
    if (!file_exists(path) || !file_is_regular(path))
        return true; /* the file will be created, or outfile_open() decides */
    FILE *file = file_read(path, why);
    if (!file)
        return false;
    size_t got = fread(begins, 1, length < sizeof begins ? length : sizeof begins, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed)
        return why_path(why, path, "cannot be read");
    return got == 0 || (got == length && memcmp(begins, beginning, length) == 0) ||
           why_path(why, path, "exists, but is not %s %s; not overwritten", strchr("aeiou", *kind) ? "an" : "a", kind);
}

char *file_temporary(const char *path)
{
    assert(path);
    static const char suffix[] = ".hanxin-tmp";
    char *real = file_follow(path), *name = real ? realloc(real, strlen(real) + sizeof suffix) : NULL;
    if (!name)
        free(real);
    return name ? strcat(name, suffix) : NULL;
}

/* Returns true with the reason if the file is the temporary file of the output. */
static bool file_is_unfinished(const NamedFile *it, const NamedFile *output, Text *why)
{
    char *name = it->path && output->path ? file_temporary(output->path) : NULL;
    bool same = name && file_same(it->path, name);
    if (same)
        why_path(why, it->path, "this is the temporary name of %s; rename one of them", output->role);
    free(name);
    return same;
}

static bool file_collide(const NamedFile *output, const NamedFile *other, Text *why)
{
    if (!output->path || !other->path)
        return false;
    if (!file_same(output->path, other->path))
        return file_is_unfinished(other, output, why);
    return !why_path(why, output->path, "given both as %s and as %s; an output needs its own file", other->role, output->role);
}

bool files_distinct(const NamedFile *outputs, int output_count, const NamedFile *inputs, int input_count, Text *why)
{
    assert(output_count >= 0 && input_count >= 0);
    for (int i = 0; i < output_count; i++) {
        for (int j = 0; j < i; j++)
            if (file_collide(&outputs[i], &outputs[j], why) || file_is_unfinished(&outputs[i], &outputs[j], why))
                return false;
        for (int j = 0; j < input_count; j++)
            if (file_collide(&outputs[i], &inputs[j], why))
                return false;
    }
    return true;
}

bool stdout_finish(Text *why)
{
    const bool deserted = stdout_is_deserted();
    errno = 0;
    bool arrived = fflush(stdout) == 0 && !ferror(stdout);
    int number = errno;
    arrived = fclose(stdout) == 0 && arrived;
    errno = number ? number : errno;
    if (!arrived && errno != EPIPE && !deserted)
        why_errno(why, tr(why_language(why), "standard output"));
    return arrived;
}
