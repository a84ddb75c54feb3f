#include "protocol/textfile.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <iconv.h>
#endif

#include "engine/platform.h"

static bool is_utf8(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        int more = *p < 0x80 ? 0 : *p >= 0xC2 && *p < 0xE0 ? 1 : (*p & 0xF0) == 0xE0 ? 2 : *p >= 0xF0 && *p < 0xF5 ? 3 : -1;
        if (more < 0)
            return false;
        for (p++; more > 0; more--, p++)
            if ((*p & 0xC0) != 0x80)
                return false;
    }
    return true;
}

/* NULL if the system cannot, or the text is not GB18030 either. */
#ifdef _WIN32
static char *from_gb(const char *text)
{
    enum { GB18030 = 54936, GBK = 936 }; /* not every Windows has the former, and only the latter knows that flag */
    UINT page = GBK;
    int wide = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    if (wide <= 0)
        wide = MultiByteToWideChar(page = GB18030, 0, text, -1, NULL, 0);
    wchar_t *middle = wide > 0 ? malloc((size_t)wide * sizeof *middle) : NULL;
    char *out = NULL;
    if (middle && MultiByteToWideChar(page, 0, text, -1, middle, wide) > 0) {
        int bytes = WideCharToMultiByte(CP_UTF8, 0, middle, -1, NULL, 0, NULL, NULL);
        out = bytes > 0 ? malloc((size_t)bytes) : NULL;
        if (out)
            WideCharToMultiByte(CP_UTF8, 0, middle, -1, out, bytes, NULL, NULL);
    }
    free(middle);
    return out;
}
#else
static char *from_gb(const char *text)
{
    iconv_t convert = iconv_open("UTF-8", "GB18030");
    if (convert == (iconv_t)-1)
        return NULL;
    size_t left = strlen(text), room = left * 2 + 1; /* two bytes become three, four become at most four */
    char *out = malloc(room), *in = (char *)text, *to = out;
    bool ok = out && iconv(convert, &in, &left, &to, &room) != (size_t)-1 && room > 0;
    if (ok)
        *to = '\0';
    iconv_close(convert);
    if (ok)
        return out;
    free(out);
    return NULL;
}
#endif

char *text_read(FILE *file)
{
    size_t length = 0, capacity = 1 << 16, n;
    char *text = malloc(capacity);
    while (text && (n = fread(text + length, 1, capacity - length - 1, file)) > 0) {
        length += n;
        if (length + 1 < capacity)
            continue;
        char *more = capacity < TEXT_MOST ? realloc(text, capacity *= 2) : NULL;
        if (!more)
            free(text);
        text = more;
    }
    if (!text || ferror(file)) {
        free(text);
        return NULL;
    }
    text[length] = '\0';
    char *converted = is_utf8(text) ? NULL : from_gb(text);
    if (converted)
        free(text);
    return converted ? converted : text;
}

char *text_read_file(const char *path)
{
    if (strcmp(path, "-") == 0)
        return text_read(stdin);
    FILE *file = file_open(path, "rb");
    char *text = file ? text_read(file) : NULL;
    if (file)
        fclose(file);
    return text;
}
