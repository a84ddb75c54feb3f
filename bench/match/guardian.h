/* guardian.h - no engine outlives the runner, however it ends.
 *
 * A small process, forked before any thread starts, that knows the process group of every engine.
 * It sleeps on a pipe; when the runner's end closes - the runner has ended, even by SIGKILL - it kills
 * every group still listed, which reaches an engine started through a shell script as well, and then
 * whoever has a mark. While the runner is stopped, it keeps the engines stopped too.
 *
 * A helper that leaves its process group (setsid) or its parent (a double fork) still has the environment it was
 * started with. So every engine gets a variable with a name of its own there, its mark. The marks of one runner begin
 * alike. Needs Linux's /proc; elsewhere nobody is found, and the process group has to do. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* Forks the guardian; the descriptor to talk to it, or -1. Close it to let the guardian go. */
int guardian_start(void);

/* Lists and unlists a process group. Unlist it before its leader is reaped, while its number cannot be reused. */
void guardian_watch(int guardian, pid_t group);
void guardian_forget(int guardian, pid_t group);

/* Stops every group listed, or lets them go on. For signal handlers. */
void guardian_hold(int guardian, bool stopped);

enum { GUARDIAN_MARK_SIZE = 64 };

/* The mark of an engine, "NAME=1" as it stands in the environment: no two engines that run at once have the same place. With
 * NULL, what the marks of all the engines of a runner begin with. */
void guardian_mark(pid_t runner, const void *place, char mark[GUARDIAN_MARK_SIZE]);

/* Kills everybody whose mark begins so, but for the caller. */
void guardian_kill(const char *mark);
