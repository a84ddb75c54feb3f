#include "eval/train/chunk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/nnue/features.h"

struct ChunkTables {
    uint16_t row[2][2][PIECES][SQUARES]; /* view, mirrored, piece, square_index(); without bucket */
    uint8_t bucket[2][2][SQUARES];       /* view, mirrored, of that view's king */
};

ChunkTables *chunk_tables_new(void)
{
    ChunkTables *t = malloc(sizeof *t);
    for (int view = RED; t && view <= BLACK; view++)
        for (int mirrored = 0; mirrored < 2; mirrored++)
            for (int i = 0; i < SQUARES; i++) {
                Square s = square_make(i / RANKS, i % RANKS), seen = view == BLACK ? square_flip(s) : s;
                if (mirrored)
                    seen = square_mirror(seen);
                t->bucket[view][mirrored][i] = king_bucket[seen];
                for (int p = 0; p < PIECES; p++)
                    t->row[view][mirrored][p][i] = piece_square_row[p ^ view << 3][seen];
            }
    return t;
}

typedef struct Placed {
    uint8_t piece, square;
} Placed;

static int unpack(const Sample *sample, Placed *placed, int king[2])
{
    uint64_t words[2] = {0, 0};
    int count = 0;
    memcpy(words, sample->occupied, sizeof sample->occupied);
    for (int w = 0; w < 2; w++)
        for (; words[w]; words[w] &= words[w] - 1) {
            Placed p = {(uint8_t)(sample->pieces[count / 2] >> 4 * (count % 2) & 15), (uint8_t)(64 * w + lsb64(words[w]))};
            if ((p.piece & 7) == KING)
                king[p.piece >> 3] = p.square;
            placed[count++] = p;
        }
    return count;
}

/* Splitmix's finisher: one fair bit for each position of each pass. */
static bool mirror_bit(uint64_t seed, uint64_t number)
{
    uint64_t z = seed + number * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    return (z ^ z >> 27) >> 40 & 1;
}

/* As orientation_given(), but where nothing but the lean decides, training looks at both sides alike. */
static bool mirrored_view(const Placed *placed, int pieces, Side view, int own, int other, const bool *coin)
{
    if (own != 4 || other != 4)
        return own > 4 || (own == 4 && other > 4);
    if (coin)
        return *coin;
    Lean lean = 0;
    for (int i = 0; i < pieces; i++)
        lean += lean_weight[placed[i].piece][square_make(placed[i].square / RANKS, placed[i].square % RANKS)];
    return lean_of_view(lean, view) > 0;
}

static float target_of(const Sample *sample, float lambda)
{
    float expected = 1 / (1 + expf((float)-sample->score / NET_SCALE));
    return lambda * (float)sample->points / 2 + (1 - lambda) * expected;
}

/* Counting sort of all (slot, row) by row. */
static void sort_by_row(Chunk *chunk)
{
    int slots = 2 * chunk->count;
    uint32_t total = chunk->slot_start[slots], *start = chunk->row_start;
    memset(start, 0, sizeof chunk->row_start);
    for (uint32_t k = 0; k < total; k++)
        start[chunk->rows[k] + 1]++;
    for (int row = 0; row < NET_ROWS; row++)
        start[row + 1] += start[row];
    for (int s = slots - 1; s >= 0; s--) /* from behind, so that start[] ends where each row begins: */
        for (uint32_t k = chunk->slot_start[s]; k < chunk->slot_start[s + 1]; k++)
            chunk->slots[--start[chunk->rows[k] + 1]] = (uint16_t)s;
    memmove(start, start + 1, sizeof *start * NET_ROWS);
    start[NET_ROWS] = total;
}

void chunk_fill(Chunk *chunk, const ChunkTables *tables, const ChunkSource *source, int first, int count)
{
    enum { AHEAD = 16 };
    uint32_t used = 0;
    chunk->count = count;
    chunk->slot_start[0] = 0;
    for (int n = 0; n < count; n++) {
        const uint32_t *order = source->order;
        size_t number = order ? order[first + n] : (size_t)(first + n);
        if (order && n + AHEAD < count)
            __builtin_prefetch(&source->samples[order[first + n + AHEAD]]);
        const Sample *sample = &source->samples[number];
        Placed placed[NET_ACTIVE_MAX];
        int king[2] = {0, 0}, pieces = unpack(sample, placed, king);
        int file[2] = {king[0] / RANKS, king[1] / RANKS};
        bool coin = source->mirror_seed && mirror_bit(source->mirror_seed, number);
        for (int view = 0; view < 2; view++) {
            int mirrored = mirrored_view(placed, pieces, (Side)view, file[view], file[view ^ 1], source->mirror_seed ? &coin : NULL);
            int base = tables->bucket[view][mirrored][king[view]] * NET_PIECE_SQUARES;
            for (int i = 0; i < pieces; i++)
                chunk->rows[used++] = (uint16_t)(base + tables->row[view][mirrored][placed[i].piece][placed[i].square]);
            chunk->slot_start[2 * n + view + 1] = used;
        }
        chunk->bucket[n] = (uint8_t)output_bucket(pieces);
        chunk->target[n] = target_of(sample, source->lambda);
    }
    if (source->by_row)
        sort_by_row(chunk);
}
