/* The table's games in PGN files. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/platform.h"
#include "protocol/play_state.h"
#include "protocol/refusal.h"
#include "protocol/textfile.h"

bool play_load(Play *p, const char *path)
{
    size_t length;
    char error[FILE_ERROR_SIZE], *text = text_read_file(path, &length, error);
    if (!text) {
        play_say(p, either(p, "Cannot read %s.", "无法读取 %s。"), error);
        return false;
    }
    PgnGame game;
    PgnSource source;
    PgnFault fault;
    pgn_init(&game);
    pgn_source_init(&source, text, length);
    PgnStatus status = pgn_read(&source, &game, &fault);
    bool ok = status == PGN_GAME || (status == PGN_FAULT && game.plies > 0);
    if (status == PGN_END)
        play_say(p, either(p, "There is no game in '%s'.", "“%s”中没有棋局。"), path);
    else if (status == PGN_FAULT) {
        char why[REFUSAL_SIZE];
        refusal_of_pgn(&fault, p->screen.language, why, sizeof why);
        play_say(p, either(p, "'%s' is damaged; plies read: %d; %s.", "“%s”有误，只读出 %d 着：%s。"), path, game.plies, why);
    }
    if (ok) {
        play_restart(p, &game.start);
        for (int i = 0; ok && i < game.plies; i++)
            ok = play_move(p, game.moves[i].move);
        static const Result results[] = {RESULT_RED_WINS, RESULT_BLACK_WINS, RESULT_DRAW};
        for (int i = 0; status == PGN_GAME && p->outcome == OUTCOME_OPEN && i < 3; i++)
            if (strcmp(game.result, result_text(results[i])) == 0)
                play_end(p, OUTCOME_RECORDED, results[i]);
    }
    pgn_clear(&game);
    free(text);
    return ok;
}

static bool fill(const Play *p, PgnGame *game)
{
    char day[16];
    time_t now = time(NULL);
    struct tm *local = localtime(&now);
    if (!local || strftime(day, sizeof day, "%Y.%m.%d", local) == 0)
        strcpy(day, "????.??.??");
    const char *names[2];
    for (int side = RED; side <= BLACK; side++)
        names[side] = p->engine[side] ? "Hanxin" : "?";
    game->start = p->game.start;
    strcpy(game->result, p->outcome == OUTCOME_OPEN ? "*" : result_text(p->result));
    bool ok = pgn_set_tag(game, "Game", "Chinese Chess") && pgn_set_tag(game, "Event", "Hanxin play") && pgn_set_tag(game, "Date", day) &&
              pgn_set_tag(game, "Red", names[RED]) && pgn_set_tag(game, "Black", names[BLACK]);
    if (p->outcome == OUTCOME_JUDGED) {
        char reason[400];
        verdict_summary(&p->judgement, LANGUAGE_ENGLISH, reason, sizeof reason);
        ok = ok && pgn_set_tag(game, "Reason", reason);
    } else if (p->outcome == OUTCOME_RESIGNED || p->outcome == OUTCOME_AGREED) {
        ok = ok && pgn_set_tag(game, "Reason", p->outcome == OUTCOME_AGREED ? "Draw agreed." : "Resignation.");
    }
    for (int i = 0; ok && i < p->game.plies; i++)
        ok = pgn_add_move(game, p->game.undos[i].move, NULL);
    return ok;
}

bool play_save(const Play *p, const char *path, Notation notation)
{
    PgnGame game;
    pgn_init(&game);
    bool ok = fill(p, &game);
    FILE *file = ok ? file_open(path, "w") : NULL;
    if (file) {
        pgn_write(&game, notation, file);
        ok = !ferror(file);
        ok = fclose(file) == 0 && ok;
    }
    pgn_clear(&game);
    if (!file || !ok)
        play_say(p, either(p, "Cannot write '%s'.", "无法写入“%s”。"), path);
    else
        play_say(p, either(p, "Saved to '%s'.", "已存入“%s”。"), path);
    return file && ok;
}
