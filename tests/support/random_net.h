/* SPDX-License-Identifier: GPL-3.0-only */
/* random_net.h - a net of random weights for tests: deterministic, within all bounds, and with sums
 * on both sides of both clipping limits. */
#pragma once

#include "eval/nnue/network.h"

/* Returns such a net, to be freed with network_free(). Fails the test if an allocation fails. */
Network *random_network(uint64_t seed);
