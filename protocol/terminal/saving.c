/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/saving.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/notation/fen.h"
#include "engine/notation/games.h"
#include "engine/notation/notation.h"
#include "protocol/terminal/reviewing.h"

void saving_fen(Play *p, char *args)
{
    char text[FEN_SIZE];
    Text why = WHY_IN(p->screen.language);
    Position start;
    if (!*args) {
        fen_write(&p->table.game.now, text);
        play_say(p, text);
    } else if (!fen_read_pasted(args, &start, &why)) {
        play_tell(p, "The position is invalid: %s.", why.data);
    } else if (play_gives_up(p)) {
        play_restart(p, &start);
        play_show(p);
    }
}

void saving_load(Play *p, char *path)
{
    if (!*path) {
        play_tell(p, "load: missing file name");
        return;
    }
    Text unread = WHY_IN(p->screen.language);
    GameSource source;
    const bool dash = strcmp(path, "-") == 0; /* standard input is used for commands, so `-` is the name of a file */
    if (!games_open(&source, dash ? "./-" : path, &unread)) {
        play_tell(p, "Cannot read %s.", unread.data);
        return;
    }
    GameTree game;
    tree_init(&game);
    bool any = games_next(&source, &game, p->screen.language);
    if (any && (!tree_has_fault(&game) || game.main.plies > 0) && play_gives_up(p)) {
        if (tree_has_fault(&game))
            game.outcome = OUTCOME_OPEN;
        play_restart(p, &game.start);
        if (!table_from_pgn(&p->table, &game, false, play_clock_ms(p)))
            play_tell(p, "Out of memory.");
        play_show(p);
    }
    if (!any)
        play_tell(p, "There is no game in '%s'.", path);
    else if (tree_left_out(&game, &unread))
        play_tell(p, "'%s': %s.", path, unread.data);
    if (any && tree_has_fault(&game))
        play_tell(p, "'%s' is damaged; plies read: %d; %s.", path, game.main.plies, game.report.fault);
    tree_clear(&game);
    games_close(&source);
}

/* Opens the file. Replaces an existing file only if the user agrees. */
static bool open_to_save(Play *p, const char *path, OutFile *out, Text *why)
{
    if (outfile_open(out, path, OUT_KEEP, why))
        return true;
    if (!stdin_is_terminal() || !file_is_regular(path))
        return false;
    text_cut(why, 0);
    return outfile_test(path, OUT_REPLACE, why) && play_ask(p, "'%.200s' exists already. Replace it? (yes/no) ", path) &&
           outfile_open(out, path, OUT_REPLACE, why);
}

/* Executes `save FILE [NOTATION]`; the file's name may contain blanks. */
void saving_save(Play *p, char *path)
{
    Notation notation = p->screen.notation;
    char *last = strrchr(path, ' ');
    if (last && notation_from_name(last + 1, &notation)) {
        *last = '\0';
        path = text_trim(path);
    }
    if (!*path) {
        play_tell(p, "save: missing file name");
        return;
    }
    Text why = WHY_IN(p->screen.language);
    GameTree game;
    OutFile out;
    tree_init(&game);
    bool ok = (reviewing_to_pgn(p, false, &game) || why_path(&why, path, "%s", why_words(ENOMEM, why.language))) &&
              open_to_save(p, path, &out, &why);
    if (ok) {
        pgn_write(&game, notation, out.stream);
        ok = outfile_commit(&out, &why);
    }
    tree_clear(&game);
    if (ok)
        play_tell(p, "Saved to '%s'.", path);
    else if (why.length)
        play_tell(p, "Cannot write %s.", why.data);
    else
        play_tell(p, "Nothing was written.");
    if (ok && p->table.changed) {
        p->keep.behind = true; /* otherwise a successful automatic save has already cleared `changed` */
        p->table.changed = false;
    }
}
