/* family.h - an engine and everything it has started, however far that went.
 *
 * A helper that leaves its process group (setsid) or its parent (a double fork) still has the environment it was
 * started with. So every engine gets a variable with a name of its own there, its mark, and whoever has it is family.
 * The marks of one runner begin alike. Needs Linux's /proc; elsewhere nobody is found, and the process group has to do. */
#pragma once

#include <sys/types.h>

enum { FAMILY_MARK_SIZE = 48 };

/* The mark of the engine that process `leader` is, "NAME=1" as it stands in the environment. Async-signal-safe: the leader
 * learns its number between fork and exec. A mark may be used until the leader is reaped; then the number may be another's. */
void family_mark(pid_t runner, pid_t leader, char mark[FAMILY_MARK_SIZE]);

/* What the marks of all the engines of a runner begin with. */
void family_all(pid_t runner, char mark[FAMILY_MARK_SIZE]);

/* Kills everybody whose mark begins so, but for the caller. */
void family_kill(const char *mark);
