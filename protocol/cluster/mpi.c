/* SPDX-License-Identifier: GPL-3.0-only */
/* Uses only calls that return at once: blocking calls of Open MPI spin in a loop, forever if the other
 * side is dead. Copies of sent messages are kept in `outgoing` until MPI has finished with them, so for
 * a rank that does not receive, at most OUTGOING copies exist. */
#include "protocol/cluster/mpi.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUTGOING = 32, /* messages in transit to a rank */
    INCOMING = 8,  /* messages that may arrive between two checks before MPI buffers them itself */
    TAG = 1,
};

typedef struct Outgoing {
    MPI_Request request;
    void *copy; /* NULL if the entry is free */
} Outgoing;

typedef struct MpiMail {
    Mail mail;
    Outgoing (*outgoing)[OUTGOING]; /* indexed by rank */
    MPI_Request incoming[INCOMING];
    char *buffers[INCOMING];
} MpiMail;

static bool mpi_is_sent(Outgoing *out)
{
    int done = 1;
    if (!out->copy)
        return true;
    if (MPI_Test(&out->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        done = 1; /* the other process is gone */
    if (done) {
        free(out->copy);
        out->copy = NULL;
    }
    return done;
}

static bool mpi_send(void *self, int to, const void *message, size_t bytes)
{
    MpiMail *m = self;
    Outgoing *room = NULL;
    for (int i = 0; i < OUTGOING; i++)
        if (mpi_is_sent(&m->outgoing[to][i]))
            room = &m->outgoing[to][i];
    if (!room || !(room->copy = malloc(bytes)))
        return false;
    memcpy(room->copy, message, bytes);
    if (MPI_Isend(room->copy, (int)bytes, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &room->request) == MPI_SUCCESS)
        return true;
    free(room->copy);
    room->copy = NULL;
    return false;
}

static void mpi_expect(MpiMail *m, int i)
{
    if (MPI_Irecv(m->buffers[i], MAIL_MOST, MPI_BYTE, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &m->incoming[i]) != MPI_SUCCESS)
        m->incoming[i] = MPI_REQUEST_NULL;
}

static size_t mpi_receive(void *self, void *message, int *from)
{
    MpiMail *m = self;
    int i, done = 0, bytes = 0;
    MPI_Status status;
    int fault = MPI_Testany(INCOMING, m->incoming, &i, &done, &status);
    if (!done) /* an unsuccessful test makes MPI look for arrivals, which the second test reports */
        fault = MPI_Testany(INCOMING, m->incoming, &i, &done, &status);
    if (!done || i == MPI_UNDEFINED)
        return 0;
    if (fault == MPI_SUCCESS && MPI_Get_count(&status, MPI_BYTE, &bytes) == MPI_SUCCESS && bytes > 0 && bytes <= MAIL_MOST) {
        *from = status.MPI_SOURCE;
        memcpy(message, m->buffers[i], (size_t)bytes);
    } else {
        bytes = 0;
    }
    mpi_expect(m, i);
    return (size_t)bytes;
}

/* Returns the machine of rank 0 if this rank is on it and rank 0 is not alone there, otherwise 0.
 * All ranks exchange this once at the start. */
static uint64_t mpi_common_machine(int size)
{
    const uint64_t own = shared_memory_machine();
    uint64_t *all = calloc((size_t)size, sizeof *all), common = 0;
    if (all && MPI_Allgather(&own, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, MPI_COMM_WORLD) == MPI_SUCCESS)
        for (int rank = 1; rank < size; rank++)
            if (all[rank] == all[0] && all[0] == own)
                common = own;
    free(all);
    return common;
}

Mail *mpi_mail_open(int *argc, char ***argv)
{
    int granted;
    /* This program sleeps between checks, so it need not yield at each check, which on a loaded
     * machine costs a turn of all other processes. */
    setenv("OMPI_MCA_mpi_yield_when_idle", "0", 1);
    if (MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &granted) != MPI_SUCCESS)
        return NULL;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MpiMail *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->mail = (Mail){.send = mpi_send, .receive = mpi_receive, .self = m};
    MPI_Comm_rank(MPI_COMM_WORLD, &m->mail.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &m->mail.size);
    m->mail.machine = mpi_common_machine(m->mail.size);
    m->outgoing = calloc((size_t)m->mail.size, sizeof *m->outgoing);
    for (int i = 0; i < INCOMING; i++) {
        m->incoming[i] = MPI_REQUEST_NULL;
        m->buffers[i] = malloc(MAIL_MOST);
        if (!m->outgoing || !m->buffers[i])
            return NULL;
        mpi_expect(m, i);
    }
    return &m->mail;
}

void mpi_mail_abandon(int status) { MPI_Abort(MPI_COMM_WORLD, status); }

void mpi_mail_close(Mail *mail)
{
    MpiMail *m = mail->self;
    for (int i = 0; i < INCOMING; i++) {
        if (m->incoming[i] != MPI_REQUEST_NULL) {
            MPI_Cancel(&m->incoming[i]);
            MPI_Request_free(&m->incoming[i]);
        }
    }
    MPI_Finalize(); /* until then, a late message may still be written to its buffer */
    for (int i = 0; i < INCOMING; i++)
        free(m->buffers[i]);
    for (int to = 0; to < mail->size; to++)
        for (int i = 0; i < OUTGOING; i++)
            free(m->outgoing[to][i].copy);
    free(m->outgoing);
    free(m);
}
