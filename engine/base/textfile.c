#include "engine/base/textfile.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <iconv.h>
#endif

#include "engine/base/utf8.h"

/* Perhaps with damage. In GB 2312 hardly anything looks like a character of three bytes, in Chinese UTF-8 nearly all. */
static bool is_utf8(const char *text, size_t length)
{
    size_t bad = 0, characters = 0;
    for (const char *p = text, *end = text + length; p < end;) {
        size_t n = utf8_decode(p, end, NULL);
        bad += n == 0;
        characters += n >= 3;
        p += n ? n : 1;
    }
    return bad == 0 || characters > bad;
}

/* A text with more bad bytes than one in so many of its Chinese ones is in another encoding than GB18030. */
static bool is_gb(const char *text, size_t length, size_t bad)
{
    enum { LEAST_GOOD = 16 };
    size_t chinese = 0;
    for (size_t i = 0; i < length; i++)
        chinese += (unsigned char)text[i] >= 0x80;
    return bad * LEAST_GOOD <= chinese;
}

/* NULL if the system cannot, or the text is not GB18030 either. */
#ifdef _WIN32
/* Characters that the system puts where it cannot convert, and that may of course be meant. */
static bool is_stopgap(wchar_t c) { return c == L'?' || c == 0x30FB || c == 0xFFFD; }

static char *from_gb(const char *text, size_t *length)
{
    enum { GB18030 = 54936, GBK = 936 }; /* not every Windows has the former, and only the latter knows that flag */
    UINT page = GBK;
    int in = (int)*length, wide = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, text, in, NULL, 0);
    if (wide <= 0)
        wide = MultiByteToWideChar(page = GB18030, 0, text, in, NULL, 0);
    if (wide <= 0)
        wide = MultiByteToWideChar(page = GBK, 0, text, in, NULL, 0);
    wchar_t *middle = wide > 0 ? malloc((size_t)wide * sizeof *middle) : NULL;
    char *out = NULL;
    bool converted = middle && MultiByteToWideChar(page, 0, text, in, middle, wide) > 0;
    size_t stopgaps = 0, marks = 0;
    for (int i = 0; converted && i < wide; i++)
        stopgaps += is_stopgap(middle[i]);
    for (int i = 0; i < in; i++)
        marks += text[i] == '?';
    if (converted && is_gb(text, *length, stopgaps > marks ? stopgaps - marks : 0)) {
        int bytes = WideCharToMultiByte(CP_UTF8, 0, middle, wide, NULL, 0, NULL, NULL);
        out = bytes > 0 ? malloc((size_t)bytes + 1) : NULL;
        if (out) {
            WideCharToMultiByte(CP_UTF8, 0, middle, wide, out, bytes, NULL, NULL);
            out[bytes] = '\0';
            *length = (size_t)bytes;
        }
    }
    free(middle);
    return out;
}
#else
static char *from_gb(const char *text, size_t *length)
{
    static const char unknown[] = "\uFFFD"; /* in the place of a byte that is none of GB18030's */
    iconv_t convert = iconv_open("UTF-8", "GB18030");
    if (convert == (iconv_t)-1)
        return NULL;
    size_t left = *length, room = left * 3, bad = 0;
    char *out = malloc(room + 1), *in = (char *)text, *to = out;
    while (out && left > 0 && iconv(convert, &in, &left, &to, &room) == (size_t)-1 && left > 0) {
        memcpy(to, unknown, strlen(unknown));
        to += strlen(unknown);
        room -= strlen(unknown);
        in++;
        left--;
        bad++;
    }
    iconv_close(convert);
    if (!out || !is_gb(text, *length, bad)) {
        free(out);
        return NULL;
    }
    *to = '\0';
    *length = (size_t)(to - out);
    return out;
}
#endif

char *text_to_utf8(const char *text)
{
    static const char unknown[] = "\uFFFD";
    size_t length = strlen(text);
    char *converted = is_utf8(text, length) ? NULL : from_gb(text, &length);
    const char *from = converted ? converted : text, *end = from + length;
    char *out = malloc(3 * length + 1), *to = out;
    while (out && from < end) {
        size_t n = utf8_decode(from, end, NULL);
        memcpy(to, n ? from : unknown, n ? n : strlen(unknown));
        to += n ? n : strlen(unknown);
        from += n ? n : 1;
    }
    if (out)
        *to = '\0';
    free(converted);
    return out;
}

char *text_read_file(const char *path, size_t *length, FileFault *fault)
{
    bool is_stdin = strcmp(path, "-") == 0;
    char *text = is_stdin ? file_rest(stdin, "standard input", TEXT_MOST, length, fault) : file_text(path, TEXT_MOST, length, fault);
    char *converted = text && !is_utf8(text, *length) ? from_gb(text, length) : NULL;
    if (converted)
        free(text);
    return converted ? converted : text;
}
