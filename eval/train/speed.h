/* SPDX-License-Identifier: GPL-3.0-only */
/* speed.h - what evaluating and training cost on this machine. */
#pragma once

#include <stdbool.h>

/* Prints nanoseconds per call for every available instruction set, and training throughput. False if
 * memory is short. */
bool print_speed(int threads);
