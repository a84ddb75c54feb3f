#include "protocol/terminal/game_file.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/textfile.h"

bool game_file_load(Play *p, const char *path)
{
    Text unread = WHY_IN(p->screen.language);
    size_t length;
    bool dash = strcmp(path, "-") == 0; /* standard input is where the person types */
    char *text = text_read_file(dash ? "./-" : path, &length, &unread);
    if (!text) {
        play_tell(p, "Cannot read %s.", "无法读取 %s。", unread.data);
        return false;
    }
    PgnGame game;
    PgnSource source = pgn_source(text, length);
    pgn_init(&game);
    bool any = pgn_read(&source, &game, p->screen.language), ok = any && (!game.fault_line || game.plies > 0);
    if (ok && play_gives_up(p)) {
        if (game.fault_line)
            game.outcome = OUTCOME_OPEN;
        ok = play_set_up(p, &game);
        play_show(p);
    }
    if (!any)
        play_tell(p, "There is no game in '%s'.", "“%s”中没有棋局。", path);
    else if (game.fault_line)
        play_tell(p, "'%s' is damaged; plies read: %d; %s.", "“%s”有误，只读出 %d 着：%s。", path, game.plies, game.fault);
    pgn_clear(&game);
    free(text);
    return ok;
}

/* What stands at the path is replaced only if a person says so. */
static bool open_to_save(Play *p, const char *path, OutFile *out, Text *why)
{
    if (outfile_open(out, path, OUT_KEEP, why))
        return true;
    if (!stdin_is_terminal() || !file_is_regular(path) || !outfile_test(path, OUT_REPLACE, NULL))
        return false;
    text_cut(why, 0);
    return play_ask(p, "'%.200s' exists already. Replace it? (yes/no) ", "“%.200s”已存在，要覆盖吗？（y/n）", path) &&
           outfile_open(out, path, OUT_REPLACE, why);
}

bool game_file_save(Play *p, const char *path, Notation notation)
{
    Text why = WHY_IN(p->screen.language);
    PgnGame game;
    OutFile out;
    pgn_init(&game);
    bool ok = (table_to_pgn(&p->table, false, &game) || why_no_memory(&why)) && open_to_save(p, path, &out, &why);
    if (ok) {
        pgn_write(&game, notation, out.stream);
        ok = outfile_commit(&out, &why);
    }
    pgn_clear(&game);
    if (ok)
        play_tell(p, "Saved to '%s'.", "已存入“%s”。", path);
    else if (why.length)
        play_tell(p, "Cannot write %s.", "无法写入 %s。", why.data);
    else
        play_tell(p, "Nothing was written.", "未写入。");
    p->table.changed = p->table.changed && !ok;
    return ok;
}
