#include "engine/base/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/platform.h"

typedef enum Target { TARGET_BAD, TARGET_NEW, TARGET_FILE, TARGET_DEVICE } Target;

/* What stands at the path, and whether it may be written. */
static Target look(const char *path, OutExisting existing, struct stat *info, FileFault *fault)
{
    FileWhy why = FILE_FINE;
    int number = 0;
    if (!*path)
        why = FILE_NAMELESS;
#ifdef _WIN32
    else if (!file_exists(path))
        return TARGET_NEW;
    else if (!file_is_regular(path))
        why = FILE_NOT_REGULAR;
    else {
        FILE *file = file_open(path, "rb");
        info->st_size = file && fgetc(file) != EOF; /* something or nothing */
        if (file)
            fclose(file);
    }
#else
    else if (stat(path, info) != 0) {
        if (errno == ENOENT && lstat(path, info) == 0)
            why = FILE_DANGLING;
        else if (errno == ENOENT)
            return TARGET_NEW;
        else
            why = FILE_SYSTEM, number = errno;
    } else if (S_ISCHR(info->st_mode))
        return TARGET_DEVICE;
    else if (S_ISDIR(info->st_mode))
        why = FILE_FOLDER;
    else if (!S_ISREG(info->st_mode))
        why = FILE_NOT_REGULAR;
    else if (access(path, W_OK) != 0)
        why = FILE_SYSTEM, number = errno;
#endif
    if (!why && existing == OUT_KEEP && info->st_size > 0)
        why = FILE_EXISTS;
    if (!why)
        return TARGET_FILE;
    file_fault_set(fault, path, why, number);
    return TARGET_BAD;
}

/* The temporary file, locked; NULL with errno, EWOULDBLOCK if another process writes it. */
static FILE *open_temporary(const char *name)
{
#ifdef _WIN32
    FILE *file = file_open(name, "wb");
    if (file && !file_lock(file)) {
        fclose(file);
        file = NULL;
    }
    return file;
#else
    for (;;) {
        int descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
        struct stat open_one, named;
        if (!file) {
            if (descriptor >= 0)
                close(descriptor);
            return NULL;
        }
        bool locked = file_lock(file);
        /* Whoever held it may have renamed it meanwhile: then this is the finished file, not to be touched. */
        bool still = locked && fstat(descriptor, &open_one) == 0 && stat(name, &named) == 0 && open_one.st_dev == named.st_dev &&
                     open_one.st_ino == named.st_ino;
        bool failed = !locked;
        if (still && open_one.st_nlink > 1) { /* killed between getting its name and losing this one: it is finished too */
            failed = unlink(name) != 0;
        } else if (still) {
            if (ftruncate(descriptor, 0) == 0)
                return file;
            failed = true;
        }
        int why = errno;
        fclose(file);
        errno = why;
        if (failed)
            return NULL;
    }
#endif
}

bool outfile_open(OutFile *f, const char *path, OutExisting existing, FileFault *fault)
{
    struct stat info = {0};
    *f = (OutFile){.replace = existing == OUT_REPLACE};
    Target target = look(path, existing, &info, fault);
    if (target == TARGET_BAD)
        return false;
    f->path = file_follow(path);
    f->temporary = f->path && target != TARGET_DEVICE ? file_temporary(f->path) : NULL;
    if (target == TARGET_DEVICE)
        f->stream = f->path ? file_open(f->path, "wb") : NULL;
    else if (f->temporary)
        f->stream = open_temporary(f->temporary);
    if (!f->stream) {
        file_fault_set(fault, path, errno == EWOULDBLOCK ? FILE_BUSY : FILE_SYSTEM, errno);
        free(f->path);
        free(f->temporary);
        *f = (OutFile){0};
        return false;
    }
#ifndef _WIN32
    if (target == TARGET_FILE)
        (void)!fchmod(fileno(f->stream), info.st_mode & 07777); /* as far as the system grants it */
#endif
    return true;
}

/* The finished temporary file under its name. False with errno. */
static bool put_in_place(const OutFile *f)
{
#ifndef _WIN32
    if (!f->replace) { /* a link fails where something stands, in one step */
        struct stat info;
        if (link(f->temporary, f->path) == 0) {
            file_remove(f->temporary); /* if not, the next to open it will */
            return true;
        }
        if (errno == EEXIST && (stat(f->path, &info) != 0 || info.st_size > 0)) {
            errno = EEXIST;
            return false;
        }
    }
#endif
    return file_move(f->temporary, f->path);
}

bool outfile_commit(OutFile *f, FileFault *fault)
{
    errno = 0;
    bool good = file_sync(f->stream);
    int why = errno;
#ifdef _WIN32
    good = fclose(f->stream) == 0 && good; /* an open file cannot be renamed there */
    f->stream = NULL;
#endif
    if (good && f->temporary) {
        good = put_in_place(f);
        why = errno;
        file_sync_name(f->path);
    }
    /* Renamed while the lock is held, so that nobody takes the finished file for a temporary one. */
    if (f->stream && fclose(f->stream) != 0 && good && !f->temporary) {
        good = false;
        why = errno;
    }
    f->stream = NULL;
    if (!good)
        file_fault_set(fault, f->path, why == EEXIST ? FILE_EXISTS : why ? FILE_SYSTEM : FILE_UNWRITTEN, why);
    if (!good && f->temporary)
        file_remove(f->temporary);
    free(f->path);
    free(f->temporary);
    *f = (OutFile){0};
    return good;
}

void outfile_abandon(OutFile *f)
{
    if (!f->stream)
        return;
#ifdef _WIN32
    fclose(f->stream);
    f->stream = NULL;
#endif
    if (f->temporary)
        file_remove(f->temporary);
    if (f->stream)
        fclose(f->stream);
    free(f->path);
    free(f->temporary);
    *f = (OutFile){0};
}

bool outfile_test(const char *path, OutExisting existing, FileFault *fault)
{
    OutFile f;
    if (!outfile_open(&f, path, existing, fault))
        return false;
    outfile_abandon(&f);
    return true;
}
