/* commands.h - what a person may ask for at the table, one function each.
 *
 * `args` is what stands behind the command; it may be cut up. */
#ifndef HANXIN_PROTOCOL_TERMINAL_COMMANDS_H
#define HANXIN_PROTOCOL_TERMINAL_COMMANDS_H

#include "protocol/terminal/play.h"

void obey_undo(Play *p, char *args);
void obey_redo(Play *p, char *args);
void obey_new(Play *p, char *args);
void obey_side(Play *p, char *args);
void obey_flip(Play *p, char *args);
void obey_board(Play *p, char *args);
void obey_hint(Play *p, char *args);
void obey_eval(Play *p, char *args);
void obey_analyse(Play *p, char *args);
void obey_moves(Play *p, char *args);
void obey_fen(Play *p, char *args);
void obey_load(Play *p, char *args);
void obey_save(Play *p, char *args);
void obey_draw(Play *p, char *args);
void obey_resign(Play *p, char *args);
void obey_level(Play *p, char *args);
void obey_time(Play *p, char *args);
void obey_depth(Play *p, char *args);
void obey_notation(Play *p, char *args);
void obey_lang(Play *p, char *args);
void obey_go(Play *p, char *args);
void obey_quit(Play *p, char *args);

/* A square alone: where the piece there can go, or why there is none that can. */
void obey_square(Play *p, Square s);

/* A move in any notation. */
void obey_move(Play *p, const char *text);

/* Says that what stands behind a command does not fit; `wanted` is what would. */
void obey_not(const Play *p, const char *command, const char *rest, const char *wanted);

#endif
