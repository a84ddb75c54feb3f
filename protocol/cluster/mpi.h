/* SPDX-License-Identifier: GPL-3.0-only */
/* mpi.h - mail by MPI. This is the only module that knows MPI, and hanxin-cluster the only program
 * linked with it. */
#pragma once

#include "protocol/cluster/mail.h"

/* Opens the mail. To be called once per process; only the calling thread may use the mail. Returns
 * NULL if MPI is not available or an allocation fails. */
Mail *mpi_mail_open(int *argc, char ***argv);

/* Closes the mail. All processes must do so, because each waits for the others. */
void mpi_mail_close(Mail *mail);

/* Use this if not all processes can close: makes mpirun end all others, even stalled ones, and this
 * process, which should also exit by itself. */
void mpi_mail_abandon(int status);
