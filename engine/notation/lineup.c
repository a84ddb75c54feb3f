#include "engine/notation/lineup.h"

#include <string.h>

void lineup_init(const Position *pos, Side us, Kind kind, Lineup *l)
{
    memset(l, 0, sizeof *l);
    for (int number = 1; number <= FILES; number++) {
        for (int i = 0; i < RANKS; i++) {
            Square s = square_make(file_numbered(number, us), us == RED ? RANKS - 1 - i : i);
            if (piece_at(pos, s) == piece_make(us, kind)) {
                l->squares[l->count++] = s;
                l->on_file[number]++;
            }
        }
        l->tandem_files += l->on_file[number] > 1;
    }
}

void lineup_find(const Lineup *l, Side us, Square s, int *ordinal, int *place)
{
    *ordinal = *place = 0;
    for (int i = 0; i < l->count; i++) {
        int number = lineup_number(l->squares[i], us);
        *ordinal += l->on_file[number] > 1;
        if (l->squares[i] == s)
            return;
        *place += number == lineup_number(s, us);
    }
}
