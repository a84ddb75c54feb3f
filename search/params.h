/* SPDX-License-Identifier: GPL-3.0-only */
/* params.h - every number of the search that a tuner may move, in one table. Constants of the rules stand in repetition.h.
 *
 * X(name, value, least, most). A build with -DTUNE (`make tune`) makes each an int that an option of its name sets, in force from
 * the next new game on; all others fold them to constants. Margins are centipawns, depths plies. What was
 * measured when a value was found: MEASURED.md. */
#pragma once

/* clang-format off */
#define SEARCH_PARAMS(X)                                                                                                          \
    /* the root (iterate.c, searcher.c) */                                                                                      \
    X(aspiration_window, 16, 2, 100)        /* first half-width of the window at the root */                                      \
    X(aspiration_even, 300, 0, 2000)        /* ... while the score is no further from zero */                                     \
    X(aspiration_square, 1000, 50, 100000)  /* ... and the square of what is beyond / this more */                                \
    X(aspiration_depth, 4, 1, 12)           /* full window below this */                                                          \
    X(aspiration_growth, 50, 5, 200)        /* per cent that the window grows by after a failure */                               \
    X(aspiration_plies, 3, 0, 8)            /* each failure high is searched a ply less deep, up to so many */                    \
    X(aspiration_limit, 2500, 500, 8000)    /* beyond this score the window is open */                                            \
    X(average_weight, 50, 5, 100)           /* per cent of the newest score in a root move's average */                           \
    X(single_reply_depth, 6, 1, 30)         /* on a game clock: enough for the only legal move */                                 \
    X(mate_extra_depth, 4, 0, 30)           /* with a deadline: deepens to twice the mate's length and so much more */            \
    X(prove_share, 60, 0, 500)              /* so many thousandths of the nodes go to proofs of mate by checks */                 \
    X(prove_table_nodes, 20000, 0, 1000000) /* so many each iteration where a table knows the root as won, to prove mate */       \
    X(prove_table_most, 400000, 0, 10000000) /* ... and so many in all */                                                         \
    X(prove_checks_nodes, 1000000, 0, 9000000) /* `go mate`: so many for checks alone, then all moves count */                    \
    X(vote_offset, 14, 1, 200)              /* threads vote by (score - worst + this) * depth */                                  \
    /* static evaluation (alphabeta.c, history.c) */                                                                              \
    X(correction_weight, 68, 0, 300)        /* per cent of the correction histories' advice */                                    \
    X(correction_pawns, 2, 0, 12)           /* weights of that advice, in quarters: of positions with these pawns */              \
    X(correction_guards, 1, 0, 12)          /* ... these kings, advisors and elephants */                                         \
    X(correction_force, 1, 0, 12)           /* ... these rooks, horses and cannons, each side's */                                \
    X(correction_moves, 2, 0, 12)           /* ... the same last two moves */                                                     \
    X(correction_rate, 8, 1, 64)            /* what was found goes in as difference * depth / this */                             \
    X(correction_depth, 16, 1, 64)          /* ... up to this depth */                                                            \
    X(correction_most, 256, 16, 1024)       /* ... up to so much */                                                               \
    X(correction_limit, 1024, 1024, 8192)   /* of an entry, in eighths of a centipawn */                                          \
    X(eval_men, 20, -40, 40)                /* the evaluation rises by so many 1024ths for each man above 24, and falls below */  \
    X(fade_plies, 120, 1, 240)              /* the evaluation fades with plies without capture, up to so many */                  \
    X(fade_divisor, 250, 240, 2000)         /* ... by plies / this */                                                             \
    /* where only the mate is missing (lopsided.h) */                                                                            \
    X(lopsided_score, 500, 0, 20000)        /* a score or bound beyond this is lopsided */                                        \
    /* pruning a whole node (alphabeta.c) */                                                                                      \
    X(razor_depth, 4, 0, 12)                /* into quiescence: at most this depth */                                             \
    X(razor_base, 240, 0, 1000)             /* ... when the evaluation is so far below alpha */                                   \
    X(razor_slope, 153, 0, 600)             /* ... per ply of depth squared */                                                    \
    X(rfp_depth, 9, 0, 20)                  /* reverse futility: at most this depth */                                            \
    X(rfp_margin, 54, 5, 250)               /* ... per ply */                                                                     \
    X(rfp_improving, 33, 0, 250)            /* ... less when improving */                                                         \
    X(rfp_divisor, 3, 1, 16)                /* ... returns beta and this part of what is above it */                              \
    X(nmp_depth, 3, 1, 10)                  /* null move: from this depth on */                                                   \
    X(nmp_base, 4, 1, 12)                   /* ... plies off before depth counts */                                               \
    X(nmp_divisor, 4, 1, 16)                /* ... and one more per so many plies of depth */                                     \
    X(nmp_eval_step, 198, 20, 800)          /* ... and one more per so many centipawns above beta */                              \
    X(nmp_eval_most, 3, 0, 12)              /* ... up to so many */                                                               \
    X(nmp_static_slope, 20, 0, 80)          /* ... only if the static evaluation is at least beta - this * depth */               \
    X(nmp_static_base, 182, -200, 600)      /* ... + this */                                                                      \
    X(nmp_verify_depth, 14, 4, 40)          /* ... verified by a search without null move from here on */                         \
    X(nmp_verify_part, 75, 0, 200)          /* ... which lasts for so many per cent of the remaining depth */                     \
    X(probcut_depth, 5, 2, 16)              /* captures that win so much above beta ... */                                        \
    X(probcut_margin, 198, 20, 600)                                                                                               \
    X(probcut_plies, 4, 1, 10)              /* ... at so much less depth */                                                       \
    X(probcut_tt_plies, 3, 0, 10)           /* ... unless the table knows better from at most so much less */                     \
    X(iir_depth, 4, 1, 16)                  /* one ply less without a hash move from this depth on */                             \
    X(iir_stale, 4, 0, 64)                  /* ... or if the table's entry is more than so many plies shallower */                \
    /* pruning moves (alphabeta.c) */                                                                                             \
    X(lmp_base, 4, 0, 20)                   /* late quiet moves: after base + depth^2 */                                          \
    X(lmp_divisor, 2, 1, 8)                 /* ... a part of it when not improving */                                             \
    X(futility_depth, 10, 0, 20)            /* quiet futility: at most this reduced depth */                                      \
    X(futility_base, 11, -200, 400)                                                                                               \
    X(futility_slope, 91, 10, 350)          /* ... per ply */                                                                     \
    X(futility_history, 136, 16, 1024)      /* ... and a centipawn per so much history */                                         \
    X(history_prune_depth, 6, 0, 16)        /* bad history: at most this reduced depth */                                         \
    X(history_prune_slope, 3180, 200, 12000)/* ... per ply */                                                                     \
    X(see_quiet_slope, 59, 0, 160)          /* quiet moves must not lose more than slope * depth^2 */                             \
    X(see_quiet_check, 40, -200, 400)       /* ... and so much more with check */                                                 \
    X(capture_futility_depth, 6, 0, 20)     /* futility for captures: at most this reduced depth */                               \
    X(capture_futility_base, 200, -200, 800)/* ... if the victim and so much do not reach alpha */                                \
    X(capture_futility_slope, 200, 10, 600) /* ... and so much more per ply */                                                    \
    X(capture_futility_history, 40, 10, 1024)/* ... and a centipawn per so much history */                                        \
    X(see_capture_slope, 178, 10, 500)      /* captures: slope * depth */                                                         \
    X(see_capture_check, 60, -200, 400)                                                                                           \
    /* extensions (alphabeta.c) */                                                                                                \
    X(extension_length, 2, 1, 6)            /* none beyond so many times the iteration's depth */                                 \
    X(singular_depth, 6, 3, 16)             /* singular extension from this depth on */                                           \
    X(singular_tt_plies, 3, 0, 10)          /* ... if the table's depth is at most so much less */                                \
    X(singular_margin, 28, 1, 160)          /* ... the rest must fail below the hash score - margin * depth / 16 */               \
    X(singular_divisor, 2, 1, 5)            /* ... at this part of the depth */                                                   \
    X(double_margin, 38, 0, 200)            /* ... and by so much more for two plies */                                           \
    X(singular_deepen, 14, 0, 20)           /* ... below this depth the moves after it gain a ply then */                         \
    X(singular_beta_plies, 2, 0, 4)         /* ... so much less if the rest fails high and the table's score does too */          \
    X(singular_cut_plies, 1, 0, 4)          /* ... or if it is expected to */                                                     \
    X(check_extension, 1, 0, 2)             /* safe checks: 0 never, 1 on the principal variation, 2 everywhere; if lopsided all */\
    X(check_extension_depth, 2, 0, 12)      /* ... from this depth on */                                                          \
    X(check_extension_see, 0, -400, 200)    /* ... that lose no more */                                                           \
    /* late move reductions, 1024ths of a ply (alphabeta.c, searcher.c) */                                                        \
    X(lmr_depth, 2, 1, 8)                   /* from this depth on */                                                              \
    X(lmr_number, 1, 1, 6)                  /* all but so many moves */                                                           \
    X(lmr_root_number, 2, 1, 6)             /* ... at the root */                                                                 \
    X(lmr_base, 816, 0, 3000)               /* base + slope * ln(depth) * ln(number) */                                           \
    X(lmr_slope, 325, 50, 1200)                                                                                                   \
    X(lmr_not_improving, 820, -1024, 4096)                                                                                        \
    X(lmr_lopsided, 600, -1024, 4096)       /* more where it is lopsided; counts in pruning too */                                \
    X(lmr_cut_node, 640, -1024, 4096)                                                                                             \
    X(lmr_pv, 1170, -1024, 4096)            /* less on the principal variation */                                                 \
    X(lmr_check, 1050, -1024, 4096)         /* less for moves that give check */                                                  \
    X(lmr_evasion, 480, -1024, 4096)        /* less for answers to check */                                                       \
    X(lmr_killer, 1295, -1024, 4096)        /* less for killers */                                                                \
    X(lmr_tt_capture, 755, -1024, 4096)     /* more for quiet moves if the hash move is a capture */                              \
    X(lmr_cutoffs, 3, 0, 16)                /* after more cutoffs among the children ... */                                       \
    X(lmr_cutoff_plies, 1015, -1024, 4096)  /* ... so much more */                                                                \
    X(lmr_capture, 650, -1024, 4096)        /* less for captures */                                                               \
    X(lmr_history, 117, 0, 600)             /* less by history * this / 1024 */                                                   \
    X(lmr_capture_history, 303, 0, 1600)    /* the same for captures */                                                           \
    X(lmr_extend, 1, 0, 2)                  /* plies by which a negative reduction may deepen */                                  \
    X(lmr_deeper, 69, 0, 500)               /* a move that beat the best by so much after a reduction is searched a ply deeper */ \
    X(lmr_deeper_slope, 2, 0, 20)           /* ... + this * depth */                                                              \
    X(lmr_shallower, 11, 0, 200)            /* ... by less than this, a ply less deep */                                          \
    X(alpha_raise_plies, 1, 0, 4)           /* the moves after one that raised alpha are searched so much less deep */            \
    X(alpha_raise_least, 2, 0, 10)          /* ... above this depth */                                                            \
    X(alpha_raise_most, 14, 4, 40)          /* ... and below this */                                                              \
    /* quiescence (quiescence.c) */                                                                                               \
    X(qs_futility, 137, 0, 600)             /* stand pat + victim + margin must reach alpha */                                    \
    X(qs_see, -32, -300, 100)               /* captures must not lose more */                                                     \
    X(qs_captures, 3, 1, 64)                /* more of them only with check */                                                    \
    X(qs_check_plies, 1, 0, 8)              /* quiet checks too, for so many plies, where it is lopsided */                       \
    X(qs_evasions, 3, 1, 64)                /* quiet answers to a check, once one holds */                                        \
    X(qs_evasion_see, -150, -600, 100)      /* ... and captures among them that lose no more */                                   \
    /* order of moves (movepick.c) */                                                                                             \
    X(good_capture_see, -20, -300, 200)     /* captures before quiet moves: must not lose more */                                 \
    X(capture_victim, 16, 0, 64)            /* ... the victim's worth counts so much beside the history */                        \
    X(order_butterfly, 18, 0, 128)          /* weights of the histories of quiet moves, in 32nds */                               \
    X(order_continuation_1, 56, 0, 256)                                                                                           \
    X(order_continuation_2, 40, 0, 256)                                                                                           \
    X(order_continuation_4, 24, 0, 256)                                                                                           \
    X(order_continuation_6, 7, 0, 256)                                                                                            \
    X(check_order_bonus, 11770, 0, 60000)   /* quiet checks come earlier ... */                                                   \
    X(check_order_see, -40, -400, 100)      /* ... that lose no more */                                                           \
    /* what the histories learn (alphabeta.c, history.c) */                                                                       \
    X(history_bonus_slope, 241, 20, 800)    /* the best move: base + slope * depth */                                             \
    X(history_bonus_base, -90, -800, 600)                                                                                         \
    X(history_bonus_max, 1491, 200, 7000)                                                                                         \
    X(history_malus_slope, 273, 20, 800)    /* the same for the moves that were tried before */                                   \
    X(history_malus_base, -30, -800, 600)                                                                                         \
    X(history_malus_max, 1664, 200, 7000)                                                                                         \
    X(butterfly_limit, 9493, 7000, 32000)   /* what an entry tends to: the less, the faster it forgets */                         \
    X(continuation_limit, 16384, 7000, 32000)                                                                                     \
    X(capture_limit, 16384, 7000, 32000)                                                                                          \
    X(continuation_start, -400, -4000, 2000)/* of moves never seen in that place */                                               \
    X(continuation_far, 58, 0, 100)         /* per cent of the bonus for the continuations four and six plies back */             \
    X(tt_cut_weight, 50, 0, 100)            /* per cent of the bonus for a hash move whose table entry cuts */                    \
    X(eval_change_weight, 66, 0, 400)       /* tenths of a point per centipawn that a move changed the evaluation by */           \
    X(eval_change_offset, 73, -200, 300)    /* mean of both sides' evaluations together: the worth of having the move, twice */   \
    X(eval_change_max, 1200, 0, 5000)                                                                                             \
    X(fail_low_weight, 66, 0, 400)          /* half per cents of the bonus, per reason, for the move to a node where all fails */ \
    X(refuted_weight, 42, 0, 300)           /* per cent of the malus for the quiet first move that led to where one cuts */       \
    X(fail_low_depth, 5, 0, 20)             /* ... a reason: more depth than this */                                              \
    X(fail_low_stat, -8000, -30000, 20000)  /* ... worse history than this */                                                     \
    X(fail_low_number, 8, 0, 40)            /* ... more moves tried before it than this */                                        \
    /* the table (tt.c) */                                                                                                        \
    X(tt_age_plies, 8, 0, 64)               /* a generation of age counts as so many plies */                                     \
    X(tt_keep_plies, 4, 0, 32)              /* a bound leaves alone what is deeper by more, of this search, unless lopsided */    \
    /* the clock (timeman.c): no effect on searches without one */                                                                \
    X(time_share, 120, 20, 500)             /* per cent of an even share of the clock for a move of the usual difficulty */       \
    X(time_moves, 55, 10, 200)              /* moves still to come in sudden death, early and late alike */                       \
    X(time_increments, 50, 0, 100)          /* increments to come that may be spent beforehand */                                 \
    X(time_increment_share, 100, 0, 100)    /* per cent of this move's increment spent with it */                                 \
    X(time_reserve, 12, 0, 40)              /* overheads, or losses a move, below which it saves the increments */                \
    X(time_pool_least, 4, 1, 50)            /* what moves to come will lose leaves one part in so many of the clock to spread */  \
    X(time_lead_increments, 20, 0, 100)     /* increments that count in a lead over the opponent's clock */                       \
    X(time_lead_share, 50, 0, 100)          /* ... per cent of it that is spent beside */                                         \
    X(time_soft_most, 33, 5, 80)            /* per cent of the clock for one move, at most */                                     \
    X(time_hard_most, 60, 10, 90)           /* ... where it is in trouble */                                                      \
    X(time_hard_factor, 5, 1, 20)           /* ... and so many times the share */                                                 \
    X(time_control_moves, 50, 10, 200)      /* a time control further off counts as so many moves */                              \
    X(time_control_soft, 90, 20, 150)       /* per cent of an even share until the time control */                                \
    X(time_control_hard, 75, 20, 95)        /* ... of the clock, at most */                                                       \
    X(time_last_soft, 80, 10, 95)           /* per cent of the clock for the last move before it */                               \
    X(time_last_hard, 90, 20, 99)                                                                                                 \
    X(time_ponder, 25, 0, 100)              /* per cent more when pondering */                                                    \
    X(time_kept, 16, 4, 64)                 /* this part of the clock is never spent */                                           \
    X(time_lag_supposed, 8, 1, 100)         /* until moves were compared: one part in so many of the overhead (lag.c) */         \
    X(time_lag_memory, 64, 4, 1000)         /* after more moves the older ones count half */                                      \
    X(time_lag_most, 4, 1, 100)             /* one move counts as so many overheads at most, whatever held it up */               \
    X(time_stall_fades, 8, 1, 100)          /* the worst of late counts for one such part less with each move */                  \
    X(time_stable_0, 170, 20, 400)          /* per cent of it where the best move stands for so many depths; the last: and more */\
    X(time_stable_1, 134, 20, 400)                                                                                                \
    X(time_stable_2, 108, 20, 400)                                                                                                \
    X(time_stable_3, 90, 20, 400)                                                                                                 \
    X(time_stable_4, 76, 20, 400)                                                                                                 \
    X(time_stable_5, 67, 20, 400)                                                                                                 \
    X(time_stable_6, 60, 20, 400)                                                                                                 \
    X(time_stable_7, 55, 20, 400)                                                                                                 \
    X(time_stable_8, 51, 20, 400)                                                                                                 \
    X(time_rise_most, 20, 0, 99)            /* a per cent less per centipawn that the score rises, up to so many */               \
    X(time_drop_most, 80, 0, 300)           /* ... and more per centipawn that it falls */                                        \
    X(time_effort_base, 182, 100, 400)      /* per cent of it, less the next times the share of nodes spent on the best move */   \
    X(time_effort_slope, 115, 0, 300)                                                                                             \
    /* playing weaker (skill.c): no effect at full strength */                                                                    \
    X(skill_nodes, 30, 1, 1000)             /* nodes of level 1 ... */                                                            \
    X(skill_nodes_growth, 150, 100, 300)    /* ... per cent of a level's for the next */                                          \
    X(skill_noise, 200, 0, 1000)            /* standard deviation of its error in centipawns ... */                               \
    X(skill_noise_decay, 85, 10, 100)                                                                                             \
    X(skill_lines, 6, 1, 16)                /* root moves the noise chooses among */
/* clang-format on */

#ifdef TUNE
#define X(name, value, least, most) extern int name;
#else
#define X(name, value, least, most) enum { name = value };
#endif
SEARCH_PARAMS(X)
#undef X
