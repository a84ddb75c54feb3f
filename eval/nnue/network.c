#include "eval/nnue/network.h"

#include "engine/base/platform.h"
#include "engine/base/crc32.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

static const char magic[4] = {'H', 'X', 'N', 'N'};

const char *network_architecture(void)
{
    return "SCReLU (689 x " TEXT(NET_KING_BUCKETS) " -> " TEXT(NET_HIDDEN) ") x 2 -> 1 x " TEXT(NET_OUTPUT_BUCKETS) ", QA 255, scale 400";
}

_Static_assert(NET_PIECE_SQUARES == 689 && NET_QA == 255 && NET_SCALE == 400, "network_architecture() says so");

static uint32_t architecture_hash(void)
{
    uint32_t hash = 2166136261u;
    for (const char *c = network_architecture(); *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    return hash;
}

Network *network_new(const char *description)
{
    Network *net = big_alloc(sizeof *net);
    if (!net)
        return NULL;
    net->description = strdup(description);
    if (!net->description) {
        big_free(net, sizeof *net);
        return NULL;
    }
    net->qb = NET_QB_MAX;
    net->kernels = kernels_choose();
    return net;
}

void network_free(Network *net)
{
    if (!net)
        return;
    free(net->description);
    big_free(net, sizeof *net);
}

/* What stands before the description, and a whole file with a description of so many bytes. */
enum { HEAD_BYTES = 16, WEIGHT_BYTES = (NET_ROWS + 1 + 2 * NET_OUTPUT_BUCKETS) * NET_HIDDEN * 2 + NET_OUTPUT_BUCKETS * 4 };
static size_t file_size(size_t description) { return HEAD_BYTES + description + 4 + WEIGHT_BYTES + 4; }

/* These move *from past what they read. */
static uint32_t get_u32(const uint8_t **from)
{
    const uint8_t *b = *from;
    *from += 4;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void get_i16s(const uint8_t **from, int16_t *to, size_t count)
{
    for (size_t i = 0; i < count; i++, *from += 2)
        to[i] = (int16_t)((*from)[0] | (*from)[1] << 8);
}

/* Is it a whole file for this program? Only its numbers may be unsafe then. */
static bool is_whole(const uint8_t *bytes, size_t size, Text *why)
{
    uint32_t length = 0;
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return text_fail(why, "not a net file (it does not begin with HXNN)");
    if (size >= HEAD_BYTES) {
        const uint8_t *at = bytes + sizeof magic;
        uint32_t version = get_u32(&at), hash = get_u32(&at);
        length = get_u32(&at);
        if (version != NET_VERSION)
            return text_fail(why, "net file version %u, this program reads version %d", version, NET_VERSION);
        if (hash != architecture_hash())
            return text_fail(why, "net of another architecture (%08x), this program is %s (%08x)", hash, network_architecture(),
                             architecture_hash());
        if (length > NETWORK_TEXT_MAX)
            return text_fail(why, "net file damaged: a description of %u bytes", length);
    }
    if (size < file_size(length))
        return text_fail(why, "net file truncated: %lu bytes of %lu", (unsigned long)size, (unsigned long)file_size(length));
    if (size > file_size(length))
        return text_fail(why, "net file too long: %lu bytes instead of %lu", (unsigned long)size, (unsigned long)file_size(length));
    const uint8_t *tail = bytes + size - 4;
    uint32_t written = get_u32(&tail), computed = crc32_update(0, bytes, size - 4);
    return written == computed || text_fail(why, "net file damaged: checksum %08x, but %08x is written in it", computed, written);
}

Network *network_read(const void *bytes, size_t size, Text *why)
{
    if (!is_whole(bytes, size, why))
        return NULL;
    const uint8_t *at = (const uint8_t *)bytes + HEAD_BYTES - 4;
    uint32_t length = get_u32(&at);
    Text description = TEXT_INIT;
    Network *net = text_add_bytes(&description, (const char *)at, length) ? network_new(description.data) : NULL;
    text_free(&description);
    if (!net) {
        why_no_memory(why);
        return NULL;
    }
    at += length;
    net->qb = (int32_t)get_u32(&at);
    get_i16s(&at, net->rows[0], (size_t)NET_ROWS * NET_HIDDEN);
    get_i16s(&at, net->bias, NET_HIDDEN);
    get_i16s(&at, net->output[0], (size_t)NET_OUTPUT_BUCKETS * 2 * NET_HIDDEN);
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        net->output_bias[b] = (int32_t)get_u32(&at);
    net->checksum = get_u32(&at);
    const char *fault = network_verify(net);
    if (!fault)
        return net;
    text_fail(why, "net out of range: %s", fault);
    network_free(net);
    return NULL;
}

Network *network_load(const char *path, Text *why)
{
    size_t size;
    char *bytes = file_text(path, file_size(NETWORK_TEXT_MAX) + 1, &size, why); /* one more: "too long" is seen */
    Network *net = bytes ? network_read(bytes, size, why) : NULL;
    free(bytes);
    return net;
}

extern const uint8_t hanxin_default_net[], hanxin_default_net_end[]; /* default_net.S */

static size_t built_in_size(void) { return (size_t)((uintptr_t)hanxin_default_net_end - (uintptr_t)hanxin_default_net); }

bool network_is_built_in(void) { return built_in_size() > 0; }

Network *network_default(Text *why)
{
    if (network_is_built_in())
        return network_read(hanxin_default_net, built_in_size(), why);
    text_fail(why, "this program was built without a net");
    return NULL;
}

/* Column extremes: bias plus the 32 largest rows upwards, and downwards, must stay in int16. Rows
 * beyond the 32 largest are skipped by keeping a small sorted list. */
static bool column_fits(const Network *net, int column)
{
    int up[NET_ACTIVE_MAX] = {0}, down[NET_ACTIVE_MAX] = {0};
    for (int row = 0; row < NET_ROWS; row++) {
        int w = net->rows[row][column], *list = w > 0 ? up : down, size = abs(w);
        if (size <= list[NET_ACTIVE_MAX - 1])
            continue;
        int i = NET_ACTIVE_MAX - 1;
        for (; i > 0 && list[i - 1] < size; i--)
            list[i] = list[i - 1];
        list[i] = size;
    }
    int most = net->bias[column], least = net->bias[column];
    for (int i = 0; i < NET_ACTIVE_MAX; i++) {
        most += up[i];
        least -= down[i];
    }
    return most <= INT16_MAX && least >= INT16_MIN;
}

const char *network_verify(const Network *net)
{
    if (net->qb < 1 || net->qb > NET_QB_MAX || (net->qb & (net->qb - 1)) != 0)
        return "QB is no power of two in 1..256";
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++) {
        int64_t sum = 0;
        for (int i = 0; i < 2 * NET_HIDDEN; i++) {
            int w = abs(net->output[b][i]);
            if (w > NET_WEIGHT_MAX)
                return "an output weight beyond 127";
            sum += (int64_t)w * NET_QA * NET_QA;
        }
        if (sum > INT32_MAX)
            return "output weights whose sum could overflow";
        int64_t bias = net->output_bias[b], most = (int64_t)SCORE_EVAL_MAX * NET_QA * net->qb / NET_SCALE;
        if (bias > most || bias < -most)
            return "an output bias beyond all evaluations";
    }
    for (int column = 0; column < NET_HIDDEN; column++)
        if (!column_fits(net, column))
            return "a first-layer column that could overflow";
    return NULL;
}

static uint8_t *put_u32(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        *to++ = (uint8_t)(value >> 8 * i);
    return to;
}

static uint8_t *put_i16s(uint8_t *to, const int16_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        *to++ = (uint8_t)from[i];
        *to++ = (uint8_t)((uint16_t)from[i] >> 8);
    }
    return to;
}

bool network_write(Network *net, FILE *file, Text *why)
{
    const char *fault = network_verify(net);
    if (fault)
        return text_fail(why, "net out of range: %s", fault);
    size_t length = strlen(net->description), size = file_size(length);
    uint8_t *bytes = malloc(size), *to = bytes;
    if (!bytes)
        return why_no_memory(why);
    memcpy(to, magic, sizeof magic);
    to = put_u32(to + sizeof magic, NET_VERSION);
    to = put_u32(to, architecture_hash());
    to = put_u32(to, (uint32_t)length);
    memcpy(to, net->description, length);
    to = put_u32(to + length, (uint32_t)net->qb);
    to = put_i16s(to, net->rows[0], (size_t)NET_ROWS * NET_HIDDEN);
    to = put_i16s(to, net->bias, NET_HIDDEN);
    to = put_i16s(to, net->output[0], (size_t)NET_OUTPUT_BUCKETS * 2 * NET_HIDDEN);
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        to = put_u32(to, (uint32_t)net->output_bias[b]);
    net->checksum = crc32_update(0, bytes, (size_t)(to - bytes));
    put_u32(to, net->checksum);
    bool done = fwrite(bytes, 1, size, file) == size;
    if (!done)
        why_errno(why, "the net");
    free(bytes);
    return done;
}

bool network_save(Network *net, const char *path, Text *why)
{
    OutFile out;
    if (!outfile_open(&out, path, OUT_REPLACE, why))
        return false;
    if (network_write(net, out.stream, why))
        return outfile_commit(&out, why);
    outfile_abandon(&out);
    return false;
}
