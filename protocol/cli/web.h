/* SPDX-License-Identifier: GPL-3.0-only */
/* web.h - the `web` command: the board in a browser, and this program behind it. */
#pragma once

#include "protocol/cli/call.h"

int web_command(Call *call);
