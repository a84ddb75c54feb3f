/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/page.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"

bool page_add(Text *out, const char *page, const PagePart *parts, int count)
{
    assert(count >= 0);
    for (const char *mark, *end; (mark = strstr(page, "{{")) && (end = strstr(mark, "}}")); page = end + 2) {
        text_add_bytes(out, page, (size_t)(mark - page));
        for (int i = 0; i < count; i++) {
            size_t length = strlen(parts[i].name);
            if (strncmp(mark + 2, parts[i].name, length) == 0 && strncmp(mark + 2 + length, "}}", 2) == 0)
                text_add(out, parts[i].text);
        }
    }
    return text_add(out, page);
}

bool page_add_module(Text *out, const char *module)
{
    assert(out && module);
    while (*module) {
        const char *end = begins_with(module, "import ") ? strstr(module, ";\n") : strchr(module, '\n');
        end = end ? strchr(end, '\n') + 1 : module + strlen(module);
        if (begins_with(module, "export "))
            module += strlen("export ");
        if (!begins_with(module, "import "))
            text_add_bytes(out, module, (size_t)(end - module));
        module = end;
    }
    return !out->failed;
}

bool page_add_text(Text *out, const char *text)
{
    for (; *text; text++)
        if (strchr("&<>\"'", *text))
            text_addf(out, "&#%d;", *text);
        else
            text_add_char(out, *text);
    return !out->failed;
}

size_t page_read_entity(const char *p, char out[5])
{
    static const char *const names[][2] = {{"&amp;", "&"},   {"&lt;", "<"},   {"&gt;", ">"},
                                           {"&quot;", "\""}, {"&apos;", "'"}, {"&nbsp;", " "}};
    if (*p != '&')
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (begins_with(p, names[i][0])) {
            strcpy(out, names[i][1]);
            return strlen(names[i][0]);
        }
    if (!begins_with(p, "&#"))
        return 0;
    const int base = p[2] == 'x' || p[2] == 'X' ? 16 : 10;
    const char *digits = p + (base == 16 ? 3 : 2);
    char *end;
    const unsigned long code = ascii_is_hex(*digits) ? strtoul(digits, &end, base) : 0;
    if (code == 0 || code > 0x10FFFF || in_range((int)code, 0xD800, 0xDFFF) || *end != ';')
        return 0;
    out[utf8_put((uint32_t)code, out)] = '\0';
    return (size_t)(end + 1 - p);
}
