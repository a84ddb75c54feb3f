/* signals.h - a wish to end (Ctrl-C, SIGTERM) as a flag, for programs that then finish what must be whole. */
#ifndef HANXIN_ENGINE_BASE_SIGNALS_H
#define HANXIN_ENGINE_BASE_SIGNALS_H

#include <stdatomic.h>

/* From now on these signals do not end the process but set the flag that is returned, which lasts as the process does. */
const atomic_bool *signals_watch(void);

#endif
