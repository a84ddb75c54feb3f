/* path.h - a position and the plies that led to it: what the rules look back over. Borrows both; made where it is asked. */
#pragma once

#include "engine/board/position.h"

typedef struct Path {
    const Position *pos; /* at its end */
    const Undo *undos;   /* undos[0..count) led to it */
    int count;
} Path;
