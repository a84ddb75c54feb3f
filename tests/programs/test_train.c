/* SPDX-License-Identifier: GPL-3.0-only */
/* The training programs overwrite only what they were told to, keep all finished work, and report what failed. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "eval/nnue/network.h"
#include "eval/train/record.h"
#include "tests/support/support.h"

static char datagen[600], records[600], tuner[600], trainer[600]; /* absolute, because commands run in the scratch folder */

/* Links are kept, because hanxin-lab chooses its tool by the name of the link. */
static void absolute(char *out, const char *path)
{
    char folder[300];
    ck_assert_ptr_nonnull(getcwd(folder, sizeof folder));
    ck_assert_int_eq(access(path, F_OK), 0);
    snprintf(out, 600, "%s/%s", folder, path);
}

static void set_up(void)
{
    absolute(datagen, built_program("hanxin-datagen"));
    absolute(records, built_program("hanxin-records"));
    absolute(tuner, built_program("hanxin-tune"));
    absolute(trainer, built_program("hanxin-train"));
}

/* Runs a command in the scratch folder. Returns its exit status, or 256 + the signal that ended it;
 * `said` receives its output on both streams. */
static char said[16384];
static int run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int run(const char *format, ...)
{
    char command[8192];
    int n = snprintf(command, sizeof command, "cd %s && { ", scratch_folder());
    va_list args;
    va_start(args, format);
    n += vsnprintf(command + n, sizeof command - (size_t)n, format, args);
    va_end(args);
    ck_assert_int_lt(n + 30, (int)sizeof command);
    strcat(command, "; } 2>&1 </dev/null");
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

#define REQUIRE_RUN(status, text, ...)                                                                                                     \
    do {                                                                                                                                   \
        int got_ = run(__VA_ARGS__);                                                                                                       \
        ck_assert_msg(got_ == (status) && strstr(said, text), "status %d, not %d with \"%s\": %s", got_, status, text, said);              \
    } while (0)

/* After a background command: waits until a condition holds or the command ends. */
#define UNTIL(condition) "until " condition " || ! kill -0 $! 2>/dev/null; do sleep 0.01; done; "

/* After a background command: sends it SIGTERM as soon as this condition holds. (Background commands of scripts ignore SIGINT.) */
#define ENDED_WHEN(condition) "& " UNTIL(condition) "kill -TERM $!; wait $!; echo status $?"
#define ENDED_AFTER(word)     "2>told " ENDED_WHEN("grep -q '" word "' told") "; cat told"

/* Ctrl-C after a while. --foreground sends it only to the program: otherwise timeout also sends SIGCONT, which undoes the SIGSTOP
 * that LeakSanitizer uses to stop the threads, and LeakSanitizer may then wait for ever. */
#define INTERRUPTED_AFTER "timeout --foreground -s INT --preserve-status "

static const char settings[] = "--nodes 30 --seed 5 --net none --hash 1";

static void make_games(const char *name, int games) { REQUIRE_RUN(0, "", "%s --out %s --games %d %s", datagen, name, games, settings); }

/* Appends games with these numbers and without moves. */
static void append_numbers(const char *name, const uint32_t *numbers, int count)
{
    char path[512];
    uint8_t bytes[RECORD_SIZE_MAX];
    snprintf(path, sizeof path, "%s/%s", scratch_folder(), name);
    FILE *file = fopen(path, "ab");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < count; i++) {
        Record game = {.seed = 5, .number = numbers[i], .nodes = 30, .result = {OUTCOME_DRAW, ENDING_LENGTH}};
        position_start(&game.start);
        int size = record_encode(&game, bytes);
        ck_assert_uint_eq(fwrite(bytes, 1, (size_t)size, file), (size_t)size);
    }
    fclose(file);
}

START_TEST(records_are_never_written_over)
{
    make_games("a.hxg", 4);
    REQUIRE_RUN(0, "", "cp a.hxg kept && ln -sf a.hxg link && cp a.hxg b.hxg && echo text >text && cp text text.kept");
    static const char *const refused[][2] = {
        {"filter --out a.hxg a.hxg", "given both"},
        {"shuffle --out a.hxg a.hxg", "given both"},
        {"filter --force --out ./a.hxg b.hxg a.hxg", "given both"},
        {"filter --force --out link a.hxg", "given both"},
        {"filter --force --out a.hxg link", "given both"},
        {"filter --out b.hxg a.hxg", "already exists"},
        {"shuffle --out text a.hxg", "already exists"},
        {"shuffle --force --out text a.hxg", "exists, but is not a file of game records; not overwritten"},
        {"filter --out no/such/folder a.hxg", "No such file"},
        {"filter --out . a.hxg", "folder"},
        {"filter --out new.hxg a.hxg no-such.hxg", "No such file"},
        {"filter --out new.hxg a.hxg text", "not a file of game records"},
        {"count text", "not a file of game records"},
        {"print text", "not a file of game records"},
        {"verify a.hxg text", "not a file of game records"},
    };
    for (int i = 0; i < COUNT(refused); i++) {
        REQUIRE_RUN(1, refused[i][1], "%s %s", records, refused[i][0]);
        ck_assert_msg(run("cmp a.hxg kept && cmp b.hxg kept && cmp text text.kept && ! ls new.hxg *tmp*") == 0, "%s: %s", refused[i][0],
                      said);
    }
    REQUIRE_RUN(1, "no games in the input", "head -c 50 a.hxg >torn; %s shuffle --force --out b.hxg torn", records);
    REQUIRE_RUN(1, "no games in the input", "cmp b.hxg kept && %s count torn", records);
    REQUIRE_RUN(1, "no games in the input", ": >nothing; %s filter --force --out b.hxg nothing", records);
    REQUIRE_RUN(1, "no games match; nothing written", "%s filter --force --out b.hxg --seed 6 a.hxg", records);
    REQUIRE_RUN(1, "no games match; nothing written", "%s filter --out new.hxg --seed 6 a.hxg", records);
    REQUIRE_RUN(0, "0 games", "cmp b.hxg kept && ! ls new.hxg *tmp* && %s count nothing", records);
    REQUIRE_RUN(1, "8 games", "%s count a.hxg text b.hxg", records); /* all others are read */
    REQUIRE_RUN(0, "4 games", "%s filter --force --out b.hxg a.hxg", records);
    REQUIRE_RUN(0, "2 games", "%s filter --games 2 --out new.hxg a.hxg", records);
    REQUIRE_RUN(0, "2 games", "%s count new.hxg", records);
    REQUIRE_RUN(1, "this is the temporary name of ", "mv new.hxg left.hanxin-tmp && %s filter --out left left.hanxin-tmp", records);
    REQUIRE_RUN(0, "2 games", "%s count left.hanxin-tmp", records);
    REQUIRE_RUN(2, "invalid value 'foo' for --result: expected one of 1-0, 0-1, 1/2-1/2", "%s filter --result foo --out x a.hxg", records);
    REQUIRE_RUN(2, "invalid value 'foo' for --net: expected eight hexadecimal digits", "%s filter --net foo --out x a.hxg", records);

    /* The generator appends only to record files. */
    REQUIRE_RUN(1, "not a file of game records", "%s --out text --games 2 %s", datagen, settings);
    REQUIRE_RUN(1, "folder", "%s --out . --games 2 %s", datagen, settings);
    REQUIRE_RUN(1, "not a regular file", "mkfifo pipe; %s --out pipe --games 2 %s", datagen, settings);
    REQUIRE_RUN(1, "not a regular file", "%s count pipe", records);
    REQUIRE_RUN(1, "No such file", "%s --out no/such/folder --games 2 %s", datagen, settings);
    REQUIRE_RUN(1, "nowhere", "%s --out t.hxg --games 2 --tables nowhere %s", datagen, settings);
    REQUIRE_RUN(1, "KRK.hxe: not an endgame table", "mkdir -p sets; echo text >sets/KRK.hxe; %s --out t.hxg --games 2 --tables sets %s",
                datagen, settings);
    REQUIRE_RUN(0, "", "rm sets/KRK.hxe; ! ls t.hxg && %s --out t.hxg --games 2 --tables sets %s && %s verify t.hxg", datagen, settings,
                records);
    REQUIRE_RUN(0, "", "cmp text text.kept");
}
END_TEST

/* Without the device, a shell would create a file of that name. */
START_TEST(full_device_is_noticed)
{
    struct stat info;
    if (stat("/dev/full", &info) != 0 || !S_ISCHR(info.st_mode)) {
        skipped("full output: there is no device /dev/full");
        return;
    }
    make_games("a.hxg", 2);
    REQUIRE_RUN(1, "standard output: No space left", "{ %s print a.hxg; } 2>&1 >/dev/full", records);
    REQUIRE_RUN(1, "standard output: No space left", "{ %s count a.hxg; } 2>&1 >/dev/full", records);
    REQUIRE_RUN(1, "No space left", "%s filter --out /dev/full a.hxg", records);
}
END_TEST

START_TEST(the_same_game_twice_is_a_fault)
{
    make_games("once.hxg", 3);
    REQUIRE_RUN(0, "3 games", "%s verify once.hxg", records);
    REQUIRE_RUN(0, "6 games", "cp once.hxg copy.hxg; %s verify once.hxg copy.hxg", records); /* two files may contain the same game */
    REQUIRE_RUN(1, "3 faults", "cat once.hxg once.hxg >twice.hxg; %s verify twice.hxg", records);
}
END_TEST

/* Numbers at the end of their range, duplicates, and more memory than the games need. */
START_TEST(any_number_may_occur_in_a_record)
{
    static const uint32_t odd[] = {0xFFFFFFFF, 0, 2, 0xFFFFFFFE, 2, 0x80000000};
    const char *limit = strcmp(BUILD_MODE, "release") == 0 || strcmp(BUILD_MODE, "debug") == 0 ? "ulimit -v 1000000;" : "";
    append_numbers("odd.hxg", odd, COUNT(odd));
    REQUIRE_RUN(0, "continuing after 6 games", "%s %s --out odd.hxg --games 8 --threads 1 %s", limit, datagen, settings);
    REQUIRE_RUN(0, "", "%s print odd.hxg | grep -c 'number [13] ' | grep -qx 2", records); /* the missing games are played */
    REQUIRE_RUN(0, "8 games", "%s count odd.hxg", records);
}
END_TEST

/* Starts the generator and waits until it has written data. */
static pid_t start_generator(const char *name)
{
    char path[600], zero[] = "/dev/null";
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", scratch_folder(), name);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (!freopen(zero, "w", stderr))
            _exit(1);
        execl(datagen, datagen, "--out", path, "--games", "1000000", "--nodes", "30", "--seed", "5", "--net", "none", "--hash", "1",
              "--threads", "2", (char *)NULL);
        _exit(127);
    }
    while (stat(path, &info) != 0 || info.st_size == 0) {
        ck_assert_msg(waitpid(child, NULL, WNOHANG) == 0, "the generator ended before it wrote a game");
        sleep_ms(2);
    }
    return child;
}

START_TEST(two_generators_do_not_share_a_file)
{
    pid_t first = start_generator("shared.hxg");
    int second = run("timeout 200 %s --out shared.hxg --games 1000000 %s", datagen, settings);
    kill(first, SIGKILL);
    waitpid(first, NULL, 0);
    ck_assert_msg(second == 1 && strstr(said, "another program is writing to it"), "%d: %s", second, said);
    int games = 0;
    REQUIRE_RUN(0, "", "%s --out shared.hxg --games 1 %s", datagen, settings); /* drops the incomplete game and plays no more games */
    ck_assert_int_eq(sscanf(strstr(said, "continuing after "), "continuing after %d", &games), 1);
    REQUIRE_RUN(0, " 0 faults", "%s verify shared.hxg", records);
    REQUIRE_RUN(0, ": dropped an incomplete record of 3 bytes at the end",
                "cp shared.hxg torn.hxg && printf HXG >>torn.hxg && %s --out torn.hxg --games 1 %s && cmp shared.hxg torn.hxg", datagen,
                settings);
    ck_assert_int_gt(games, 0);
}
END_TEST

/* Any number of nodes per move is accepted. A game whose search was interrupted is not stored. */
START_TEST(generator_aborts_a_long_search)
{
    REQUIRE_RUN(0, "interrupted; run the same command to continue",
                "%s --out long.hxg --games 1 --net none --threads 2 --nodes 1000000000 " ENDED_AFTER("0 games, "), datagen);
    ck_assert_msg(strstr(said, "status 130"), "%s", said);
    REQUIRE_RUN(0, "0 games", "%s count long.hxg", records);
}
END_TEST

/* Killed repeatedly at any moment: no game is lost, no game occurs twice, and the run finishes. */
START_TEST(generator_survives_kills)
{
    Rng rng = {71};
    int before = 0;
    for (int round = 0; round < effort(12, 4); round++) {
        pid_t child = start_generator("killed.hxg");
        sleep_ms((int)rng_below(&rng, 60));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        REQUIRE_RUN(0, "", "%s print killed.hxg 2>/dev/null | grep -c '^game '", records);
        int games = atoi(said);
        ck_assert_msg(games >= before, "round %d: %d games, %d before", round, games, before);
        before = games;
    }
    REQUIRE_RUN(0, "", "%s --out killed.hxg --games %d %s", datagen, before + 3, settings);
    REQUIRE_RUN(0, " 0 faults", "%s verify killed.hxg", records);
    REQUIRE_RUN(0, "", "test $(%s print killed.hxg | grep -c '^game ') = %d", records, before + 3);
}
END_TEST

/* Games written after the file was removed are not in any file. */
START_TEST(a_removed_file_is_reported)
{
    REQUIRE_RUN(1, "gone.hxg: the file was removed or renamed",
                "%s --out gone.hxg --games 1000000 %s & " UNTIL("[ -s gone.hxg ]") " rm gone.hxg; kill $!; wait $!", datagen, settings);
}
END_TEST

/* A failed write is reported with its reason and leaves no partial record; a limit on the file size simulates the full disk. */
START_TEST(full_disk_is_reported_and_leaves_whole_records)
{
    REQUIRE_RUN(1, "full.hxg: File too large", "trap '' XFSZ; ulimit -f 8; %s --out full.hxg --games 1000 %s", datagen, settings);
    REQUIRE_RUN(0, " 0 faults", "%s verify full.hxg", records);
    REQUIRE_RUN(0, "", "%s --out full.hxg --games 40 %s && %s verify full.hxg", datagen, settings, records);
}
END_TEST

START_TEST(tuner_replaces_the_table_of_its_header_only)
{
    make_games("t.hxg", 12);
    char source[600];
    absolute(source, "eval/hce/hce_params.h");
    REQUIRE_RUN(0, "", "echo text >text && cp text text.kept && cp t.hxg t.kept && cp %s params.h", source);
    REQUIRE_RUN(1, "not a copy of eval/hce/hce_params.h", "%s --out text t.hxg", tuner);
    REQUIRE_RUN(1, "given both", "%s --out t.hxg t.hxg", tuner);
    REQUIRE_RUN(1, "No such file", "%s --out no-such.h t.hxg", tuner);
    REQUIRE_RUN(1, "not a file of game records", "%s --out params.h text", tuner);
    REQUIRE_RUN(0, "", "cmp text text.kept && cmp t.hxg t.kept && cmp params.h %s", source);
    REQUIRE_RUN(0, "pass 1/1", "%s --passes 1 --out params.h t.hxg", tuner);
    REQUIRE_RUN(0, "", "! cmp -s params.h %s && test $(wc -l <params.h) = $(wc -l <%s) && tail -n 1 params.h | grep -q 'clang-format on'",
                source, source);
}
END_TEST

/* A game is truncated at its first illegal move. */
START_TEST(tuner_checks_moves)
{
    Record game = {.seed = 1, .result = {OUTCOME_DRAW, ENDING_LENGTH}, .plies = 3};
    uint8_t bytes[RECORD_SIZE_MAX];
    char path[600];
    position_start(&game.start);
    game.moves[0] = move_of("h2e2"), game.moves[1] = move_of("a4a5"), game.moves[2] = move_of("e0e9");
    snprintf(path, sizeof path, "%s/illegal.hxg", scratch_folder());
    FILE *file = fopen(path, "wb");
    fwrite(bytes, 1, (size_t)record_encode(&game, bytes), file);
    fclose(file);
    REQUIRE_RUN(0, "1 games truncated at an illegal move", "%s --passes 1 --captures illegal.hxg", tuner);
}
END_TEST

/* -- the trainer -------------------------------------------------------------------------------- */

static const char quick[] = "--batch 256 --threads 1 --epochs 3";

START_TEST(trainer_overwrites_nothing)
{
    make_games("t.hxg", 12);
    REQUIRE_RUN(0, "", "cp t.hxg t.kept && echo text >text && cp text text.kept && ln -sf t.hxg link.nnue");
    static const char *const refused[][2] = {
        {"--out t.hxg t.hxg", "given both"},
        {"--force --out link.nnue t.hxg", "given both"},
        {"--out n.nnue --curve t.hxg t.hxg", "given both"},
        {"--out n.nnue --checkpoint t.hxg t.hxg", "given both"},
        {"--out n.nnue --curve n.nnue t.hxg", "given both"},
        {"--out n --curve n.best t.hxg", "given both"},
        {"--out text t.hxg", "already exists"},
        {"--force --out text t.hxg", "exists, but is not a net; not overwritten"},
        {"--out n.nnue --curve text t.hxg", "already exists"},
        {"--force --out n.nnue --curve text t.hxg", "exists, but is not a picture of a curve"},
        {"--out n.nnue --checkpoint text t.hxg", "exists, but is not a checkpoint"},
        {"--fresh --out n.nnue --checkpoint text t.hxg", "exists, but is not a checkpoint"},
        {"--out no/such/n.nnue t.hxg", "No such file"},
        {"--out n.nnue --curve no/such/n.svg t.hxg", "No such file"},
        {"--out n.nnue --checkpoint no/such/c t.hxg", "No such file"},
        {"--out n.nnue t.hxg no-such.hxg", "No such file"},
        {"--out n.nnue t.hxg text", "not a file of game records"},
        {"--out n.nnue --start text t.hxg", "text: not a net"},
        {"--out n.nnue --average text t.hxg", "not a net"},
        {"--out n.nnue --average built-in --average no-such.nnue t.hxg", "No such file"},
        {"--out n.nnue --average n.nnue t.hxg", "given both"},
    };
    for (int i = 0; i < COUNT(refused); i++) {
        REQUIRE_RUN(1, refused[i][1], "%s %s", trainer, refused[i][0]);
        ck_assert_msg(!strstr(said, "pass 1") && run("cmp t.hxg t.kept && cmp text text.kept && ! ls n.nnue *tmp*") == 0, "%s: %s",
                      refused[i][0], said);
    }
    REQUIRE_RUN(2, "--speed cannot be combined with records", "%s --speed --out n.nnue", trainer);
    REQUIRE_RUN(0, "checksum", "%s %s --out n.nnue --curve n.svg --checkpoint c t.hxg && ! ls *.best *tmp*", trainer, quick);
    REQUIRE_RUN(1, "already exists", "%s %s --out n.nnue --checkpoint c t.hxg", trainer, quick);
    REQUIRE_RUN(0, "checksum",
                "cp n.nnue again.nnue && %s %s --force --out n.nnue --curve n.svg --checkpoint c t.hxg && cmp n.nnue again.nnue", trainer,
                quick); /* like `make net` */
    REQUIRE_RUN(0, "checksum", "%s %s --seed 2 --out other.nnue t.hxg", trainer, quick);
    REQUIRE_RUN(0, "mean with net", "%s %s --seed 2 --out mean.nnue --average n.nnue t.hxg", trainer, quick);
    REQUIRE_RUN(0, "",
                "for net in n other mean; do tail -c 200000 $net.nnue >$net.weights; done; ! cmp other.weights mean.weights && "
                "! cmp n.weights mean.weights"); /* the files begin with descriptions, which differ too */
}
END_TEST

/* Each option that affects the targets changes the training, the net's description and the checkpoint. */
START_TEST(target_options_are_applied)
{
    static const char *const asked[][2] = {
        {"", "lambda 0.3, seed"},
        {"--lambda 0.5", "lambda 0.5, seed"},
        {"--lambda-won 0.9", "lambda 0.3, 0.9 from scores of 900 up, seed"},
        {"--win-fade 40", "lambda 0.3, wins fade over 40 plies to 0.5, seed"},
        {"--win-fade 80", "lambda 0.3, wins fade over 80 plies to 0.5, seed"},
        {"--win-fade 40 --win-least 0.25", "lambda 0.3, wins fade over 40 plies to 0.25, seed"},
    };
    make_games("t.hxg", 12);
    for (int i = 0; i < COUNT(asked); i++) {
        REQUIRE_RUN(0, asked[i][1], "%s %s --score-max 32000 --checkpoint c%d --out n%d.nnue %s t.hxg", trainer, quick, i, i, asked[i][0]);
        REQUIRE_RUN(0, "", "tail -c 200000 n%d.nnue >n%d.weights", i, i);
        for (int other = 0; other < i; other++) {
            REQUIRE_RUN(1, "", "cmp -s n%d.weights n%d.weights", i, other);
            REQUIRE_RUN(1, "other data or settings", "%s %s --score-max 32000 --checkpoint c%d --out m.nnue %s t.hxg", trainer, quick,
                        other, asked[i][0]);
        }
    }
    REQUIRE_RUN(0, "checksum", "%s %s --score-max 32000 --lambda-won -1 --out same.nnue t.hxg && cmp same.nnue n0.nnue", trainer, quick);
    REQUIRE_RUN(2, "--win-fade PLIES", "%s %s --win-least 0.4 --out m.nnue t.hxg", trainer, quick);
}
END_TEST

/* The descriptor of a closed stream must not be reused for the first opened file, into which messages would go. And the reader of
 * the messages may leave. */
START_TEST(messages_never_go_into_files)
{
    make_games("t.hxg", 6);
    REQUIRE_RUN(0, "", "%s --out t.hxg --games 12 %s 2>&-", datagen, settings);
    REQUIRE_RUN(0, "", "%s --out t.hxg --games 18 %s <&- 2>&-", datagen, settings);
    REQUIRE_RUN(1, "", "%s filter --out part.hxg t.hxg <&- >&- 2>&-", records);
    REQUIRE_RUN(0, "18 games", "%s verify t.hxg", records);
    REQUIRE_RUN(0, "18 games", "%s verify part.hxg", records);
    for (int i = 0; i < 3; i++) {
        static const char *const closed[] = {"2>&-", "<&- >&- 2>&-", "2>&1 | head -n 1 >first"};
        run("rm -f n.nnue && %s %s --out n.nnue t.hxg %s", trainer, quick, closed[i]);
        REQUIRE_RUN(0, "checksum", "%s %s --out again.nnue --start n.nnue t.hxg && rm again.nnue", trainer, quick);
    }
}
END_TEST

/* Killed repeatedly: the files are whole, and the net equals that of an undisturbed run. */
START_TEST(trainer_survives_kills)
{
    char run_of[100];
    snprintf(run_of, sizeof run_of, "--batch 64 --threads 1 --epochs %d --checkpoint-every 1 --checkpoint", effort(30, 10));
    Rng rng = {72};
    make_games("t.hxg", 12);
    REQUIRE_RUN(0, "", "%s %s w --out whole.nnue t.hxg", trainer, run_of);
    REQUIRE_RUN(0, "status 130", /* one gentle stop, so that there is a checkpoint to continue */
                "%s %s k --out k.nnue t.hxg " ENDED_WHEN("[ -e k.nnue.best ]"), trainer, run_of);
    for (int round = 0; round < effort(8, 2); round++) {
        run("rm -f k.nnue; timeout --foreground -s KILL 0.%03d %s %s k --out k.nnue t.hxg", 50 + (int)rng_below(&rng, 300), trainer,
            run_of);
        ck_assert_msg(!strstr(said, "damaged") && !strstr(said, "exists") && !strstr(said, "did not end"), "%s", said);
    }
    /* and between writing the best net and the checkpoint after it */
    run("rm -f k k.nnue*; %s %s k --out k.nnue t.hxg & " UNTIL("[ -e k.nnue.best ]") "kill -KILL $!; wait $!", trainer, run_of);
    REQUIRE_RUN(0, "continuing at step ", "%s %s k --out k.nnue t.hxg", trainer, run_of);
    REQUIRE_RUN(0, "", "cmp whole.nnue k.nnue && ! ls *.best");
}
END_TEST

/* Stopped after its first pass and continued with another number of threads. */
START_TEST(interrupted_run_ends_with_the_same_net)
{
    char run_of[100];
    snprintf(run_of, sizeof run_of, "--batch 64 --epochs %d --checkpoint-every 1000 --checkpoint", effort(20, 8));
    make_games("t.hxg", 12);
    REQUIRE_RUN(0, "", "%s %s w --threads 1 --out whole.nnue --curve whole.svg t.hxg", trainer, run_of);
    REQUIRE_RUN(0, "status 130", "%s %s c --threads 1 --out b.nnue t.hxg " ENDED_WHEN("[ -e b.nnue.best ]"), trainer, run_of);
    int ended_at = 0;
    const char *ended = strstr(said, "interrupted at step ");
    ck_assert_msg(ended && sscanf(ended, "interrupted at step %d; run the same command to continue", &ended_at) == 1 && ended_at >= 10,
                  "%s", said);
    REQUIRE_RUN(0, "checksum", "%s %s c --threads 2 --out b.nnue --curve b.svg t.hxg", trainer, run_of);
    char continuing[64];
    snprintf(continuing, sizeof continuing, "continuing at step %d of ", ended_at);
    ck_assert_msg(strstr(said, continuing), "%s: %s", continuing, said);
    REQUIRE_RUN(0, "", "cmp whole.nnue b.nnue && ! ls *.best && sed s/whole/b/ whole.svg | cmp - b.svg");
}
END_TEST

/* A wrong checkpoint is rejected before the records are read, which may take long. */
START_TEST(checkpoint_is_checked_first)
{
    static const char *const refused[][2] = {
        {"/dev/null", "/dev/null: not a regular file"},
        {"short", "short: incomplete"},
        {"damaged", "damaged: damaged or incomplete"},
    };
    make_games("t.hxg", 12);
    REQUIRE_RUN(0, "checksum", "%s %s --checkpoint c --out n.nnue t.hxg", trainer, quick);
    ck_assert_msg(strstr(said, " positions"), "%s", said);
    REQUIRE_RUN(0, "", "head -c 300 c >short && cp c damaged && printf x | dd of=damaged bs=1 seek=5000 conv=notrunc 2>/dev/null");
    for (int i = 0; i < COUNT(refused); i++) {
        REQUIRE_RUN(1, refused[i][1], "%s %s --checkpoint %s --out m.nnue t.hxg", trainer, quick, refused[i][0]);
        ck_assert_msg(!strstr(said, " positions") && run("! ls m.nnue* *tmp*") == 0, "%s: %s", refused[i][0], said);
    }
}
END_TEST

/* A checkpoint allows replacing or removing the best net of its own run, but not that of another
 * run. */
START_TEST(best_net_of_another_run_is_kept)
{
    static const char run_of[] = "--batch 64 --threads 1 --epochs 20 --checkpoint c";
    make_games("t.hxg", 12);
    REQUIRE_RUN(0, "checksum", "%s %s --seed 2 --out other.nnue t.hxg", trainer, quick);
    REQUIRE_RUN(0, "status 130", "%s %s --out a.nnue t.hxg " ENDED_WHEN("[ -e a.nnue.best ]"), trainer, run_of);
    for (int i = 0; i < 2; i++) {
        static const char *const names[] = {"b", "a"};
        REQUIRE_RUN(0, "", "cp c c.kept; cp a.nnue.best own; cp other.nnue %s.nnue.best", names[i]);
        REQUIRE_RUN(1, "contains the best net of an unfinished run", "%s %s --out %s.nnue t.hxg", trainer, run_of, names[i]);
        REQUIRE_RUN(0, "", "cmp other.nnue %s.nnue.best && cmp c c.kept && ! ls %s.nnue *tmp*", names[i], names[i]);
    }
    REQUIRE_RUN(0, "continuing at step ", "cp own a.nnue.best && %s %s --out a.nnue t.hxg && ! ls a.nnue.best", trainer, run_of);
    REQUIRE_RUN(0, "checksum", "%s %s --force --out b.nnue t.hxg", trainer, run_of);
}
END_TEST

/* A run killed without a checkpoint leaves its best net; the next run overwrites it only on request. */
START_TEST(best_net_is_on_the_disk)
{
    make_games("t.hxg", 12);
    const char *folder = scratch_folder();
    pid_t child = fork();
    if (child == 0) {
        if (chdir(folder) != 0 || !freopen("/dev/null", "w", stderr))
            _exit(1);
        execl(trainer, trainer, "--out", "b.nnue", "--epochs", "10000", "--batch", "256", "--threads", "1", "t.hxg", (char *)NULL);
        _exit(127);
    }
    char path[600];
    snprintf(path, sizeof path, "%s/b.nnue.best", folder);
    while (!file_exists(path))
        sleep_ms(2);
    int second = run("timeout 200 %s --epochs 3 --batch 256 --out b.nnue t.hxg", trainer);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    ck_assert_msg(second == 1, "two trainers for one net: %d, %s", second, said);
    Text why = WHY_INIT;
    Network *net = network_load(path, &why);
    ck_assert_msg(net != NULL && strstr(net->description, " of 10000 passes"), "%s", net ? net->description : why.data);
    network_free(net);
    REQUIRE_RUN(1, "contains the best net of an unfinished run", "%s %s --out b.nnue t.hxg", trainer, quick);
    REQUIRE_RUN(0, "checksum", "%s %s --force --out b.nnue t.hxg", trainer, quick);
}
END_TEST

/* If checkpoints cannot be written but the net can, one message is printed and the run finishes its net. Then neither can be written. */
START_TEST(full_disk_does_not_end_the_training)
{
    make_games("t.hxg", 12);
    REQUIRE_RUN(0, "checksum", "trap '' XFSZ; (ulimit -f 8000; %s %s --out f.nnue --checkpoint f t.hxg)", trainer, quick);
    char *once = strstr(said, "hanxin-train: f: File too large");
    ck_assert_msg(once && !strstr(once + 1, "hanxin-train: f: ") && strstr(said, "pass 3.00 of 3"), "%s", said);
    REQUIRE_RUN(0, "File too large\nhanxin-train: the finished net is only in memory; retrying\n",
                "(trap '' XFSZ; ulimit -f 100; exec %s %s --out g.nnue t.hxg) " ENDED_AFTER("only in memory"), trainer, quick);
    ck_assert_msg(strstr(said, "pass 3.00 of 3") && strstr(said, "the finished net is lost") && strstr(said, "status 130"), "%s", said);
    ck_assert_msg(run("ls g.* f *tmp* *.best") != 0 && !strstr(said, "g.nnue\n"), "%s", said);
}
END_TEST

/* The name was free when the run began. The net is kept under another name and renamed as soon as possible. */
START_TEST(finished_net_is_not_lost)
{
    make_games("t.hxg", 12);
    const int epochs = effort(20, 8);
    static const char busy[] =
        "rm -f x.nnue*; { %s --batch 256 --threads 1 --epochs %d %s --out x.nnue t.hxg; echo status $?; } >log 2>&1 & " UNTIL(
            "[ -e x.nnue.best ]") "echo busy >x.nnue; ";
    char in_time[500];
    snprintf(in_time, sizeof in_time, "%s" UNTIL("ls x.nnue.???????? >/dev/null 2>&1") "rm x.nnue; wait; cat log; ls x.nnue*", busy);
    REQUIRE_RUN(0, "now written", in_time, trainer, epochs, "");
    ck_assert_msg(strstr(said, "the finished net is saved in x.nnue.") && strstr(said, "status 0"), "%s", said);
    REQUIRE_RUN(0, "", "cp x.nnue whole; test $(ls x.nnue.* | grep -vc best) = 0");
    char never[500];
    snprintf(never, sizeof never, "%swait; cat log; cmp whole x.nnue.????????", busy);
    REQUIRE_RUN(0, "status 1", never, trainer, epochs, "");
    snprintf(never, sizeof never, "%swait; cat log; ! ls x.nnue.???????? 2>/dev/null && rm x.nnue", busy);
    REQUIRE_RUN(0, "the finished net is in c; run the same command to try again", never, trainer, epochs, "--checkpoint c");
    REQUIRE_RUN(0, "checksum", "%s --batch 256 --threads 1 --epochs %d --checkpoint c --out x.nnue t.hxg", trainer, epochs);
    REQUIRE_RUN(0, "", "cmp whole x.nnue");
}
END_TEST

/* Ctrl-C at any moment, even while records are read, leaves no unwanted files. */
START_TEST(interrupted_programs_leave_nothing_behind)
{
    make_games("t.hxg", 40);
    REQUIRE_RUN(0, "", "for i in $(seq 100); do cat t.hxg; done >large.hxg");
    static const char *const delays[] = {"0.02", "0.05", "0.1", "0.2", "0.4"};
    for (int i = 0; i < COUNT(delays); i++) {
        REQUIRE_RUN(130, "", INTERRUPTED_AFTER "%s %s --epochs 10000 --keep-doubles --out n --curve n.svg --checkpoint c large.hxg",
                    delays[i], trainer);
        REQUIRE_RUN(0, "", "test -z \"$(ls -d *tmp* n n.svg 2>/dev/null)\"");
        int status = run(INTERRUPTED_AFTER "%s %s shuffle --force --out s.hxg large.hxg large.hxg", delays[i], records);
        ck_assert_msg(status == 130 || status == 0, "%d: %s", status, said);
        REQUIRE_RUN(0, "", "test -z \"$(ls -d *tmp* 2>/dev/null)\" && rm -f c n.best");
    }
}
END_TEST

START_TEST(games_begin_from_openings)
{
    REQUIRE_RUN(0, "",
                "printf 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\\n"
                "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w\\n' >two.fen && printf 'Hello\\n' >none.fen");
    REQUIRE_RUN(0, "", "%s --out book.hxg --openings two.fen --random-least 0 --random-most 0 --games 12 %s && %s verify book.hxg", datagen,
                settings, records);
    REQUIRE_RUN(0, "", "%s print book.hxg >all && grep -q rnbakab1r/9/1c4nc1/ all && grep -q rnbakabnr/9/1c5c1/ all", records);
    REQUIRE_RUN(1, "none.fen", "%s --out bad.hxg --openings none.fen --games 1 %s", datagen, settings);
    REQUIRE_RUN(1, "given both", "%s --out two.fen --openings two.fen --games 1 %s", datagen, settings);
    REQUIRE_RUN(2, "--nodes-most is less than --nodes", "%s --out bad.hxg --nodes-most 20 --games 1 %s", datagen, settings);
    REQUIRE_RUN(0, "", "%s --out soft.hxg --nodes-most 300 --games 2 %s && %s verify soft.hxg", datagen, settings, records);
    REQUIRE_RUN(1, "differ", "%s --out hard.hxg --games 2 %s; cmp hard.hxg soft.hxg", datagen, settings);
}
END_TEST

START_TEST(positions_are_labelled_again)
{
    static const char longer[] = "--nodes 300 --seed 6 --net none --hash 1";
    make_games("a.hxg", 3);
    REQUIRE_RUN(2, "missing limit", "%s --out s.hxg --relabel a.hxg --inside 30 %s", datagen, longer);
    REQUIRE_RUN(2, "--inside needs --relabel FILE", "%s --out s.hxg --inside 30 --games 5 %s", datagen, longer);
    REQUIRE_RUN(0, "", "%s count a.hxg >before; %s --out g.hxg --relabel a.hxg --games 2 %s; %s --out g.hxg --relabel a.hxg --threads 1 %s",
                records, datagen, longer, datagen, longer);
    REQUIRE_RUN(0, "",
                "%s verify g.hxg && %s count g.hxg >after && test \"$(head -n 1 before)\" = \"$(head -n 1 after)\" && ! cmp a.hxg g.hxg",
                records, records);
    REQUIRE_RUN(
        0, "200 games, 200 positions, 0 faults",
        "%s --out s.hxg --relabel a.hxg --inside 100 --games 200 --threads 2 %s; %s --out t.hxg --relabel a.hxg --inside 100 --games 200 "
        "--threads 1 %s; %s print s.hxg | sort >s2; %s print t.hxg | sort >t2; cmp s2 t2 && %s verify s.hxg",
        datagen, longer, datagen, longer, records, records, records);
    REQUIRE_RUN(0, ": loss 0.", "%s --measure --start built-in --lambda 0 s.hxg", trainer);
    REQUIRE_RUN(2, "--measure needs --start NET and RECORDS", "%s --measure s.hxg", trainer);
}
END_TEST

START_TEST(weight_of_the_result_may_change_during_a_run)
{
    make_games("a.hxg", 3);
    REQUIRE_RUN(0, "",
                "for l in 0.3 0.9; do %s --force --out n$l --epochs 2 --batch 64 --lambda 0.3 --lambda-end $l a.hxg; done; %s --out n "
                "--epochs 2 --batch 64 "
                "--lambda 0.3 a.hxg",
                trainer, trainer);
    REQUIRE_RUN(1, "differ", "cmp n0.3 n0.9");
    REQUIRE_RUN(0, "", "grep -aq 'lambda 0.3 to 0.9' n0.9");
}
END_TEST

Suite *train_suite(void)
{
    Suite *suite = suite_create("train");
    TCase *tc = tcase_create("train");
    tcase_add_checked_fixture(tc, set_up, NULL);
    tcase_add_test(tc, records_are_never_written_over);
    tcase_add_test(tc, full_device_is_noticed);
    tcase_add_test(tc, the_same_game_twice_is_a_fault);
    tcase_add_test(tc, any_number_may_occur_in_a_record);
    tcase_add_test(tc, two_generators_do_not_share_a_file);
    tcase_add_test(tc, generator_aborts_a_long_search);
    tcase_add_test(tc, generator_survives_kills);
    tcase_add_test(tc, a_removed_file_is_reported);
    tcase_add_test(tc, full_disk_is_reported_and_leaves_whole_records);
    tcase_add_test(tc, tuner_replaces_the_table_of_its_header_only);
    tcase_add_test(tc, tuner_checks_moves);
    tcase_add_test(tc, trainer_overwrites_nothing);
    tcase_add_test(tc, target_options_are_applied);
    tcase_add_test(tc, messages_never_go_into_files);
    tcase_add_test(tc, trainer_survives_kills);
    tcase_add_test(tc, interrupted_run_ends_with_the_same_net);
    tcase_add_test(tc, checkpoint_is_checked_first);
    tcase_add_test(tc, best_net_of_another_run_is_kept);
    tcase_add_test(tc, best_net_is_on_the_disk);
    tcase_add_test(tc, full_disk_does_not_end_the_training);
    tcase_add_test(tc, finished_net_is_not_lost);
    tcase_add_test(tc, interrupted_programs_leave_nothing_behind);
    tcase_add_test(tc, games_begin_from_openings);
    tcase_add_test(tc, positions_are_labelled_again);
    tcase_add_test(tc, weight_of_the_result_may_change_during_a_run);
    suite_add_tcase(suite, tc);
    return suite;
}
