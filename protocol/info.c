/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/info.h"

#include "engine/base/contract.h"

enum { LINES_PER_SECOND = 15, BURST = 15, SILENCE_MS = 3000, BOUNDS_AFTER_MS = 3000, CURRENT_AFTER_MS = 3000 };

void info_init(InfoLimiter *limiter, const Printer *printer, const Clock *clock)
{
    assert(printer && clock);
    *limiter = (InfoLimiter){.printer = printer, .clock = clock};
    pthread_mutex_init(&limiter->lock, NULL);
}

void info_clear(InfoLimiter *limiter) { pthread_mutex_destroy(&limiter->lock); }

void info_start(InfoLimiter *limiter)
{
    pthread_mutex_lock(&limiter->lock);
    limiter->start_ms = limiter->last_line_ms = clock_now_ms(limiter->clock);
    limiter->open = limiter->decided = false;
    limiter->held = 0;
    limiter->printed = (SearchInfo){0};
    limiter->current = MOVE_NONE;
    pthread_mutex_unlock(&limiter->lock);
}

/* Takes tokens from a bucket. Lines that belong together are taken as a whole, so the bucket may go
 * below zero. Successive quick searches share the bucket, so that together they also stay within the
 * rate. */
static bool info_take_tokens(InfoLimiter *limiter, int lines)
{
    int64_t now = clock_now_ms(limiter->clock);
    limiter->tokens += (double)(now - limiter->refilled_ms) * LINES_PER_SECOND / 1000;
    if (limiter->tokens > BURST)
        limiter->tokens = BURST;
    limiter->refilled_ms = now;
    if (limiter->tokens < 1)
        return false;
    limiter->tokens -= lines;
    return true;
}

/* Returns true if the line differs from the last one printed. A search that is stopped reports its
 * last line again, which is often identical. */
static bool info_is_news(const InfoLimiter *limiter, const SearchInfo *info)
{
    const SearchInfo *old = &limiter->printed;
    return info->nodes != old->nodes || info->depth != old->depth || info->multipv != old->multipv || info->score != old->score ||
           info->bound != old->bound || info->pv_length != old->pv_length;
}

static void info_print(InfoLimiter *limiter, const SearchInfo *info)
{
    if (!info_is_news(limiter, info))
        return;
    limiter->printed = *info;
    printer_info(limiter->printer, info);
    limiter->last_line_ms = clock_now_ms(limiter->clock);
}

void info_report(InfoLimiter *limiter, const SearchInfo *info)
{
    assert(info->passing || (info->lines >= 1 && info->multipv <= info->lines));
    pthread_mutex_lock(&limiter->lock);
    if (info->passing) {
        /* A score that is only a bound is worth a line in a slow search or in debug mode. */
        bool slow = clock_now_ms(limiter->clock) - limiter->start_ms >= BOUNDS_AFTER_MS && limiter->printer->dialect->reports_bounds;
        if ((limiter->printer->settings->debug || slow) && info_take_tokens(limiter, 1))
            info_print(limiter, info);
    } else if (info->multipv >= 1 && info->multipv <= MAX_MULTIPV) {
        if (info->multipv == 1) {
            const bool decides = !is_evaluation(info->score);
            limiter->open = info_take_tokens(limiter, info->lines);
            if (!limiter->open && decides && !limiter->decided) {
                limiter->tokens = -info->lines; /* set, not subtracted, so that the debts of successive searches do not add up */
                limiter->open = true;
            }
            limiter->decided |= decides;
            limiter->held = 0;
        }
        if (limiter->open) {
            info_print(limiter, info);
        } else {
            limiter->last[info->multipv] = *info;
            limiter->held = info->multipv;
        }
    }
    pthread_mutex_unlock(&limiter->lock);
}

static void info_print_current(InfoLimiter *limiter, int64_t time_ms)
{
    char move[PRINTED_MOVE];
    output_linef(limiter->printer->out, "info depth %d currmove %s currmovenumber %d time %lld", limiter->current_depth,
                 printer_move(limiter->printer, limiter->current, move), limiter->current_number, (long long)time_ms);
    limiter->last_line_ms = clock_now_ms(limiter->clock);
}

void info_root_move(InfoLimiter *limiter, int depth, Move m, int number, int64_t time_ms)
{
    assert(move_on_board(m) && number >= 1);
    pthread_mutex_lock(&limiter->lock);
    limiter->current = m;
    limiter->current_depth = depth;
    limiter->current_number = number;
    if ((limiter->printer->settings->debug || time_ms >= CURRENT_AFTER_MS) && info_take_tokens(limiter, 1))
        info_print_current(limiter, time_ms);
    pthread_mutex_unlock(&limiter->lock);
}

/* Prints the held-back lines. The caller holds the lock. */
static void info_print_held(InfoLimiter *limiter)
{
    for (int i = 1; i <= limiter->held; i++)
        info_print(limiter, &limiter->last[i]);
    limiter->held = 0;
}

void info_flush(InfoLimiter *limiter)
{
    pthread_mutex_lock(&limiter->lock);
    info_print_held(limiter);
    pthread_mutex_unlock(&limiter->lock);
}

/* Returns true if all lines of the held-back group have arrived. */
static bool info_holds_a_set(const InfoLimiter *limiter)
{
    return limiter->held > 0 && limiter->held >= limiter->last[limiter->held].lines;
}

void info_keep_alive(InfoLimiter *limiter)
{
    pthread_mutex_lock(&limiter->lock);
    int64_t now = clock_now_ms(limiter->clock);
    if (info_holds_a_set(limiter) && info_take_tokens(limiter, limiter->held)) {
        info_print_held(limiter);
    } else if (now - limiter->last_line_ms >= SILENCE_MS) {
        if (limiter->held > 0) {
            info_print_held(limiter);
        } else if (limiter->current != MOVE_NONE) {
            info_print_current(limiter, now - limiter->start_ms);
        } else {
            output_linef(limiter->printer->out, "info time %lld", (long long)(now - limiter->start_ms));
            limiter->last_line_ms = now;
        }
    }
    pthread_mutex_unlock(&limiter->lock);
}
