/* positions.h - the positions that bench searches: openings, middlegames, endgames, mates. */
#ifndef HANXIN_BENCH_POSITIONS_H
#define HANXIN_BENCH_POSITIONS_H

extern const char *const bench_positions[];
extern const int bench_position_count;

#endif
