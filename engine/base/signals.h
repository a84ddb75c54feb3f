/* signals.h - a wish to end (Ctrl-C, SIGTERM, SIGHUP) as a flag, for programs that then finish what must be whole
 * and end with EXIT_INTERRUPTED (args.h). */
#pragma once

#include <stdatomic.h>

/* From now on these signals do not end the process but set the flag that is returned, which lasts as the process does;
 * except those that were ignored. */
const atomic_bool *signals_watch(void);
