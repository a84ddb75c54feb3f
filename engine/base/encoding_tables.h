/* SPDX-License-Identifier: GPL-3.0-only */
/* encoding_tables.h - the tables of encoding.c, which gen_encodings.c makes at build time. */
#pragma once

#include <stdint.h>

/* A code of two bytes has a lead byte from 0x81 and a trail byte from 0x40, both up to 0xFE. Its place in a table: */
enum { PAIR_LEAD = 0x81, PAIR_TRAIL = 0x40, PAIR_TRAILS = 0xFF - PAIR_TRAIL, CODE_PAIRS = (0xFF - PAIR_LEAD) * PAIR_TRAILS };

/* GB 18030 also has codes of four bytes, which are numbered here. Those below QUADS stand for characters below U+10000, those from
 * FIRST_PLANE on for the characters from there on, in their order. */
enum { QUADS = 39420, FIRST_PLANE = 15 * 12600 };

/* Consecutive codes of four bytes, up to the next range, for consecutive characters. The point 0: no characters. */
typedef struct QuadRange {
    uint16_t number, point;
} QuadRange;

/* The character of each code of two bytes, 0 if there is none. Big5 has codes for a letter and a mark that combines with it: the
 * letter plus COMBINED times the mark. */
enum { COMBINED = 0x10000, LAST_POINT = 0x10FFFF };
extern const uint16_t code_points[2][CODE_PAIRS]; /* by Encoding; a surrogate stands for an item of far_points */

/* The points of 0x10000 or more in code_points. */
enum { FAR_FIRST = 0xD800, FAR_MOST = 0x800 };
extern const uint32_t far_points[];

/* The places of GB 18030 in the order of their characters, and the ranges. The last range has the number QUADS. */
extern const int gb18030_place_count;
extern const uint16_t gb18030_places[];
extern const QuadRange gb18030_ranges[];
