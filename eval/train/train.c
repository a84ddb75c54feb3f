/* hanxin-train: from game records to a net.
 *
 * Every random choice follows from the seed, so a run repeats exactly on the same kind of machine,
 * and one that was killed goes on from its checkpoint as if nothing had happened.
 *
 * What it writes can be written when it begins, and what could not be written later is tried again: the
 * checkpoint, and after each pass the net with the lowest validation loss so far as NET.best. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/args.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/rng.h"
#include "eval/train/checkpoint.h"
#include "eval/train/export.h"
#include "eval/train/record_reader.h"
#include "eval/train/rounding.h"
#include "eval/train/speed.h"

static atomic_bool interrupted; /* by a signal handler, which can reach nothing else */

static void on_signal(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

typedef struct Options {
    const char *out, *start, *checkpoint, *curve, *description;
    int64_t batch, threads, validation_1000, score_max, positions_max, checkpoint_seconds;
    uint64_t seed;
    double epochs, rate, rate_end, warmup, decay, lambda;
    bool drop_checks, drop_captures, keep_doubles, fresh, force, speed;
} Options;

/* Something written now and then while training goes on. */
typedef struct Kept {
    bool due, failing;
    int64_t tried_ms;
} Kept;

typedef struct Trainer {
    Options o;
    Dataset data;
    Model *model;
    uint32_t *order; /* of one pass */
    int64_t pass;    /* that `order` is for, -1: none */
    int64_t batches; /* of a pass */
    int64_t steps;   /* of the whole run */
    double decay;
    Network *start; /* the net it begins as, or NULL */
    RunState state;
    double validation;
    int64_t begun_ms, begun_step;
    OutFile out, curve, checkpoint; /* open all the time: another run is told so */
    char *best_path;                /* NULL: `out` is a device */
    Network *best;                  /* still to be written there, with its loss and step */
    double best_loss;
    int64_t best_step;
    Kept best_kept, checkpoint_kept;
    Progress progress;
} Trainer;

/* Linear warm-up, then half a cosine down to the final rate. */
static double rate_at(const Trainer *t, int64_t step)
{
    if ((double)step < t->o.warmup)
        return t->o.rate * ((double)step + 1) / t->o.warmup;
    double done = ((double)step - t->o.warmup) / fmax(1, (double)t->steps - t->o.warmup);
    return t->o.rate_end + (t->o.rate - t->o.rate_end) * (1 + cos(3.14159265358979323846 * done)) / 2;
}

/* The order of a pass: always the same for the same seed. */
static void shuffle(Trainer *t, int64_t pass)
{
    if (t->pass == pass)
        return;
    size_t count = t->data.training.count;
    Rng rng = {t->o.seed * 0x9E3779B97F4A7C15u + (uint64_t)pass};
    for (size_t i = 0; i < count; i++)
        t->order[i] = (uint32_t)i;
    for (size_t i = count; i > 1; i--) {
        uint32_t j = rng_below(&rng, (uint32_t)i), kept = t->order[i - 1];
        t->order[i - 1] = t->order[j];
        t->order[j] = kept;
    }
    t->pass = pass;
}

static double validation_loss(Trainer *t)
{
    const Samples *v = &t->data.validation;
    double loss = 0;
    for (size_t first = 0; first < v->count; first += (size_t)t->o.batch) {
        size_t left = v->count - first, n = left < (size_t)t->o.batch ? left : (size_t)t->o.batch;
        loss += model_outputs(t->model, v->items + first, (int)n, (float)t->o.lambda, NULL);
    }
    return v->count ? loss / (double)v->count : 0;
}

/* -- what is kept while training goes on ----------------------------------------------------------- */

static bool fail(const char *error)
{
    fprintf(stderr, "hanxin-train: %s\n", error);
    return false;
}

static CheckpointHead checkpoint_head(const Trainer *t)
{
    CheckpointHead head;
    checkpoint_head_init(&head);
    head.fingerprint = t->data.fingerprint, head.seed = t->o.seed, head.steps = t->steps, head.batch = t->o.batch;
    head.start = t->start ? t->start->checksum : 0;
    head.rate = t->o.rate, head.rate_end = t->o.rate_end, head.warmup = t->o.warmup, head.decay = t->decay, head.lambda = t->o.lambda;
    return head;
}

static bool write_checkpoint(Trainer *t, char *error)
{
    CheckpointHead head = checkpoint_head(t);
    bool open = t->checkpoint.stream || outfile_open(&t->checkpoint, t->o.checkpoint, OUT_REPLACE, error), good = false;
    if (open && checkpoint_write(t->checkpoint.stream, &head, t->model, &t->state)) {
        good = outfile_commit(&t->checkpoint, error);
    } else if (open) {
        file_fail(error, t->o.checkpoint, strerror(errno));
        outfile_abandon(&t->checkpoint);
    }
    char ignored[FILE_ERROR_SIZE]; /* it is tried again at the next writing */
    (void)!outfile_open(&t->checkpoint, t->o.checkpoint, OUT_REPLACE, ignored);
    return good;
}

static bool write_best(Trainer *t, char *error)
{
    if (!network_save(t->best, t->best_path, error))
        return false;
    t->state.best = t->best_loss;
    t->state.best_step = t->best_step;
    t->state.best_net = t->best->checksum;
    network_free(t->best);
    t->best = NULL;
    return true;
}

/* Writes what is due. A failure is told once and tried again at the next step, or a second later. */
static void keep(Trainer *t, Kept *kept, bool (*write)(Trainer *t, char *error), bool now)
{
    char error[NETWORK_ERROR_SIZE];
    if (!kept->due || (kept->failing && !now && clock_ms() - kept->tried_ms < 1000))
        return;
    bool good = write(t, error);
    if (good == kept->failing) {
        progress_clear(&t->progress);
        fprintf(stderr, "hanxin-train: %s\n", good ? "now it could be written" : error);
        if (!good)
            fprintf(stderr, "hanxin-train: going on; trying again until it can be written\n");
    }
    kept->due = kept->failing = !good;
    kept->tried_ms = clock_ms();
}

/* What the net file tells of its making. */
static void describe(const Trainer *t, char *text, size_t size)
{
    char start[32] = "", passes[64];
    int64_t step = model_steps(t->model);
    if (t->start)
        snprintf(start, sizeof start, "from net %08" PRIx32 "; ", t->start->checksum);
    snprintf(passes, sizeof passes, step < t->steps ? "%g of %g" : "%g", step < t->steps ? (double)step / (double)t->batches : t->o.epochs,
             t->o.epochs);
    snprintf(text, size,
             "%s%s%s; %s%" PRIu64 " games, %zu training and %zu validation positions; %s passes, batch %" PRId64
             ", rate %g to %g, decay %g, lambda %g, seed %" PRIu64 "; training loss %.6f, validation loss %.6f",
             network_architecture(), *t->o.description ? "; " : "", t->o.description, start, t->data.games, t->data.training.count,
             t->data.validation.count, passes, t->o.batch, t->o.rate, t->o.rate_end, t->decay, t->o.lambda, t->o.seed,
             t->state.curve.count ? t->state.curve.points[t->state.curve.count - 1].training : 0, t->validation);
}

/* At a pass's end: the model as it is becomes the best net, if it is. Each weight is rounded by itself: together takes long. */
static void note_best(Trainer *t)
{
    char error[NETWORK_ERROR_SIZE], text[2048];
    if (!t->best_path || (t->data.validation.count && !(t->validation < (t->best ? t->best_loss : t->state.best))))
        return;
    describe(t, text, sizeof text);
    Network *net = export_network(t->model, text, error);
    if (!net) {
        progress_clear(&t->progress);
        fail(error);
        return;
    }
    network_free(t->best);
    t->best = net;
    t->best_loss = t->validation;
    t->best_step = model_steps(t->model);
    t->best_kept.due = true;
}

/* Is the best net of the checkpoint still there? */
static bool best_is_there(const Trainer *t)
{
    char error[NETWORK_ERROR_SIZE];
    Network *net = t->best_path ? network_load(t->best_path, error) : NULL;
    bool there = net && net->checksum == t->state.best_net;
    network_free(net);
    return there;
}

/* -- the beginning --------------------------------------------------------------------------------- */

/* Nothing that is read is written, all can be read and written, and nobody else writes it. */
static bool open_files(Trainer *t, const char **paths, int count)
{
    Options *o = &t->o;
    char error[FILE_ERROR_SIZE];
    OutExisting existing = o->force ? OUT_REPLACE : OUT_KEEP;
    t->best_path = malloc(strlen(o->out) + sizeof ".best");
    if (!t->best_path)
        return fail("no memory");
    strcat(strcpy(t->best_path, o->out), ".best");
    const NamedFile outputs[] = {
        {"--out", o->out}, {"--curve", o->curve}, {"--checkpoint", o->checkpoint}, {"the best net so far", t->best_path}};
    bool good = files_distinct(outputs, 4, &(NamedFile){"--start", o->start}, 1, error);
    for (int i = 0; i < count && good; i++)
        good = files_distinct(outputs, 4, &(NamedFile){"records to read", paths[i]}, 1, error);
    bool continues = o->checkpoint && !o->fresh && file_exists(o->checkpoint);
    if (good && !o->force && !continues && file_exists(t->best_path))
        good = file_fail(error, t->best_path, "the best net of a run that did not end; move it away, or --force replaces it");
    good = good && file_is_kind(t->best_path, "HXNN", "net", error);
    return (good && records_readable(paths, count, error) && (!o->force || file_is_kind(o->out, "HXNN", "net", error)) &&
            outfile_open(&t->out, o->out, existing, error) &&
            (!o->curve || ((!o->force || file_is_kind(o->curve, "<svg", "picture of a curve", error)) &&
                           outfile_open(&t->curve, o->curve, existing, error))) &&
            (!o->checkpoint || (file_is_kind(o->checkpoint, "HXCKPT", "checkpoint of hanxin-train", error) &&
                                outfile_open(&t->checkpoint, o->checkpoint, OUT_REPLACE, error)))) ||
           fail(error);
}

/* Goes on where a checkpoint stopped, if there is one. False, after a message, if nothing can be begun. */
static bool continue_run(Trainer *t)
{
    char error[FILE_ERROR_SIZE];
    CheckpointHead own = checkpoint_head(t);
    CheckpointFound found = CHECKPOINT_NONE;
    t->state.best = INFINITY;
    if (t->o.checkpoint && !t->o.fresh)
        found = checkpoint_read(t->o.checkpoint, &own, t->model, &t->state, error);
    if (found == CHECKPOINT_WRONG)
        return fail(error);
    if (found == CHECKPOINT_READ) {
        if (!best_is_there(t))
            t->state.best = INFINITY; /* the next is */
        fprintf(stderr, "continuing at step %" PRId64 " of %" PRId64 "\n", model_steps(t->model), t->steps);
    }
    return true;
}

/* The net to start from, or NULL after a message. Read before the games, which takes longer. */
static Network *read_start(const Options *o)
{
    char error[NETWORK_ERROR_SIZE];
    bool built_in = strcmp(o->start, "built-in") == 0;
    Network *net = built_in ? network_default(error) : network_load(o->start, error);
    if (!net)
        fprintf(stderr, "hanxin-train: --start %s: %s\n", o->start, error);
    return net;
}

/* -- the run ------------------------------------------------------------------------------------- */

static void print_status(Trainer *t, double training, bool pass_ends)
{
    int64_t step = model_steps(t->model);
    double seconds = (double)(clock_ms() - t->begun_ms) / 1000;
    double rate = seconds > 0 ? (double)(step - t->begun_step) * (double)t->o.batch / seconds : 0;
    char left[DURATION_SIZE];
    duration_text(rate > 0 ? (int64_t)((double)(t->steps - step) * (double)t->o.batch / rate) : 0, left);
    progress_show(&t->progress, "pass %.2f of %g, rate %.2e, loss %.6f, validation %.6f, %.0f positions/s, %s left",
                  (double)step / (double)t->batches, t->o.epochs, rate_at(t, step), training, t->validation, rate, left);
    if (pass_ends)
        progress_finish(&t->progress);
}

/* One batch: the next in the order of the pass it falls into. */
static void train_step(Trainer *t)
{
    int64_t step = model_steps(t->model), pass = step / t->batches, first = step % t->batches * t->o.batch;
    size_t left = t->data.training.count - (size_t)first;
    int count = left < (size_t)t->o.batch ? (int)left : (int)t->o.batch;
    shuffle(t, pass);
    StepOptions options = {
        .lambda = (float)t->o.lambda,
        .rate = (float)rate_at(t, step),
        .decay = (float)t->decay,
        .mirror_seed = t->o.seed * 0xD1342543DE82EF95u + (uint64_t)pass + 1,
    };
    t->state.loss += model_train(t->model, t->data.training.items, t->order + first, count, &options);
    t->state.seen += count;
}

/* Until the last step, or false if interrupted. */
static bool train(Trainer *t)
{
    int64_t per_point = t->steps / 400 + 1, saved = clock_ms();
    double training = 0;
    t->begun_ms = clock_ms();
    t->begun_step = model_steps(t->model);
    t->checkpoint_kept.due = t->o.checkpoint; /* before a best net stands there, whose run could not be told */
    keep(t, &t->checkpoint_kept, write_checkpoint, true);
    while (model_steps(t->model) < t->steps) {
        train_step(t);
        int64_t step = model_steps(t->model), now = clock_ms();
        bool pass_ends = step % t->batches == 0 || step == t->steps;
        if (pass_ends)
            t->validation = validation_loss(t);
        if (!isfinite(t->state.loss)) {
            progress_clear(&t->progress);
            return fail("the loss is not finite: lower --rate");
        }
        if (pass_ends || step % per_point == 0) {
            training = t->state.loss / (double)t->state.seen;
            CurvePoint point = {(double)step / (double)t->batches, training, pass_ends ? t->validation : -1, rate_at(t, step)};
            curve_add(&t->state.curve, &point);
            t->state.loss = 0;
            t->state.seen = 0;
        }
        if (pass_ends || progress_due(&t->progress, 500, 20000))
            print_status(t, t->state.seen ? t->state.loss / (double)t->state.seen : training, pass_ends);
        bool stop = atomic_load(&interrupted), last = stop || step == t->steps;
        if (pass_ends)
            note_best(t);
        if (t->o.checkpoint && (pass_ends || stop || now - saved >= t->o.checkpoint_seconds * 1000)) {
            t->checkpoint_kept.due = true;
            saved = now;
        }
        keep(t, &t->best_kept, write_best, last); /* before the checkpoint, which says that it is there */
        keep(t, &t->checkpoint_kept, write_checkpoint, last);
        if (stop && step < t->steps) {
            progress_clear(&t->progress);
            fprintf(stderr, "hanxin-train: interrupted at step %" PRId64 "%s\n", step,
                    t->o.checkpoint && !t->checkpoint_kept.failing ? "; the same command continues" : "");
            return false;
        }
    }
    return true;
}

/* Chooses the weights' integers on training positions from all over the data. */
static bool round_weights(Trainer *t, Network *net)
{
    enum { POSITIONS = 40000 * NET_OUTPUT_BUCKETS };
    size_t all = t->data.training.count, count = all < POSITIONS ? all : POSITIONS;
    Sample *some = malloc(sizeof *some * count);
    for (size_t i = 0; i < count && some; i++)
        some[i] = t->data.training.items[i * (all / count)];
    bool good = some && round_together(t->model, net, some, (int)count);
    if (!good)
        fprintf(stderr, "hanxin-train: no memory\n");
    free(some);
    return good;
}

/* The finished net to its file. The training is in it: a full disk is given some seconds. */
static bool write_net(Trainer *t, Network *net)
{
    enum { TRIES = 5 };
    char error[NETWORK_ERROR_SIZE];
    for (int i = 1;; i++) {
        bool open = t->out.stream || outfile_open(&t->out, t->o.out, t->o.force ? OUT_REPLACE : OUT_KEEP, error);
        if (open && network_write(net, t->out.stream, error)) {
            if (outfile_commit(&t->out, error))
                return true;
        } else if (open) {
            outfile_abandon(&t->out);
        }
        fail(error);
        if (i == TRIES || atomic_load(&interrupted))
            return false;
        fprintf(stderr, "trying again\n");
        sleep_ms(1000);
    }
}

/* Writes net and curve, and says what the rounding cost. */
static bool finish(Trainer *t)
{
    char error[NETWORK_ERROR_SIZE], text[2048];
    describe(t, text, sizeof text);
    Network *net = export_network(t->model, text, error);
    const Samples *v = t->data.validation.count ? &t->data.validation : &t->data.training;
    int count = v->count < 50000 ? (int)v->count : 50000;
    ExportLoss nearest = {0};
    bool good = net || fail(error);
    if (good) {
        nearest = export_compare(t->model, net, v->items, count);
        good = round_weights(t, net);
    }
    if (good) {
        export_centre(t->model, net, v->items, count);
        good = write_net(t, net);
    }
    int64_t best_step = t->best ? t->best_step : t->state.best_step; /* still unwritten, or on the disk */
    bool best_is_older = best_step < model_steps(t->model) && best_is_there(t);
    if (good) {
        ExportLoss loss = export_compare(t->model, net, v->items, count);
        printf(
            "%s: checksum %08x, QB %d, rounding costs %.2f cp rms, %.1f at most, on %d positions (each weight by itself: %.2f, %.1f)\n%s\n",
            t->o.out, net->checksum, (int)net->qb, loss.rms, loss.most, loss.positions, nearest.rms, nearest.most, text);
        if (best_is_older)
            printf("%s: validation loss %.6f after %.2f passes, lower than at the end\n", t->best_path, t->state.best,
                   (double)t->state.best_step / (double)t->batches);
        else if (t->best_path)
            remove(t->best_path);
    } else if (best_is_there(t)) {
        fprintf(stderr, "hanxin-train: the best net is in %s%s\n", t->best_path, t->o.checkpoint ? "; the same command tries again" : "");
    }
    network_free(net);
    if (good && t->o.curve) {
        curve_write_svg(&t->state.curve, t->o.out, t->curve.stream);
        good = outfile_commit(&t->curve, error) || fail(error);
    }
    return good;
}

static bool prepare(Trainer *t, const char **paths, int count)
{
    DatasetOptions d = {
        .score_max = (Score)t->o.score_max,
        .validation_1000 = (int)t->o.validation_1000,
        .drop_checks = t->o.drop_checks,
        .drop_captures = t->o.drop_captures,
        .keep_doubles = t->o.keep_doubles,
        .positions_max = (size_t)t->o.positions_max,
    };
    int64_t begun = clock_ms();
    if (!open_files(t, paths, count) || (t->o.start && !(t->start = read_start(&t->o))))
        return false;
    if (!t->out.temporary) {
        free(t->best_path);
        t->best_path = NULL;
    }
    if (!dataset_load(&t->data, &d, paths, count))
        return false;
    size_t n = t->data.training.count;
    fprintf(stderr,
            "%" PRIu64 " games, %" PRIu64 " positions: %zu for training, %zu for validation, %" PRIu64 " doubles, %" PRIu64
            " left out; read in %.1f s\n",
            t->data.games, t->data.positions, n, t->data.validation.count, t->data.doubles, t->data.filtered,
            (double)(clock_ms() - begun) / 1000);
    if (t->data.illegal)
        fprintf(stderr, "%" PRIu64 " games cut at an illegal move\n", t->data.illegal);
    if (n == 0 || n > UINT32_MAX) {
        return fail(n ? "more than 2^32 positions" : "no positions to train on");
    }
    t->batches = (int64_t)((n + (size_t)t->o.batch - 1) / (size_t)t->o.batch);
    t->steps = (int64_t)ceil((double)t->batches * t->o.epochs);
    if (t->o.warmup > (double)t->steps / 5)
        t->o.warmup = floor((double)t->steps / 5);
    /* Measured: the product of decay and steps is what matters, and 2000 to 3000 is best. */
    t->decay = t->o.decay >= 0 ? t->o.decay : fmin(2500 / (double)t->steps, 5);
    t->pass = -1;
    t->order = malloc(n * sizeof *t->order);
    t->model = model_new((int)t->o.threads, (int)t->o.batch, t->o.seed);
    if (!t->order || !t->model) {
        return fail("no memory");
    }
    if (t->start)
        model_start_from(t->model, t->start);
    fprintf(stderr, "%s; %" PRId64 " steps, weight decay %.3g, %s loops\n", network_architecture(), t->steps, t->decay,
            model_kernels(t->model));
    return continue_run(t);
}

int main(int argc, char **argv)
{
    static Trainer trainer; /* large */
    Trainer *t = &trainer;
    Options *o = &t->o;
    t->progress = progress_new(stderr, isatty(STDERR_FILENO));
    *o = (Options){.batch = 16384,
                   .threads = processor_count(),
                   .validation_1000 = 20,
                   .score_max = 2500,
                   .checkpoint_seconds = 60,
                   .seed = 1,
                   .epochs = 6,
                   .rate = 1e-3,
                   .rate_end = 1e-5,
                   .warmup = 200,
                   .decay = -1,
                   .lambda = 0.3,
                   .description = ""};
    const Arg args[] = {
        {"out", ARG_TEXT, &o->out, 0, 0, "net file to write"},
        {"start", ARG_TEXT, &o->start, 0, 0, "net file to begin with, or the word built-in; without it random weights"},
        {"description", ARG_TEXT, &o->description, 0, 0, "kept in the net file, before what the program knows itself"},
        {"curve", ARG_TEXT, &o->curve, 0, 0, "SVG picture of the losses to write"},
        {"checkpoint", ARG_TEXT, &o->checkpoint, 0, 0, "file to save progress to, and to continue from"},
        {"fresh", ARG_FLAG, &o->fresh, 0, 0, "do not continue from the checkpoint, but write over it"},
        {"force", ARG_FLAG, &o->force, 0, 0, "replace --out if it exists and is a net, and --curve if it is a curve"},
        {"checkpoint-every", ARG_INT, &o->checkpoint_seconds, 1, 1e6, "seconds"},
        {"epochs", ARG_REAL, &o->epochs, 0.001, 1e4, "passes over the data"},
        {"batch", ARG_INT, &o->batch, 1, 1 << 22, "positions per step"},
        {"rate", ARG_REAL, &o->rate, 1e-9, 1, "learning rate at its highest"},
        {"rate-end", ARG_REAL, &o->rate_end, 0, 1, "and at the end"},
        {"warmup", ARG_REAL, &o->warmup, 0, 1e6, "steps in which it rises"},
        {"decay", ARG_REAL, &o->decay, -1, 1e3, "weight decay; -1: 2500 / steps, at most 5"},
        {"lambda", ARG_REAL, &o->lambda, 0, 1, "weight of the game's result against the search's score"},
        {"threads", ARG_INT, &o->threads, 1, 1024, "more than columns / 64 are not used"},
        {"seed", ARG_U64, &o->seed, 0, 0, "of weights, order and mirroring"},
        {"validation", ARG_INT, &o->validation_1000, 0, 500, "games per thousand kept for validation"},
        {"score-max", ARG_INT, &o->score_max, 1, 32767, "positions with larger scores are left out"},
        {"positions-max", ARG_INT, &o->positions_max, 0, 4e9, "train on no more than so many, 0: all"},
        {"drop-checks", ARG_FLAG, &o->drop_checks, 0, 0, "leave out positions in check"},
        {"drop-captures", ARG_FLAG, &o->drop_captures, 0, 0, "leave out positions whose best move captures"},
        {"keep-doubles", ARG_FLAG, &o->keep_doubles, 0, 0, "keep the same position again"},
        {"speed", ARG_FLAG, &o->speed, 0, 0, "time the player's kernels and the trainer, and exit"},
    };
    const Program program = {
        .name = "hanxin-train",
        .usage = "usage: hanxin-train --out NET [options] RECORDS...\n"
                 "       hanxin-train --speed\n"
                 "Trains a net on games of hanxin-datagen.\n",
        .args = args,
        .count = sizeof args / sizeof *args,
    };
    int count = args_read(&program, argc, argv), status = EXIT_FAILURE;
    if (count < 0) {
        status = args_status(count);
    } else if (o->speed) {
        status = print_speed((int)o->threads) ? EXIT_SUCCESS : EXIT_FAILURE;
    } else if (count == 0 || !o->out) {
        status = args_wrong(&program, o->out ? "from which records?" : "where to? --out NET");
    } else if (prepare(t, (const char **)argv + 1, count)) {
        signal(SIGINT, on_signal);
        signal(SIGTERM, on_signal);
        t->validation = validation_loss(t);
        if (train(t) && finish(t))
            status = EXIT_SUCCESS;
    }
    outfile_abandon(&t->out);
    outfile_abandon(&t->curve);
    outfile_abandon(&t->checkpoint);
    network_free(t->best);
    free(t->best_path);
    model_free(t->model);
    network_free(t->start);
    dataset_clear(&t->data);
    free(t->order);
    return program_end(&program, status);
}
