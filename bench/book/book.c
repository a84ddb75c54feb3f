/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-book: analyses openings, makes books of the analysis, and tells what books know. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/book/builder.h"
#include "bench/book/check.h"
#include "bench/book/export.h"
#include "bench/book/make.h"
#include "bench/book/openings.h"
#include "bench/book/net.h"
#include "bench/book/save.h"
#include "bench/book/show.h"
#include "bench/book/take.h"
#include "bench/book/variety.h"
#include "engine/base/args.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/signals.h"
#include "engine/base/version.h"
#include "engine/book/library.h"
#include "eval/nnue/network.h"

enum { GAME_FILES = 1000 };

typedef struct BookJob {
    const Program *program;
    const char *const *words;
    int word_count;
    const char *out, *net_path, *fen, *words_path, *kept, *found_path;
    int64_t nodes, hash_mib, own_cp, other_cp, margin, late, cover, games, plies, times, bound, confirm;
    int randomness, format;
    BuildOptions build;
    ChooseOptions choose;
    double temperature; /* centipawns */
    OpeningOptions openings;
    const atomic_bool *stop;
    PlayedMoves played;
    Findings found;
    NamedFile inputs[GAME_FILES + 2]; /* the net, files of games, and that of findings */
    int input_count;
} BookJob;

static int fail(const BookJob *job, const Text *why) { return program_fail(job->program, "%s", why->data); }

static int interrupted(const BookJob *job, const char *then)
{
    fprintf(stderr, "%s: interrupted; %s\n", job->program->name, then);
    return EXIT_INTERRUPTED;
}

/* Without a reason it was ended by Ctrl-C. */
static int fail_or_interrupted(const BookJob *job, const Text *why)
{
    return *why->data ? fail(job, why) : interrupted(job, "nothing was written");
}

static GraphPrices prices_of(const BookJob *job)
{
    return (GraphPrices){.own_cp = (double)job->own_cp,
                         .other_cp = (double)job->other_cp,
                         .margin = (int)job->margin,
                         .late_margin = (int)(job->late < 0 ? job->margin : job->late),
                         .cover = (int)job->cover,
                         .played = &job->played,
                         .found = job->found_path ? &job->found : NULL};
}

static int64_t bound_of(const BookJob *job) { return job->bound < 0 ? 40 : job->bound; } /* -1: none is named */

/* -- build ----------------------------------------------------------------------------------------- */

static int take_games(void *self, const char *path)
{
    BookJob *job = self;
    if (!path) /* they begin anew */
        job->input_count = 1;
    else if (job->input_count > GAME_FILES)
        return program_fail(job->program, "%d files of games at most: cat makes one of many", GAME_FILES);
    else
        job->inputs[job->input_count++] = (NamedFile){"--games", path};
    return EXIT_SUCCESS;
}

static bool read_games(BookJob *job, Text *why)
{
    for (int i = 1; i < job->input_count; i++) {
        const size_t before = job->played.games;
        if (!played_read(&job->played, job->inputs[i].path, why))
            return false;
        if (job->played.games == before)
            fprintf(stderr, "%s: %s: there is no game in it\n", job->program->name, job->inputs[i].path);
    }
    if (job->input_count > 1 && job->played.games == 0)
        return text_fail(why, "--games: no game was found");
    if (job->input_count > 1)
        fprintf(stderr, "%s: %" PRIu64 " games\n", job->program->name, (uint64_t)job->played.games);
    played_settle(&job->played);
    return true;
}

static bool read_found(BookJob *job, Text *why) { return !job->found_path || findings_read(&job->found, job->found_path, why); }

static bool run_build(BookJob *job, BuildTally *tally, Text *why)
{
    Network *net;
    job->inputs[0] = (NamedFile){"--net", net_file(job->net_path)};
    job->inputs[job->input_count] = (NamedFile){"--found", job->found_path};
    if (!files_distinct(&(NamedFile){"--out", job->out}, 1, job->inputs, job->input_count + 1, why) || !read_games(job, why) ||
        !read_found(job, why) || !net_load(job->net_path, &net, why))
        return false;
    BuildOptions *o = &job->build;
    o->path = job->out;
    o->net = net;
    o->prices = prices_of(job);
    o->head = (JournalHead){.nodes = (uint64_t)job->nodes, .hash_mib = (uint32_t)job->hash_mib, .net = net ? net->checksum : 0};
    snprintf(o->head.commit, sizeof o->head.commit, "%s", build_commit);
    Progress progress = progress_new(stderr, isatty(STDERR_FILENO));
    bool good = book_build(o, job->stop, &progress, tally, why);
    progress_clear(&progress);
    network_free(net);
    return good;
}

static int build(BookJob *job)
{
    Text why = WHY_INIT;
    BuildTally tally;
    if (!job->out)
        return args_wrong(job->program, "build: where to? --out FILE");
    if (job->word_count > 0)
        return args_wrong(job->program, "build: no words are wanted: %s", job->words[0]);
    if (!run_build(job, &tally, &why))
        return fail(job, &why);
    printf("%s: %" PRIu64 " positions, %" PRIu64 " of them new\n", job->out, (uint64_t)tally.positions,
           (uint64_t)(tally.positions - tally.before));
    return atomic_load(job->stop) ? interrupted(job, "the same command continues") : EXIT_SUCCESS;
}

/* -- write ----------------------------------------------------------------------------------------- */

static bool write_draft(const BookJob *job, BookDraft *draft, Text *why)
{
    Text bytes = TEXT_INIT;
    if (draft->count == 0)
        return text_fail(why, "the book would have no move");
    if (draft_size(draft) > BOOK_LARGEST)
        return text_fail(why, "the book would have more than %d bytes, which no program would open", BOOK_LARGEST);
    bool good = (draft_pack(draft, &bytes) || why_no_memory(why)) && save_book(job->out, &bytes, why);
    if (good)
        printf("%s: %" PRIu64 " positions, %" PRIu64 " moves, %" PRIu64 " bytes\n", job->out, (uint64_t)draft_positions(draft),
               (uint64_t)draft->count, (uint64_t)bytes.length);
    text_free(&bytes);
    return good;
}

static bool make_book(const BookJob *job, const Journal *journal, BookDraft *draft, Text *why)
{
    Progress progress = progress_new(stderr, isatty(STDERR_FILENO));
    const MakeOptions options = {.prices = prices_of(job),
                                 .choose = job->choose,
                                 .temperature = job->temperature,
                                 .confirm = {.nodes = job->confirm,
                                             .hash_mib = job->hash_mib,
                                             .workers = job->build.workers,
                                             .bound = bound_of(job),
                                             .stop = job->stop,
                                             .progress = &progress,
                                             .size = job->choose.size},
                                 .net_path = job->net_path,
                                 .kept = job->kept};
    const bool good = book_make(journal, &options, draft, why);
    progress_clear(&progress);
    return good;
}

static bool run_write(BookJob *job, Text *why)
{
    Journal journal;
    BookDraft draft = {0};
    const NamedFile inputs[] = {{"the analysis", job->words[0]}, {"--net", net_file(job->net_path)}, {"--found", job->found_path}};
    const NamedFile outputs[] = {{"--out", job->out}, {"--keep", job->kept}};
    if (!files_distinct(outputs, job->kept ? 2 : 1, inputs, 3, why) || !outfile_test(job->out, OUT_REPLACE, why) ||
        !file_is_kind(job->out, HXB_MAGIC, "opening book", why) || !read_found(job, why) || !journal_read(&journal, job->words[0], why))
        return false;
    const bool good = make_book(job, &journal, &draft, why) && write_draft(job, &draft, why);
    draft_clear(&draft);
    journal_close(&journal);
    return good;
}

static int write_book(BookJob *job)
{
    Text why = WHY_INIT;
    if (job->word_count != 1)
        return args_wrong(job->program, "write: one analysis is wanted");
    if (!job->out)
        return args_wrong(job->program, "write: where to? --out FILE");
    if (job->confirm == 0 && (job->bound >= 0 || job->kept))
        return args_wrong(job->program, "write: --bound and --keep are for what --confirm NODES finds");
    const bool good = run_write(job, &why);
    return !good && job->kept && !*why.data ? interrupted(job, "the same command continues")
           : good                           ? EXIT_SUCCESS
                                            : fail_or_interrupted(job, &why);
}

/* -- check ----------------------------------------------------------------------------------------- */

static bool run_check(const BookJob *job, BookCheck *check, Text *why)
{
    const GraphPrices prices = prices_of(job);
    Network *net;
    if (!net_load(job->net_path, &net, why))
        return false;
    check->net = net;
    const bool good = check_files(check, job->words[0], job->words[1], &prices, why);
    network_free(net);
    return good;
}

static int check_moves(BookJob *job)
{
    Text why = WHY_INIT;
    Progress progress = progress_new(stderr, isatty(STDERR_FILENO));
    BookCheck check = {
        .stop = job->stop,
        .progress = &progress,
        .options = {.count = job->games, .times = job->times, .bound = bound_of(job), .workers = job->build.workers, .seed = 1}};
    if (job->word_count != 2)
        return args_wrong(job->program, "check: an analysis and a book are wanted");
    const bool good = run_check(job, &check, &why);
    progress_clear(&progress);
    const CheckTally *t = &check.tally;
    if (!good && *why.data)
        return fail(job, &why);
    if (good && t->moves == 0) {
        text_add(&why, "none of the book's moves is in the analysis");
        return fail(job, &why);
    }
    if (t->moves == 0)
        return interrupted(job, "no move was looked at");
    printf("%" PRId64 " moves, %" PRId64 " (%.1f %%) within %" PRId64 " cp of the best by searches of %" PRId64
           " nodes; %.1f on average, %" PRId64 " at worst\n",
           t->moves, t->within, 100.0 * (double)t->within / (double)t->moves, check.options.bound, check.nodes,
           (double)t->loss / (double)t->moves, t->worst);
    return good ? EXIT_SUCCESS : interrupted(job, "other moves were not looked at");
}

/* -- import, merge and export ---------------------------------------------------------------------- */

enum { EXPORT_FEN = EXPORT_FORMATS, EXPORT_NONE }; /* of openings alone; --format was not given */
enum { MERGED_AT_MOST = 64 };

static bool distinct(const BookJob *job, Text *why)
{
    NamedFile inputs[MERGED_AT_MOST + 1] = {{"--words", job->words_path}};
    for (int i = 0; i < job->word_count; i++)
        inputs[i + 1] = (NamedFile){"the book", strcmp(job->words[i], "built-in") == 0 ? NULL : job->words[i]};
    return files_distinct(&(NamedFile){"--out", job->out}, 1, inputs, job->word_count + 1, why);
}

/* All books that are named, into an empty draft. False with the reason, which is empty after Ctrl-C. */
static bool take_books(const BookJob *job, BookDraft *draft, TakeTally *tally, Text *why)
{
    const TakeOptions options = {job->words_path, job->stop, tally};
    bool good = take_any_book(draft, job->words[0], &options, why);
    draft_settle(draft);
    for (int i = 1; good && i < job->word_count; i++) {
        BookDraft other = {0};
        good = take_any_book(&other, job->words[i], &options, why) && (draft_merge(draft, &other) || why_no_memory(why));
        draft->origin = (HxbOrigin){0};
        draft_clear(&other);
    }
    return good;
}

static int merge(BookJob *job)
{
    Text why = WHY_INIT;
    BookDraft draft = {0};
    if (job->word_count == 0)
        return args_wrong(job->program, "which books?");
    if (job->word_count > MERGED_AT_MOST)
        return args_wrong(job->program, "%d books at most", MERGED_AT_MOST);
    if (!job->out)
        return args_wrong(job->program, "where to? --out FILE");
    TakeTally tally = {0};
    const bool good = distinct(job, &why) && take_books(job, &draft, &tally, &why) && write_draft(job, &draft, &why);
    if (good && tally.taken < tally.moves)
        printf("%" PRIu64 " of the %" PRIu64
               " moves of books that are not ours were left out: they cannot be reached from the start position, "
               "or come up with the other colour too\n",
               (uint64_t)(tally.moves - tally.taken), (uint64_t)tally.moves);
    draft_clear(&draft);
    return good ? EXIT_SUCCESS : fail_or_interrupted(job, &why);
}

static int import_book(BookJob *job) { return job->word_count == 1 ? merge(job) : args_wrong(job->program, "import: one book is wanted"); }

/* Ends a file that is written: whole, or as if nothing had happened. */
static bool finish(const BookJob *job, OutFile *out, bool good, Text *why)
{
    if (good && ferror(out->stream))
        good = why_errno(why, job->out);
    if (good)
        return outfile_commit(out, why);
    outfile_abandon(out);
    return false;
}

static bool write_export(const BookJob *job, Export *e, Text *why)
{
    OutFile out;
    return outfile_open(&out, job->out, OUT_KEEP, why) &&
           finish(job, &out, export_book(e, (ExportFormat)job->format, out.stream, why), why);
}

static void tell_export(const BookJob *job, const Export *e, size_t positions)
{
    printf("%s: %" PRIu64 " positions, either colour to move", job->out, (uint64_t)(e->walk->known - e->left_out));
    const size_t found = e->walk->known - e->walk->twins;
    if (positions > found)
        printf("; %" PRIu64 " of the book were not found from the start position on", (uint64_t)(positions - found));
    if (e->left_out > 0)
        printf("; the format has no room for %" PRIu64, (uint64_t)e->left_out);
    putchar('\n');
}

static bool run_export(const BookJob *job, Text *why)
{
    BookDraft draft = {0};
    BookWalk walk = {0};
    Book *book = NULL;
    ObkWords *words = job->format == EXPORT_OBK ? malloc(sizeof *words) : NULL;
    bool good = distinct(job, why) &&
                (job->format != EXPORT_OBK ||
                 (obk_is_known(why) && (words || why_no_memory(why)) && obk_words_read(words, job->words_path, why))) &&
                outfile_test(job->out, OUT_KEEP, why) && take_books(job, &draft, NULL, why) && (book = book_of_draft(&draft, why));
    if (good && !book_walk(&walk, book_lookup, book, job->stop))
        good = !atomic_load(job->stop) && why_no_memory(why);
    Export e = {.book = book, .walk = &walk, .words = words};
    good =
        good && (walk.count > 0 || text_fail(why, "%s: it does not know the start position", job->words[0])) && write_export(job, &e, why);
    if (good)
        tell_export(job, &e, draft_positions(&draft));
    walk_clear(&walk);
    book_free(book);
    free(words);
    draft_clear(&draft);
    return good;
}

static int export_as(BookJob *job)
{
    Text why = WHY_INIT;
    if (job->word_count != 1)
        return args_wrong(job->program, "export: one book is wanted: FILE, or built-in");
    if (job->format >= EXPORT_FORMATS)
        return args_wrong(job->program, "export: as what? --format bookdat, obk, pgn or epd");
    if (!job->out)
        return args_wrong(job->program, "export: where to? --out FILE");
    if (job->format == EXPORT_OBK && !job->words_path)
        return args_wrong(job->program, "export: .obk books need --words FILE, of which bench/book/README.md tells");
    return run_export(job, &why) ? EXIT_SUCCESS : fail_or_interrupted(job, &why);
}

/* -- openings -------------------------------------------------------------------------------------- */

enum { MOST_PLIES = 400 };

static int take_plies(void *self, const char *value)
{
    BookJob *job = self;
    char *end;
    const long least = strtol(value, &end, 10), most = *end == '-' ? strtol(end + 1, &end, 10) : least;
    if (*end || !isdigit((unsigned char)*value) || least < 1 || most < least || most > MOST_PLIES)
        return EXIT_USAGE;
    job->openings.least_plies = (int)least;
    job->openings.most_plies = (int)most;
    job->plies = most;
    return EXIT_SUCCESS;
}

static bool run_openings(const BookJob *job, OpeningFormat format, Text *why)
{
    OpeningSet set = {0};
    OutFile out;
    OpeningOptions options = job->openings;
    options.count = job->games;
    options.take = (TakeOptions){job->words_path, job->stop, NULL};
    bool good = distinct(job, why) && outfile_test(job->out, OUT_KEEP, why) && opening_set_draw(&set, job->words[0], &options, why);
    good = good && outfile_open(&out, job->out, OUT_KEEP, why) &&
           finish(job, &out, opening_set_write(&set, format, out.stream) || why_no_memory(why), why);
    if (good)
        printf("%s: %" PRIu64 " openings\n", job->out, (uint64_t)set.count);
    opening_set_clear(&set);
    return good;
}

static int openings(BookJob *job)
{
    Text why = WHY_INIT;
    const OpeningFormat format = job->format == EXPORT_NONE ? OPENINGS_EPD : (OpeningFormat)(job->format - EXPORT_PGN);
    if (job->word_count != 1)
        return args_wrong(job->program, "openings: one analysis or book is wanted");
    if (!job->out)
        return args_wrong(job->program, "openings: where to? --out FILE");
    if (job->format < EXPORT_PGN)
        return args_wrong(job->program, "openings: --format epd, fen or pgn");
    if (job->openings.most_plies > OPENING_DEEPEST)
        return args_wrong(job->program, "openings: --plies %d at most", OPENING_DEEPEST);
    return run_openings(job, format, &why) ? EXIT_SUCCESS : fail_or_interrupted(job, &why);
}

/* -- show ------------------------------------------------------------------------------------------ */

static Book *open_book(const BookJob *job)
{
    Text why = WHY_INIT;
    const bool built_in = strcmp(job->words[0], "built-in") == 0;
    Book *book = built_in ? book_built_in(&why) : book_open(job->words[0], &why);
    if (!book)
        program_fail(job->program, "%s: %s", job->words[0], *why.data ? why.data : "this program was built without a book");
    return book;
}

static int show(BookJob *job)
{
    Text why = WHY_INIT;
    Position pos;
    if (job->word_count == 0)
        return args_wrong(job->program, "show: which book? FILE, or built-in");
    if (!show_position(job->fen, job->words + 1, job->word_count - 1, &pos, &why))
        return fail(job, &why);
    Book *book = open_book(job);
    if (!book)
        return EXIT_FAILURE;
    show_book(book, &pos);
    book_free(book);
    return EXIT_SUCCESS;
}

/* -- variety --------------------------------------------------------------------------------------- */

static int variety(BookJob *job)
{
    Variety v = {.games = job->games, .plies = job->plies, .randomness = (Randomness)job->randomness};
    if (job->word_count != 1)
        return args_wrong(job->program, "variety: one book is wanted: FILE, or built-in");
    Book *book = open_book(job);
    if (!book)
        return EXIT_FAILURE;
    const bool good = book_variety(book, &v);
    if (good)
        printf("%" PRId64 " games, %" PRId64 " different, %" PRId64 " with mirror images as one; %.1f plies by the book on average, "
               "which cost a side %.1f cp\n",
               v.games, v.different, v.different_views, v.average, v.cost);
    book_free(book);
    return good ? EXIT_SUCCESS : program_fail(job->program, "no memory for the games");
}

/* -------------------------------------------------------------------------------------------------- */

static const char usage[] =
    "usage: hanxin-book build --out FILE [--nodes N] [--positions N | --minutes M] [--workers N] [--games FILE...]\n"
    "usage: hanxin-book write ANALYSIS --out BOOK [--margin CP] [--size BYTES] [--tried] [--confirm NODES]\n"
    "usage: hanxin-book show BOOK|built-in [MOVE...] [--fen FEN]\n"
    "usage: hanxin-book import BOOK --out BOOK [--words FILE]\n"
    "usage: hanxin-book merge BOOK... --out BOOK [--words FILE]\n"
    "usage: hanxin-book export BOOK --format bookdat|obk|pgn|epd --out FILE [--words FILE]\n"
    "usage: hanxin-book openings ANALYSIS|BOOK --out FILE [--plies N|N-M] [--count N] [--balance CP] [--seed S]\n"
    "usage: hanxin-book variety BOOK|built-in [--count N] [--plies N] [--randomness DEGREE]\n"
    "usage: hanxin-book check ANALYSIS BOOK [--count N] [--times N] [--bound CP]\n"
    "Makes opening books for this engine, of its own analysis.\n"
    "  build     analyses the openings from the start position, best lines first, and keeps all of it in FILE (.hxa). A run\n"
    "            that was ended at any time goes on; the file is the same whatever the number of workers\n"
    "  write     makes a book (.hxb) of an analysis: of each position the moves near the best, with weights; a book of that name is\n"
    "            replaced, other files are not\n"
    "  show      the moves of a book, ours or ElephantEye's, from the start position or FEN on and behind MOVE...\n"
    "  import    makes a book (.hxb) of another: ElephantEye's BOOK.DAT, an .obk of Chinese interfaces, or ours\n"
    "  merge     the same of several: what is said of a position is the first's that knows it\n"
    "  export    writes a book for other programs: BOOK.DAT, .obk, a game with variations (PGN), positions with moves (EPD)\n"
    "  openings  draws balanced openings for matches (hanxin-match --openings), no position twice\n"
    "  variety   plays games by a book alone, counts the positions at their ends that differ,\n"
    "            and tells what they cost a side by the book's own scores: its moves need not be the best\n"
    "  check     searches some of a book's moves with many times the nodes of its analysis\n";

static const struct {
    const char *name;
    int (*run)(BookJob *job);
} commands[] = {{"build", build},       {"write", write_book}, {"import", import_book}, {"merge", merge},      {"export", export_as},
                {"openings", openings}, {"show", show},        {"variety", variety},    {"check", check_moves}};

static int run(BookJob *job, const char *command)
{
    if (strcmp(command, "show") != 0 && strcmp(command, "variety") != 0) /* which Ctrl-C may end at once */
        job->stop = signals_watch(true);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(command, commands[i].name) == 0)
            return commands[i].run(job);
    return args_wrong(job->program, "no such command: %s", command);
}

int main(int argc, char **argv)
{
    writes_fail();
    BookJob job = {
        .net_path = "built-in",
        .nodes = 10000,
        .hash_mib = 1,
        .own_cp = 20,
        .other_cp = 8,
        .margin = 25,
        .late = -1,
        .cover = 2,
        .games = 500,
        .plies = 12,
        .format = EXPORT_NONE,
        .openings = {.least_plies = 6, .most_plies = 10, .balance = 50, .seed = 1},
        .times = 50,
        .bound = -1,
        .build = {.workers = 1},
        .choose = {.size = 400000},
        .temperature = 15,
        .input_count = 1,
    };
    const ArgSink games = {take_games, &job, NULL};
    static const char *const formats[] = {"bookdat", "obk", "pgn", "epd", "fen", NULL};
    const ArgSink plies = {take_plies, &job, "plies, as 8 or 6-10"};
    const ArgWord format = {&job.format, formats};
    static const char *const degrees[] = {"none", "tiny", "small", "medium", "large", "huge", NULL};
    const ArgWord randomness = {&job.randomness, degrees};
    const Arg args[] = {
        {"build, write, import, merge, export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"out FILE", ARG_TEXT, &job.out, 0, 0, "the analysis, the book or whatever it is"},
        {"build", ARG_TITLE, NULL, 0, 0, NULL},
        {"nodes N", ARG_INT, &job.nodes, 1, 1e9, "of each search"},
        {"positions N", ARG_INT, &job.build.positions, 0, 1e6, "stop when the analysis has so many; 0: no such limit"},
        {"minutes M", ARG_REAL, &job.build.minutes, 0, 1e6, "stop after this time; 0: no such limit"},
        {"games FILE...", ARG_WORDS, (void *)&games, 0, 0, "PGN, or JSON of matches: what is played often is looked at"},
        {"build, write", ARG_TITLE, NULL, 0, 0, NULL},
        {"own CP", ARG_INT, &job.own_cp, 1, 1000, "a move so much below the best is looked at one ply less far"},
        {"other CP", ARG_INT, &job.other_cp, 1, 1000, "the same of moves of the book's opponent"},
        {"margin CP", ARG_INT, &job.margin, 0, 1000, "moves of the book are no further below the best"},
        {"late CP", ARG_INT, &job.late, 0, 1000, "the margin narrows to this at the 12th ply; if none is named it stays as it is"},
        {"cover PLIES", ARG_INT, &job.cover, 0, 6, "within so many plies all moves of the opponent are looked at, and answered"},
        {"found FILE", ARG_TEXT, &job.found_path, 0, 0,
         "what an earlier write --keep has found: how much worse than the best moves are is taken from there"},
        {"hash MB", ARG_INT, &job.hash_mib, 1, 65536, "hash table of each search"},
        {"build, write, check", ARG_TITLE, NULL, 0, 0, NULL},
        {"workers N", ARG_INT, &job.build.workers, 0, 256, "searches at once; 0: as many as processors"},
        {"net FILE", ARG_TEXT, &job.net_path, 0, 0, "net file; or the word built-in, or none: handcrafted evaluation"},
        {"write", ARG_TITLE, NULL, 0, 0, NULL},
        {"confirm NODES", ARG_INT, &job.confirm, 0, 1e9,
         "of searches of each move, which decide what stays; 0: none. With --workers, --hash, --net, --bound and --keep"},
        {"keep FILE", ARG_TEXT, &job.kept, 0, 0,
         "what --confirm has found so far: a run that was ended goes on, and other weights need no searches"},
        {"tried", ARG_FLAG, &job.choose.tried, 0, 0,
         "only moves whose positions were searched too, not the best of the others, but within --cover"},
        {"temperature CP", ARG_REAL, &job.temperature, 0.1, 10000,
         "a move so much below the best weighs 1/e of it, and one with more to choose from behind it weighs more"},
        {"size BYTES", ARG_INT, &job.choose.size, 64, BOOK_LARGEST, "of the book at most"},
        {"write, check", ARG_TITLE, NULL, 0, 0, NULL},
        {"bound CP", ARG_INT, &job.bound, 0, 10000, "check: moves further below the best are told; write --confirm: left out"},
        {"check", ARG_TITLE, NULL, 0, 0, NULL},
        {"times N", ARG_INT, &job.times, 1, 1e6, "the nodes of the analysis so many times"},
        {"import, merge, export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"words FILE", ARG_TEXT, &job.words_path, 0, 0, "for .obk: a text with the words its keys are made of"},
        {"export, openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"format FORMAT", ARG_WORD, (void *)&format, 0, 0, "export: bookdat, obk, pgn, epd; openings: epd (if none is named), fen, pgn"},
        {"openings", ARG_TITLE, NULL, 0, 0, NULL},
        {"balance CP", ARG_INT, &job.openings.balance, 0, 10000, "no score is further from 0"},
        {"seed S", ARG_U64, &job.openings.seed, 0, 0, "of the draw"},
        {"openings, variety, check", ARG_TITLE, NULL, 0, 0, NULL},
        {"count N", ARG_INT, &job.games, 1, 1e7, "openings; games played by the book alone; moves that are checked"},
        {"openings, variety", ARG_TITLE, NULL, 0, 0, NULL},
        {"plies N|N-M", ARG_SINK, (void *)&plies, 0, 0,
         "openings: from N to M, 6-10 if none are named; variety: N at most, 12 if none are named"},
        {"variety", ARG_TITLE, NULL, 0, 0, NULL},
        {"randomness DEGREE", ARG_WORD, (void *)&randomness, 0, 0, "none, tiny, small, medium, large, huge"},
        {"show", ARG_TITLE, NULL, 0, 0, NULL},
        {"fen FEN", ARG_TEXT, &job.fen, 0, 0, "a position instead of the start"},
    };
    const Program program = {.name = "hanxin-book",
                             .usage = usage,
                             .args = args,
                             .count = sizeof args / sizeof *args,
                             .commands = "build, write, import, merge, export, openings, show, variety, check"};
    job.program = &program;
    int count = args_read(&program, argc, argv), status;
    job.words = (const char *const *)argv + 2;
    job.word_count = count - 1;
    if (job.build.workers == 0)
        job.build.workers = processor_count();
    if (count < 0)
        status = args_status(count);
    else if (count == 0)
        status = args_wrong(&program, "what to do? build, write, import, merge, export, openings, show, variety or check");
    else if (job.late > job.margin)
        status = args_wrong(&program, "--late %d is more than --margin %d: a margin narrows", (int)job.late, (int)job.margin);
    else
        status = run(&job, argv[1]);
    played_clear(&job.played);
    findings_close(&job.found);
    return program_end(&program, status);
}
