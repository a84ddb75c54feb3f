/* The parsers alone: command lines, go arguments, positions with moves, options. Fast, no search. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "protocol/command.h"
#include "protocol/go.h"
#include "protocol/options.h"
#include "protocol/setup.h"
#include "tests/fuzz/fuzz.h"

static void carry_out(Command *command, Options *options, Game *game)
{
    PositionArgs wanted;
    SetupFault fault;
    GoArgs go;
    Limits limits;
    bool infinite;
    char why[OPTION_FAULT_SIZE];
    Move moves[MAX_MOVES];
    switch (command->kind) {
    case CMD_POSITION:
    case CMD_PROBE:
        if (position_args_parse(command->args, &wanted))
            setup_game(game, &wanted, &fault);
        assert(!position_verify(&game->now));
        break;
    case CMD_GO:
        go_args_parse(command->args, &go);
        go_limits(&go, options, &game->now, &limits, &infinite);
        for (int i = 0; i < limits.roots.only_count; i++)
            assert(is_legal(&game->now, limits.roots.only[i]));
        assert(limits.depth >= 0 && limits.movetime_ms >= 0 && limits.clock.time_ms >= 0);
        break;
    case CMD_BANMOVES: setup_moves(&game->now, command->args, moves); break;
    case CMD_SETOPTION:
        options_set(options, command->args, why);
        for (int i = 0; i < OPTION_COUNT; i++)
            assert(option_specs[i].type != OPTION_SPIN || options->number[i] <= option_specs[i].max);
        break;
    default: break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    Options options;
    Game game;
    memcpy(text, data, size);
    text[size] = '\0';
    game_init(&game);
    if (options_init(&options)) {
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
            Command command = command_read(line);
            carry_out(&command, &options, &game);
        }
    }
    options_clear(&options);
    game_clear(&game);
    free(text);
    return 0;
}
