/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/reporter.h"

#include "engine/base/contract.h"

enum { LINES_PER_SECOND = 15, BURST = 15, SILENCE_MS = 3000, BOUNDS_AFTER_MS = 3000, CURRENT_AFTER_MS = 3000 };

void reporter_init(Reporter *reporter, const Printer *printer, const Clock *clock)
{
    assert(printer && clock);
    *reporter = (Reporter){.printer = printer, .clock = clock};
    pthread_mutex_init(&reporter->lock, NULL);
}

void reporter_clear(Reporter *reporter) { pthread_mutex_destroy(&reporter->lock); }

void reporter_start(Reporter *reporter)
{
    pthread_mutex_lock(&reporter->lock);
    reporter->start_ms = reporter->last_line_ms = clock_now_ms(reporter->clock);
    reporter->open = reporter->decided = false;
    reporter->held = 0;
    reporter->printed = (SearchInfo){0};
    reporter->current = MOVE_NONE;
    pthread_mutex_unlock(&reporter->lock);
}

/* Takes tokens from a bucket. Lines that belong together are taken as a whole, so the bucket may go
 * below zero. Successive quick searches share the bucket, so that they too keep the rate. */
static bool take_tokens(Reporter *reporter, int lines, bool at_once)
{
    int64_t now = clock_now_ms(reporter->clock);
    reporter->tokens += (double)(now - reporter->refilled_ms) * LINES_PER_SECOND / 1000;
    if (reporter->tokens > BURST)
        reporter->tokens = BURST;
    reporter->refilled_ms = now;
    if (reporter->tokens < 1) {
        if (!at_once)
            return false;
        reporter->tokens = 0; /* debts of successive searches do not add up */
    }
    reporter->tokens -= lines;
    return true;
}

/* Returns true if the line differs from the last one printed. A search that is stopped reports its
 * last line again, which is often identical. */
static bool is_news(const Reporter *reporter, const SearchInfo *info)
{
    const SearchInfo *old = &reporter->printed;
    return info->nodes != old->nodes || info->depth != old->depth || info->multipv != old->multipv || info->score != old->score ||
           info->bound != old->bound || info->pv_length != old->pv_length;
}

static void print(Reporter *reporter, const SearchInfo *info)
{
    if (!is_news(reporter, info))
        return;
    reporter->printed = *info;
    printer_info(reporter->printer, info);
    reporter->last_line_ms = clock_now_ms(reporter->clock);
}

void reporter_info(Reporter *reporter, const SearchInfo *info)
{
    assert(info->passing || (info->lines >= 1 && info->multipv <= info->lines));
    pthread_mutex_lock(&reporter->lock);
    if (info->passing) {
        /* A score that is only a bound is worth a line in a slow search or in debug mode. */
        bool slow = clock_now_ms(reporter->clock) - reporter->start_ms >= BOUNDS_AFTER_MS && reporter->printer->dialect->tells_bounds;
        if ((reporter->printer->settings->debug || slow) && take_tokens(reporter, 1, false))
            print(reporter, info);
    } else if (info->multipv >= 1 && info->multipv <= MAX_MULTIPV) {
        if (info->multipv == 1) {
            const bool decides = !is_evaluation(info->score);
            reporter->open = take_tokens(reporter, info->lines, decides && !reporter->decided);
            reporter->decided |= decides;
            reporter->held = 0;
        }
        if (reporter->open) {
            print(reporter, info);
        } else {
            reporter->last[info->multipv] = *info;
            reporter->held = info->multipv;
        }
    }
    pthread_mutex_unlock(&reporter->lock);
}

static void print_current(Reporter *reporter, int64_t time_ms)
{
    char move[PRINTED_MOVE];
    output_linef(reporter->printer->out, "info depth %d currmove %s currmovenumber %d time %lld", reporter->current_depth,
                 printer_move(reporter->printer, reporter->current, move), reporter->current_number, (long long)time_ms);
    reporter->last_line_ms = clock_now_ms(reporter->clock);
}

void reporter_root_move(Reporter *reporter, int depth, Move m, int number, int64_t time_ms)
{
    assert(move_on_board(m) && number >= 1);
    pthread_mutex_lock(&reporter->lock);
    reporter->current = m;
    reporter->current_depth = depth;
    reporter->current_number = number;
    if ((reporter->printer->settings->debug || time_ms >= CURRENT_AFTER_MS) && take_tokens(reporter, 1, false))
        print_current(reporter, time_ms);
    pthread_mutex_unlock(&reporter->lock);
}

/* Prints the lines held back. The caller holds the lock. */
static void print_held(Reporter *reporter)
{
    for (int i = 1; i <= reporter->held; i++)
        print(reporter, &reporter->last[i]);
    reporter->held = 0;
}

void reporter_finish(Reporter *reporter)
{
    pthread_mutex_lock(&reporter->lock);
    print_held(reporter);
    pthread_mutex_unlock(&reporter->lock);
}

/* Returns true if all lines of the group held back have arrived. */
static bool holds_a_set(const Reporter *reporter) { return reporter->held > 0 && reporter->held >= reporter->last[reporter->held].lines; }

void reporter_keep_alive(Reporter *reporter)
{
    pthread_mutex_lock(&reporter->lock);
    int64_t now = clock_now_ms(reporter->clock);
    if (holds_a_set(reporter) && take_tokens(reporter, reporter->held, false)) {
        print_held(reporter);
    } else if (now - reporter->last_line_ms >= SILENCE_MS) {
        if (reporter->held > 0) {
            print_held(reporter);
        } else if (reporter->current != MOVE_NONE) {
            print_current(reporter, now - reporter->start_ms);
        } else {
            output_linef(reporter->printer->out, "info time %lld", (long long)(now - reporter->start_ms));
            reporter->last_line_ms = now;
        }
    }
    pthread_mutex_unlock(&reporter->lock);
}
