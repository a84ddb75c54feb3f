/* guardian.h - no engine outlives the runner, however it ends.
 *
 * A small process, forked before any thread starts, that knows the process group of every engine.
 * It sleeps on a pipe; when the runner's end closes - the runner has ended, even by SIGKILL - it kills
 * every group still listed, which reaches an engine started through a shell script as well, and then
 * the rest of the family (family.h). While the runner is stopped, it keeps the engines stopped too. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* Forks the guardian; the descriptor to talk to it, or -1. Close it to let the guardian go. */
int guardian_start(void);

/* Lists and unlists a process group. Async-signal-safe, so that a child may list itself between fork
 * and exec; unlist a group before its leader is reaped, while its number cannot be reused. */
void guardian_watch(int guardian, pid_t group);
void guardian_forget(int guardian, pid_t group);

/* Stops every group listed, or lets them go on. For signal handlers. */
void guardian_hold(int guardian, bool stopped);
