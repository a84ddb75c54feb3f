/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-cluster: one engine made of many processes, started by mpirun. Rank 0 talks to the GUI, or
 * runs perft or bench; the other ranks follow. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "engine/base/pool.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "protocol/cluster/counting.h"
#include "protocol/cluster/follower.h"
#include "protocol/cluster/leader.h"
#include "protocol/cluster/mpi.h"
#include "protocol/parse.h"
#include "protocol/session.h"

enum { GATHER_MS = 10000 };

typedef struct Cluster {
    Program program;
    Mail *mail;
    Leader *leader;
    int (*work)(struct Cluster *c); /* the work of rank 0; returns the exit status */
    int status;
    const char *fen;
    int64_t depth, threads, hash_mib;
    bool divide;
} Cluster;

static void cluster_print_error(void *self, const char *text)
{
    (void)self;
    fprintf(stderr, "hanxin-cluster: %s\n", text);
}

/* Waits for the other ranks. Ranks that come later are used from then on. */
static void cluster_gather(const Cluster *c)
{
    const int size = c->mail->size, here = leader_wait_for_all(c->leader, GATHER_MS);
    if (here < size)
        fprintf(stderr, tr(c->program.language, "hanxin-cluster: %d of %d processes have started\n"), here, size);
}

/* ---- the engine ---- */

/* Ends the process at once, because the session may be blocked in a write that will never finish. */
static void cluster_exit(const char *why)
{
    if (why)
        fprintf(stderr, "hanxin-cluster: %s\n", why);
    _exit(EXIT_FAILURE);
}

static void cluster_lose_output(int fault)
{
    if (fault != EPIPE)
        fprintf(stderr, "hanxin-cluster: standard output: %s\n", strerror(fault));
    _exit(EXIT_FAILURE);
}

static int cluster_work_engine(Cluster *c)
{
    Inbox *inbox = inbox_new((InboxHost){&steady_clock, command_is_quit, cluster_exit});
    Output out;
    output_init(&out, STDOUT_FILENO, cluster_lose_output);
    const bool reads = inbox && input_start(inbox, &out);
    Session *session = reads ? session_new(inbox, &out, bench_command) : NULL;
    if (inbox && !reads)
        return program_fail(&c->program, "%s", tr(c->program.language, "cannot start: no thread"));
    if (!session)
        return program_fail(&c->program, "%s", tr(c->program.language, "cannot start: no memory"));
    leader_follow(c->leader, session_engine(session));
    session_run(session);
    leader_follow(c->leader, NULL);
    session_free(session);
    output_clear(&out);
    return EXIT_SUCCESS;
}

/* ---- perft and bench ---- */

static void cluster_print_speed(uint64_t nodes, int64_t time_us)
{
    double seconds = (double)(time_us > 0 ? time_us : 1) / 1e6;
    printf("Nodes searched: %llu\nTime: %.3f s\nNodes/second: %.0f\n", (unsigned long long)nodes, seconds, (double)nodes / seconds);
}

/* Counts with all ranks. Returns false if an allocation fails. */
static bool cluster_count(Cluster *c, const Position *pos, PerftResult *result)
{
    enum { LEAST_DEPTH = 3 };
    const int depth = (int)c->depth;
    *result = (PerftResult){.nodes = 1}; /* result for depth 0 */
    if (depth > 0 && depth < LEAST_DEPTH)
        perft(pos, &(PerftOptions){depth, 1, NULL}, result);
    if (depth < LEAST_DEPTH)
        return true;
    Counting *counting = counting_new(pos, depth, (int)c->threads, (int)c->hash_mib, c->mail->size);
    if (!counting)
        return false;
    leader_count(c->leader, counting);
    counting_work(counting, result);
    leader_count(c->leader, NULL);
    counting_free(counting);
    return true;
}

static int cluster_work_perft(Cluster *c)
{
    Position pos;
    Text why = WHY_IN(c->program.language);
    PerftResult result;
    position_start(&pos);
    if (c->fen && !fen_read_pasted(c->fen, &pos, &why))
        return program_fail(&c->program, "--fen: %s", why.data);
    cluster_gather(c);
    int64_t start_us = clock_us();
    if (!cluster_count(c, &pos, &result))
        return program_fail(&c->program, "%s", tr(c->program.language, "out of memory"));
    int64_t time_us = clock_us() - start_us;
    for (int i = 0; c->divide && i < result.count; i++) {
        char move[5];
        printf("%s: %llu\n", move_to_iccs(result.moves[i].move, move), (unsigned long long)result.moves[i].nodes);
    }
    cluster_print_speed(result.nodes, time_us);
    return EXIT_SUCCESS;
}

static void cluster_print_line(void *self, const char *line)
{
    (void)self;
    puts(line);
    fflush(stdout);
}

static void cluster_lead_bench(void *self, Engine *engine)
{
    const Cluster *c = self;
    if (engine)
        engine->message = cluster_print_error;
    leader_follow(c->leader, engine);
}

static void cluster_print_traffic(Cluster *c, int64_t time_ms)
{
    const double seconds = (double)(time_ms > 0 ? time_ms : 1) / 1000;
    for (int rank = 0; rank < c->mail->size; rank++) {
        RankState state = leader_rank(c->leader, rank);
        printf("rank %d: %s%s%.0f messages/s, %.1f kB/s sent, %llu lost\n", rank, state.here ? "" : "gone, ",
               rank > 0 && state.one_table ? "rank 0's table, " : "", (double)state.sent.messages / seconds,
               (double)state.sent.bytes / seconds / 1000, (unsigned long long)state.sent.lost);
    }
}

static int cluster_work_bench(Cluster *c)
{
    BenchOptions options = {.depth = (int)c->depth,
                            .hash_mib = (int)c->hash_mib,
                            .threads = (int)c->threads,
                            .ready = cluster_lead_bench,
                            .print = cluster_print_line,
                            .self = c};
    BenchResult result;
    cluster_gather(c);
    Text why = WHY_IN(c->program.language);
    if (!bench_run(&options, &result, &why))
        return program_fail(&c->program, "%s", why.data);
    cluster_print_traffic(c, result.time_ms);
    int64_t time_ms = result.time_ms > 0 ? result.time_ms : 1;
    printf("%llu nodes %llu nps\n", (unsigned long long)result.nodes, (unsigned long long)(result.nodes * 1000 / (uint64_t)time_ms));
    return EXIT_SUCCESS;
}

/* ---- the command line ---- */

static bool cluster_choose_perft(Cluster *c, const char *depth)
{
    enum { MOST_DEPTH = 100 };
    c->work = cluster_work_perft;
    if (word_number(depth, &c->depth) && c->depth >= 0 && c->depth <= MOST_DEPTH)
        return true;
    args_wrong(&c->program, tr(c->program.language, "the depth must be a number from 0 to %d, not '%s'"), MOST_DEPTH, depth);
    return false;
}

/* Reports an error and returns false if an option is given that the command does not accept. Such an
 * option must not be ignored silently. */
static bool cluster_belongs(Cluster *c, const char *name, bool given, bool known)
{
    if (given && !known)
        args_wrong(&c->program, tr(c->program.language, "option --%s does not apply to this command"), name);
    return !given || known;
}

static bool cluster_options_belong(Cluster *c, bool perft, bool bench)
{
    return cluster_belongs(c, "threads", c->threads > 0, perft || bench) && cluster_belongs(c, "hash", c->hash_mib >= 0, perft || bench) &&
           cluster_belongs(c, "depth", c->depth > 0, bench) && cluster_belongs(c, "fen", c->fen != NULL, perft) &&
           cluster_belongs(c, "divide", c->divide, perft);
}

/* Chooses the work for these words. Reports an error and returns false if they are not
 * understood. */
static bool cluster_choose_work(Cluster *c, int words, char **argv)
{
    const bool perft = words > 0 && strcmp(argv[1], "perft") == 0, bench = words > 0 && strcmp(argv[1], "bench") == 0;
    c->work = cluster_work_engine;
    c->status = EXIT_USAGE; /* status if this returns false */
    if (!cluster_options_belong(c, perft, bench))
        return false;
    c->threads = c->threads > 0 ? c->threads : 1;
    c->depth = c->depth > 0 ? c->depth : BENCH_DEPTH;
    c->hash_mib = c->hash_mib > 0 ? c->hash_mib : bench ? BENCH_HASH_MIB : 0;
    if (perft && words == 2)
        return cluster_choose_perft(c, argv[2]);
    if (perft && words == 1) {
        args_wrong(&c->program, "%s", tr(c->program.language, "missing depth, such as 5"));
    } else if (words > (perft ? 2 : bench)) {
        args_wrong(&c->program, tr(c->program.language, "unexpected argument '%s'"), argv[perft ? 3 : bench ? 2 : 1]);
    } else {
        c->work = bench ? cluster_work_bench : cluster_work_engine;
        return true;
    }
    return false;
}

/* Returns false if the program must exit at once with c->status: after a usage error, --help or
 * --version. */
static bool cluster_read_arguments(Cluster *c, int argc, char **argv)
{
    const Arg args[] = {
        {"depth N", ARG_INT, &c->depth, 1, MAX_DEPTH, tr(c->program.language, "bench: depth of each search")},
        {"threads N", ARG_INT, &c->threads, 1, MAX_THREADS, tr(c->program.language, "perft, bench: threads of each process")},
        {"hash MB", ARG_INT, &c->hash_mib, 0, MAX_HASH_MIB,
         tr(c->program.language, "perft, bench: memory of each process's table; bench: 0 is 16")},
        {"fen FEN", ARG_TEXT, &c->fen, 0, 0, tr(c->program.language, "perft: this position instead of the start position")},
        {"divide", ARG_FLAG, &c->divide, 0, 0, tr(c->program.language, "perft: number of leaves below each move")},
    };
    c->program.args = args;
    c->program.count = sizeof args / sizeof *args;
    c->program.usage =
        tr(c->program.language,
           "usage: mpirun -n N [--hostfile FILE] hanxin-cluster\n"
           "       mpirun -n N hanxin-cluster perft DEPTH [--fen FEN] [--divide] [--threads N] [--hash MB]\n"
           "       mpirun -n N hanxin-cluster bench [--depth N] [--threads N] [--hash MB]\n"
           "One engine of N processes, on one machine or many: it speaks UCCI and UCI on standard input and output, counts\n"
           "the leaves of the move tree, or searches fixed positions. Add --mca orte_enable_recovery 1 after mpirun, so that\n"
           "the other processes continue if one dies.\n\n");
    int words = args_read(&c->program, argc, argv);
    c->status = args_status(words);
    return words >= 0 && cluster_choose_work(c, words, argv);
}

/* ---- the ranks ---- */

static void *cluster_work(void *self)
{
    Cluster *c = self;
    c->status = c->work(c);
    leader_end(c->leader);
    return NULL;
}

/* Runs rank 0. Returns true if all ranks end together. */
static bool cluster_lead(Cluster *c)
{
    pthread_t worker;
    c->status = EXIT_FAILURE;
    c->leader = leader_new(c->mail, cluster_print_error);
    if (!c->leader || !thread_start(&worker, SEARCH_STACK_BYTES, cluster_work, c)) {
        program_fail(&c->program, "%s", tr(c->program.language, "cannot start: no memory"));
        return false;
    }
    bool together = leader_serve(c->leader);
    pthread_join(worker, NULL);
    leader_free(c->leader);
    return together;
}

static bool cluster_follow(Cluster *c)
{
    FollowerEnd end = follower_serve(c->mail);
    c->status = end == FOLLOWER_LOST ? EXIT_FAILURE : EXIT_SUCCESS;
    return end == FOLLOWER_TOGETHER;
}

int main(int argc, char **argv)
{
    Cluster c = {.program = {.name = "hanxin-cluster", .language = language_here()}, .hash_mib = -1};
    console_init();
    c.mail = mpi_mail_open(&argc, &argv);
    if (!c.mail)
        return program_fail(&c.program, "%s", tr(c.program.language, "cannot start MPI"));
    const bool first = c.mail->rank == 0;
    if (c.mail->size > MAIL_RANKS && first)
        program_fail(&c.program, tr(c.program.language, "too many processes: at most %d are supported"), MAIL_RANKS);
    if (c.mail->size > MAIL_RANKS)
        return EXIT_FAILURE;
    if (!first && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))) /* messages are printed once, by rank 0 */
        return EXIT_FAILURE;
    bool together = true;
    if (cluster_read_arguments(&c, argc, argv))
        together = first ? cluster_lead(&c) : cluster_follow(&c);
    int status = first ? program_end(&c.program, c.status) : c.status;
    /* Some ranks cannot be waited for. A rank that has lost rank 0 ends alone, because rank 0 may still
     * be playing. */
    if (!together && first)
        mpi_mail_abandon(status);
    if (!together)
        _exit(status);
    mpi_mail_close(c.mail);
    return status;
}
