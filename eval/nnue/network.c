/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/nnue/network.h"

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/crc32.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

typedef struct NetHead {
    char magic[4];
    uint32_t version, architecture, length; /* length of the description */
} NetHead;

_Static_assert(sizeof(NetHead) == 16, "read and written as it lies in memory");

#define MAGIC "HXNN"

#if NET_PHASES > 1 /* with one phase, the text is the same as in older nets */
#define PHASES " x " TEXT(NET_PHASES)
#else
#define PHASES ""
#endif

const char *network_architecture(void)
{
    return "SCReLU (689 x " TEXT(NET_KING_BUCKETS) PHASES
        " -> " TEXT(NET_HIDDEN) ") x 2 -> 1 x " TEXT(NET_OUTPUT_BUCKETS) ", QA 255, scale 400";
}

_Static_assert((NET_QB_MAX & (NET_QB_MAX - 1)) == 0, "QB is a power of two");
_Static_assert(NET_PIECE_SQUARES == 689 && NET_QA == 255 && NET_SCALE == 400, "network_architecture() says so");

static uint32_t network_architecture_hash(void)
{
    uint32_t hash = 2166136261u;
    for (const char *c = network_architecture(); *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    return hash;
}

Network *network_new(const char *description)
{
    assert(description && strlen(description) <= NETWORK_TEXT_MAX);
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

/* The weights are laid out in memory as in the file, up to Network.qb. */
enum { WEIGHT_BYTES = (NET_ROWS + NET_PHASES + 2 * NET_OUTPUT_BUCKETS) * NET_HIDDEN * 2 + NET_OUTPUT_BUCKETS * 4 };
_Static_assert(offsetof(Network, qb) == WEIGHT_BYTES && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "they are copied whole");

/* Returns the size of a file with a description of this many bytes. */
static size_t network_file_size(size_t description) { return sizeof(NetHead) + description + 4 + WEIGHT_BYTES + 4; }

/* Returns true if, according to its header and size, the file is complete and fits this program. Its
 * weights may still be damaged or unsafe. */
static bool network_is_whole(const uint8_t *bytes, size_t size, Text *why)
{
    NetHead head = {.length = 0};
    if (size < sizeof head.magic || memcmp(bytes, MAGIC, sizeof head.magic) != 0)
        return text_fail(why, "not a net file (it does not begin with HXNN)");
    if (size >= sizeof head) {
        memcpy(&head, bytes, sizeof head);
        if (head.version != NET_VERSION)
            return text_fail(why, "net file of version %u, but this program reads version %d", head.version, NET_VERSION);
        if (head.architecture != network_architecture_hash())
            return text_fail(why, "the net has architecture %08x, but this program needs %s (%08x)", head.architecture,
                             network_architecture(), network_architecture_hash());
        if (head.length > NETWORK_TEXT_MAX)
            return text_fail(why, "net file damaged: its description is too long (%u bytes)", head.length);
    }
    size_t whole = network_file_size(head.length);
    if (size < whole)
        return text_fail(why, "net file truncated: %lu of %lu bytes", (unsigned long)size, (unsigned long)whole);
    if (size > whole)
        return text_fail(why, "net file too long: %lu bytes instead of %lu", (unsigned long)size, (unsigned long)whole);
    return true;
}

/* Does the same as network_read() without checking the checksum and the weights. */
static Network *network_read_trusted(const void *bytes, size_t size, Text *why)
{
    if (!network_is_whole(bytes, size, why))
        return NULL;
    NetHead head;
    memcpy(&head, bytes, sizeof head);
    const char *at = (const char *)bytes + sizeof head;
    Text description = TEXT_INIT;
    Network *net = text_add_bytes(&description, at, head.length) ? network_new(description.data) : NULL;
    text_free(&description);
    if (!net) {
        why_no_memory(why);
        return NULL;
    }
    at += head.length;
    memcpy(&net->qb, at, 4);
    memcpy(net, at + 4, WEIGHT_BYTES);
    memcpy(&net->checksum, at + 4 + WEIGHT_BYTES, 4);
    return net;
}

Network *network_read(const void *bytes, size_t size, Text *why)
{
    Network *net = network_read_trusted(bytes, size, why);
    if (!net)
        return NULL;
    uint32_t computed = crc32_update(0, bytes, size - 4);
    const char *fault = network_verify(net);
    if (net->checksum != computed)
        text_fail(why, "net file damaged: checksum %08x, but the file states %08x", computed, net->checksum);
    else if (fault)
        text_fail(why, "net out of range: %s", fault);
    else
        return net;
    network_free(net);
    return NULL;
}

Network *network_load(const char *path, Text *why)
{
    size_t size;
    /* One byte more, to recognise files that are too long. */
    char *bytes = file_text(path, network_file_size(NETWORK_TEXT_MAX) + 1, &size, why);
    Text fault = WHY_IN(why_language(why));
    Network *net = bytes ? network_read(bytes, size, &fault) : NULL;
    if (bytes && !net)
        why_path(why, path, "%s", fault.data);
    free(bytes);
    return net;
}

extern const uint8_t hanxin_default_net[], hanxin_default_net_end[]; /* defined in default_net.S */

static size_t network_built_in_size(void) { return (size_t)((uintptr_t)hanxin_default_net_end - (uintptr_t)hanxin_default_net); }

bool network_is_built_in(void) { return network_built_in_size() > 0; }

Network *network_default(Text *why)
{
    if (network_is_built_in())
        return network_read_trusted(hanxin_default_net, network_built_in_size(), why);
    text_fail(why, "this program was built without a net");
    return NULL;
}

const char *network_option_file(const char *name) { return strcmp(name, "none") == 0 || strcmp(name, "built-in") == 0 ? NULL : name; }

bool network_option(const char *option, const char *name, Network **net, Text *why)
{
    Text reason = WHY_IN(why_language(why));
    *net = NULL;
    if (strcmp(name, "none") == 0)
        return true;
    *net = network_option_file(name) ? network_load(name, &reason) : network_default(&reason);
    return *net || text_fail(why, "%s: %s", option, reason.data);
}

/* Returns true if the extremes of a column in a phase fit int16: the bias plus the 32 largest rows,
 * upwards and downwards. Only the 32 largest are kept, in a small sorted list. */
static bool network_column_fits(const Network *net, int phase, int column)
{
    int up[NET_ACTIVE_MAX] = {0}, down[NET_ACTIVE_MAX] = {0};
    for (int row = phase * NET_PHASE_ROWS; row < (phase + 1) * NET_PHASE_ROWS; row++) {
        int w = net->rows[row][column], *list = w > 0 ? up : down, size = abs(w);
        if (size <= list[NET_ACTIVE_MAX - 1])
            continue;
        int i = NET_ACTIVE_MAX - 1;
        for (; i > 0 && list[i - 1] < size; i--)
            list[i] = list[i - 1];
        list[i] = size;
    }
    int most = net->bias[phase][column], least = most;
    for (int i = 0; i < NET_ACTIVE_MAX; i++) {
        most += up[i];
        least -= down[i];
    }
    return most <= INT16_MAX && least >= INT16_MIN;
}

const char *network_verify(const Network *net)
{
    if (net->qb < 1 || net->qb > NET_QB_MAX || (net->qb & (net->qb - 1)) != 0)
        return "QB is not a power of two from 1 to 256";
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++) {
        int64_t sum = 0;
        for (int i = 0; i < 2 * NET_HIDDEN; i++) {
            int w = abs(net->output[b][i]);
            if (w > NET_WEIGHT_MAX)
                return "output weight above 127";
            sum += (int64_t)w * NET_QA * NET_QA;
        }
        if (sum > INT32_MAX)
            return "sum of output weights could overflow";
        int64_t bias = net->output_bias[b], most = (int64_t)SCORE_EVAL_MAX * NET_QA * net->qb / NET_SCALE;
        if (bias > most || bias < -most)
            return "output bias exceeds every evaluation";
    }
    for (int i = 0; i < NET_PHASES * NET_HIDDEN; i++)
        if (!network_column_fits(net, i / NET_HIDDEN, i % NET_HIDDEN))
            return "a first-layer column could overflow";
    return NULL;
}

bool network_write(Network *net, FILE *file, Text *why)
{
    assert(net->qb > 0 && net->kernels);
    const char *fault = network_verify(net);
    if (fault)
        return text_fail(why, "net out of range: %s", fault);
    size_t length = strlen(net->description), size = network_file_size(length);
    NetHead head = {{'H', 'X', 'N', 'N'}, NET_VERSION, network_architecture_hash(), (uint32_t)length};
    char *bytes = malloc(size);
    if (!bytes)
        return why_no_memory(why);
    char *numbers = bytes + sizeof head + length;
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, net->description, length);
    memcpy(numbers, &net->qb, 4);
    memcpy(numbers + 4, net, WEIGHT_BYTES);
    net->checksum = crc32_update(0, bytes, size - 4);
    memcpy(bytes + size - 4, &net->checksum, 4);
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
