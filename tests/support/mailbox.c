/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/support/mailbox.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"

bool mailbox_put(Mailbox *box, int from, const void *message, size_t bytes)
{
    void *text = box->count < MAILBOX_MOST ? malloc(bytes) : NULL;
    if (!text)
        return false;
    memcpy(text, message, bytes);
    box->letters[box->count++] = (Letter){from, bytes, text};
    return true;
}

size_t mailbox_take(Mailbox *box, void *message, int *from)
{
    if (box->count == 0)
        return 0;
    const Letter first = box->letters[0];
    memmove(box->letters, box->letters + 1, sizeof first * (size_t)--box->count);
    memcpy(message, first.text, first.bytes);
    *from = first.from;
    free(first.text);
    return first.bytes;
}

void mailbox_clear(Mailbox *box)
{
    while (box->count > 0)
        free(box->letters[--box->count].text);
}

bool patient(int64_t since_ms)
{
    sleep_ms(1);
    return clock_ms() - since_ms < PATIENCE_MS;
}
