#include "eval/train/record_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 20 };

bool record_open(RecordReader *r, const char *path, char *error)
{
    *r = (RecordReader){.path = path, .file = file_read(path, FILE_WORDS(error))};
    if (!r->file)
        return false;
    r->buffer = malloc(BUFFER_SIZE);
    if (r->buffer)
        return true;
    fclose(r->file);
    r->file = NULL;
    return file_fail(error, path, "no memory to read it");
}

bool record_close(RecordReader *r, char *error)
{
    fclose(r->file);
    free(r->buffer);
    r->file = NULL;
    r->buffer = NULL;
    if (r->read_error)
        return file_fail(error, r->path, strerror(r->read_error));
    return r->records || !r->other_kind || file_fail(error, r->path, "this is no file of game records");
}

/* At least one whole record in the buffer, or all there is. */
static void fill(RecordReader *r)
{
    if (r->end - r->begin >= RECORD_SIZE_MAX)
        return;
    memmove(r->buffer, r->buffer + r->begin, (size_t)(r->end - r->begin));
    r->end -= r->begin;
    r->begin = 0;
    errno = 0;
    r->end += (int)fread(r->buffer + r->end, 1, (size_t)(BUFFER_SIZE - r->end), r->file);
    if (ferror(r->file))
        r->read_error = errno ? errno : EIO;
}

bool record_next(RecordReader *r, Record *game)
{
    bool in_damage = false;
    for (;;) {
        fill(r);
        int size = r->end - r->begin;
        if (size == 0 || r->read_error)
            return false;
        if (r->offset == 0)
            r->other_kind = memcmp(r->buffer, RECORD_MAGIC, size < 4 ? (size_t)size : 4) != 0;
        int length = record_decode(r->buffer + r->begin, size, game);
        if (length > 0) {
            r->begin_of_last = r->offset;
            r->begin += length;
            r->offset += (uint64_t)length;
            r->sound = r->offset;
            r->records++;
            return true;
        }
        r->damaged += !in_damage;
        in_damage = true;
        /* On to the next possible beginning. */
        const uint8_t *next = memchr(r->buffer + r->begin + 1, RECORD_MAGIC[0], (size_t)(size - 1));
        int step = next ? (int)(next - (r->buffer + r->begin)) : size;
        r->begin += step;
        r->offset += (uint64_t)step;
        r->skipped += (uint64_t)step;
    }
}

bool records_readable(const char *const *paths, int count, char *error)
{
    for (int i = 0; i < count; i++) {
        FILE *file = file_read(paths[i], FILE_WORDS(error));
        if (!file)
            return false;
        fclose(file);
    }
    return true;
}
