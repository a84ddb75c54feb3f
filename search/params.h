/* params.h - every tunable number of the search, in one table.
 *
 * X(name, default, least, most). A build with -DTUNE makes each an int that an option can set; all
 * others fold them to constants. Margins are centipawns, depths plies, reductions 1024ths of a ply. */
#ifndef HANXIN_SEARCH_PARAMS_H
#define HANXIN_SEARCH_PARAMS_H

#define SEARCH_PARAMS(X)                                                                                                                   \
    X(aspiration_window, 16, 4, 80) /* first half-width at the root */                                                                     \
    X(aspiration_depth, 4, 1, 10)   /* full window below this */                                                                           \
    X(razor_base, 260, 50, 800)     /* drop into quiescence when eval is so far below alpha */                                             \
    X(razor_slope, 160, 20, 500)    /* ... per ply of depth squared */                                                                     \
    X(rfp_depth, 9, 3, 14)          /* reverse futility: at most this depth */                                                             \
    X(rfp_margin, 75, 20, 200)      /* ... per ply */                                                                                      \
    X(rfp_improving, 60, 0, 200)    /* ... less when improving */                                                                          \
    X(nmp_base, 4, 2, 7)            /* null move: plies off before depth counts */                                                         \
    X(nmp_divisor, 4, 2, 8)         /* ... and one more per so many plies of depth */                                                      \
    X(nmp_eval_step, 180, 60, 500)  /* ... and one more per so many centipawns above beta */                                               \
    X(nmp_verify_depth, 14, 8, 24)  /* verified by a search without null move from here on */                                              \
    X(probcut_margin, 180, 60, 400) /* captures that win so much above beta at reduced depth */                                            \
    X(probcut_depth, 5, 3, 10)                                                                                                             \
    X(iir_depth, 4, 2, 10)       /* one ply less without a hash move from this depth on */                                                 \
    X(lmp_base, 4, 1, 12)        /* late quiet moves: after base + depth^2 (half if not improving) */                                      \
    X(futility_depth, 10, 3, 14) /* quiet futility: at most this reduced depth */                                                          \
    X(futility_base, 90, 20, 300)                                                                                                          \
    X(futility_slope, 85, 20, 250)                                                                                                         \
    X(history_prune_depth, 6, 2, 12)                                                                                                       \
    X(history_prune_slope, 4000, 500, 9000)                                                                                                \
    X(see_quiet_slope, 22, 4, 100)     /* quiet moves must not lose more than slope * depth^2 */                                           \
    X(see_capture_slope, 100, 20, 300) /* captures: slope * depth */                                                                       \
    X(singular_depth, 6, 4, 12)        /* singular extension from this depth on */                                                         \
    X(singular_margin, 2, 1, 6)        /* ... the rest must fail below the hash score - margin * depth */                                  \
    X(double_margin, 24, 4, 100)       /* ... and by so much more for two plies */                                                         \
    X(lmr_base, 820, 200, 2000)        /* late move reduction: base + slope * ln(depth) * ln(number) */                                    \
    X(lmr_slope, 470, 200, 900)                                                                                                            \
    X(lmr_cut_node, 1500, 0, 3000)                                                                                                         \
    X(lmr_not_improving, 900, 0, 2000)                                                                                                     \
    X(lmr_pv, 1100, 0, 3000)                                                                                                               \
    X(lmr_check, 900, 0, 3000) /* less for moves that give check */                                                                        \
    X(lmr_killer, 1000, 0, 3000)                                                                                                           \
    X(lmr_tt_capture, 900, 0, 3000)                                                                                                        \
    X(lmr_history, 9, 2, 40)     /* one 1024th less per so many points of history */                                                       \
    X(qs_futility, 140, 20, 400) /* quiescence: stand pat + victim + margin must reach alpha */                                            \
    X(qs_check_plies, 0, 0, 4)   /* first plies of quiescence that try quiet checks too */                                                 \
    X(check_extension, 1, 0, 2)  /* extend safe checks: 0 never, 1 on the principal variation, 2 everywhere */                             \
    X(history_bonus_slope, 160, 40, 400)                                                                                                   \
    X(history_bonus_base, -90, -400, 200)                                                                                                  \
    X(history_bonus_max, 1700, 400, 4000)                                                                                                  \
    X(check_order_bonus, 9000, 0, 30000) /* quiet checks that lose nothing come earlier */                                                 \
    X(correction_weight, 100, 0, 300)    /* per cent of the correction histories' advice */

#ifdef TUNE
#define X(name, value, least, most) extern int name;
#else
#define X(name, value, least, most) enum { name = value };
#endif
SEARCH_PARAMS(X)
#undef X

#include <stdbool.h>

/* The table at run time, for options: empty unless built with -DTUNE (`make tune`). Set parameters
 * only between searches, before searcher_new(). */
typedef struct SearchParam {
    const char *name;
    int *value, start, least, most;
} SearchParam;
int search_param_count(void);
const SearchParam *search_param(int index);
bool search_param_set(const char *name, int value); /* clamped; false if there is none of that name */

#endif
