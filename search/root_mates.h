/* SPDX-License-Identifier: GPL-3.0-only */
/* root_mates.h - mates proven at the root, between the iterations of any search and for `go mate`. */
#pragma once

#include "search/worker.h"

/* To be called after a complete iteration: the main worker tries to prove a mate, with a share of the nodes, until it is settled whether
 * there is one of the kind that is looked for. What is found stands in w->proven and its line. */
void root_mates_look(Worker *w);

/* Makes the proven mate the best line, unless the iteration found a shorter one. */
void root_mates_keep(Worker *w);
