/* params.h - every tunable number of the search, in one table.
 *
 * X(name, default, least, most). A build with -DTUNE makes each an int that an option can set; all
 * others fold them to constants. Margins are centipawns, depths plies, reductions 1024ths of a ply. */
#ifndef HANXIN_SEARCH_PARAMS_H
#define HANXIN_SEARCH_PARAMS_H

#define SEARCH_PARAMS(X)                                                                                                                   \
    X(aspiration_window, 16, 4, 80)   /* first half-width at the root */                                                                   \
    X(aspiration_depth, 4, 1, 10)     /* full window below this */                                                                         \
    X(razor_base, 243, 50, 800)       /* drop into quiescence when eval is so far below alpha */                                           \
    X(razor_slope, 153, 20, 500)      /* ... per ply of depth squared */                                                                   \
    X(rfp_depth, 9, 3, 14)            /* reverse futility: at most this depth */                                                           \
    X(rfp_margin, 56, 20, 200)        /* ... per ply */                                                                                    \
    X(rfp_improving, 46, 0, 200)      /* ... less when improving */                                                                        \
    X(nmp_base, 4, 2, 7)              /* null move: plies off before depth counts */                                                       \
    X(nmp_divisor, 4, 2, 8)           /* ... and one more per so many plies of depth */                                                    \
    X(nmp_eval_step, 207, 60, 500)    /* ... and one more per so many centipawns above beta */                                             \
    X(nmp_eval_most, 3, 0, 8)         /* ... up to so many */                                                                              \
    X(nmp_static_slope, 20, 0, 60)    /* ... only if the static evaluation is at least beta - this * depth */                              \
    X(nmp_static_base, 170, -50, 400) /* ... + this */                                                                                     \
    X(nmp_verify_depth, 14, 8, 24)    /* verified by a search without null move from here on */                                            \
    X(probcut_margin, 193, 60, 400)   /* captures that win so much above beta at reduced depth */                                          \
    X(probcut_depth, 5, 3, 10)                                                                                                             \
    X(iir_depth, 4, 2, 10)       /* one ply less without a hash move from this depth on */                                                 \
    X(lmp_base, 4, 1, 12)        /* late quiet moves: after base + depth^2 (half if not improving) */                                      \
    X(futility_depth, 10, 3, 14) /* quiet futility: at most this reduced depth */                                                          \
    X(futility_base, 3, -100, 300)                                                                                                         \
    X(futility_slope, 97, 20, 250)                                                                                                         \
    X(history_prune_depth, 6, 2, 12)                                                                                                       \
    X(history_prune_slope, 3312, 500, 9000)                                                                                                \
    X(see_quiet_slope, 47, 4, 100)     /* quiet moves must not lose more than slope * depth^2 */                                           \
    X(see_capture_slope, 165, 20, 300) /* captures: slope * depth */                                                                       \
    X(singular_depth, 6, 4, 12)        /* singular extension from this depth on */                                                         \
    X(singular_margin, 24, 4, 128)     /* ... the rest must fail below the hash score - margin * depth / 16 */                             \
    X(double_margin, 32, 4, 100)       /* ... and by so much more for two plies */                                                         \
    X(lmr_base, 774, 200, 2000)        /* late move reduction: base + slope * ln(depth) * ln(number) */                                    \
    X(lmr_slope, 334, 200, 900)                                                                                                            \
    X(lmr_cut_node, 709, 0, 3000)                                                                                                          \
    X(lmr_not_improving, 796, 0, 2000)                                                                                                     \
    X(lmr_pv, 1166, 0, 3000)                                                                                                               \
    X(lmr_check, 1128, 0, 3000) /* less for moves that give check */                                                                       \
    X(lmr_killer, 1261, 0, 3000)                                                                                                           \
    X(lmr_tt_capture, 913, 0, 3000)                                                                                                        \
    X(lmr_history, 125, 20, 400)          /* less by history * this / 1024 */                                                              \
    X(lmr_capture_history, 322, 20, 1000) /* the same for captures */                                                                      \
    X(lmr_deeper, 73, 0, 300)     /* a move that beat the best by so much + 2 * depth after a reduction is searched a ply deeper */        \
    X(lmr_shallower, 12, 0, 100)  /* ... by less than this, a ply less deep */                                                             \
    X(alpha_raise_plies, 1, 0, 3) /* the moves after one that raised alpha are searched so much less deep */                               \
    X(qs_futility, 138, 20, 400)  /* quiescence: stand pat + victim + margin must reach alpha */                                           \
    X(qs_see, -30, -200, 60)      /* ... captures must not lose more */                                                                    \
    X(qs_captures, 3, 1, 64)      /* ... more of them only with check */                                                                   \
    X(qs_evasions, 3, 1, 64)      /* ... quiet answers to a check, once one holds */                                                       \
    X(qs_check_plies, 0, 0, 4)    /* first plies of quiescence that try quiet checks too */                                                \
    X(check_extension, 1, 0, 2)   /* extend safe checks: 0 never, 1 on the principal variation, 2 everywhere */                            \
    X(history_bonus_slope, 224, 40, 400)                                                                                                   \
    X(history_bonus_base, -90, -400, 200)                                                                                                  \
    X(history_bonus_max, 1491, 400, 4000)                                                                                                  \
    X(history_malus_slope, 259, 40, 400) /* the same for the moves that were tried before */                                               \
    X(history_malus_base, -30, -400, 200)                                                                                                  \
    X(history_malus_max, 1664, 400, 4000)                                                                                                  \
    X(butterfly_limit, 9493, 7000, 32000) /* the butterfly table learns faster and weighs less than the others (16384) */                  \
    X(order_butterfly, 14, 0, 64)         /* weights of the histories of quiet moves, in 32nds */                                          \
    X(order_continuation_1, 61, 0, 160)                                                                                                    \
    X(order_continuation_2, 37, 0, 160)                                                                                                    \
    X(order_continuation_4, 22, 0, 80)                                                                                                     \
    X(order_continuation_6, 12, 0, 80)                                                                                                     \
    X(tt_cut_weight, 50, 0, 100)         /* per cent of the bonus for a hash move whose table entry cuts */                                \
    X(eval_change_weight, 66, 0, 400)    /* tenths of a point of history per centipawn a move changed the evaluation by */                 \
    X(eval_change_offset, 73, -200, 200) /* mean of both sides' evaluations together: the worth of having the move, twice */               \
    X(eval_change_max, 1200, 0, 4000)                                                                                                      \
    X(fail_low_weight, 67, 0, 200)        /* half per cents of the bonus, per reason, for the move before a node where all fails */        \
    X(check_order_bonus, 11770, 0, 30000) /* quiet checks that lose nothing come earlier */                                                \
    X(correction_weight, 63, 0, 300)      /* per cent of the correction histories' advice */                                               \
    X(time_share, 135, 30, 400)           /* per cent of an even share of the clock that a move of no particular difficulty may take */

#ifdef TUNE
#define X(name, value, least, most) extern int name;
#else
#define X(name, value, least, most) enum { name = value };
#endif
SEARCH_PARAMS(X)
#undef X

#endif
