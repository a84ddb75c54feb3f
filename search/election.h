/* SPDX-License-Identifier: GPL-3.0-only */
/* election.h - chooses the PV to play when all threads have finished. */
#pragma once

#include "search/worker.h"

/* Returns the worker whose first PV is played, and reports it if necessary. A PV found by another
 * machine of the team is copied into the returned worker. */
Worker *election_hold(Shared *shared);
