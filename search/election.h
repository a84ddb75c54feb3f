/* SPDX-License-Identifier: GPL-3.0-only */
/* election.h - whose line is played, when the threads have ended. */
#pragma once

#include "search/worker.h"

/* The worker whose first standing line is played, which has been told; what another machine of the team has found is put there. */
Worker *election_hold(Shared *shared);
