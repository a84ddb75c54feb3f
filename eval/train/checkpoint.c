#include "eval/train/checkpoint.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/crc32.h"

static const char magic[8] = "HXCKPT3";

void checkpoint_head_init(CheckpointHead *head)
{
    memset(head, 0, sizeof *head);
    memcpy(head->magic, magic, sizeof magic);
    snprintf(head->architecture, sizeof head->architecture, "%s", network_architecture());
}

bool checkpoint_write(FILE *file, const CheckpointHead *head, const Model *model, const RunState *state)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&bytes, &size);
    bool good =
        memory && fwrite(head, sizeof *head, 1, memory) == 1 && model_write(model, memory) && fwrite(state, sizeof *state, 1, memory) == 1;
    if (memory)
        good = fclose(memory) == 0 && good;
    if (good) {
        uint32_t checksum = crc32_update(0, bytes, size);
        good = fwrite(bytes, 1, size, file) == size && fwrite(&checksum, sizeof checksum, 1, file) == 1 && fflush(file) == 0;
    }
    int why = errno;
    free(bytes);
    errno = why;
    return good;
}

/* NULL, or what cannot be. */
static const char *state_fault(const CheckpointHead *head, const Model *model, const RunState *state)
{
    if (model_steps(model) < 0 || model_steps(model) > head->steps)
        return "its number of steps cannot be";
    if (state->curve.count < 0 || state->curve.count > CURVE_POINTS_MAX)
        return "the length of its curve cannot be";
    if (!isfinite(state->loss) || state->seen < 0 || isnan(state->best) || state->best_step < 0 || state->best_step > head->steps)
        return "its losses cannot be";
    return NULL;
}

static CheckpointFound wrong(const char *path, const char *what, char *error)
{
    char line[160];
    snprintf(line, sizeof line, "%s; --fresh starts anew", what);
    file_fail(error, path, line);
    return CHECKPOINT_WRONG;
}

/* What was read, all of it, is a checkpoint: takes it over. */
static CheckpointFound take(const char *path, char *bytes, size_t size, const CheckpointHead *own, Model *model, RunState *state,
                            char *error)
{
    CheckpointHead head;
    uint32_t checksum;
    if (size < sizeof head + sizeof checksum)
        return wrong(path, "it is incomplete", error);
    size -= sizeof checksum;
    memcpy(&head, bytes, sizeof head);
    memcpy(&checksum, bytes + size, sizeof checksum);
    if (memcmp(head.magic, own->magic, sizeof head.magic) != 0)
        return wrong(path, "it is a checkpoint of another version of this program", error);
    if (crc32_update(0, bytes, size) != checksum)
        return wrong(path, "it is damaged or incomplete (its checksum is wrong)", error);
    if (memcmp(&head, own, sizeof head) != 0)
        return wrong(path, "it belongs to other data or settings", error);
    FILE *memory = fmemopen(bytes + sizeof head, size - sizeof head, "rb");
    bool good = memory && model_read(model, memory) && fread(state, sizeof *state, 1, memory) == 1 && fgetc(memory) == EOF;
    if (memory)
        fclose(memory);
    const char *fault = good ? state_fault(own, model, state) : "its length is wrong";
    return fault ? wrong(path, fault, error) : CHECKPOINT_READ;
}

CheckpointFound checkpoint_read(const char *path, const CheckpointHead *own, Model *model, RunState *state, char *error)
{
    if (!file_exists(path))
        return CHECKPOINT_NONE;
    if (!file_is_kind(path, "HXCKPT", "checkpoint of hanxin-train", error))
        return CHECKPOINT_WRONG;
    size_t size;
    char *bytes = file_text(path, SIZE_MAX, &size, error);
    if (!bytes)
        return CHECKPOINT_WRONG;
    CheckpointFound found = size ? take(path, bytes, size, own, model, state, error) : CHECKPOINT_NONE;
    free(bytes);
    return found;
}
