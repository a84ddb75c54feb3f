/* html.h - the tournament as one self-contained page: tables, curves, and a viewer for every game. */
#ifndef HANXIN_BENCH_MATCH_HTML_H
#define HANXIN_BENCH_MATCH_HTML_H

#include "bench/match/store.h"

/* Writes the page, whole or not at all, in place of what stands there (store_open() has asked whether it may).
 * False with a reason. */
bool html_write(const Store *s, const Results *r, bool finished, const char *file, char *error) __attribute__((warn_unused_result));

/* The page's text around its data (html_page.c); each list ends with NULL. HTML_EVENT stands for the event's name. */
#define HTML_EVENT "\1"
extern const char *const html_before_data[];
extern const char *const html_after_data[];

#endif
