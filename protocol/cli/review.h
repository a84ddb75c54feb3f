/* SPDX-License-Identifier: GPL-3.0-only */
/* review.h - the `review` command: analyses games move by move. */
#pragma once

#include "protocol/cli/call.h"

int review_command(Call *call);
