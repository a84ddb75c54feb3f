#include "protocol/terminal/interrupt.h"

#include <signal.h>
#include <stdlib.h>

#include "engine/base/platform.h"

/* A signal's handler is handed nothing. */
static struct {
    volatile sig_atomic_t broken, suspended, ending; /* the last holds the signal's number */
} signals;

/* What has come; taken, but for the end. */
static Wake take(void)
{
    if (signals.ending)
        return WAKE_END;
    if (signals.broken) {
        signals.broken = false;
        return WAKE_BREAK;
    }
    if (signals.suspended) {
        signals.suspended = false;
        return WAKE_SUSPEND;
    }
    return WAKE_NONE;
}

bool interrupt_ending(void) { return signals.ending; }

#ifdef _WIN32
#include <conio.h>
#include <windows.h>

static BOOL WINAPI note(DWORD what)
{
    if (what == CTRL_C_EVENT)
        signals.broken = true;
    else
        signals.ending = SIGTERM; /* the console is closed, or Ctrl-Break */
    if (what == CTRL_CLOSE_EVENT || what == CTRL_LOGOFF_EVENT || what == CTRL_SHUTDOWN_EVENT)
        Sleep(5000); /* when this returns the process is gone: time to end in order */
    return TRUE;
}

void interrupt_begin(Interrupt *in)
{
    (void)in;
    SetConsoleCtrlHandler(note, TRUE);
}

void interrupt_end(Interrupt *in)
{
    (void)in;
    SetConsoleCtrlHandler(note, FALSE);
}

Wake interrupt_wait(const Interrupt *in, int timeout_ms, bool input)
{
    enum { STEP_MS = 10 };
    (void)in;
    for (;;) {
        Wake wake = take();
        if (wake != WAKE_NONE)
            return wake;
        if (input && (!stdin_is_terminal() || _kbhit()))
            return WAKE_INPUT;
        if (timeout_ms == 0)
            return WAKE_NONE;
        sleep_ms(STEP_MS);
        if (timeout_ms > 0)
            timeout_ms = timeout_ms > STEP_MS ? timeout_ms - STEP_MS : 0;
    }
}

void interrupt_suspend(Interrupt *in) { (void)in; }

void interrupt_die(void)
{
    if (signals.ending)
        exit(128 + SIGTERM);
}
#else
#include <poll.h>
#include <unistd.h>

static const int caught[] = {SIGINT, SIGTSTP, SIGTERM, SIGHUP, SIGQUIT};
enum { CAUGHT = sizeof caught / sizeof *caught };
_Static_assert(CAUGHT == sizeof((Interrupt *)NULL)->found / sizeof(struct sigaction), "room for what each signal did before");

static void note(int number)
{
    if (number == SIGINT)
        signals.broken = true;
    else if (number == SIGTSTP)
        signals.suspended = true;
    else
        signals.ending = number;
}

/* What was to be ignored stays so: nohup, a shell without job control. */
void interrupt_begin(Interrupt *in)
{
    sigset_t held;
    sigemptyset(&held);
    for (int i = 0; i < CAUGHT; i++)
        sigaddset(&held, caught[i]);
    sigprocmask(SIG_BLOCK, &held, &in->mask_found);
    in->mask_waiting = in->mask_found;
    for (int i = 0; i < CAUGHT; i++) {
        sigaction(caught[i], NULL, &in->found[i]);
        if (in->found[i].sa_handler == SIG_IGN)
            continue;
        sigaction(caught[i], &(struct sigaction){.sa_handler = note, .sa_flags = SA_RESTART}, NULL);
        sigdelset(&in->mask_waiting, caught[i]);
    }
    in->begun = true;
}

void interrupt_end(Interrupt *in)
{
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &in->found[i], NULL);
    sigprocmask(SIG_SETMASK, &in->mask_found, NULL);
    in->begun = false;
}

Wake interrupt_wait(const Interrupt *in, int timeout_ms, bool input)
{
    struct timespec time = {timeout_ms / 1000, (long)(timeout_ms % 1000) * 1000000};
    struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
    int ready = ppoll(&keys, input, timeout_ms < 0 ? NULL : &time, in->begun ? &in->mask_waiting : NULL);
    Wake wake = take();
    if (wake != WAKE_NONE)
        return wake;
    return ready > 0 ? WAKE_INPUT : WAKE_NONE;
}

void interrupt_suspend(Interrupt *in)
{
    struct sigaction ours;
    sigset_t stop, mask;
    int64_t start_ms = clock_ms();
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &(struct sigaction){.sa_handler = SIG_DFL}, &ours);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, &mask); /* here it stops */
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &ours, NULL);
    in->asleep_ms += clock_ms() - start_ms;
}

void interrupt_die(void)
{
    if (!signals.ending)
        return;
    signal(signals.ending, SIG_DFL);
    raise(signals.ending);
}
#endif
