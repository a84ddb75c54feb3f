/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/why.h"

#include <errno.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"

const char *why_words(int number, Language language)
{
    static const struct {
        int number;
        const char *english;
    } known[] = {
        {0, N_("not all data could be written")},
        {ENOMEM, N_("out of memory")},
        {EISDIR, N_("is a folder")},
        {ESPIPE, N_("not a regular file")},
        {ENOLINK, N_("dangling link")},
        {EEXIST, N_("file already exists; not overwritten")},
        {EDOM, N_("the output of this program is written there")},
        {ETXTBSY, N_("another program is writing to it")},
        {EBUSY, N_("another program has it open")},
        {ENOENT, N_("No such file or directory")},
        {EACCES, N_("Permission denied")},
        {ENOSPC, N_("No space left on device")},
        {EROFS, N_("Read-only file system")},
        {ENOTDIR, N_("Not a directory")},
        {ENAMETOOLONG, N_("File name too long")},
        {EIO, N_("Input/output error")},
        {EFBIG, N_("File too large")},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == number)
            return tr(language, known[i].english);
    return strerror(number);
}

bool why_not(Text *why, const char *english, ...)
{
    va_list values;
    va_start(values, english);
    if (why)
        text_vaddf(why, tr(why->language, english), values);
    va_end(values);
    return false;
}

bool why_no_memory(Text *why) { return why_not(why, "out of memory"); }

bool why_path(Text *why, const char *path, const char *format, ...)
{
    assert(path);
    enum { LONGEST = 240 }; /* maximum number of columns, so that the reason also fits */
    va_list values;
    va_start(values, format);
    text_fail(why, tr(why_language(why), "%.*s: "), *path ? (int)utf8_fit(path, LONGEST) : 2, *path ? path : "\"\"");
    if (why)
        text_vaddf(why, tr(why->language, format), values);
    va_end(values);
    return false;
}

bool why_errno(Text *why, const char *path)
{
    assert(path);
    int number = errno;
    const char *nameless = tr(why_language(why), "empty file name");
    if (why)
        why_path(why, path, "%s", *path ? why_words(number, why->language) : nameless);
    errno = number;
    return false;
}
