/* SPDX-License-Identifier: GPL-3.0-only */
/* suite.h - the `suite` command: an engine before test positions. */
#pragma once

#include "protocol/cli/call.h"

int suite_command(Call *call);
