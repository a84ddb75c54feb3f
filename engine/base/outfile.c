/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/contract.h"

/* Returns true if the path may be written. *info describes the file there, or is all 0 if there is no
 * file. On failure returns false with errno. */
static bool outfile_look(const char *path, OutExisting existing, struct stat *info)
{
    *info = (struct stat){0};
    if (!file_stat(path, info)) {
        if (errno == ENOENT && file_exists(path))
            errno = ENOLINK;
        return errno == ENOENT && *path;
    }
    if (S_ISCHR(info->st_mode))
        return true;
    if (!S_ISREG(info->st_mode))
        errno = S_ISDIR(info->st_mode) ? EISDIR : ESPIPE;
    else if (existing == OUT_KEEP && info->st_size > 0)
        errno = EEXIST;
    else if (file_is_printed_to(path))
        errno = EDOM; /* our own meaning of this code, see why_errno() */
    else
        return file_may_change(path);
    return false;
}

/* Opens the temporary file, locked and empty. On failure returns NULL with errno. */
static FILE *outfile_open_temporary(const char *name)
{
    struct stat info;
    FILE *file;
    /* A file with two names is finished: its writer was killed after giving it the final name and
     * before removing this one. */
    while ((file = file_claim(name, "wb", NULL)) && fstat(fileno(file), &info) == 0 && info.st_nlink > 1) {
        bool removed = file_remove(name);
        fclose(file);
        if (!removed)
            return NULL;
    }
    if (!file || ftruncate(fileno(file), 0) == 0)
        return file;
    fclose(file);
    return NULL;
}

static void outfile_clear(OutFile *f)
{
    free(f->path);
    free(f->temporary);
    *f = (OutFile){0};
}

bool outfile_open(OutFile *f, const char *path, OutExisting existing, Text *why)
{
    assert(f && path);
    struct stat info;
    *f = (OutFile){.replace = existing == OUT_REPLACE};
    if (strcmp(path, "-") == 0)
        return why_path(why, path, "%s", tr(why_language(why), "not for standard output; for a file with this name use ./-"));
    if (outfile_look(path, existing, &info)) {
        bool device = S_ISCHR(info.st_mode);
        f->path = file_follow(path);
        f->temporary = f->path && !device ? file_temporary(f->path) : NULL;
        if (f->path && device)
            f->stream = file_open(f->path, "wb");
        else if (f->temporary)
            f->stream = outfile_open_temporary(f->temporary);
    }
    if (!f->stream) {
        why_errno(why, path);
        outfile_clear(f);
        return false;
    }
    if (S_ISREG(info.st_mode))
        file_set_mode(f->stream, info.st_mode);
    return true;
}

bool outfile_is_stdout(const char *path) { return path && (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0); }

bool outfile_open_or_stdout(OutFile *f, const char *path, OutExisting existing, Text *why)
{
    assert(f && path);
    if (!outfile_is_stdout(path))
        return outfile_open(f, path, existing, why);
    *f = (OutFile){.stream = stdout, .path = strdup(tr(why_language(why), "standard output"))};
    return f->path || why_no_memory(why);
}

bool outfile_commit(OutFile *f, Text *why)
{
    assert(f->stream && f->path);
    if (f->stream == stdout) { /* a failure is reported by stdout_finish() */
        outfile_clear(f);
        return true;
    }
    bool good = file_sync(f->stream);
    if (!good) {
        why_errno(why, f->path);
        outfile_abandon(f);
        return false;
    }
    good = f->temporary ? file_close_as(f->stream, f->temporary, f->path, f->replace) : fclose(f->stream) == 0;
    if (!good) {
        why_errno(why, f->path);
        if (f->temporary)
            file_remove(f->temporary);
    }
    outfile_clear(f);
    return good;
}

bool outfile_commit_text(OutFile *f, const Text *text, Text *why)
{
    const bool written = !text->failed && fwrite(text->data, 1, text->length, f->stream) == text->length;
    if (text->failed || (!written && f->stream != stdout)) {
        bool known = text->failed ? why_no_memory(why) : why_errno(why, f->path);
        outfile_abandon(f);
        return known;
    }
    return outfile_commit(f, why);
}

bool outfile_write_text(const char *path, OutExisting existing, const Text *text, Text *why)
{
    OutFile f;
    return outfile_open(&f, path, existing, why) && outfile_commit_text(&f, text, why);
}

void outfile_abandon(OutFile *f)
{
    assert(f);
    if (f->temporary)
        file_close_removed(f->stream, f->temporary);
    else if (f->stream && f->stream != stdout)
        fclose(f->stream);
    outfile_clear(f);
}

bool outfile_test(const char *path, OutExisting existing, Text *why)
{
    OutFile f;
    if (!outfile_open(&f, path, existing, why))
        return false;
    outfile_abandon(&f);
    return true;
}
