/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/page.h"

#include <string.h>

#include "engine/base/contract.h"

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

bool page_add_text(Text *out, const char *text)
{
    for (; *text; text++)
        if (strchr("&<>\"'", *text))
            text_addf(out, "&#%d;", *text);
        else
            text_add_char(out, *text);
    return !out->failed;
}
