/* SPDX-License-Identifier: GPL-3.0-only */
/* suite.h - the `suite` command: tests an engine with a set of positions. */
#pragma once

#include "protocol/cli/call.h"

int suite_command(Call *call);
