/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/memory_file.h"

#include <stdlib.h>

#include "engine/base/platform.h"

#ifdef _WIN32 /* has no such stream, but files that rarely reach the disk */

#include <windows.h>

bool memory_file_open(MemoryFile *m)
{
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH];
    *m = (MemoryFile){0};
    if (GetTempPathW(sizeof folder / sizeof *folder, folder) > 0 && GetTempFileNameW(folder, L"hx", 0, path) > 0)
        m->stream = _wfopen(path, L"w+bTD"); /* short-lived; deleted when it is closed */
    return m->stream != NULL;
}

char *memory_file_take(MemoryFile *m, size_t *length)
{
    const long end = fflush(m->stream) == 0 && !ferror(m->stream) ? ftell(m->stream) : -1;
    char *text = end >= 0 ? malloc((size_t)end + 1) : NULL;
    rewind(m->stream);
    if (text && fread(text, 1, (size_t)end, m->stream) != (size_t)end) {
        free(text);
        text = NULL;
    }
    fclose(m->stream);
    *length = text ? (size_t)end : 0;
    if (text)
        text[end] = '\0';
    return text;
}

#else

bool memory_file_open(MemoryFile *m)
{
    *m = (MemoryFile){0};
    m->stream = open_memstream(&m->text, &m->length);
    return m->stream != NULL;
}

char *memory_file_take(MemoryFile *m, size_t *length)
{
    const bool whole = !ferror(m->stream);
    if (fclose(m->stream) != 0 || !whole) {
        free(m->text);
        m->text = NULL;
    }
    *length = m->text ? m->length : 0;
    return m->text;
}

#endif
