#include "protocol/terminal/interrupt.h"

#include <signal.h>
#include <stdlib.h>

#include "engine/base/platform.h"

/* The only global state here: a signal's handler is handed nothing. */
static volatile sig_atomic_t broken, suspended, ending; /* the last holds the signal's number */
static int64_t asleep_ms;

/* What has come; taken, but for the end. */
static Wake take(void)
{
    if (ending)
        return WAKE_END;
    if (broken) {
        broken = false;
        return WAKE_BREAK;
    }
    if (suspended) {
        suspended = false;
        return WAKE_SUSPEND;
    }
    return WAKE_NONE;
}

bool interrupt_ending(void) { return ending; }

int64_t interrupt_asleep_ms(void) { return asleep_ms; }

#ifdef _WIN32
#include <conio.h>
#include <windows.h>

static BOOL WINAPI note(DWORD what)
{
    if (what == CTRL_C_EVENT)
        broken = true;
    else
        ending = SIGTERM; /* the console is closed, or Ctrl-Break */
    if (what == CTRL_CLOSE_EVENT || what == CTRL_LOGOFF_EVENT || what == CTRL_SHUTDOWN_EVENT)
        Sleep(5000); /* when this returns the process is gone: time to end in order */
    return TRUE;
}

void interrupt_begin(void) { SetConsoleCtrlHandler(note, TRUE); }
void interrupt_end(void) { SetConsoleCtrlHandler(note, FALSE); }

Wake interrupt_wait(int timeout_ms, bool input)
{
    enum { STEP_MS = 10 };
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

void interrupt_suspend(void) {}

void interrupt_die(void)
{
    if (ending)
        exit(128 + SIGTERM);
}
#else
#include <poll.h>
#include <unistd.h>

static const int caught[] = {SIGINT, SIGTSTP, SIGTERM, SIGHUP, SIGQUIT};
enum { CAUGHT = sizeof caught / sizeof *caught };

static bool begun;
static struct sigaction found[CAUGHT];
static sigset_t mask_found, mask_waiting;

static void note(int number)
{
    if (number == SIGINT)
        broken = true;
    else if (number == SIGTSTP)
        suspended = true;
    else
        ending = number;
}

/* What was to be ignored stays so: nohup, a shell without job control. */
void interrupt_begin(void)
{
    sigset_t held;
    sigemptyset(&held);
    for (int i = 0; i < CAUGHT; i++)
        sigaddset(&held, caught[i]);
    sigprocmask(SIG_BLOCK, &held, &mask_found);
    mask_waiting = mask_found;
    for (int i = 0; i < CAUGHT; i++) {
        sigaction(caught[i], NULL, &found[i]);
        if (found[i].sa_handler == SIG_IGN)
            continue;
        sigaction(caught[i], &(struct sigaction){.sa_handler = note, .sa_flags = SA_RESTART}, NULL);
        sigdelset(&mask_waiting, caught[i]);
    }
    begun = true;
}

void interrupt_end(void)
{
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &found[i], NULL);
    sigprocmask(SIG_SETMASK, &mask_found, NULL);
    begun = false;
}

Wake interrupt_wait(int timeout_ms, bool input)
{
    struct timespec time = {timeout_ms / 1000, (long)(timeout_ms % 1000) * 1000000};
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    int ready = ppoll(&in, input, timeout_ms < 0 ? NULL : &time, begun ? &mask_waiting : NULL);
    Wake wake = take();
    if (wake != WAKE_NONE)
        return wake;
    return ready > 0 ? WAKE_INPUT : WAKE_NONE;
}

void interrupt_suspend(void)
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
    asleep_ms += clock_ms() - start_ms;
}

void interrupt_die(void)
{
    if (!ending)
        return;
    signal(ending, SIG_DFL);
    raise(ending);
}
#endif
