/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/signals.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "engine/base/args.h"
#include "engine/base/contract.h"

static atomic_bool interrupted; /* global because a signal handler has no argument for it */

static void signals_note(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

static void signals_note_or_leave(int signal_number)
{
    (void)signal_number;
    if (atomic_exchange(&interrupted, true))
        _Exit(EXIT_INTERRUPTED);
}

void signals_catch(int signal_number, void (*handler)(int))
{
    assert(handler);
    if (signal(signal_number, handler) == SIG_IGN)
        signal(signal_number, SIG_IGN);
}

#ifdef _WIN32
#include <windows.h>

/* Runs in a thread of its own. If the window is closed or the user logs off, the system ends the process as soon as this
 * returns, and at the latest some seconds later. */
static BOOL WINAPI signals_on_console(DWORD event)
{
    enum { MOST_MS = 60000 };
    atomic_store(&interrupted, true);
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        Sleep(MOST_MS);
    return TRUE;
}
#endif

const atomic_bool *signals_watch(SecondSignal second)
{
#ifdef _WIN32
    SetConsoleCtrlHandler(signals_on_console, TRUE);
#endif
    if (second == SECOND_SIGNAL_LEAVES) {
        signal(SIGINT, signals_note_or_leave);
        signal(SIGTERM, signals_note_or_leave);
    } else {
        signals_catch(SIGINT, signals_note);
        signals_catch(SIGTERM, signals_note);
    }
#ifdef SIGHUP
    /* When a terminal closes, this signal arrives twice: through its shell, and from the system when
     * the shell ends. */
    signals_catch(SIGHUP, signals_note);
#endif
    return &interrupted;
}

#ifdef SIGTSTP
void signals_stop(void)
{
    struct sigaction ours;
    sigset_t stop, mask;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &(struct sigaction){.sa_handler = SIG_DFL}, &ours);
    raise(SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask); /* the process stops here */
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    if (ours.sa_handler != SIG_DFL) /* otherwise another thread is stopping the process too and will restore its handler */
        sigaction(SIGTSTP, &ours, NULL);
}
#endif
