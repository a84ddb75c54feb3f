/* judge_command.h - `hanxin judge`: the referee on the command line. */
#pragma once

#include "protocol/cli/call.h"

/* `Result: ...` and the reason; EXIT_FAILURE when a position or move is refused. */
int judge_command(Call *call);
