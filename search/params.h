/* SPDX-License-Identifier: GPL-3.0-only */
/* params.h - every parameter of the search that a tuner may change, in one table. Constants of the
 * rules are in repetition.h.
 *
 * X(name, value, least, most). A build with -DTUNE (`make tune`) turns each parameter into an int that
 * the option of the same name sets; a new value takes effect with the next new game. All other builds
 * fold them to constants. Margins are in centipawns, depths in plies. MEASURED.md records what was
 * measured when a value was found. */
#pragma once

#include "engine/board/score.h"

/* clang-format off */
#define SEARCH_PARAMS(X)                                                                                                            \
    /* the root (root.c, alphabeta.c) */                                                                                            \
    X(aspiration_window, 16, 2, 100)        /* half-width of the first window at the root */                                        \
    X(aspiration_even, 300, 0, 2000)        /* scores up to this far from zero do not widen the first window */                     \
    X(aspiration_square, 1000, 50, 100000)  /* beyond that, the window is wider by the square of the excess / this */               \
    X(aspiration_depth, 4, 1, 12)           /* lowest depth with an aspiration window */                                            \
    X(aspiration_growth, 50, 5, 200)        /* per cent by which the window grows after a failure */                                \
    X(aspiration_plies, 3, 0, 8)            /* maximum reduction in plies after fail highs, one for each */                         \
    X(aspiration_limit, 2500, 500, 8000)    /* beyond this score the window is open */                                              \
    X(average_weight, 50, 5, 100)           /* per cent of the newest score in a root move's average */                             \
    X(single_reply_depth, 6, 1, 30)         /* on a game clock: sufficient depth if there is only one legal move */                 \
    X(mate_extra_depth, 4, 0, 30)           /* plies searched beyond twice the length of a mate, if there is a deadline */          \
    X(prove_share, 60, 0, 500)              /* nodes spent on proofs of mate by checks, per thousand of all nodes */                \
    X(prove_table_nodes, 20000, 0, 1000000) /* nodes per iteration to prove mate if a table knows that the root is won */           \
    X(prove_table_most, 400000, 0, 10000000) /* maximum of such nodes over all iterations */                                        \
    X(prove_checks_nodes, 1000000, 0, 9000000) /* `go mate`: nodes for mates by checks alone, before all moves are tried */         \
    X(vote_offset, 14, 1, 200)              /* threads vote by (score - worst score + this) * depth */                              \
    /* static evaluation (alphabeta.c, history.c) */                                                                                \
    X(correction_weight, 68, 0, 300)        /* per cent of the correction histories' sum that is applied */                         \
    X(correction_pawns, 2, 0, 12)           /* weight, in quarters, of the correction by pawns */                                   \
    X(correction_guards, 1, 0, 12)          /* weight, in quarters, of the correction by kings, advisors and elephants */           \
    X(correction_force, 1, 0, 12)           /* weight, in quarters, of the correction by rooks, horses and cannons of one side */   \
    X(correction_moves, 2, 0, 12)           /* weight, in quarters, of the correction by the last two moves */                      \
    X(correction_rate, 8, 1, 64)            /* correction histories are updated by difference * depth / this */                     \
    X(correction_depth, 16, 1, 64)          /* maximum depth in that formula */                                                     \
    X(correction_most, 256, 16, 1024)       /* maximum of that update */                                                            \
    X(correction_limit, 1024, 1024, 8192)   /* limit of a correction, in eighths of a centipawn */                                  \
    X(eval_pieces, 20, -40, 40)             /* 1024ths added to the evaluation for each piece above 24 on the board */              \
    X(fade_plies, 120, 1, 240)              /* maximum number of plies without capture by which the evaluation fades */             \
    X(fade_divisor, 250, 240, 2000)         /* the evaluation fades by these plies / this */                                        \
    /* decided positions, where only the mate is to be found (is_winning_score() below) */                                          \
    X(winning_score, 500, 0, 20000)         /* scores and bounds beyond this mean that a side is winning */                         \
    /* pruning a whole node (alphabeta.c) */                                                                                        \
    X(razor_depth, 4, 0, 12)                /* razoring: maximum depth */                                                           \
    X(razor_base, 240, 0, 1000)             /* razoring: margin below alpha */                                                      \
    X(razor_slope, 153, 0, 600)             /* razoring: further margin per ply of depth squared */                                 \
    X(rfp_depth, 9, 0, 20)                  /* reverse futility: maximum depth */                                                   \
    X(rfp_margin, 54, 5, 250)               /* reverse futility: margin above beta per ply of depth */                              \
    X(rfp_improving, 33, 0, 250)            /* reverse futility: reduction of the margin when improving */                          \
    X(rfp_correction, 33, 0, 200)           /* reverse futility: the margin grows by this per cent of the correction */             \
    X(rfp_divisor, 3, 1, 16)                /* reverse futility: returns beta + (evaluation - beta) / this */                       \
    X(nmp_depth, 3, 1, 10)                  /* null move: minimum depth */                                                          \
    X(nmp_base, 4, 1, 12)                   /* null move: base reduction in plies */                                                \
    X(nmp_divisor, 4, 1, 16)                /* null move: one ply more per this many plies of depth */                              \
    X(nmp_eval_step, 198, 20, 800)          /* null move: one ply more per this many centipawns above beta */                       \
    X(nmp_eval_most, 3, 0, 12)              /* null move: maximum number of these plies */                                          \
    X(nmp_static_slope, 20, 0, 80)          /* null move: needs a static evaluation of at least beta - this * depth + base */       \
    X(nmp_static_base, 182, -200, 600)      /* null move: that base */                                                              \
    X(nmp_verify_depth, 14, 4, 40)          /* null move: minimum depth of a verification search */                                 \
    X(nmp_verify_part, 75, 0, 200)          /* null move: per cent of the reduced depth for which verification forbids it */        \
    X(probcut_depth, 5, 2, 16)              /* ProbCut: minimum depth */                                                            \
    X(probcut_margin, 198, 20, 600)                                                                                                 \
    X(probcut_plies, 4, 1, 10)              /* ProbCut: reduction in plies */                                                       \
    X(probcut_tt_plies, 3, 0, 10)           /* ProbCut: not tried if a table entry at most this much shallower contradicts */       \
    X(iir_depth, 4, 1, 16)                  /* internal reduction without a hash move: minimum depth */                             \
    X(iir_stale, 4, 0, 64)                  /* internal reduction: despite a hash move if the entry is this many plies shallower */ \
    X(iir_prior, 3, 0, 64)                  /* internal reduction: not if the move to this node was reduced by more plies */        \
    /* pruning single moves (alphabeta.c) */                                                                                        \
    X(lmp_base, 4, 0, 20)                   /* late quiet moves: number tried is this + depth^2 */                                  \
    X(lmp_divisor, 2, 1, 8)                 /* late quiet moves: that number is divided by this when not improving */               \
    X(futility_depth, 10, 0, 20)            /* quiet futility: maximum reduced depth */                                             \
    X(futility_base, 11, -200, 400)                                                                                                 \
    X(futility_slope, 91, 10, 350)          /* quiet futility: margin per ply */                                                    \
    X(prune_history_ply, 8000, 500, 40000)  /* pruning of quiet moves: history that counts as one ply of reduced depth */           \
    X(prune_history_most, 2, 0, 8)          /* pruning of quiet moves: maximum number of these plies, either way */                 \
    X(history_prune_depth, 6, 0, 16)        /* pruning by bad history: maximum reduced depth */                                     \
    X(history_prune_slope, 3180, 200, 12000) /* pruning by bad history: history per ply */                                          \
    X(see_quiet_slope, 59, 0, 160)          /* quiet moves may lose this * reduced depth^2 */                                       \
    X(see_quiet_check, 40, -200, 400)       /* quiet moves that give check may lose this much more */                               \
    X(capture_futility_depth, 6, 0, 20)     /* futility of captures: maximum reduced depth */                                       \
    X(capture_futility_base, 200, -200, 800) /* futility of captures: margin in addition to the victim's value */                   \
    X(capture_futility_slope, 200, 10, 600) /* futility of captures: margin per ply */                                              \
    X(capture_futility_history, 40, 10, 1024) /* futility of captures: history per centipawn */                                     \
    X(see_capture_slope, 178, 10, 500)      /* captures may lose this * depth */                                                    \
    X(see_capture_history, 32, 1, 1024)     /* captures may lose more by history / this, less if the history is bad */              \
    X(see_capture_most, 150, 0, 1000)       /* captures: maximum of that history term per ply of depth */                           \
    X(see_capture_check, 60, -200, 400)                                                                                             \
    /* extensions (alphabeta.c) */                                                                                                  \
    X(extension_length, 2, 1, 6)            /* no extension beyond this multiple of the iteration's depth */                        \
    X(singular_depth, 6, 3, 16)             /* singular extension: minimum depth */                                                 \
    X(singular_tt_plies, 3, 0, 10)          /* singular extension: the table entry may be this much shallower */                    \
    X(singular_margin, 28, 1, 160)          /* singular extension: others must stay below the table score - this * depth / 16 */    \
    X(singular_divisor, 2, 1, 5)            /* singular extension: divisor of the depth at which other moves are searched */        \
    X(double_margin, 38, 0, 200)            /* singular extension: further distance below that for a second ply */                  \
    X(double_correction, 33, 0, 200)        /* singular extension: that distance is smaller by this per cent of the correction */   \
    X(singular_deepen, 14, 0, 20)           /* below this depth, a double extension deepens the later moves too */                  \
    X(singular_beta_plies, 2, 0, 4)         /* plies off if the move is not singular and the table score is at least beta */        \
    X(singular_cut_plies, 1, 0, 4)          /* plies off if the move is not singular in an expected cut node */                     \
    X(check_extension, 1, 0, 2)             /* 0 never, 1 in PV nodes, 2 in all; only safe checks unless beta is a winning score */ \
    X(check_extension_depth, 2, 0, 12)      /* check extension: minimum depth */                                                    \
    X(check_extension_see, 0, -400, 200)    /* check extension: minimum exchange value of a safe check */                           \
    /* late move reductions, in 1024ths of a ply (alphabeta.c; the table is filled in searcher.c) */                                \
    X(lmr_depth, 2, 1, 8)                   /* minimum depth of a reduction */                                                      \
    X(lmr_number, 1, 1, 6)                  /* number of moves searched without reduction */                                        \
    X(lmr_root_number, 2, 1, 6)             /* number of moves searched without reduction at the root */                            \
    X(lmr_base, 816, 0, 3000)               /* reduction: base + slope * ln(depth) * ln(move count) */                              \
    X(lmr_slope, 325, 50, 1200)                                                                                                     \
    X(lmr_not_improving, 820, -1024, 4096)                                                                                          \
    X(lmr_winning, 600, -1024, 4096)        /* more in nodes with a winning beta; also counts in pruning */                         \
    X(lmr_cut_node, 640, -1024, 4096)                                                                                               \
    X(lmr_pv, 1170, -1024, 4096)            /* less in PV nodes */                                                                  \
    X(lmr_check, 1050, -1024, 4096)         /* less for moves that give check */                                                    \
    X(lmr_evasion, 480, -1024, 4096)        /* less for answers to check */                                                         \
    X(lmr_killer, 1295, -1024, 4096)        /* less for killers */                                                                  \
    X(lmr_tt_capture, 755, -1024, 4096)     /* more for quiet moves if the hash move is a capture */                                \
    X(lmr_cutoffs, 3, 0, 16)                /* number of cutoffs among the children beyond which moves are reduced more */          \
    X(lmr_cutoff_plies, 1015, -1024, 4096)  /* size of that further reduction */                                                    \
    X(lmr_capture, 650, -1024, 4096)        /* less for captures */                                                                 \
    X(lmr_history, 117, 0, 600)             /* less by history * this / 1024 */                                                     \
    X(lmr_capture_history, 303, 0, 1600)    /* the same for captures */                                                             \
    X(lmr_extend, 1, 0, 2)                  /* maximum extension in plies by a negative reduction */                                \
    X(lmr_deeper, 69, 0, 500)               /* re-search a ply deeper if a reduced move beats the best score by this */             \
    X(lmr_deeper_slope, 2, 0, 20)           /* further margin for that, per ply of depth */                                         \
    X(lmr_shallower, 11, 0, 200)            /* re-search a ply less deep if it beats it by less than this */                        \
    X(alpha_raise_plies, 1, 0, 4)           /* plies by which later moves are searched less deep once one has raised alpha */       \
    X(alpha_raise_least, 2, 0, 10)          /* depth above which that applies */                                                    \
    X(alpha_raise_most, 14, 4, 40)          /* depth below which that applies */                                                    \
    /* quiescence (alphabeta.c) */                                                                                                  \
    X(qs_futility, 137, 0, 600)             /* stand pat + victim + this must exceed alpha */                                       \
    X(qs_see, -32, -300, 100)               /* minimum exchange value of captures */                                                \
    X(qs_captures, 3, 1, 64)                /* number of captures tried; later ones are searched only if they give check */         \
    X(qs_check_plies, 1, 0, 8)              /* if beta is a winning score: number of plies of quiescence with quiet checks */       \
    X(qs_evasions, 3, 1, 64)                /* number of moves after which quiet evasions are skipped, once one holds */            \
    X(qs_evasion_see, -150, -600, 100)      /* minimum exchange value of captures that evade check */                               \
    /* move ordering (movepick.c, alphabeta.c) */                                                                                   \
    X(good_capture_divisor, 60, 4, 1000)    /* captures tried before quiet moves may lose their ordering score / this */            \
    X(capture_victim, 16, 0, 64)            /* weight of the victim's value against the capture history */                          \
    X(order_butterfly, 18, 0, 128)          /* weights of the histories of quiet moves, in 32nds */                                 \
    X(order_low_ply, 24, 0, 128)            /* the same for the history of a ply near the root: this / (1 + ply) */                 \
    X(order_continuation_1, 56, 0, 256)                                                                                             \
    X(order_continuation_2, 40, 0, 256)                                                                                             \
    X(order_continuation_4, 24, 0, 256)                                                                                             \
    X(order_continuation_6, 7, 0, 256)                                                                                              \
    X(check_order_bonus, 11770, 0, 60000)   /* ordering bonus of quiet checks */                                                    \
    X(check_order_see, -40, -400, 100)      /* minimum exchange value of quiet checks that get the bonus */                         \
    /* updates of the histories (alphabeta.c, history.c) */                                                                         \
    X(history_bonus_slope, 241, 20, 800)    /* bonus of the best move: base + slope * depth */                                      \
    X(history_bonus_base, -90, -800, 600)                                                                                           \
    X(history_bonus_max, 1491, 200, 7000)                                                                                           \
    X(history_malus_slope, 273, 20, 800)    /* malus of the moves tried before it: base + slope * depth */                          \
    X(history_malus_base, -30, -800, 600)                                                                                           \
    X(history_malus_max, 1664, 200, 7000)                                                                                           \
    X(history_excess, 80, 0, 2000)          /* histories are updated as if a ply deeper if the score beats beta by this */          \
    X(butterfly_limit, 9493, 7000, 32000)   /* limit of an entry; the smaller, the faster it forgets */                             \
    X(continuation_limit, 16384, 7000, 32000)                                                                                       \
    X(capture_limit, 16384, 7000, 32000)                                                                                            \
    X(continuation_start, -400, -4000, 2000) /* initial value of the continuation histories */                                      \
    X(continuation_far, 58, 0, 100)         /* per cent of the bonus for the continuations four and six plies back */               \
    X(tt_cut_weight, 50, 0, 100)            /* per cent of the bonus for a hash move whose table entry cuts off */                  \
    X(eval_change_weight, 66, 0, 400)       /* tenths of a point per centipawn by which a move changed the evaluation */            \
    X(eval_change_offset, 73, -200, 300)    /* mean sum of both sides' evaluations, which is twice the value of the move */         \
    X(eval_change_max, 1200, 0, 5000)                                                                                               \
    X(fail_low_weight, 66, 0, 400)          /* bonus of the move to a node failing low, per reason: history bonus * this / 200 */   \
    X(refuted_weight, 42, 0, 300)           /* per cent of the malus for a quiet first move that is refuted */                      \
    X(fail_low_depth, 5, 0, 20)             /* such a reason: a depth above this */                                                 \
    X(fail_low_stat, -8000, -30000, 20000)  /* such a reason: a history of the move below this */                                   \
    X(fail_low_number, 8, 0, 40)            /* such a reason: a move count above this */                                            \
    /* the transposition table (tt.c) */                                                                                            \
    X(tt_age_plies, 8, 0, 64)               /* plies that a generation of age counts for */                                         \
    X(tt_keep_plies, 4, 0, 32)              /* depth by which an entry of this search must be deeper to survive a bound */          \
    /* the clock (timeman.c): no effect on searches without one */                                                                  \
    X(time_share, 120, 20, 500)             /* per cent of an even share of the clock for a move of average difficulty */           \
    X(time_moves, 55, 10, 200)              /* expected number of moves to come in sudden death, at any stage */                    \
    X(time_increments, 50, 0, 100)          /* number of future increments that may be spent in advance */                          \
    X(time_increment_share, 100, 0, 100)    /* per cent of this move's increment spent on it */                                     \
    X(time_reserve, 12, 0, 40)              /* number of overheads, or lags, below which the clock saves increments */              \
    X(time_pool_least, 4, 1, 50)            /* minimum share of the clock (1/N) kept after subtracting the expected lag */          \
    X(time_lead_increments, 20, 0, 100)     /* number of increments counted in a lead over the opponent's clock */                  \
    X(time_lead_share, 50, 0, 100)          /* per cent of that lead spent in addition */                                           \
    X(time_soft_most, 33, 5, 80)            /* soft limit: per cent of the clock for one move */                                    \
    X(time_hard_most, 60, 10, 90)           /* hard limit: per cent of the clock for one move */                                    \
    X(time_hard_factor, 5, 1, 20)           /* hard limit: multiple of the soft limit */                                            \
    X(time_control_moves, 50, 10, 200)      /* maximum number of moves assumed until the time control */                            \
    X(time_control_soft, 90, 20, 150)       /* soft limit: per cent of an even share until the time control */                      \
    X(time_control_hard, 75, 20, 95)        /* hard limit: per cent of the clock */                                                 \
    X(time_last_soft, 80, 10, 95)           /* per cent of the clock for the last move before the time control */                   \
    X(time_last_hard, 90, 20, 99)                                                                                                   \
    X(time_ponder, 25, 0, 100)              /* per cent more if the engine will ponder */                                           \
    X(time_kept, 16, 4, 64)                 /* share of the clock (1/N) that is never spent */                                      \
    X(time_lag_supposed, 8, 1, 100)         /* assumed lag before any move was compared: overhead / this */                         \
    X(time_lag_memory, 64, 4, 1000)         /* number of moves after which older ones count half */                                 \
    X(time_lag_most, 4, 1, 100)             /* maximum lag of one move, in overheads */                                             \
    X(time_stall_fades, 8, 1, 100)          /* the worst recent lag decays by 1/N with each move */                                 \
    X(time_stable_0, 170, 20, 400)          /* per cent of the soft limit by number of iterations without a new best move */        \
    X(time_stable_1, 134, 20, 400)                                                                                                  \
    X(time_stable_2, 108, 20, 400)                                                                                                  \
    X(time_stable_3, 90, 20, 400)                                                                                                   \
    X(time_stable_4, 76, 20, 400)                                                                                                   \
    X(time_stable_5, 67, 20, 400)                                                                                                   \
    X(time_stable_6, 60, 20, 400)                                                                                                   \
    X(time_stable_7, 55, 20, 400)                                                                                                   \
    X(time_stable_8, 51, 20, 400)                                                                                                   \
    X(time_rise_most, 20, 0, 99)            /* maximum reduction in per cent, one per centipawn that the score rises */             \
    X(time_drop_most, 80, 0, 300)           /* maximum increase in per cent, one per centipawn that the score falls */              \
    X(time_effort_base, 182, 100, 400)      /* per cent of the soft limit, minus slope * share of nodes spent on the best move */   \
    X(time_effort_slope, 115, 0, 300)                                                                                               \
    /* playing weaker (skill.c, root.c): no effect at full strength */                                                              \
    X(skill_nodes, 30, 1, 1000)             /* nodes of level 1 */                                                                  \
    X(skill_nodes_growth, 150, 100, 300)    /* nodes of each next level, in per cent of the previous level's */                     \
    X(skill_noise, 200, 0, 1000)            /* standard deviation of the error of level 1, in centipawns */                         \
    X(skill_noise_decay, 85, 10, 100)                                                                                               \
    X(skill_lines, 6, 1, 16)                /* number of root moves among which the noise chooses */
/* clang-format on */

#ifdef TUNE
#define X(name, value, least, most) extern int name;
#else
#define X(name, value, least, most) enum { name = value };
#endif
SEARCH_PARAMS(X)
#undef X

/* Returns true if a score or bound is so large that the search is looking for a mate. The tree tests
 * beta, even of an open window: a balanced game has hardly any such nodes. The table tests
 * results. */
static inline bool is_winning_score(Score s) { return s > winning_score || s < -winning_score; }
