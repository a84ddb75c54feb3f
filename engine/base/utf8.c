#include "engine/base/utf8.h"

#include <stdbool.h>

size_t utf8_length(const char *p, const char *end)
{
    const unsigned char *c = (const unsigned char *)p;
    size_t length = *c < 0x80 ? 1 : *c < 0xC2 ? 0 : *c < 0xE0 ? 2 : *c < 0xF0 ? 3 : *c < 0xF5 ? 4 : 0;
    if ((size_t)(end - p) < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    bool beyond = (*c == 0xE0 && c[1] < 0xA0) || (*c == 0xED && c[1] > 0x9F) || (*c == 0xF0 && c[1] < 0x90) || (*c == 0xF4 && c[1] > 0x8F);
    return beyond ? 0 : length;
}
