/* SPDX-License-Identifier: GPL-3.0-only */
/* mail.h - messages between the processes of a cluster, which are numbered from 0, and their
 * contents.
 *
 * No process ever waits for a message to be sent or received, so a dead or stalled process does not
 * hold up the others. A message that cannot be sent is lost, unless its sender tries again. Messages may
 * overtake each other, so orders carry the number of their search or count. Structures are sent as
 * they are in memory; each order contains the program's version, which is checked (SearchOrder). */
#pragma once

#include "search/engine.h"
#include "engine/base/contract.h"
#include "search/team.h"

enum {
    MAIL_MOST = 1 << 16, /* maximum size of a message in bytes */
    MAIL_RANKS = TEAM_MOST,
};

typedef struct Traffic { /* totals since the start */
    uint64_t messages, bytes;
    uint64_t lost; /* messages lost because the receiver had not taken earlier ones */
} Traffic;

typedef struct Mail {
    int rank, size;
    uint64_t machine; /* 0 if this machine is not that of rank 0, or if rank 0 is alone on its machine (shared_memory.h) */
    Traffic sent;     /* counted by mail_send() */
    /* Sends a copy of the message. If the receiver has not taken earlier messages yet, returns false,
     * and the message is lost. */
    bool (*send)(void *self, int to, const void *message, size_t bytes);
    /* Copies a received message to an array of MAIL_MOST bytes and returns its size; 0 if there is no
     * message. */
    size_t (*receive)(void *self, void *message, int *from);
    void *self;
} Mail;

static inline bool mail_send(Mail *mail, int to, const void *message, size_t bytes)
{
    assert(bytes <= MAIL_MOST);
    assert(in_range(to, 0, mail->size - 1));
    bool taken = mail->send(mail->self, to, message, bytes);
    mail->sent.messages += taken;
    mail->sent.bytes += taken ? bytes : 0;
    mail->sent.lost += !taken;
    return taken;
}

/* SEARCH, PULSE, REMARK, QUIT, BYE and END keep their numbers forever, the beginnings of their
 * structures never change, and new kinds are added at the end. So a rank of another version is
 * still heard of, reports its version, and ends with the others. */
typedef enum MailKind {
    MAIL_SEARCH,    /* SearchOrder: from rank 0 */
    MAIL_STOP,      /* Head: from rank 0 */
    MAIL_PULSE,     /* Pulse: sign of life; from and to rank 0 */
    MAIL_RESULTS,   /* DeepResults: round the ring */
    MAIL_ITERATION, /* Iteration: from and to rank 0 */
    MAIL_BALLOT,    /* BallotPaper: to rank 0 */
    MAIL_REMARK,    /* Remark: message for the user, to rank 0 */
    MAIL_COUNT,     /* CountOrder: from rank 0 */
    MAIL_COUNTED,   /* Counted: to rank 0 */
    MAIL_QUIT,      /* Head: from rank 0, which then waits a moment for BYE */
    MAIL_BYE,       /* Head: to rank 0 */
    MAIL_END,       /* Parting: from rank 0 */
    MAIL_SETTINGS,  /* SearchOrder without a search: new settings, from rank 0 between searches */
    MAIL_RING,      /* RingNews: from rank 0 to ranks whose place in the ring has changed */
} MailKind;

typedef struct Head {
    uint32_t kind;
    uint32_t serial; /* number of the search, or, for a count, of the task */
} Head;

typedef struct RingPlace {
    uint32_t members, next; /* number of members, and the rank that follows the receiver */
    uint32_t one_table;     /* true if all members use rank 0's table, so that no results need to be sent */
} RingPlace;

/* All data that a rank needs for a search, so that earlier messages do not matter. */
typedef struct SearchOrder {
    Head head;
    char program[64];   /* commit of the program; ranks with another commit do not take part */
    uint32_t changes;   /* number of changes so far; if a rank has seen a greater number, its settings are newer */
    uint32_t games;     /* number of times that everything was cleared */
    uint32_t net;       /* checksum of the net; 0 for the handcrafted evaluation */
    uint32_t depth;     /* maximum depth; 0: no limit */
    uint64_t nodes;     /* node limit of all ranks together; each searches its share; 0: no limit */
    RingPlace place;    /* place of the receiver */
    SharedMemory table; /* table that the receiver must use; all 0: its own table */
    uint32_t age;       /* age of this search in the table */
    EngineSettings settings;
    char texts[]; /* consecutive strings: file of the net, folders of tables; for a search also the
                   * arguments of `position`, the only moves to be searched, and the banned moves */
} SearchOrder;

typedef struct Pulse {
    Head head;       /* serial: the current or last search */
    uint32_t away;   /* search in which this rank does not take part */
    RingPlace place; /* place that this rank uses */
    uint64_t machine, nodes;
    SharedMemory table; /* table that this rank uses */
    Traffic sent;
} Pulse;

enum { RESULTS_MOST = 64 };
typedef struct DeepResults {
    Head head;
    uint32_t hops, count; /* hops: number of ranks that the message must still reach, including the receiver */
    DeepResult results[RESULTS_MOST];
} DeepResults;

_Static_assert(sizeof(DeepResults) <= MAIL_MOST, "a message holds them");

typedef struct RingNews {
    Head head;
    RingPlace place;
} RingNews;

typedef struct Iteration {
    Head head;
    TeamIteration iteration;
} Iteration;

typedef struct BallotPaper {
    Head head;
    uint64_t nodes;
    Ballot ballot;
} BallotPaper;

typedef struct Remark {
    Head head;
    char text[400];
} Remark;

enum {
    COUNT_AT_ONCE_MOST = 2 * MAX_THREADS + 32, /* maximum number of tasks that a rank has at the same time */
    /* twice as many, because a rank that was considered gone gets new tasks while it still has the old
     * ones */
    COUNT_ROOM = 2 * COUNT_AT_ONCE_MOST,
};

typedef struct CountOrder {
    Head head;
    char program[64];                 /* as in SearchOrder; ranks with another commit do not take part */
    uint64_t run;                     /* number of the count that this task belongs to */
    int32_t depth, threads, hash_mib; /* each task is counted by one thread; threads
                                       * and memory are for all tasks of a rank */
    char fen[128];
} CountOrder;

/* The count of a task. A task that cannot be counted or stored gets no answer; rank 0 finally
 * counts it. */
typedef struct Counted {
    Head head;
    uint64_t run;
    uint64_t nodes;
    uint32_t left; /* number of orders still to be counted; if below the number of threads, some are idle */
} Counted;

typedef struct Parting {
    Head head;
    uint32_t all_here; /* true if all ranks have sent MAIL_BYE */
} Parting;
