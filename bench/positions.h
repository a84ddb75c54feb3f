/* positions.h - the positions that bench searches: openings, middlegames, endgames, mates. */
#pragma once

extern const char *const bench_positions[];
extern const int bench_position_count;
