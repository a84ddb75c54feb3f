/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-train: trains a net on game records (trainer.h).
 *
 * All outputs of a run (the finished net, the best one so far, a checkpoint, the curve) are opened
 * when it starts and kept open, so that a second run that writes them gets an error. A failure to
 * write later is reported once, and writing is tried again while training continues. If a finished
 * net cannot be written, it is stored elsewhere, or writing is tried until the user interrupts. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/base/lab.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "engine/base/signals.h"
#include "engine/base/text.h"
#include "eval/train/record.h"
#include "eval/train/speed.h"
#include "eval/train/trainer.h"

enum { AVERAGE_MOST = 16 }; /* maximum number of nets of --average */

typedef struct TrainRun TrainRun;

typedef struct KeptFile { /* a file that is written from time to time */
    bool (*write)(TrainRun *r);
    bool due, failing;
    int64_t tried_ms;
} KeptFile;

struct TrainRun {
    TrainOptions train; /* options as given on the command line */
    DatasetOptions data_options;
    const char *out, *start, *checkpoint, *curve; /* the last three may be NULL */
    const char *average[AVERAGE_MOST];
    bool fresh; /* true: overwrite an older checkpoint instead of continuing from it */
    bool force; /* true: replace existing files --out and --curve if they are of the right kind */
    int64_t checkpoint_seconds;

    Progress progress; /* messages go through this */
    Dataset data;
    Network *start_net, *average_nets[AVERAGE_MOST];
    Trainer *t;
    OutFile out_file, curve_file, checkpoint_file;
    char *best_path; /* NULL if --out is a device */
    Network *best;   /* net to be written there, with its loss and step */
    double best_loss;
    int64_t best_step;
    KeptFile best_kept, checkpoint_kept;
    bool last_chance; /* true: the run ends after the next attempt to write them */
    Text why;         /* reason why the last function returned false */
};

/* -- start ---------------------------------------------------------------------------------------- */

static bool train_open_output(TrainRun *r, OutFile *out, const char *path, const char *beginning, const char *kind)
{
    bool replace = r->force || out == &r->checkpoint_file;
    return !path || ((!replace || file_is_kind(path, beginning, kind, &r->why)) &&
                     outfile_open(out, path, replace ? OUT_REPLACE : OUT_KEEP, &r->why));
}

static int train_take_average(void *self, const char *path)
{
    TrainRun *r = self;
    if (r->train.average_count == AVERAGE_MOST) {
        fprintf(stderr, "hanxin-train: too many --average options: at most %d\n", AVERAGE_MOST);
        return EXIT_FAILURE;
    }
    r->average[r->train.average_count++] = path;
    return EXIT_SUCCESS;
}

static bool train_best_is(const TrainRun *r, uint32_t checksum)
{
    Network *net = r->best_path ? network_load(r->best_path, NULL) : NULL;
    bool same = net && net->checksum == checksum;
    network_free(net);
    return same;
}

/* Returns true if the best net may be written: its file does not exist, was written by the run that
 * is continued, or --force replaces it. */
static bool train_best_may_be_written(TrainRun *r)
{
    RunState before = {0};
    if (r->checkpoint && !r->fresh && !checkpoint_look(r->checkpoint, &before, &r->why))
        return false;
    return r->force || !r->best_path || !file_exists(r->best_path) || train_best_is(r, before.best_net) ||
           train_best_is(r, before.best_next) ||
           why_path(&r->why, r->best_path, "contains the best net of an unfinished run; move it away or use --force");
}

/* Opens all outputs. Checks that no input is also an output, that all files can be read or written,
 * and that no other process writes them. */
static bool train_open_files(TrainRun *r, const char *const *records, int count)
{
    Text best = TEXT_INIT;
    text_addf(&best, "%s.best", r->out);
    r->best_path = text_take(&best);
    if (!r->best_path)
        return why_no_memory(&r->why);
    const NamedFile outputs[] = {{"--out", r->out}, {"--curve", r->curve}, {"--checkpoint", r->checkpoint}, {"the best net", r->best_path}};
    NamedFile nets[1 + AVERAGE_MOST] = {{"--start", r->start}};
    for (int i = 0; i < r->train.average_count; i++)
        nets[1 + i] = (NamedFile){"--average", r->average[i]};
    if (!files_distinct(outputs, 4, nets, 1 + r->train.average_count, &r->why) || !records_ready(records, count, outputs, 4, &r->why))
        return false;
    bool good = file_is_kind(r->best_path, "HXNN", "net", &r->why) && train_open_output(r, &r->out_file, r->out, "HXNN", "net") &&
                train_open_output(r, &r->curve_file, r->curve, "<svg", "picture of a curve") &&
                train_open_output(r, &r->checkpoint_file, r->checkpoint, "HXCKPT", "checkpoint of hanxin-train");
    if (good && !r->out_file.temporary) {
        free(r->best_path);
        r->best_path = NULL;
    }
    return good && train_best_may_be_written(r);
}

static Network *train_load_net(TrainRun *r, const char *option, const char *name)
{
    Network *net;
    if (network_option(option, name, &net, &r->why) && !net)
        text_fail(&r->why, "%s: invalid value 'none': expected a net file or built-in", option);
    return net;
}

static bool train_load_nets(TrainRun *r)
{
    if (r->start && !(r->start_net = train_load_net(r, "--start", r->start)))
        return false;
    r->train.start = r->start_net;
    r->train.average = r->average_nets;
    for (int i = 0; i < r->train.average_count; i++)
        if (!(r->average_nets[i] = train_load_net(r, "--average", r->average[i])))
            return false;
    return true;
}

/* Returns true if the file of the best net contains the best net of this run. */
static bool train_best_is_there(const TrainRun *r) { return train_best_is(r, r->t->state.best_net); }

/* Creates the trainer, and continues from a checkpoint if there is one. */
static bool train_new_trainer(TrainRun *r)
{
    r->t = trainer_new(&r->train, &r->data, &r->why);
    if (!r->t || (r->checkpoint && !r->fresh && !trainer_load(r->t, r->checkpoint, &r->why)))
        return false;
    if (!train_best_is_there(r))
        r->t->state.best = INFINITY;        /* the next net is then the best */
    r->checkpoint_kept.due = r->checkpoint; /* must exist before a best net, to identify its run */
    fprintf(stderr, "%s; %" PRId64 " steps, weight decay %.3g, %s kernels\n", network_architecture(), r->t->steps, r->t->o.decay,
            model_kernels(r->t->model));
    if (model_steps(r->t->model))
        fprintf(stderr, "continuing at step %" PRId64 " of %" PRId64 "\n", model_steps(r->t->model), r->t->steps);
    return true;
}

/* -- during training ------------------------------------------------------------------------------ */

static bool train_write_checkpoint(TrainRun *r)
{
    bool open = r->checkpoint_file.stream || outfile_open(&r->checkpoint_file, r->checkpoint, OUT_REPLACE, &r->why);
    bool good = open && (trainer_save(r->t, r->checkpoint_file.stream) || why_errno(&r->why, r->checkpoint)) &&
                outfile_commit(&r->checkpoint_file, &r->why);
    outfile_abandon(&r->checkpoint_file);
    /* If this fails, the next write tries again. */
    (void)!outfile_open(&r->checkpoint_file, r->checkpoint, OUT_REPLACE, NULL);
    return good;
}

/* Writes the best net. The checkpoint records its checksum first, so that a run that is killed in
 * between recognises the net as its own. */
static bool train_write_best(TrainRun *r)
{
    OutFile out;
    RunState *state = &r->t->state;
    bool good = outfile_open(&out, r->best_path, OUT_REPLACE, &r->why) && network_write(r->best, out.stream, &r->why);
    if (good && r->checkpoint && state->best_next != r->best->checksum) {
        state->best_next = r->best->checksum;
        (void)!train_write_checkpoint(r); /* a failure is reported by the next write, after the net */
        text_cut(&r->why, 0);
    }
    good = good && outfile_commit(&out, &r->why);
    outfile_abandon(&out);
    if (!good)
        return false;
    state->best = r->best_loss;
    state->best_step = r->best_step;
    state->best_net = r->best->checksum;
    network_free(r->best);
    r->best = NULL;
    return true;
}

/* Writes the files that are due: first the best net, then the checkpoint, which records that the net
 * was written. After a failure, tries again after a second, or at once at the last chance. */
static void train_save(TrainRun *r)
{
    KeptFile *const kept[] = {&r->best_kept, &r->checkpoint_kept};
    for (int i = 0; i < 2; i++) {
        KeptFile *k = kept[i];
        if (!k->due || (k->failing && !r->last_chance && clock_ms() - k->tried_ms < 1000))
            continue;
        text_cut(&r->why, 0);
        bool good = k->write(r);
        if (good && k->failing)
            progress_note(&r->progress, "hanxin-train: now written");
        else if (!good && !k->failing)
            progress_note(&r->progress, "hanxin-train: %s\nhanxin-train: continuing; will retry", r->why.data);
        k->due = k->failing = !good;
        k->tried_ms = clock_ms();
    }
}

/* At the end of a pass: if the model is the best so far, makes it the best net, to be written. */
static void train_note_best(TrainRun *r)
{
    const Trainer *t = r->t;
    if (!r->best_path || (t->data->validation.count && !(t->validation < (r->best ? r->best_loss : t->state.best))))
        return;
    text_cut(&r->why, 0);
    Network *net = trainer_export(t, &r->why);
    if (!net) {
        progress_note(&r->progress, "hanxin-train: %s", r->why.data);
        return;
    }
    network_free(r->best);
    r->best = net;
    r->best_loss = t->validation;
    r->best_step = model_steps(t->model);
    r->best_kept.due = true;
}

static void train_show_status(TrainRun *r, int64_t begun_ms, int64_t begun_step)
{
    const Trainer *t = r->t;
    int64_t step = model_steps(t->model);
    double seconds = (double)(clock_ms() - begun_ms) / 1000;
    double rate = seconds > 0 ? (double)(step - begun_step) * (double)t->o.batch / seconds : 0;
    char left[DURATION_SIZE];
    duration_text(rate > 0 ? (int64_t)((double)(t->steps - step) * (double)t->o.batch / rate) : 0, left);
    progress_show(&r->progress, "pass %.2f of %g, rate %.2e, loss %.6f, validation %.6f, %.0f positions/s, %s left",
                  (double)step / (double)t->batches, t->o.epochs, trainer_rate(t, step), trainer_loss(t), t->validation, rate, left);
    if (trainer_pass_ended(t))
        progress_finish(&r->progress);
}

/* Trains to the last step. Returns EXIT_SUCCESS, or the exit status if the last step was not
 * reached. */
static int train_loop(TrainRun *r, const atomic_bool *stop)
{
    Trainer *t = r->t;
    int64_t begun = clock_ms(), saved = begun, begun_step = model_steps(t->model), step = begun_step;
    trainer_measure(t);
    if (step > 0 && trainer_pass_ended(t))
        train_note_best(r); /* the run may have been killed before it was written */
    train_save(r);
    while (step < t->steps) {
        if (!trainer_step(t)) {
            progress_note(&r->progress, "hanxin-train: loss is not finite; use a lower --rate");
            return EXIT_FAILURE;
        }
        step = model_steps(t->model);
        bool pass_ended = trainer_pass_ended(t), stopped = atomic_load(stop), last = step == t->steps;
        if (pass_ended || progress_due(&r->progress, 500, 20000))
            train_show_status(r, begun, begun_step);
        if (pass_ended)
            train_note_best(r);
        if (pass_ended || stopped || clock_ms() - saved >= r->checkpoint_seconds * 1000) {
            r->checkpoint_kept.due = r->checkpoint;
            saved = clock_ms();
        }
        r->last_chance = stopped || last;
        train_save(r);
        if (stopped && !last) {
            progress_note(&r->progress, "hanxin-train: interrupted at step %" PRId64 "%s", step,
                          r->checkpoint && !r->checkpoint_kept.due ? "; run the same command to continue" : "");
            return EXIT_INTERRUPTED;
        }
    }
    return EXIT_SUCCESS;
}

/* -- end ------------------------------------------------------------------------------------------ */

static bool train_write_net(TrainRun *r, Network *net)
{
    text_cut(&r->why, 0);
    bool open = r->out_file.stream || outfile_open(&r->out_file, r->out, r->force ? OUT_REPLACE : OUT_KEEP, &r->why);
    bool good = open && network_write(net, r->out_file.stream, &r->why) && outfile_commit(&r->out_file, &r->why);
    outfile_abandon(&r->out_file);
    return good;
}

/* Writes the net to another file: next to --out, or in the folder for temporary files. Returns its
 * name, which the caller frees, or NULL. */
static char *train_save_elsewhere(const TrainRun *r, Network *net)
{
    const char *folder = getenv("TMPDIR");
    for (int i = 0; i < 2; i++) {
        Text name = TEXT_INIT;
        if (i == 0)
            text_addf(&name, "%s.%08x", r->out, (unsigned)net->checksum);
        else
            text_addf(&name, "%s/hanxin-train-%08x.nnue", folder && *folder ? folder : "/tmp", (unsigned)net->checksum);
        char *path = text_take(&name);
        if (path && !file_exists(path) && network_save(net, path, NULL))
            return path;
        free(path);
    }
    return NULL;
}

/* Writes the finished net to its file. If that fails, tries again every second: for five seconds if
 * the net is safe in the checkpoint or in another file, which is reported; otherwise until *stop is
 * set. Returns true if the net was written. */
static bool train_insist_on_writing(TrainRun *r, Network *net, const atomic_bool *stop)
{
    enum { TRIES_IF_KEPT = 5 };
    char *elsewhere = NULL;
    bool in_checkpoint = r->checkpoint && !r->checkpoint_kept.due, good;
    int tries = 1;
    for (; !(good = train_write_net(r, net)); tries++) {
        if (!in_checkpoint && !elsewhere)
            elsewhere = train_save_elsewhere(r, net);
        const char *where = in_checkpoint ? r->checkpoint : elsewhere;
        if (tries == 1)
            progress_note(&r->progress, "hanxin-train: %s\nhanxin-train: %s%s; retrying", r->why.data,
                          where ? "the finished net is saved in " : "the finished net is only in memory", where ? where : "");
        if (atomic_load(stop) || (where && tries == TRIES_IF_KEPT)) {
            progress_note(&r->progress, "hanxin-train: the finished net is %s%s%s", where ? "in " : "lost", where ? where : "",
                          in_checkpoint ? "; run the same command to try again" : "");
            break;
        }
        sleep_ms(1000);
    }
    if (good && tries > 1)
        progress_note(&r->progress, "hanxin-train: now written");
    if (good && elsewhere)
        file_remove(elsewhere);
    free(elsewhere);
    return good;
}

/* Returns true if the best net is better than the finished net, which may be a mean with other nets. */
static bool train_best_is_better(const TrainRun *r)
{
    const RunState *s = &r->t->state;
    if (r->t->averaged && r->t->data->validation.count)
        return s->best < r->t->validation;
    return (r->best ? r->best_step : s->best_step) < r->t->steps;
}

/* Writes net and curve, and prints the rounding error. Returns the exit status. */
static int train_finish(TrainRun *r, const atomic_bool *stop)
{
    char text[TRAINER_TEXT_SIZE];
    const Trainer *t = r->t;
    text_cut(&r->why, 0);
    trainer_average(r->t);
    FinishedNet done = trainer_finish(t, &r->why);
    if (r->why.length)
        fprintf(stderr, "hanxin-train: %s\n", r->why.data);
    bool good = done.net && train_insist_on_writing(r, done.net, stop), best = train_best_is_there(r);
    if (good) {
        printf("%s: checksum %08x, QB %d, rounding error %.2f cp rms, %.1f cp at most, on %d positions (weights rounded separately: %.2f, "
               "%.1f)\n%s\n",
               r->out, done.net->checksum, (int)done.net->qb, done.together.rms, done.together.most, done.together.positions,
               done.alone.rms, done.alone.most, trainer_describe(t, text));
        if (best && train_best_is_better(r))
            printf("%s: validation loss %.6f after %.2f passes is lower than the final one\n", r->best_path, t->state.best,
                   (double)t->state.best_step / (double)t->batches);
        else if (best)
            file_remove(r->best_path);
    } else if (best) {
        fprintf(stderr, "hanxin-train: the best net is in %s\n", r->best_path);
    }
    network_free(done.net);
    if (good && r->curve) {
        curve_write_svg(&t->state.curve, r->out, r->curve_file.stream);
        text_cut(&r->why, 0);
        good = outfile_commit(&r->curve_file, &r->why);
        if (!good)
            fprintf(stderr, "hanxin-train: %s\n", r->why.data);
    }
    return good ? EXIT_SUCCESS : atomic_load(stop) ? EXIT_INTERRUPTED : EXIT_FAILURE;
}

/* -- the whole run ------------------------------------------------------------------------------------ */

/* Executes a run. Returns the exit status. */
static int train_run(const Program *program, TrainRun *r, const char *const *records, int count)
{
    const atomic_bool *stop = r->data_options.stop = signals_watch(SECOND_SIGNAL_WAITS);
    int status = EXIT_FAILURE;
    r->progress = progress_on_stderr();
    r->best_kept.write = train_write_best;
    r->checkpoint_kept.write = train_write_checkpoint;
    if (train_open_files(r, records, count) && train_load_nets(r) && dataset_load(&r->data, &r->data_options, records, count, &r->why) &&
        train_new_trainer(r)) {
        status = train_loop(r, stop);
        if (status == EXIT_SUCCESS)
            status = train_finish(r, stop);
    } else if (atomic_load(stop)) {
        status = EXIT_INTERRUPTED;
    } else {
        program_fail(program, "%s", r->why.data);
    }
    outfile_abandon(&r->out_file);
    outfile_abandon(&r->curve_file);
    outfile_abandon(&r->checkpoint_file);
    free(r->best_path);
    network_free(r->best);
    trainer_free(r->t);
    dataset_clear(&r->data);
    network_free(r->start_net);
    for (int i = 0; i < AVERAGE_MOST; i++)
        network_free(r->average_nets[i]);
    return status;
}

/* Prints the loss of the net on all positions of the records. Returns the exit status. */
static int train_measure(const Program *program, TrainRun *r, const char *const *records, int count)
{
    const size_t batch = (size_t)r->train.batch;
    double loss = 0;
    Model *model = NULL;
    r->data_options.validation_1000 = 0;
    bool good = train_load_nets(r) && records_ready(records, count, NULL, 0, &r->why) &&
                dataset_load(&r->data, &r->data_options, records, count, &r->why);
    const Samples *all = &r->data.training;
    if (good && all->count == 0)
        good = text_fail(&r->why, "no positions");
    if (good && !(model = model_new((int)r->train.threads, (int)r->train.batch, r->train.seed)))
        good = why_no_memory(&r->why);
    if (good) {
        model_start_from(model, r->start_net);
        for (size_t first = 0; first < all->count; first += batch)
            loss += model_outputs(model, all->items + first, (int)(all->count - first < batch ? all->count - first : batch),
                                  &r->train.target, NULL);
        printf("net %08" PRIx32 ": loss %.6f over %zu positions\n", r->start_net->checksum, loss / (double)all->count, all->count);
    }
    model_free(model);
    dataset_clear(&r->data);
    network_free(r->start_net);
    return good ? EXIT_SUCCESS : program_fail(program, "%s", r->why.data);
}

/* Returns true if the options and the number of files fit together; otherwise reports what is wrong. */
static bool train_options_fit(const Program *p, const TrainRun *o, bool speed, bool measure, int count)
{
    const bool writes = o->out || o->curve || o->checkpoint;
    const char *wrong = NULL;
    if (speed)
        wrong = count > 0 || writes ? "--speed cannot be combined with records or output files" : NULL;
    else if (measure)
        wrong = count == 0 || !o->start || writes ? "--measure needs --start NET and RECORDS, and writes no files" : NULL;
    else if (!o->out || count == 0)
        wrong = o->out ? "missing RECORDS" : "missing --out NET";
    if (wrong)
        args_wrong(p, "%s", wrong);
    return !wrong;
}

/* Replaces negative values by their meaning, so that equal targets are equal in checkpoints. */
static void train_choose_target(TargetOptions *o)
{
    o->lambda_won = o->lambda_won < 0 ? o->lambda : o->lambda_won;
    o->win_least = o->win_fade == 0 ? 1 : o->win_least < 0 ? 0.5 : o->win_least;
}

int train_main(int argc, char **argv)
{
    console_init();
    bool speed = false, measure = false;
    TrainRun o = {
        .train = {.batch = 16384,
                  .seed = 1,
                  .epochs = 6,
                  .rate = 1e-3,
                  .rate_end = 1e-5,
                  .warmup = 200,
                  .decay = -1,
                  .target = {.lambda = 0.3, .lambda_won = -1, .win_least = -1},
                  .lambda_end = -1,
                  .description = ""},
        .data_options = {.validation_1000 = 20, .score_max = 2500},
        .checkpoint_seconds = 60,
        .why = WHY_INIT,
    };
    ArgSink average = {train_take_average, &o, NULL};
    const Arg args[] = {
        {"out FILE", ARG_TEXT, &o.out, 0, 0, "net file to write"},
        {"start FILE", ARG_TEXT, &o.start, 0, 0, "net file to start from, or the word built-in; default: random weights"},
        {"average FILE", ARG_SINK, &average, 0, 0, "net file, or the word built-in, to average with the trained net; may be repeated"},
        {"description TEXT", ARG_TEXT, &o.train.description, 0, 0, "text stored in the net file before the training parameters"},
        {"curve FILE", ARG_TEXT, &o.curve, 0, 0, "write the loss curves as an SVG picture"},
        {"checkpoint FILE", ARG_TEXT, &o.checkpoint, 0, 0, "save progress to FILE and continue from it"},
        {"fresh", ARG_FLAG, &o.fresh, 0, 0, "overwrite the checkpoint instead of continuing from it"},
        {"force", ARG_FLAG, &o.force, 0, 0, "replace --out if it exists and is a net, and --curve if it is a curve"},
        {"checkpoint-every", ARG_INT, &o.checkpoint_seconds, 1, 1e6, "seconds between checkpoints"},
        {"epochs", ARG_REAL, &o.train.epochs, 0.001, 1e4, "passes over the data"},
        {"batch", ARG_INT, &o.train.batch, 1, 1 << 22, "positions per step"},
        {"rate", ARG_REAL, &o.train.rate, 1e-9, 1, "maximum learning rate"},
        {"rate-end", ARG_REAL, &o.train.rate_end, 0, 1, "final learning rate"},
        {"warmup", ARG_REAL, &o.train.warmup, 0, 1e6, "number of steps in which the learning rate rises"},
        {"decay", ARG_REAL, &o.train.decay, -1, 1e3, "weight decay; -1: 2500 / steps, at most 5"},
        {"lambda", ARG_REAL, &o.train.target.lambda, 0, 1, "weight of the game result; the search score has the rest"},
        {"lambda-end", ARG_REAL, &o.train.lambda_end, -1, 1,
         "--lambda changes evenly to X during the run, and the validation loss is measured with X; negative: it does\n"
         "not change"},
        {"lambda-won", ARG_REAL, &o.train.target.lambda_won, -1, 1,
         "--lambda for scores of 900 and more, interpolated from 300; negative: same as --lambda"},
        {"win-fade", ARG_REAL, &o.train.target.win_fade, 0, 1e4,
         "distance in plies over which a win fades towards --win-least; use with a large --lambda-won and\n"
         "--score-max 32000; 0: all wins count the same"},
        {"win-least", ARG_REAL, &o.train.target.win_least, -1, 1,
         "with --win-fade: value of a distant win, from 0 (a draw) to 1 (a win); negative: 0.5"},
        {"threads", ARG_INT, &o.train.threads, 0, 1024, "number of threads, at most columns / 64; 0: all processors"},
        {"seed", ARG_U64, &o.train.seed, 0, 0, "seed of weights, order and mirroring"},
        {"validation", ARG_INT, &o.data_options.validation_1000, 0, 500, "games per thousand kept for validation"},
        {"score-max", ARG_INT, &o.data_options.score_max, 1, 32767, "skip positions with larger scores"},
        {"pieces-least", ARG_INT, &o.data_options.pieces_least, 0, 32,
         "skip positions with fewer pieces; with 18 and --start, the first layer for up to 17 is kept"},
        {"pieces-max", ARG_INT, &o.data_options.pieces_max, 0, 32, "skip positions with more pieces; 0: skip none"},
        {"positions-max", ARG_INT, &o.data_options.positions_max, 0, 4e9, "maximum number of positions; 0: all"},
        {"drop-checks", ARG_FLAG, &o.data_options.drop_checks, 0, 0, "skip positions in check"},
        {"drop-captures", ARG_FLAG, &o.data_options.drop_captures, 0, 0, "skip positions whose best move is a capture"},
        {"keep-doubles", ARG_FLAG, &o.data_options.keep_doubles, 0, 0, "keep duplicate positions"},
        {"measure", ARG_FLAG, &measure, 0, 0, "print the loss of the net --start on all positions of RECORDS, and exit"},
        {"speed", ARG_FLAG, &speed, 0, 0, "measure the speed of the kernels and the trainer, and exit"},
    };
    const Program program = {
        .name = "hanxin-train",
        .usage = "usage: hanxin-train --out NET [options] RECORDS...\n"
                 "       hanxin-train --measure --start NET [options] RECORDS...\n"
                 "       hanxin-train --speed\n"
                 "Train a net on game records of hanxin-datagen.\n",
        .args = args,
        .count = sizeof args / sizeof *args,
    };
    int count = args_read(&program, argc, argv), status;
    o.train.threads = o.train.threads ? o.train.threads : processor_count();
    if (count < 0) {
        status = args_status(count);
    } else if (!train_options_fit(&program, &o, speed, measure, count)) {
        status = EXIT_USAGE;
    } else if (o.train.target.win_least >= 0 && o.train.target.win_fade == 0) {
        status = args_wrong(&program, "--win-least requires --win-fade PLIES");
    } else if (speed) {
        status = print_speed((int)o.train.threads) ? EXIT_SUCCESS : program_fail(&program, "out of memory");
    } else {
        train_choose_target(&o.train.target);
        status = (measure ? train_measure : train_run)(&program, &o, (const char *const *)argv + 1, count);
    }
    return program_end(&program, status);
}
