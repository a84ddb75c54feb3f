/* SPDX-License-Identifier: GPL-3.0-only */
/* root_mates.h - proofs of mate at the root, between the iterations of every search and for `go
 * mate`. */
#pragma once

#include "search/worker.h"

/* Lets the main worker try to prove a mate with a share of the nodes; to be called after a complete
 * iteration. Stops trying once it is settled whether a mate of the requested kind exists. The
 * result is stored in w->proven and w->proven_line. */
void root_mates_look(Worker *w);

/* Makes the proven mate the best PV unless the iteration has found a shorter one. */
void root_mates_keep(Worker *w);
