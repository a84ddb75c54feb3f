/* SPDX-License-Identifier: GPL-3.0-only */
/* other_engine.h - another program before a test position, by UCCI or UCI. */
#pragma once

#include "bench/engines/client.h"
#include "bench/suite/suite.h"

/* What it does wrong is noted in the attempt, of which nothing else is kept; unless it answered it is started again for the next. When the
 * machine held us up it is asked again. False if it cannot be had, with `client->text`, or all
 * shall end. */
bool other_engine_try(Client *client, const Problem *problem, Attempt *attempt);
