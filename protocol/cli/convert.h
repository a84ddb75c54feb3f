/* convert.h - `hanxin convert`: moves and game files from any notation into one. */
#pragma once

#include "protocol/cli/call.h"

/* Of a damaged game what could be read is written, its damage told with the line, and reading goes on. */
int convert_command(Call *call);
