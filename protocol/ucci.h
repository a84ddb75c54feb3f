/* ucci.h - scores as UCCI writes them.
 *
 * Plain numbers for the side to move. A win is 10000 less its distance in plies, as ElephantEye
 * writes it; a win by the repetition rules 9900 less; evaluations stay within 9000 (ucci.md 3.4). */
#ifndef HANXIN_PROTOCOL_UCCI_H
#define HANXIN_PROTOCOL_UCCI_H

#include "engine/board/score.h"

int ucci_score(Score score);

#endif
