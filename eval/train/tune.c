/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-tune: fits the weights of the handcrafted evaluation to self-play games (hce_fit.h). */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/args.h"
#include "engine/base/lab.h"
#include "engine/base/platform.h"
#include "engine/base/progress.h"
#include "eval/train/hce_fit.h"
#include "eval/train/record.h"

/* Performs all passes and prints a line for each. */
static void tune_fit_all(HceFit *fit, int64_t passes, size_t positions)
{
    Progress progress = progress_on_stderr();
    double before = hce_fit_validation(fit);
    HcePass pass = {0};
    for (int64_t i = 1; i <= passes; i++) {
        pass = hce_fit_pass(fit);
        progress_show(&progress, "pass %d/%d: loss %.6f, validation loss %.6f", (int)i, (int)passes, pass.training, pass.validation);
    }
    progress_finish(&progress);
    printf("%zu positions, validation loss %.6f, before %.6f\n", positions, pass.validation, before);
}

/* Runs the fit. Checks first that the records can be read and the header can be replaced, because
 * the rest takes long. */
static bool tune_records(const HceFitOptions *options, const DatasetOptions *choice, const char *out, const char *const *paths, int count,
                         Text *why)
{
    HceTable table = {0};
    Dataset data = {0};
    HceFit *fit = NULL;
    HceWeight weights[TERMS];
    bool good = records_ready(paths, count, &(NamedFile){"--out", out}, 1, why) &&
                (!out || (hce_table_read(&table, out, why) && outfile_test(out, OUT_REPLACE, why))) &&
                dataset_load(&data, choice, paths, count, why);
    size_t positions = data.training.count + data.validation.count;
    if (good && positions == 0)
        good = why_path(why, paths[0], "no usable positions in any file");
    if (good && !(fit = hce_fit_new(options, &data)))
        good = why_no_memory(why);
    if (good) {
        tune_fit_all(fit, options->passes, positions);
        hce_fit_weights(fit, weights);
        good = !out || hce_table_write(&table, weights, out, why);
    }
    hce_fit_free(fit);
    dataset_clear(&data);
    hce_table_free(&table);
    return good;
}

int tune_main(int argc, char **argv)
{
    console_init();
    HceFitOptions options = {.lambda = 0.5, .rate = 1.5, .pull = 1e-9, .passes = 12};
    DatasetOptions choice = {.score_max = 2500, .validation_1000 = 50, .drop_checks = true, .drop_captures = true, .keep_doubles = true};
    const char *out = NULL;
    const Arg args[] = {
        {"out FILE", ARG_TEXT, &out, 0, 0, "copy of eval/hce/hce_params.h in which to replace the table"},
        {"lambda", ARG_REAL, &options.lambda, 0, 1, "weight of the game result; the search score has the rest"},
        {"rate", ARG_REAL, &options.rate, 1e-9, 1000, "maximum learning rate"},
        {"pull", ARG_REAL, &options.pull, 0, 1, "pull towards the initial weights"},
        {"passes", ARG_INT, &options.passes, 1, 10000, "passes over the data"},
        {"captures", ARG_NOT, &choice.drop_captures, 0, 0, "also use positions in which a capture was played"},
    };
    const Program program = {
        .name = "hanxin-tune",
        .usage = "usage: hanxin-tune [options] RECORDS...\n"
                 "Fit the weights of the handcrafted evaluation to game records of hanxin-datagen.\n",
        .args = args,
        .count = sizeof args / sizeof *args,
    };
    Text why = WHY_INIT;
    int count = args_read(&program, argc, argv), status = EXIT_SUCCESS;
    if (count < 0)
        status = args_status(count);
    else if (count == 0)
        status = args_wrong(&program, "missing RECORDS");
    else if (!tune_records(&options, &choice, out, (const char *const *)argv + 1, count, &why))
        status = program_fail(&program, "%s", why.data);
    return program_end(&program, status);
}
