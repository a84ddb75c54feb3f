/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/text_windows.h"

#include <windows.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static UINT text_code_page(const char *text)
{
    return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0) > 0 ? CP_UTF8 : CP_ACP;
}

wchar_t *wide_text(const char *text)
{
    const UINT page = text_code_page(text);
    const int length = MultiByteToWideChar(page, 0, text, -1, NULL, 0);
    wchar_t *wide = length > 0 ? malloc((size_t)length * sizeof *wide) : NULL;
    if (wide)
        MultiByteToWideChar(page, 0, text, -1, wide, length);
    return wide;
}

char *narrow_text(const wchar_t *text)
{
    const int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *narrow = length > 0 ? malloc((size_t)length) : NULL;
    if (narrow)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, length, NULL, NULL);
    return narrow;
}

wchar_t *wide_path(const char *path, wchar_t *out)
{
    enum { LONG = 240 }; /* folders must be a little shorter than files */
    static const wchar_t plain[] = L"\\\\?\\", network[] = L"\\\\?\\UNC";
    wchar_t full[WIDE_MOST];
    if (MultiByteToWideChar(text_code_page(path), 0, path, -1, out, WIDE_MOST) <= 0)
        *out = L'\0';
    DWORD length = *out ? GetFullPathNameW(out, WIDE_MOST, full, NULL) : 0;
    if (length < LONG || wcsncmp(full, plain, 4) == 0)
        return out;
    const bool shared = full[0] == L'\\' && full[1] == L'\\';
    const wchar_t *prefix = shared ? network : plain;
    *out = L'\0';
    if (length + sizeof network / sizeof *network < WIDE_MOST) {
        wcscpy(out, prefix);
        wcscat(out, full + shared);
    }
    return out;
}

void errno_from_windows(void)
{
    static const struct {
        DWORD code;
        int number;
    } codes[] = {{ERROR_FILE_NOT_FOUND, ENOENT},    {ERROR_PATH_NOT_FOUND, ENOENT},      {ERROR_INVALID_NAME, ENOENT},
                 {ERROR_BAD_NETPATH, ENOENT},       {ERROR_DIRECTORY, ENOTDIR},          {ERROR_ALREADY_EXISTS, EEXIST},
                 {ERROR_FILE_EXISTS, EEXIST},       {ERROR_DISK_FULL, ENOSPC},           {ERROR_HANDLE_DISK_FULL, ENOSPC},
                 {ERROR_NOT_ENOUGH_MEMORY, ENOMEM}, {ERROR_OUTOFMEMORY, ENOMEM},         {ERROR_COMMITMENT_LIMIT, ENOMEM},
                 {ERROR_BAD_EXE_FORMAT, ENOEXEC},   {ERROR_SHARING_VIOLATION, EBUSY},    {ERROR_LOCK_VIOLATION, EBUSY},
                 {ERROR_USER_MAPPED_FILE, EBUSY},   {ERROR_TOO_MANY_OPEN_FILES, EMFILE}, {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
                 {ERROR_WRITE_PROTECT, EROFS},      {ERROR_BROKEN_PIPE, EPIPE},          {ERROR_NO_DATA, EPIPE}};
    const DWORD code = GetLastError();
    errno = EACCES;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].code == code)
            errno = codes[i].number;
}
