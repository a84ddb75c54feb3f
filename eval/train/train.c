/* hanxin-train: from game records to a net (trainer.h), with what is written on the way (train_files.h). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "engine/base/signals.h"
#include "eval/train/speed.h"
#include "eval/train/train_files.h"

typedef struct TrainSettings {
    TrainOptions train;
    TrainPaths paths;
    int64_t validation_1000, score_max, positions_max, checkpoint_seconds;
    bool drop_checks, drop_captures, keep_doubles, speed;
} TrainSettings;

/* The games of all files. False with the reason, or if it was asked to stop. */
static bool read_games(const TrainSettings *o, const char *const *paths, int count, const atomic_bool *stop, Dataset *data, char *error)
{
    const DatasetOptions options = {
        .score_max = (Score)o->score_max,
        .validation_1000 = (int)o->validation_1000,
        .drop_checks = o->drop_checks,
        .drop_captures = o->drop_captures,
        .keep_doubles = o->keep_doubles,
        .positions_max = (size_t)o->positions_max,
        .stop = stop,
    };
    int64_t begun = clock_ms();
    if (!dataset_load(data, &options, paths, count, error))
        return false;
    fprintf(stderr,
            "%" PRIu64 " games, %" PRIu64 " positions: %zu for training, %zu for validation, %" PRIu64 " doubles, %" PRIu64
            " left out; read in %.1f s\n",
            data->games, data->positions, data->training.count, data->validation.count, data->doubles, data->filtered,
            (double)(clock_ms() - begun) / 1000);
    if (data->damaged)
        fprintf(stderr, "%" PRIu64 " damaged stretches, %" PRIu64 " bytes, stepped over\n", data->damaged, data->skipped);
    if (data->illegal)
        fprintf(stderr, "%" PRIu64 " games cut at an illegal move\n", data->illegal);
    return true;
}

static void show_status(const Trainer *t, Progress *progress, int64_t begun_ms, int64_t begun_step)
{
    int64_t step = trainer_taken(t);
    double seconds = (double)(clock_ms() - begun_ms) / 1000;
    double rate = seconds > 0 ? (double)(step - begun_step) * (double)t->o.batch / seconds : 0;
    char left[DURATION_SIZE];
    duration_text(rate > 0 ? (int64_t)((double)(t->steps - step) * (double)t->o.batch / rate) : 0, left);
    progress_show(progress, "pass %.2f of %g, rate %.2e, loss %.6f, validation %.6f, %.0f positions/s, %s left",
                  (double)step / (double)t->batches, t->o.epochs, trainer_rate(t, step), trainer_loss(t), t->validation, rate, left);
    if (trainer_pass_ended(t))
        progress_finish(progress);
}

/* To the last step. Returns the status to end with if that was not reached. */
static int train(Trainer *t, TrainFiles *files, int64_t checkpoint_seconds, const atomic_bool *stop)
{
    int64_t begun = clock_ms(), saved = begun, begun_step = trainer_taken(t);
    trainer_measure(t);
    train_files_keep(files, t, true);
    while (trainer_taken(t) < t->steps) {
        if (!trainer_step(t)) {
            progress_note(files->progress, "hanxin-train: the loss is not finite: lower --rate");
            return EXIT_FAILURE;
        }
        bool pass_ended = trainer_pass_ended(t), stopped = atomic_load(stop), last = trainer_taken(t) == t->steps;
        if (pass_ended || progress_due(files->progress, 500, 20000))
            show_status(t, files->progress, begun, begun_step);
        if (pass_ended)
            train_files_note_best(files, t);
        if (pass_ended || stopped || clock_ms() - saved >= checkpoint_seconds * 1000) {
            train_files_note_checkpoint(files);
            saved = clock_ms();
        }
        train_files_keep(files, t, stopped || last);
        if (stopped && !last) {
            progress_note(files->progress, "hanxin-train: interrupted at step %" PRId64 "%s", trainer_taken(t),
                          files->paths.checkpoint && !files->checkpoint_kept.due ? "; the same command continues" : "");
            return EXIT_INTERRUPTED;
        }
    }
    return EXIT_SUCCESS;
}

/* Writes net and curve, and says what the rounding cost. Returns the status to end with. */
static int finish(Trainer *t, TrainFiles *files, const atomic_bool *stop)
{
    char error[NETWORK_ERROR_SIZE], text[TRAINER_TEXT_SIZE];
    FinishedNet done = trainer_finish(t, error);
    if (!done.net)
        fprintf(stderr, "hanxin-train: %s\n", error);
    bool good = done.net && train_files_finish(files, t, done.net, stop);
    if (good) {
        printf(
            "%s: checksum %08x, QB %d, rounding costs %.2f cp rms, %.1f at most, on %d positions (each weight by itself: %.2f, %.1f)\n%s\n",
            files->paths.out, done.net->checksum, (int)done.net->qb, done.together.rms, done.together.most, done.together.positions,
            done.alone.rms, done.alone.most, trainer_describe(t, text));
        if (train_files_best_is_older(files, t))
            printf("%s: validation loss %.6f after %.2f passes, lower than at the end\n", files->best_path, t->state.best,
                   (double)t->state.best_step / (double)t->batches);
    } else if (train_files_best_is_there(files, t)) {
        fprintf(stderr, "hanxin-train: the best net is in %s\n", files->best_path);
    }
    network_free(done.net);
    if (good && !train_files_write_curve(files, t, error)) {
        fprintf(stderr, "hanxin-train: %s\n", error);
        good = false;
    }
    return good ? EXIT_SUCCESS : atomic_load(stop) ? EXIT_INTERRUPTED : EXIT_FAILURE;
}

/* The whole run. Returns the status to end with. */
static int run(const Program *program, TrainSettings *o, const char *const *records, int count)
{
    char error[NETWORK_ERROR_SIZE];
    const atomic_bool *stop = signals_watch();
    Progress progress = progress_new(stderr, isatty(STDERR_FILENO));
    TrainFiles files;
    Dataset data = {0};
    Network *start = NULL;
    Trainer *t = NULL;
    int status = EXIT_FAILURE;
    bool good = train_files_open(&files, &o->paths, &progress, records, count, error);
    if (good && o->paths.start) { /* before the games, which take longer */
        start = strcmp(o->paths.start, "built-in") == 0 ? network_default(error) : network_load(o->paths.start, error);
        o->train.start = start;
        good = start != NULL;
    }
    good = good && read_games(o, records, count, stop, &data, error) && (t = trainer_new(&o->train, &data, error)) &&
           train_files_continue(&files, t, error);
    if (good) {
        fprintf(stderr, "%s; %" PRId64 " steps, weight decay %.3g, %s loops\n", network_architecture(), t->steps, t->o.decay,
                model_kernels(t->model));
        if (trainer_taken(t))
            fprintf(stderr, "continuing at step %" PRId64 " of %" PRId64 "\n", trainer_taken(t), t->steps);
        status = train(t, &files, o->checkpoint_seconds, stop);
        if (status == EXIT_SUCCESS)
            status = finish(t, &files, stop);
    } else if (atomic_load(stop)) {
        status = EXIT_INTERRUPTED;
    } else {
        program_fail(program, "%s", error);
    }
    train_files_close(&files);
    trainer_free(t);
    dataset_clear(&data);
    network_free(start);
    return status;
}

int main(int argc, char **argv)
{
    writes_fail();
    TrainSettings o = {
        .train = {.batch = 16384,
                  .threads = processor_count(),
                  .seed = 1,
                  .epochs = 6,
                  .rate = 1e-3,
                  .rate_end = 1e-5,
                  .warmup = 200,
                  .decay = -1,
                  .lambda = 0.3,
                  .description = ""},
        .validation_1000 = 20,
        .score_max = 2500,
        .checkpoint_seconds = 60,
    };
    const Arg args[] = {
        {"out", ARG_TEXT, &o.paths.out, 0, 0, "net file to write"},
        {"start", ARG_TEXT, &o.paths.start, 0, 0, "net file to begin with, or the word built-in; without it random weights"},
        {"description", ARG_TEXT, &o.train.description, 0, 0, "kept in the net file, before what the program knows itself"},
        {"curve", ARG_TEXT, &o.paths.curve, 0, 0, "SVG picture of the losses to write"},
        {"checkpoint", ARG_TEXT, &o.paths.checkpoint, 0, 0, "file to save progress to, and to continue from"},
        {"fresh", ARG_FLAG, &o.paths.fresh, 0, 0, "do not continue from the checkpoint, but write over it"},
        {"force", ARG_FLAG, &o.paths.force, 0, 0, "replace --out if it exists and is a net, and --curve if it is a curve"},
        {"checkpoint-every", ARG_INT, &o.checkpoint_seconds, 1, 1e6, "seconds"},
        {"epochs", ARG_REAL, &o.train.epochs, 0.001, 1e4, "passes over the data"},
        {"batch", ARG_INT, &o.train.batch, 1, 1 << 22, "positions per step"},
        {"rate", ARG_REAL, &o.train.rate, 1e-9, 1, "learning rate at its highest"},
        {"rate-end", ARG_REAL, &o.train.rate_end, 0, 1, "and at the end"},
        {"warmup", ARG_REAL, &o.train.warmup, 0, 1e6, "steps in which it rises"},
        {"decay", ARG_REAL, &o.train.decay, -1, 1e3, "weight decay; -1: 2500 / steps, at most 5"},
        {"lambda", ARG_REAL, &o.train.lambda, 0, 1, "weight of the game's result against the search's score"},
        {"threads", ARG_INT, &o.train.threads, 1, 1024, "more than columns / 64 are not used"},
        {"seed", ARG_U64, &o.train.seed, 0, 0, "of weights, order and mirroring"},
        {"validation", ARG_INT, &o.validation_1000, 0, 500, "games per thousand kept for validation"},
        {"score-max", ARG_INT, &o.score_max, 1, 32767, "positions with larger scores are left out"},
        {"positions-max", ARG_INT, &o.positions_max, 0, 4e9, "train on no more than so many, 0: all"},
        {"drop-checks", ARG_FLAG, &o.drop_checks, 0, 0, "leave out positions in check"},
        {"drop-captures", ARG_FLAG, &o.drop_captures, 0, 0, "leave out positions whose best move captures"},
        {"keep-doubles", ARG_FLAG, &o.keep_doubles, 0, 0, "keep the same position again"},
        {"speed", ARG_FLAG, &o.speed, 0, 0, "time the player's kernels and the trainer, and exit"},
    };
    const Program program = {
        .name = "hanxin-train",
        .usage = "usage: hanxin-train --out NET [options] RECORDS...\n"
                 "       hanxin-train --speed\n"
                 "Trains a net on games of hanxin-datagen.\n",
        .args = args,
        .count = sizeof args / sizeof *args,
    };
    int count = args_read(&program, argc, argv), status;
    if (count < 0)
        status = args_status(count);
    else if (o.speed)
        status = print_speed((int)o.train.threads) ? EXIT_SUCCESS : program_fail(&program, "no memory");
    else if (count == 0 || !o.paths.out)
        status = args_wrong(&program, o.paths.out ? "from which records?" : "where to? --out NET");
    else
        status = run(&program, &o, (const char *const *)argv + 1, count);
    return program_end(&program, status);
}
