/* commands.h - what a person may ask for at the table, one function each.
 *
 * `args` is what stands behind the command; it may be cut up. */
#pragma once

#include "protocol/terminal/play.h"

void commands_undo(Play *p, char *args);
void commands_redo(Play *p, char *args);
void commands_new(Play *p, char *args);
void commands_side(Play *p, char *args);
void commands_flip(Play *p, char *args);
void commands_board(Play *p, char *args);
void commands_fen(Play *p, char *args);
void commands_load(Play *p, char *args);
void commands_save(Play *p, char *args);
void commands_draw(Play *p, char *args);
void commands_resign(Play *p, char *args);
void commands_level(Play *p, char *args);
void commands_time(Play *p, char *args);
void commands_depth(Play *p, char *args);
void commands_notation(Play *p, char *args);
void commands_lang(Play *p, char *args);
void commands_go(Play *p, char *args);
void commands_quit(Play *p, char *args);

/* A move in any notation. */
void commands_move(Play *p, const char *text);
