/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/lineup.h"

const char *const lineup_digits[2][10] = {{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"},
                                          {"", "1", "2", "3", "4", "5", "6", "7", "8", "9"}};

Lineup line_up(const Position *pos, Side us, Kind kind)
{
    Lineup l = {0};
    for (int number = 1; number <= FILES; number++) {
        int first = l.count;
        for (int i = 0; i < RANKS; i++) {
            Square s = square_make(file_numbered(number, us), us == RED ? RANKS - 1 - i : i);
            if (piece_at(pos, s) == piece_make(us, kind)) {
                l.fellows[l.count] = (Fellow){.at = s, .number = number, .place = l.count - first};
                l.count++;
            }
        }
        for (int i = first; i < l.count; i++) {
            l.fellows[i].on_file = l.count - first;
            l.fellows[i].ordinal = l.count - first > 1 ? ++l.in_tandem : 0;
        }
    }
    return l;
}

LineupPlace fellow_place(const Fellow *f)
{
    if (f->place == 0)
        return PLACE_FRONT;
    return f->place == f->on_file - 1 ? PLACE_REAR : PLACE_MIDDLE;
}
