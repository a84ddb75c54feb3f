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
        const char *english, *chinese; /* NULL: the system's own text is used */
    } known[] = {
        {0, "not all data could be written", "未能全部写入"},
        {ENOMEM, "out of memory", "内存不足"},
        {EISDIR, "is a folder", "这是文件夹"},
        {ESPIPE, "not a regular file", "不是普通文件"},
        {ENOLINK, "dangling link", "链接所指的文件不存在"},
        {EEXIST, "file already exists; not overwritten", "文件已存在，未作改动"},
        {EDOM, "the output of this program is written there", "程序的输出正写往该处"},
        {ETXTBSY, "another program is writing to it", "另一个程序正在写入"},
        {ENOENT, NULL, "没有这个文件或文件夹"},
        {EACCES, NULL, "没有权限"},
        {ENOSPC, NULL, "磁盘已满"},
        {EROFS, NULL, "文件系统只读"},
        {ENOTDIR, NULL, "路径中有一段不是文件夹"},
        {ENAMETOOLONG, NULL, "文件名过长"},
        {EIO, NULL, "读写出错"},
        {EFBIG, NULL, "文件过大"},
    };
    const char *words = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == number)
            words = language == LANGUAGE_CHINESE ? known[i].chinese : known[i].english;
    return words ? words : strerror(number);
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
