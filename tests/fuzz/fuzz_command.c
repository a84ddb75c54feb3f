/* SPDX-License-Identifier: GPL-3.0-only */
/* The parsers alone: command lines, go arguments, positions with moves, options. Fast, without a search. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "protocol/parse.h"
#include "protocol/options.h"
#include "tests/fuzz/fuzz.h"

static void carry_out(Command *command, Game *game)
{
    GoArgs go;
    Limits limits;
    bool infinite;
    char reason[400];
    Text why = text_over(reason, sizeof reason);
    OptionValue value;
    const OptionSpec *spec;
    MoveList moves;
    switch (command->kind) {
    case CMD_POSITION:
    case CMD_PROBE:
        setup_game(game, command->args, &why);
        assert(!position_verify(&game->now));
        break;
    case CMD_GO:
        go_read(command->args, &go);
        go_limits(&go, true, &game->now, &limits, &infinite);
        for (int i = 0; i < limits.roots.only.count; i++)
            assert(is_legal(&game->now, limits.roots.only.moves[i]));
        assert(limits.depth >= 0 && limits.movetime_ms >= 0 && limits.clock.time_ms >= 0);
        break;
    case CMD_BANMOVES: setup_moves(&game->now, command->args, &moves); break;
    case CMD_SETOPTION:
        spec = option_read(command->args, &value, &why);
        assert(!spec || spec->type != OPTION_SPIN || value.number <= spec->max);
        break;
    default: break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    Game game;
    memcpy(text, data, size);
    text[size] = '\0';
    game_init(&game);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        Command command = command_read(line);
        carry_out(&command, &game);
    }
    game_clear(&game);
    free(text);
    return 0;
}
