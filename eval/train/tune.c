/* hanxin-tune: fits the weights of the handcrafted evaluation to self-play games.
 *
 * Logistic regression (Texel's tuning method, P. Österlund 2014, with all weights at once by gradient
 * descent): the evaluation is linear in its weights, so each position is a short list of (term, count)
 * and a phase. Minimises the mean of (sigmoid(eval / 400) - target)^2 with target = lambda * result +
 * (1 - lambda) * sigmoid(score / 400), by Adam, with a pull towards the weights it started from. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/base/outfile.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/base/rng.h"
#include "eval/hce/hce.h"
#include "eval/hce/hce_params.h"
#include "eval/hce/hce_terms.h"
#include "eval/train/record.h"

enum { TERMS_MAX = 200, SCORE_LIMIT = 2500, BATCH = 16384 };

typedef struct Term {
    uint16_t index;
    int16_t count;
} Term;

typedef struct Sample {
    size_t first; /* in Data.terms */
    uint8_t terms;
    uint8_t phase; /* 0..PHASE_FULL */
    bool validation;
    float target; /* Red's expected score */
} Sample;

typedef struct Data {
    Sample *samples;
    size_t sample_count, sample_capacity;
    Term *terms;
    size_t term_count, term_capacity;
} Data;

typedef struct Options {
    double lambda, rate, pull;
    int64_t passes;
    bool captures; /* also positions whose played move is a capture */
    const char *out;
} Options;

static void *grow(void *block, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return block;
    *capacity = needed * 3 / 2 + 1024;
    block = realloc(block, *capacity * size);
    if (!block) {
        fprintf(stderr, "hanxin-tune: out of memory\n");
        exit(1);
    }
    return block;
}

typedef struct Collector {
    int counts[TERMS];
} Collector;

static inline void collect(void *self, int term, int count) { ((Collector *)self)->counts[term] += count; }

static double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

static void add_sample(Data *data, const Position *pos, double target, bool validation)
{
    Collector c;
    memset(&c, 0, sizeof c);
    int phase = 0;
    for (Bitboard all = occupied(pos); all;) {
        Square s = bb_pop(&all);
        Piece p = piece_at(pos, s);
        c.counts[pst_term(p, s)] += piece_side(p) == RED ? 1 : -1;
        phase += hce_phase_weight[piece_kind(p)];
    }
    hce_visit(pos, collect, &c);

    data->terms = grow(data->terms, &data->term_capacity, data->term_count + TERMS_MAX, sizeof *data->terms);
    data->samples = grow(data->samples, &data->sample_capacity, data->sample_count + 1, sizeof *data->samples);
    Sample *s = &data->samples[data->sample_count++];
    *s = (Sample){data->term_count, 0, (uint8_t)(phase > PHASE_FULL ? PHASE_FULL : phase), validation, (float)target};
    for (int t = 0; t < TERMS && s->terms < TERMS_MAX; t++)
        if (c.counts[t]) {
            data->terms[data->term_count++] = (Term){(uint16_t)t, (int16_t)c.counts[t]};
            s->terms++;
        }
}

/* False if the game holds an illegal move: it ends there. */
static bool add_game(Data *data, const Record *game, const Options *options)
{
    Position pos = game->start;
    bool validation = record_hash(game) % 20 == 0;
    for (int i = 0; i < game->plies; i++) {
        Move m = game->moves[i];
        int score = game->scores[i];
        if (!is_legal(&pos, m))
            return false;
        if (abs(score) <= SCORE_LIMIT && !in_check(&pos, (Side)pos.side) && (options->captures || !is_capture(&pos, m))) {
            double red_score = pos.side == RED ? score : -score;
            double target =
                options->lambda * outcome_points(game->result.outcome, RED) / 2.0 + (1 - options->lambda) * sigmoid(red_score / 400);
            add_sample(data, &pos, target, validation);
        }
        Undo undo;
        position_make(&pos, m, &undo);
    }
    return true;
}

typedef struct Weight { /* and its gradient and Adam's moments, middlegame and endgame */
    double value[2], start[2], gradient[2], m[2], v[2];
} Weight;

static double evaluate_sample(const Data *data, const Sample *s, const Weight *w)
{
    double middle = 0, end = 0, part = (double)s->phase / PHASE_FULL;
    for (int i = 0; i < s->terms; i++) {
        const Term *t = &data->terms[s->first + (size_t)i];
        middle += w[t->index].value[0] * t->count;
        end += w[t->index].value[1] * t->count;
    }
    return middle * part + end * (1 - part);
}

static double validation_loss(const Data *data, const Weight *w)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < data->sample_count; i++) {
        const Sample *s = &data->samples[i];
        if (!s->validation)
            continue;
        double d = sigmoid(evaluate_sample(data, s, w) / 400) - s->target;
        sum += d * d;
        n++;
    }
    return n ? sum / (double)n : 0;
}

static void step(Weight *w, double rate, double pull, long t)
{
    for (int i = 0; i < TERMS; i++)
        for (int k = 0; k < 2; k++) {
            double g = w[i].gradient[k] + pull * (w[i].value[k] - w[i].start[k]);
            w[i].m[k] = 0.9 * w[i].m[k] + 0.1 * g;
            w[i].v[k] = 0.999 * w[i].v[k] + 0.001 * g * g;
            double m = w[i].m[k] / (1 - pow(0.9, (double)t)), v = w[i].v[k] / (1 - pow(0.999, (double)t));
            w[i].value[k] -= rate * m / (sqrt(v) + 1e-12);
            w[i].gradient[k] = 0;
        }
}

static void fit(Data *data, Weight *w, const Options *options)
{
    Rng rng = {1};
    long t = 0, steps = (long)options->passes * (long)(data->sample_count / BATCH + 1);
    printf("start: validation loss %.6f\n", validation_loss(data, w));
    for (int pass = 1; pass <= (int)options->passes; pass++) {
        for (size_t i = data->sample_count; i > 1; i--) { /* shuffle */
            size_t j = (size_t)(rng_next(&rng) % i);
            Sample swap = data->samples[i - 1];
            data->samples[i - 1] = data->samples[j];
            data->samples[j] = swap;
        }
        double loss = 0;
        size_t in_batch = 0, n = 0;
        for (size_t i = 0; i < data->sample_count; i++) {
            const Sample *s = &data->samples[i];
            if (!s->validation) {
                double e = sigmoid(evaluate_sample(data, s, w) / 400), d = e - s->target, part = (double)s->phase / PHASE_FULL;
                double slope = 2 * d * e * (1 - e) / 400 / BATCH;
                for (int k = 0; k < s->terms; k++) {
                    const Term *term = &data->terms[s->first + (size_t)k];
                    w[term->index].gradient[0] += slope * part * term->count;
                    w[term->index].gradient[1] += slope * (1 - part) * term->count;
                }
                loss += d * d;
                n++;
                in_batch++;
            }
            if (in_batch == BATCH || (i + 1 == data->sample_count && in_batch)) {
                t++;
                double rate = options->rate * 0.5 * (1 + cos(3.14159265358979 * (double)t / (double)(steps + 1)));
                step(w, rate, options->pull, t);
                in_batch = 0;
            }
        }
        printf("pass %d/%d: loss %.6f, validation loss %.6f\n", pass, (int)options->passes, n ? loss / (double)n : 0,
               validation_loss(data, w));
        fflush(stdout);
    }
}

/* The header whose table is to be replaced: all before the table and all behind it. */
typedef struct Header {
    char *text, *behind; /* text owned; ends where the table begins */
} Header;

static bool header_read(Header *h, const char *path, char *error)
{
    enum { MOST = 1 << 20 };
    static const char marker[] = "hce_weights[TERMS]", end[] = "\n};\n";
    size_t length;
    h->text = file_text(path, MOST, &length, error);
    if (!h->text)
        return false;
    char *table = strstr(h->text, marker), *line = table ? strchr(table, '\n') : NULL;
    h->behind = line ? strstr(line + 1, end) : NULL;
    if (!h->behind || strlen(h->text) != length)
        return file_fail(error, path, "this is no copy of eval/hce/hce_params.h: the table hce_weights[TERMS] is not in it");
    h->behind++;
    line[1] = '\0';
    return true;
}

static bool write_params(const Header *h, const char *path, const Weight *w, char *error)
{
    OutFile out;
    if (!outfile_open(&out, path, OUT_REPLACE, error))
        return false;
    fputs(h->text, out.stream);
    for (int i = 0; i < TERMS; i += 10) {
        fputs("   ", out.stream);
        for (int j = i; j < i + 10 && j < TERMS; j++)
            fprintf(out.stream, " {%ld, %ld},", lround(w[j].value[0]), lround(w[j].value[1]));
        fputc('\n', out.stream);
    }
    fputs(h->behind, out.stream);
    return outfile_commit(&out, error);
}

/* All games of the files. False with the reason. */
static bool read_games(Data *data, const Options *options, const char **paths, int files, char *error)
{
    for (int i = 0; i < files; i++) {
        RecordReader reader;
        Record game;
        uint64_t cut = 0;
        if (!record_open(&reader, paths[i], error))
            return false;
        while (record_next(&reader, &game))
            cut += !add_game(data, &game, options);
        if (!record_close(&reader, error))
            return false;
        if (reader.damaged)
            fprintf(stderr, "%s: %" PRIu64 " damaged stretches, %" PRIu64 " bytes, stepped over\n", paths[i], reader.damaged,
                    reader.skipped);
        if (cut)
            fprintf(stderr, "%s: %" PRIu64 " games cut at an illegal move\n", paths[i], cut);
        printf("%s: %zu positions so far\n", paths[i], data->sample_count);
        fflush(stdout);
    }
    return data->sample_count > 0 || file_fail(error, paths[0], "no usable position in it or in any other file");
}

/* The records can be read and the header replaced, before anything takes long. */
static bool open_files(const Options *options, Header *header, const char **paths, int files, char *error)
{
    const NamedFile out = {"--out", options->out};
    for (int i = 0; i < files; i++)
        if (!files_distinct(&out, 1, &(NamedFile){"records to read", paths[i]}, 1, error))
            return false;
    return records_readable(paths, files, error) &&
           (!out.path || (header_read(header, out.path, error) && outfile_test(out.path, OUT_REPLACE, error)));
}

static bool tune(Data *data, Header *header, const Options *options, const char **paths, int files, char *error)
{
    static Weight weights[TERMS];
    if (!open_files(options, header, paths, files, error) || !read_games(data, options, paths, files, error))
        return false;
    for (int i = 0; i < TERMS; i++) {
        weights[i].value[0] = weights[i].start[0] = hce_weights[i].middle;
        weights[i].value[1] = weights[i].start[1] = hce_weights[i].end;
    }
    fit(data, weights, options);
    return !options->out || write_params(header, options->out, weights, error);
}

int main(int argc, char **argv)
{
    Options options = {.lambda = 0.5, .rate = 1.5, .pull = 1e-9, .passes = 12};
    Data data = {0};
    Header header = {0};
    char error[FILE_ERROR_SIZE];
    const Arg args[] = {
        {"out", ARG_TEXT, &options.out, 0, 0, "a copy of eval/hce/hce_params.h; the table in it is replaced"},
        {"lambda", ARG_REAL, &options.lambda, 0, 1, "weight of the game's result against the search's score"},
        {"rate", ARG_REAL, &options.rate, 1e-9, 1000, "learning rate at its highest"},
        {"pull", ARG_REAL, &options.pull, 0, 1, "towards the weights it starts from"},
        {"passes", ARG_INT, &options.passes, 1, 10000, "over the data"},
        {"captures", ARG_FLAG, &options.captures, 0, 0, "also positions whose played move is a capture"},
    };
    const Program program = {"hanxin-tune",
                             "usage: hanxin-tune [options] RECORDS...\n"
                             "Fits the weights of the handcrafted evaluation to games of hanxin-datagen.\n",
                             args, sizeof args / sizeof *args};
    const char **paths = calloc((size_t)argc + 1, sizeof *paths);
    if (!paths)
        return program_fail(&program, "no memory");
    int files = args_read(&program, argc, argv, paths), status = EXIT_SUCCESS;
    if (files < 0)
        status = files == ARGS_TOLD ? EXIT_SUCCESS : EXIT_USAGE;
    else if (files == 0)
        status = args_wrong(&program, "from which records?");
    else if (!tune(&data, &header, &options, paths, files, error))
        status = program_fail(&program, "%s", error);
    free(header.text);
    free(data.samples);
    free(data.terms);
    free(paths);
    return program_end(&program, status);
}
