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

/* Takes over what is in the bytes of a file. NULL, or why it is not to be continued from. */
static const char *take(char *bytes, size_t size, const CheckpointHead *own, Model *model, RunState *state)
{
    CheckpointHead head;
    uint32_t checksum;
    if (size < sizeof head + sizeof checksum)
        return "it is incomplete";
    size -= sizeof checksum;
    memcpy(&head, bytes, sizeof head);
    memcpy(&checksum, bytes + size, sizeof checksum);
    if (memcmp(head.magic, own->magic, sizeof head.magic) != 0)
        return "it is a checkpoint of another version of this program";
    if (crc32_update(0, bytes, size) != checksum)
        return "it is damaged or incomplete (its checksum is wrong)";
    if (memcmp(&head, own, sizeof head) != 0)
        return "it belongs to other data or settings";
    FILE *memory = fmemopen(bytes + sizeof head, size - sizeof head, "rb");
    bool good = memory && model_read(model, memory) && fread(state, sizeof *state, 1, memory) == 1 && fgetc(memory) == EOF;
    if (memory)
        fclose(memory);
    return good ? state_fault(own, model, state) : "its length is wrong";
}

CheckpointFound checkpoint_read(const char *path, const CheckpointHead *own, Model *model, RunState *state, char *error)
{
    size_t size;
    if (!file_exists(path))
        return CHECKPOINT_NONE;
    if (!file_is_kind(path, "HXCKPT", "checkpoint of hanxin-train", FILE_WORDS(error)))
        return CHECKPOINT_WRONG;
    char *bytes = file_text(path, SIZE_MAX, &size, FILE_WORDS(error));
    if (!bytes)
        return CHECKPOINT_WRONG;
    const char *fault = size ? take(bytes, size, own, model, state) : NULL;
    free(bytes);
    if (!fault)
        return size ? CHECKPOINT_READ : CHECKPOINT_NONE;
    char line[160];
    snprintf(line, sizeof line, "%s; --fresh starts anew", fault);
    file_fail(error, path, line);
    return CHECKPOINT_WRONG;
}
