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

const char *file_fault_text(const FileFault *fault, Language language)
{
    static const char *const words[FILE_WHYS][2] = {
        [FILE_FINE] = {"nothing is wrong", "无误"},
        [FILE_FOLDER] = {"it is a folder", "这是文件夹"},
        [FILE_NOT_REGULAR] = {"it is not a regular file", "不是普通文件"},
        [FILE_DANGLING] = {"it is a link to nothing", "链接所指的文件不存在"},
        [FILE_EXISTS] = {"it exists already and is left alone", "文件已存在，未作改动"},
        [FILE_BUSY] = {"another program is writing it now", "另一个程序正在写入"},
        [FILE_NAMELESS] = {"a name is needed", "需要文件名"},
        [FILE_UNREAD] = {"it cannot be read", "读不出"},
        [FILE_UNWRITTEN] = {"not everything could be written", "未能全部写入"},
    };
    static const struct {
        int number;
        const char *chinese;
    } known[] = {
        {ENOENT, "没有这个文件或文件夹"},
        {EACCES, "没有权限"},
        {ENOSPC, "磁盘已满"},
        {EROFS, "文件系统只读"},
        {ENOTDIR, "路径中有一段不是文件夹"},
        {ENAMETOOLONG, "文件名过长"},
        {EISDIR, "这是文件夹"},
        {EIO, "读写出错"},
        {EFBIG, "文件过大"},
    };
    if (fault->why != FILE_SYSTEM)
        return words[fault->why][language];
    if (fault->number == 0 || fault->number == ENOMEM)
        return in_language(language, "out of memory", "内存不足");
    for (size_t i = 0; language == LANGUAGE_CHINESE && i < sizeof known / sizeof *known; i++)
        if (known[i].number == fault->number)
            return known[i].chinese;
    return strerror(fault->number);
}

bool file_fault_set(FileFault *fault, const char *path, FileWhy why, int number)
{
    fault->why = why;
    fault->number = number;
    if (fault->words)
        file_fail(fault->words, path, file_fault_text(fault, LANGUAGE_ENGLISH));
    return false;
}

/* `file`, if it is one that can be read to its end without waiting. Else it is closed. */
static FILE *only_regular(FILE *file, const char *path, FileFault *fault)
{
    struct stat info;
    bool known = file && fstat(fileno(file), &info) == 0;
    if (known && S_ISREG(info.st_mode))
        return file;
    if (known)
        file_fault_set(fault, path, S_ISDIR(info.st_mode) ? FILE_FOLDER : FILE_NOT_REGULAR, 0);
    else
        file_fault_set(fault, path, FILE_SYSTEM, errno);
    if (file)
        fclose(file);
    return NULL;
}

FILE *file_read(const char *path, FileFault *fault) { return only_regular(file_open_at_once(path, "rb"), path, fault); }

FILE *file_append(const char *path, FileFault *fault) { return only_regular(file_open_at_once(path, "a+b"), path, fault); }

FILE *file_claim(const char *path, const char *mode, FileFault *fault)
{
    for (;;) {
        struct stat ours, named;
        FILE *file = only_regular(file_open_at_once(path, mode), path, fault);
        bool locked = file && file_lock(file);
        /* It may have been replaced between opening and locking. */
        if (locked && fstat(fileno(file), &ours) == 0 && stat(path, &named) == 0 && ours.st_dev == named.st_dev &&
            ours.st_ino == named.st_ino)
            return file;
        if (file && !locked)
            file_fault_set(fault, path, errno == EWOULDBLOCK ? FILE_BUSY : FILE_SYSTEM, errno);
        if (file)
            fclose(file);
        if (!locked)
            return NULL;
    }
}

char *file_rest(FILE *file, const char *path, size_t most, size_t *size, FileFault *fault)
{
    size_t room = 0, got = 1;
    char *text = NULL;
    for (*size = 0; got > 0; *size += got) {
        if (*size + 1 >= room) {
            char *more = realloc(text, room = room ? 2 * room : 1 << 16);
            if (!more) {
                file_fault_set(fault, path, FILE_SYSTEM, ENOMEM);
                goto failed;
            }
            text = more;
        }
        errno = 0;
        got = fread(text + *size, 1, room - *size - 1, file);
        if (got == 0 && ferror(file)) {
            file_fault_set(fault, path, errno ? FILE_SYSTEM : FILE_UNREAD, errno);
            goto failed;
        }
        if (got > most - *size) {
            file_fault_set(fault, path, FILE_SYSTEM, EFBIG);
            goto failed;
        }
    }
    text[*size] = '\0';
    return text;
failed:
    free(text);
    return NULL;
}

char *file_text(const char *path, size_t most, size_t *size, FileFault *fault)
{
    FILE *file = file_read(path, fault);
    char *text = file ? file_rest(file, path, most, size, fault) : NULL;
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
    FILE *file = file_read(path, FILE_WORDS(error));
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
