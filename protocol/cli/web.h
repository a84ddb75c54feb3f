/* SPDX-License-Identifier: GPL-3.0-only */
/* web.h - the `web` command: a board in the browser, served by this program. */
#pragma once

#include "protocol/cli/call.h"

int web_command(Call *call);
