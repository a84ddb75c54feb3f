/* SPDX-License-Identifier: GPL-3.0-only */
/* speed.h - measures the cost of evaluation and training on this machine. */
#pragma once

#include <stdbool.h>

/* Prints nanoseconds per call for every available instruction set, and the speed of training.
 * Returns false if an allocation fails. */
bool print_speed(int threads);
