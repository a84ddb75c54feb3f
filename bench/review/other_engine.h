/* SPDX-License-Identifier: GPL-3.0-only */
/* other_engine.h - lets another engine solve a test position, by UCCI or UCI. */
#pragma once

#include "bench/engines/client.h"
#include "bench/review/suite.h"

/* Requests a solution from the engine. If the engine makes a fault, only that is recorded in the
 * attempt, and an engine that did not answer is restarted for the next problem. If the machine was
 * suspended meanwhile, the request is repeated. Returns false if the engine cannot be run, with
 * the reason in client->text, or if the whole run must end. */
bool other_engine_try(Client *client, Problem *problem);
