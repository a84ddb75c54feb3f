/* SPDX-License-Identifier: GPL-3.0-only */
/* mpi.h - mail by MPI. Nothing else of the program knows of it, and nothing but hanxin-cluster is linked with it. */
#pragma once

#include "protocol/cluster/mail.h"

/* One per process, for one thread, the one that opens it. NULL: there is no MPI to be had, or no memory. */
Mail *mpi_mail_open(int *argc, char ***argv);

/* Only if all processes do so: each waits for the others. */
void mpi_mail_close(Mail *mail);

/* Else: has mpirun end all others, even those that are stalled, and this process, which is to end by itself too. */
void mpi_mail_abandon(int status);
