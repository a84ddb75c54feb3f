/* SPDX-License-Identifier: GPL-3.0-only */
/* JSON strings: reading stays within the text, and a string that was read is unchanged after being written and read again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/json.h"
#include "tests/fuzz/fuzz.h"

/* Writes the bytes as a JSON string, reads it and returns a copy. The caller frees it. */
static char *there_and_back(const char *bytes, size_t length)
{
    Text out = TEXT_INIT;
    Json j = json_writer(&out);
    json_add_bytes(&j, NULL, bytes, length);
    char *text = text_take(&out), *at = text;
    assert(text && !strchr(text, '<'));
    const char *read = json_read_string(&at);
    assert(read && *at == '\0');
    memmove(text, read, strlen(read) + 1);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 2), *at = text;
    memcpy(text + 1, data, size);
    text[0] = '"';
    text[size + 1] = '\0';
    char *read = json_read_string(&at);
    assert(read ? read == text + 1 && at > read && at <= text + size + 1 : at == text);
    char *once = there_and_back((const char *)data, size), *twice = there_and_back(once, strlen(once));
    assert(strcmp(once, twice) == 0);
    free(once);
    free(twice);
    free(text);
    return 0;
}
