#include "engine/base/signals.h"

#include <signal.h>
#include <stdbool.h>

static atomic_bool interrupted; /* by a signal handler, which can reach nothing else */

static void on_signal(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

const atomic_bool *signals_watch(void)
{
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    return &interrupted;
}
