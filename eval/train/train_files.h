/* train_files.h - what a training run writes: checkpoint, best net so far, finished net, curve.
 *
 * All of it can be written when the run begins, and is held open, so that a second run is told so. What could not be
 * written later is told once and tried again while training goes on. A finished net is not given up before it is kept
 * somewhere. */
#pragma once

#include <stdatomic.h>

#include "engine/base/outfile.h"
#include "engine/base/progress.h"
#include "eval/train/trainer.h"

typedef struct TrainPaths {
    const char *out, *start, *checkpoint, *curve; /* the last three may be NULL */
    bool fresh;                                   /* an older checkpoint is not continued from, but written over */
    bool force;                                   /* --out and --curve are replaced if they are what they should be */
} TrainPaths;

/* Something written now and then. */
typedef struct KeptFile {
    bool due, failing;
    int64_t tried_ms;
} KeptFile;

typedef struct TrainFiles {
    TrainPaths paths;
    Progress *progress; /* borrowed; messages go there */
    OutFile out, curve, checkpoint;
    char *best_path; /* NULL: --out is a device */
    Network *best;   /* still to be written there, with its loss and step */
    double best_loss;
    int64_t best_step;
    KeptFile best_kept, checkpoint_kept;
} TrainFiles;

/* Nothing that is read is written, all can be read and written, and nobody else writes it; else false with the reason in
 * error[NETWORK_ERROR_SIZE]. To be closed either way. */
bool train_files_open(TrainFiles *f, const TrainPaths *paths, Progress *progress, const char *const *records, int count, char *error)
    __attribute__((warn_unused_result));
void train_files_close(TrainFiles *f);

/* Goes on where a checkpoint stopped, if there is one. False with the reason if it cannot be continued from. */
bool train_files_continue(TrainFiles *f, Trainer *t, char *error) __attribute__((warn_unused_result));

/* At a pass's end: the model becomes the best net if it is; to be written. */
void train_files_note_best(TrainFiles *f, const Trainer *t);

/* A checkpoint is to be written. */
void train_files_note_checkpoint(TrainFiles *f);

/* Writes what is due: the best net before the checkpoint, which says that it is there. What failed is tried again after a
 * second, or at once if that is the last chance. */
void train_files_keep(TrainFiles *f, Trainer *t, bool last_chance);

/* The finished net to its file. While that fails it tries every second: for five seconds if the checkpoint or another file,
 * which it names, keeps the net; else until *stop. True if it is written. */
bool train_files_finish(TrainFiles *f, const Trainer *t, Network *net, const atomic_bool *stop);

/* Is the best net that the run has written on the disk? Is it older than the finished one? */
bool train_files_best_is_there(const TrainFiles *f, const Trainer *t);
bool train_files_best_is_older(const TrainFiles *f, const Trainer *t);

bool train_files_write_curve(TrainFiles *f, const Trainer *t, char *error) __attribute__((warn_unused_result));
