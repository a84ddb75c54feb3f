/* platform.h - what the operating systems do differently: clock, memory, processors, terminal. */
#ifndef HANXIN_ENGINE_PLATFORM_H
#define HANXIN_ENGINE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int64_t clock_us(void); /* microseconds of a steady clock, from any origin */
static inline int64_t clock_ms(void) { return clock_us() / 1000; }

void sleep_ms(int ms);

/* Processors the scheduler may use, at least 1. */
int processor_count(void);

/* Zeroed memory for large tables, aligned to 4096 and backed by huge pages where the system grants
 * them. NULL if it cannot be had. Free with big_free(), same size. */
void *big_alloc(size_t bytes);
void big_free(void *memory, size_t bytes);

/* Does standard output go to a terminal a person looks at? */
bool stdout_is_terminal(void);
bool stdin_is_terminal(void);

#endif
