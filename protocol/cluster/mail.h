/* SPDX-License-Identifier: GPL-3.0-only */
/* mail.h - messages between the processes of a cluster, which are numbered from 0, and what they say.
 *
 * Nobody ever waits for a message to be sent or to come: whoever is dead or stalled holds up nobody. What cannot be sent is lost, unless
 * its sender tries again, and messages may overtake each other: orders bear the number of the search or count they belong to. Structures
 * travel as they lie in memory; that all are of one program is checked (SearchOrder). */
#pragma once

#include "protocol/player.h"
#include "search/team.h"

enum {
    MAIL_MOST = 1 << 16, /* bytes of a message */
    MAIL_RANKS = TEAM_MOST,
};

typedef struct Traffic { /* since the start */
    uint64_t messages, bytes;
    uint64_t lost; /* messages: the receiver had not taken in those before */
} Traffic;

typedef struct Mail {
    int rank, size;
    uint64_t machine; /* 0: another than rank 0's, or rank 0 is alone on it (shared_memory.h) */
    Traffic sent;     /* the sender counts (mail_send()) */
    /* Takes a copy. False if the receiver has not yet taken in what was sent before: then this is lost. */
    bool (*send)(void *self, int to, const void *message, size_t bytes);
    /* The bytes of a message that has come, into an array of MAIL_MOST bytes; 0: there is none. */
    size_t (*receive)(void *self, void *message, int *from);
    void *self;
} Mail;

static inline bool mail_send(Mail *mail, int to, const void *message, size_t bytes)
{
    bool taken = mail->send(mail->self, to, message, bytes);
    mail->sent.messages += taken;
    mail->sent.bytes += taken ? bytes : 0;
    mail->sent.lost += !taken;
    return taken;
}

/* SEARCH, PULSE, REMARK, QUIT, BYE and END keep their numbers for ever, as their structures keep what stands at their beginning, and new
 * kinds come last: so a rank of another version is heard of, says that it is one, and ends with the others. */
typedef enum MailKind {
    MAIL_SEARCH,    /* SearchOrder: from rank 0 */
    MAIL_STOP,      /* Head: from rank 0 */
    MAIL_PULSE,     /* Pulse: I am here; from and to rank 0 */
    MAIL_RESULTS,   /* DeepResults: round the ring */
    MAIL_ITERATION, /* Iteration: from and to rank 0 */
    MAIL_BALLOT,    /* BallotPaper: to rank 0 */
    MAIL_REMARK,    /* Remark: for the user, to rank 0 */
    MAIL_COUNT,     /* CountOrder: from rank 0 */
    MAIL_COUNTED,   /* Counted: to rank 0 */
    MAIL_QUIT,      /* Head: from rank 0, which then waits a moment for */
    MAIL_BYE,       /* Head */
    MAIL_END,       /* Parting: from rank 0 */
    MAIL_SETTINGS,  /* SearchOrder without a search: from rank 0, while nothing is searched, when something was set */
    MAIL_RING,      /* RingNews: from rank 0, to who has another place in the ring by now */
} MailKind;

typedef struct Head {
    uint32_t kind;
    uint32_t serial; /* of the search; of a count: its task */
} Head;

typedef struct RingPlace {
    uint32_t members, next; /* how many there are; who comes behind the one whose place it is */
    uint32_t one_table;     /* they all have rank 0's: there are no results to be sent */
} RingPlace;

/* The whole of what a rank must know to search: nobody needs to have heard anything before. */
typedef struct SearchOrder {
    Head head;
    char program[64];   /* the commit: others are no good */
    uint32_t changes;   /* how often something was set: who knows of more has newer settings */
    uint32_t games;     /* how often all was forgotten */
    uint32_t net;       /* checksum, 0: the handcrafted evaluation */
    uint32_t depth;     /* at most; 0: no limit */
    uint64_t nodes;     /* ... of all together, of which each searches its share of the ring's */
    RingPlace place;    /* the receiver's */
    SharedMemory table; /* ... which it shall have; all 0: its own */
    uint32_t age;       /* ... of this search in it */
    Settings settings;
    char texts[]; /* strings, one behind the other: the file of the net, the folders of tables; of a search also the arguments of
                     `position`, the moves that alone are looked at, those that are banned */
} SearchOrder;

typedef struct Pulse {
    Head head;       /* serial: of the search that goes on or was the last */
    uint32_t away;   /* of one that this rank takes no part in */
    RingPlace place; /* in which it sends */
    uint64_t machine, nodes;
    SharedMemory table; /* that it has */
    Traffic sent;
} Pulse;

enum { RESULTS_MOST = 64 };
typedef struct DeepResults {
    Head head;
    uint32_t hops, count; /* how many ranks shall have it still, with the receiver */
    DeepResult results[RESULTS_MOST];
} DeepResults;

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
    COUNT_AT_ONCE_MOST = 2 * MAX_THREADS + 32, /* tasks a rank has at most */
    COUNT_ROOM = 2 * COUNT_AT_ONCE_MOST,       /* who was thought gone gets more, though it has still what it had */
};

typedef struct CountOrder {
    Head head;
    char program[64];                 /* as in a SearchOrder: others do not count */
    uint64_t run;                     /* the number of the count, of which this is a task */
    int32_t depth, threads, hash_mib; /* one thread counts it; the others, and the memory, are for all of a rank's tasks */
    char fen[128];
} CountOrder;

/* A task that cannot be counted, or finds no room, is not answered: rank 0 counts it in the end. */
typedef struct Counted {
    Head head;
    uint64_t run;
    uint64_t nodes;
    uint32_t left; /* orders that it has still to count: fewer than threads, and some do nothing until it gets more */
} Counted;

typedef struct Parting {
    Head head;
    uint32_t all_here; /* everybody has said MAIL_BYE */
} Parting;
