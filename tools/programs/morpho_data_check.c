/* morpho-data check: is every byte of game files as it must be, and every move legal? */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/plural.h"
#include "game_walk.h"
#include "morpho_data_files.h"

typedef struct check_counts {
    long games, positions;
} check_counts;

static data_visit_status check_game(void *context, const game *g, failure *why)
{
    check_counts *counts = context;
    game_walk walk;
    if (!game_walk_start(&walk, g, why)) {
        return DATA_FAULT;
    }
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        if (!game_walk_check(&walk, g, why)) {
            return DATA_FAULT;
        }
    }
    counts->games++;
    counts->positions += g->ply_count;
    return DATA_CONTINUE;
}

int data_check(int argc, char **argv)
{
    command_line command = {
        .program = DATA_PROGRAM,
        .name = "check",
        .operands = "FILE...",
        .text = "Reads every byte, checks every length and replays every game. Says of each file\n"
                "whether it is sound, or in which game and ply the first fault is.\n",
        .operands_most = INT_MAX,
        .operands_least = 1};
    command_parsed parsed = command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    int status = EXIT_SUCCESS;
    for (int i = 0; i < command.file_count; i++) {
        check_counts counts = {0};
        failure why;
        if (data_file_each(&command, command.files[i], false, check_game, &counts, &why)) {
            printf("%s: sound: %ld %s, %ld %s\n", command.files[i], counts.games,
                   plural((uint64_t)counts.games, "game", "games"), counts.positions,
                   plural((uint64_t)counts.positions, "position", "positions"));
        } else {
            status = command_complain(DATA_PROGRAM, &why);
        }
    }
    return status;
}
