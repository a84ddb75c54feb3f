#include "eval/train/train_files.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/text.h"
#include "eval/train/record_file.h"

/* -- the beginning -------------------------------------------------------------------------------- */

static bool open_output(OutFile *out, const TrainPaths *p, const char *path, const char *beginning, const char *kind, char *error)
{
    return (!p->force || file_is_kind(path, beginning, kind, FILE_WORDS(error))) &&
           outfile_open(out, path, p->force ? OUT_REPLACE : OUT_KEEP, FILE_WORDS(error));
}

bool train_files_open(TrainFiles *f, const TrainPaths *p, Progress *progress, const char *const *records, int count, char *error)
{
    Text best = TEXT_INIT;
    text_addf(&best, "%s.best", p->out);
    *f = (TrainFiles){.paths = *p, .progress = progress, .best_path = text_take(&best)};
    if (!f->best_path)
        return file_fail(error, p->out, "no memory");
    const NamedFile outputs[] = {
        {"--out", p->out}, {"--curve", p->curve}, {"--checkpoint", p->checkpoint}, {"the best net so far", f->best_path}};
    if (!files_distinct(outputs, 4, &(NamedFile){"--start", p->start}, 1, FILE_WORDS(error)) || !records_ready(records, count, outputs, 4, error))
        return false;
    bool continues = p->checkpoint && !p->fresh && file_exists(p->checkpoint);
    if (!p->force && !continues && file_exists(f->best_path))
        return file_fail(error, f->best_path, "the best net of a run that did not end; move it away, or --force replaces it");
    bool good = file_is_kind(f->best_path, "HXNN", "net", FILE_WORDS(error)) && open_output(&f->out, p, p->out, "HXNN", "net", error) &&
                (!p->curve || open_output(&f->curve, p, p->curve, "<svg", "picture of a curve", error)) &&
                (!p->checkpoint || (file_is_kind(p->checkpoint, "HXCKPT", "checkpoint of hanxin-train", FILE_WORDS(error)) &&
                                    outfile_open(&f->checkpoint, p->checkpoint, OUT_REPLACE, FILE_WORDS(error))));
    if (good && !f->out.temporary) {
        free(f->best_path);
        f->best_path = NULL;
    }
    return good;
}

void train_files_close(TrainFiles *f)
{
    outfile_abandon(&f->out);
    outfile_abandon(&f->curve);
    outfile_abandon(&f->checkpoint);
    network_free(f->best);
    free(f->best_path);
    *f = (TrainFiles){0};
}

bool train_files_best_is_there(const TrainFiles *f, const Trainer *t)
{
    char error[NETWORK_ERROR_SIZE];
    Network *net = f->best_path ? network_load(f->best_path, error) : NULL;
    bool there = net && net->checksum == t->state.best_net;
    network_free(net);
    return there;
}

bool train_files_continue(TrainFiles *f, Trainer *t, char *error)
{
    CheckpointHead own = trainer_head(t);
    CheckpointFound found = CHECKPOINT_NONE;
    if (f->paths.checkpoint && !f->paths.fresh)
        found = checkpoint_read(f->paths.checkpoint, &own, t->model, &t->state, error);
    if (found == CHECKPOINT_READ && !train_files_best_is_there(f, t))
        t->state.best = INFINITY;                 /* the next is */
    f->checkpoint_kept.due = f->paths.checkpoint; /* before a best net stands there, whose run could not be told */
    return found != CHECKPOINT_WRONG;
}

/* -- while training goes on ------------------------------------------------------------------------- */

static bool write_checkpoint(TrainFiles *f, Trainer *t, char *error)
{
    CheckpointHead head = trainer_head(t);
    const char *path = f->paths.checkpoint;
    bool open = f->checkpoint.stream || outfile_open(&f->checkpoint, path, OUT_REPLACE, FILE_WORDS(error)), good = false;
    if (open && checkpoint_write(f->checkpoint.stream, &head, t->model, &t->state)) {
        good = outfile_commit(&f->checkpoint, FILE_WORDS(error));
    } else if (open) {
        file_fail(error, path, strerror(errno));
        outfile_abandon(&f->checkpoint);
    }
    char ignored[FILE_ERROR_SIZE]; /* it is tried again at the next writing */
    (void)!outfile_open(&f->checkpoint, path, OUT_REPLACE, FILE_WORDS(ignored));
    return good;
}

static bool write_best(TrainFiles *f, Trainer *t, char *error)
{
    if (!network_save(f->best, f->best_path, error))
        return false;
    t->state.best = f->best_loss;
    t->state.best_step = f->best_step;
    t->state.best_net = f->best->checksum;
    network_free(f->best);
    f->best = NULL;
    return true;
}

typedef bool KeptWriter(TrainFiles *f, Trainer *t, char *error);

static void keep(TrainFiles *f, KeptFile *kept, Trainer *t, KeptWriter *write, bool last_chance)
{
    char error[NETWORK_ERROR_SIZE];
    if (!kept->due || (kept->failing && !last_chance && clock_ms() - kept->tried_ms < 1000))
        return;
    bool good = write(f, t, error);
    if (good && kept->failing)
        progress_note(f->progress, "hanxin-train: now it could be written");
    else if (!good && !kept->failing)
        progress_note(f->progress, "hanxin-train: %s\nhanxin-train: going on; trying again until it can be written", error);
    kept->due = kept->failing = !good;
    kept->tried_ms = clock_ms();
}

void train_files_keep(TrainFiles *f, Trainer *t, bool last_chance)
{
    keep(f, &f->best_kept, t, write_best, last_chance);
    keep(f, &f->checkpoint_kept, t, write_checkpoint, last_chance);
}

void train_files_note_checkpoint(TrainFiles *f) { f->checkpoint_kept.due = f->paths.checkpoint; }

void train_files_note_best(TrainFiles *f, const Trainer *t)
{
    char error[NETWORK_ERROR_SIZE];
    if (!f->best_path || (t->data.validation.count && !(t->validation < (f->best ? f->best_loss : t->state.best))))
        return;
    Network *net = trainer_export(t, error);
    if (!net) {
        progress_note(f->progress, "hanxin-train: %s", error);
        return;
    }
    network_free(f->best);
    f->best = net;
    f->best_loss = t->validation;
    f->best_step = trainer_taken(t);
    f->best_kept.due = true;
}

/* -- the end ------------------------------------------------------------------------------------------ */

static bool write_net(TrainFiles *f, Network *net, char *error)
{
    bool open = f->out.stream || outfile_open(&f->out, f->paths.out, f->paths.force ? OUT_REPLACE : OUT_KEEP, FILE_WORDS(error));
    if (open && network_write(net, f->out.stream, error))
        return outfile_commit(&f->out, FILE_WORDS(error));
    if (open)
        outfile_abandon(&f->out);
    return false;
}

/* Writes the net somewhere else: beside its place, or in the folder for temporary files. The name, to be freed, or NULL. */
static char *keep_elsewhere(const TrainFiles *f, Network *net)
{
    const char *folder = getenv("TMPDIR");
    char error[NETWORK_ERROR_SIZE];
    for (int i = 0; i < 2; i++) {
        Text name = TEXT_INIT;
        if (i == 0)
            text_addf(&name, "%s.%08x", f->paths.out, (unsigned)net->checksum);
        else
            text_addf(&name, "%s/hanxin-train-%08x.nnue", folder && *folder ? folder : "/tmp", (unsigned)net->checksum);
        char *path = text_take(&name);
        if (path && !file_exists(path) && network_save(net, path, error))
            return path;
        free(path);
    }
    return NULL;
}

bool train_files_finish(TrainFiles *f, const Trainer *t, Network *net, const atomic_bool *stop)
{
    enum { TRIES_IF_KEPT = 5 };
    char error[NETWORK_ERROR_SIZE], *elsewhere = NULL;
    bool in_checkpoint = f->paths.checkpoint && !f->checkpoint_kept.due, good;
    int tries = 1;
    for (; !(good = write_net(f, net, error)); tries++) {
        if (!in_checkpoint && !elsewhere)
            elsewhere = keep_elsewhere(f, net);
        const char *where = in_checkpoint ? f->paths.checkpoint : elsewhere;
        if (tries == 1)
            progress_note(f->progress, "hanxin-train: %s\nhanxin-train: %s%s; trying again", error,
                          where ? "the finished net is kept in " : "the finished net is in memory alone", where ? where : "");
        if (atomic_load(stop) || (where && tries == TRIES_IF_KEPT)) {
            progress_note(f->progress, "hanxin-train: the finished net is %s%s%s", where ? "in " : "lost", where ? where : "",
                          in_checkpoint ? "; the same command tries again" : "");
            break;
        }
        sleep_ms(1000);
    }
    if (good && tries > 1)
        progress_note(f->progress, "hanxin-train: now it could be written");
    if (good && elsewhere)
        file_remove(elsewhere);
    free(elsewhere);
    if (good && f->best_path && !train_files_best_is_older(f, t))
        file_remove(f->best_path);
    return good;
}

bool train_files_best_is_older(const TrainFiles *f, const Trainer *t)
{
    int64_t best_step = f->best ? f->best_step : t->state.best_step;
    return best_step < trainer_taken(t) && train_files_best_is_there(f, t);
}

bool train_files_write_curve(TrainFiles *f, const Trainer *t, char *error)
{
    if (!f->paths.curve)
        return true;
    curve_write_svg(&t->state.curve, f->paths.out, f->curve.stream);
    return outfile_commit(&f->curve, FILE_WORDS(error));
}
