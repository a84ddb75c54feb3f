#include "engine/base/signals.h"

#include <signal.h>
#include <stdbool.h>

static atomic_bool interrupted; /* by a signal handler, which can reach nothing else */

static void on_signal(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

/* What was to be ignored stays so: nohup, a shell without job control. */
static void watch(int signal_number)
{
    if (signal(signal_number, on_signal) == SIG_IGN)
        signal(signal_number, SIG_IGN);
}

const atomic_bool *signals_watch(void)
{
    watch(SIGINT);
    watch(SIGTERM);
#ifdef SIGHUP
    watch(SIGHUP);
#endif
    return &interrupted;
}
