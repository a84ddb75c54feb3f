/* hanxin-tune: fits the weights of the handcrafted evaluation to self-play games (hce_fit.h). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "engine/base/args.h"
#include "engine/base/progress.h"
#include "eval/train/hce_fit.h"
#include "eval/train/hce_table.h"
#include "eval/train/record_file.h"

/* All games of the files. False with the reason. */
static bool read_games(HceFit *fit, const char *const *paths, int count, char *error)
{
    Record game;
    RecordReader reader;
    uint64_t cut = 0;
    HceAdded added = HCE_ADDED;
    records_open(&reader, paths, count, error);
    while (added != HCE_NO_MEMORY && record_next(&reader, &game)) {
        added = hce_fit_add(fit, &game);
        cut += added == HCE_CUT;
    }
    if (!records_close(&reader))
        return false;
    if (added == HCE_NO_MEMORY)
        return file_fail(error, paths[reader.at], "no memory for its games");
    if (reader.damaged)
        fprintf(stderr, "%" PRIu64 " damaged stretches, %" PRIu64 " bytes, stepped over\n", reader.damaged, reader.skipped);
    if (cut)
        fprintf(stderr, "%" PRIu64 " games cut at an illegal move\n", cut);
    return hce_fit_positions(fit) > 0 || file_fail(error, paths[0], "no usable position in it or in any other file");
}

/* The records can be read and the header replaced, before anything takes long. */
static bool open_files(const char *out, HceTable *table, const char *const *paths, int count, char *error)
{
    return records_ready(paths, count, &(NamedFile){"--out", out}, 1, error) &&
           (!out || (hce_table_read(table, out, error) && outfile_test(out, OUT_REPLACE, FILE_WORDS(error))));
}

/* All passes, with a line for each. */
static void fit_all(HceFit *fit, int passes)
{
    Progress progress = progress_new(stderr, isatty(STDERR_FILENO));
    double before = hce_fit_validation(fit);
    HcePass pass = {0};
    for (int i = 1; i <= passes; i++) {
        pass = hce_fit_pass(fit);
        progress_show(&progress, "pass %d/%d: loss %.6f, validation loss %.6f", i, passes, pass.training, pass.validation);
    }
    progress_finish(&progress);
    printf("%zu positions, validation loss %.6f, before %.6f\n", hce_fit_positions(fit), pass.validation, before);
}

int main(int argc, char **argv)
{
    writes_fail();
    HceFitOptions options = {.lambda = 0.5, .rate = 1.5, .pull = 1e-9, .passes = 12};
    const char *out = NULL;
    const Arg args[] = {
        {"out", ARG_TEXT, &out, 0, 0, "a copy of eval/hce/hce_params.h; the table in it is replaced"},
        {"lambda", ARG_REAL, &options.lambda, 0, 1, "weight of the game's result against the search's score"},
        {"rate", ARG_REAL, &options.rate, 1e-9, 1000, "learning rate at its highest"},
        {"pull", ARG_REAL, &options.pull, 0, 1, "towards the weights it starts from"},
        {"passes", ARG_INT, &options.passes, 1, 10000, "over the data"},
        {"captures", ARG_FLAG, &options.captures, 0, 0, "also positions whose played move is a capture"},
    };
    const Program program = {
        .name = "hanxin-tune",
        .usage = "usage: hanxin-tune [options] RECORDS...\n"
                 "Fits the weights of the handcrafted evaluation to games of hanxin-datagen.\n",
        .args = args,
        .count = sizeof args / sizeof *args,
    };
    const char *const *paths = (const char *const *)argv + 1;
    char error[FILE_ERROR_SIZE];
    HceTable table = {0};
    HceFit *fit = NULL;
    int files = args_read(&program, argc, argv), status = EXIT_SUCCESS;
    if (files < 0) {
        status = args_status(files);
    } else if (files == 0) {
        status = args_wrong(&program, "from which records?");
    } else if (!open_files(out, &table, paths, files, error)) {
        status = program_fail(&program, "%s", error);
    } else if (!(fit = hce_fit_new(&options))) {
        status = program_fail(&program, "no memory");
    } else if (!read_games(fit, paths, files, error)) {
        status = program_fail(&program, "%s", error);
    } else {
        HceWeight weights[TERMS];
        fit_all(fit, (int)options.passes);
        hce_fit_weights(fit, weights);
        if (out && !hce_table_write(&table, weights, out, error))
            status = program_fail(&program, "%s", error);
    }
    hce_fit_free(fit);
    hce_table_free(&table);
    return program_end(&program, status);
}
