#include "eval/nnue/network.h"

#include "engine/base/platform.h"
#include "engine/base/crc32.h"

#include <errno.h>
#include <stdarg.h>
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

__attribute__((format(printf, 2, 3))) static void *fail(char *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, NETWORK_ERROR_SIZE, format, args);
    va_end(args);
    return NULL;
}

Network *network_new(const char *description)
{
    Network *net = big_alloc(sizeof *net);
    if (!net)
        return NULL;
    size_t length = strlen(description);
    net->description = malloc(length + 1);
    if (!net->description) {
        big_free(net, sizeof *net);
        return NULL;
    }
    memcpy(net->description, description, length + 1);
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

/* A cursor over the file; `ended` once it was asked for more than there is. */
typedef struct Reader {
    const uint8_t *at, *end;
    bool ended;
} Reader;

static uint32_t read_u32(Reader *r)
{
    if (r->end - r->at < 4) {
        r->ended = true;
        return 0;
    }
    const uint8_t *b = r->at;
    r->at += 4;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void read_i16s(Reader *r, int16_t *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (int16_t)(r->at[2 * i] | r->at[2 * i + 1] << 8);
    r->at += 2 * count;
}

enum { WEIGHT_BYTES = (NET_ROWS + 1 + 2 * NET_OUTPUT_BUCKETS) * NET_HIDDEN * 2 + NET_OUTPUT_BUCKETS * 4 };

Network *network_read(const void *bytes, size_t size, char *error)
{
    Reader r = {bytes, (const uint8_t *)bytes + size, false};
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return fail(error, "not a net file (it does not begin with HXNN)");
    r.at += sizeof magic;

    uint32_t version = read_u32(&r), hash = read_u32(&r), text = read_u32(&r);
    if (!r.ended && version != NET_VERSION)
        return fail(error, "net file version %u, this program reads version %d", version, NET_VERSION);
    if (!r.ended && hash != architecture_hash())
        return fail(error, "net of another architecture (%08x), this program is %s (%08x)", hash, network_architecture(),
                    architecture_hash());
    if (!r.ended && text > NETWORK_TEXT_MAX)
        return fail(error, "net file damaged: a description of %u bytes", text);
    size_t want = 16 + (size_t)text + 4 + WEIGHT_BYTES + 4;
    if (r.ended || size < want)
        return fail(error, "net file truncated: %lu bytes of %lu", (unsigned long)size,
                    (unsigned long)(r.ended ? 16 + 4 + WEIGHT_BYTES + 4 : want));
    if (size > want)
        return fail(error, "net file too long: %lu bytes instead of %lu", (unsigned long)size, (unsigned long)want);

    Reader tail = {(const uint8_t *)bytes + size - 4, r.end, false};
    uint32_t written = read_u32(&tail), computed = crc32_update(0, bytes, size - 4);
    if (written != computed)
        return fail(error, "net file damaged: checksum %08x, but %08x is written in it", computed, written);

    Network *net = network_new("");
    char *description = malloc((size_t)text + 1);
    if (!net || !description) {
        free(description);
        network_free(net);
        return fail(error, "no memory for the net");
    }
    memcpy(description, r.at, text);
    description[text] = '\0';
    r.at += text;
    free(net->description);
    net->description = description;
    net->checksum = written;
    net->qb = (int32_t)read_u32(&r);
    read_i16s(&r, net->rows[0], (size_t)NET_ROWS * NET_HIDDEN);
    read_i16s(&r, net->bias, NET_HIDDEN);
    read_i16s(&r, net->output[0], (size_t)NET_OUTPUT_BUCKETS * 2 * NET_HIDDEN);
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        net->output_bias[b] = (int32_t)read_u32(&r);

    const char *fault = network_verify(net);
    if (fault) {
        network_free(net);
        return fail(error, "net out of range: %s", fault);
    }
    return net;
}

/* A whole file, owned by the caller. NULL and an error if it cannot be read; of an absurdly long one only the beginning. */
static void *read_file(const char *path, size_t *size, char *error)
{
    char why[FILE_ERROR_SIZE];
    FILE *file = file_read(path, FILE_WORDS(why));
    if (!file)
        return fail(error, "cannot open %s", why);
    size_t most = 16 + NETWORK_TEXT_MAX + 4 + WEIGHT_BYTES + 4 + 1; /* one more: "too long" is seen */
    void *bytes = malloc(most);
    if (!bytes) {
        fclose(file);
        return fail(error, "no memory for the net");
    }
    *size = fread(bytes, 1, most, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed) {
        free(bytes);
        return fail(error, "cannot read %.240s", path);
    }
    return bytes;
}

Network *network_load(const char *path, char *error)
{
    size_t size = 0;
    void *bytes = read_file(path, &size, error);
    if (!bytes)
        return NULL;
    Network *net = network_read(bytes, size, error);
    free(bytes);
    return net;
}

extern const uint8_t hanxin_default_net[], hanxin_default_net_end[]; /* default_net.S */

static size_t built_in_size(void) { return (size_t)((uintptr_t)hanxin_default_net_end - (uintptr_t)hanxin_default_net); }

bool network_is_built_in(void) { return built_in_size() > 0; }

Network *network_default(char *error)
{
    size_t size = built_in_size();
    if (size == 0)
        return fail(error, "this program was built without a net");
    return network_read(hanxin_default_net, size, error);
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

bool network_write(Network *net, FILE *file, char *error)
{
    const char *fault = network_verify(net);
    if (fault)
        return fail(error, "net out of range: %s", fault);
    size_t text = strlen(net->description), size = 16 + text + 4 + WEIGHT_BYTES + 4;
    uint8_t *bytes = malloc(size), *to = bytes;
    if (!bytes)
        return fail(error, "no memory for the net file");
    memcpy(to, magic, sizeof magic);
    to = put_u32(to + sizeof magic, NET_VERSION);
    to = put_u32(to, architecture_hash());
    to = put_u32(to, (uint32_t)text);
    memcpy(to, net->description, text);
    to = put_u32(to + text, (uint32_t)net->qb);
    to = put_i16s(to, net->rows[0], (size_t)NET_ROWS * NET_HIDDEN);
    to = put_i16s(to, net->bias, NET_HIDDEN);
    to = put_i16s(to, net->output[0], (size_t)NET_OUTPUT_BUCKETS * 2 * NET_HIDDEN);
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        to = put_u32(to, (uint32_t)net->output_bias[b]);
    net->checksum = crc32_update(0, bytes, (size_t)(to - bytes));
    put_u32(to, net->checksum);
    bool done = fwrite(bytes, 1, size, file) == size;
    int why = errno;
    free(bytes);
    return done || fail(error, "cannot write the net: %s", strerror(why));
}

bool network_save(Network *net, const char *path, char *error)
{
    OutFile out;
    if (!outfile_open(&out, path, OUT_REPLACE, FILE_WORDS(error)))
        return false;
    if (network_write(net, out.stream, error))
        return outfile_commit(&out, FILE_WORDS(error));
    outfile_abandon(&out);
    return false;
}
