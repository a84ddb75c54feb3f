#include "bench/selfplay/record_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/array.h"
#include "engine/base/platform.h"

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool remember(RecordLog *log, uint32_t number)
{
    uint32_t *numbers = array_grow(log->numbers, &log->capacity, log->count + 1, sizeof *numbers);
    if (!numbers)
        return false;
    log->numbers = numbers;
    numbers[log->count++] = number;
    return true;
}

/* Takes in what the file holds, and cuts a torn end off. Nothing of a file that cannot be read to its end is touched. */
static bool take_in(RecordLog *log, uint64_t seed, char *error)
{
    RecordReader reader;
    Record game;
    bool enough_memory = true;
    records_open(&reader, &log->path, 1, error);
    while (enough_memory && record_next(&reader, &game)) {
        record_tally_add(&log->tally, &game);
        enough_memory = game.seed != seed || remember(log, game.number);
    }
    if (!records_close(&reader))
        return false;
    if (!enough_memory)
        return file_fail(error, log->path, "no memory for its games");
    if (log->count)
        qsort(log->numbers, log->count, sizeof *log->numbers, compare_numbers);
    log->damaged = reader.damaged;
    log->skipped = reader.skipped;
    /* What is longer than a record is no torn one, and left alone. */
    bool torn = reader.sound < reader.offset && reader.offset - reader.sound <= RECORD_SIZE_MAX;
    log->length = (int64_t)(torn ? reader.sound : reader.offset);
    return !torn || ftruncate(fileno(log->file), log->length) == 0 || file_fail(error, log->path, strerror(errno));
}

bool record_log_open(RecordLog *log, const char *path, uint64_t seed, char *error)
{
    *log = (RecordLog){.path = path};
    if (file_exists(path) && !records_ready(&path, 1, NULL, 0, error))
        return false;
    log->file = file_claim(path, "a+b", FILE_WORDS(error));
    if (!log->file)
        return false;
    setvbuf(log->file, NULL, _IONBF, 0);
    bool good = take_in(log, seed, error);
    if (!good)
        record_log_close(log);
    return good;
}

bool record_log_add(RecordLog *log, const Record *game, char *error)
{
    uint8_t bytes[RECORD_SIZE_MAX];
    size_t size = (size_t)record_encode(game, bytes);
    if (fwrite(bytes, 1, size, log->file) != size) {
        file_fail(error, log->path, strerror(errno));
        (void)!ftruncate(fileno(log->file), log->length); /* no half a record; the next run would drop it too */
        return false;
    }
    record_tally_add(&log->tally, game);
    log->length += (int64_t)size;
    return true;
}

bool record_log_sync(RecordLog *log, char *error)
{
    return file_sync(log->file) || file_fail(error, log->path, errno ? strerror(errno) : "not everything could be written");
}

void record_log_close(RecordLog *log)
{
    if (log->file)
        fclose(log->file);
    free(log->numbers);
    *log = (RecordLog){0};
}
