/* morpho-data join: several game files made one. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/plural.h"
#include "game_output.h"
#include "morpho_data_files.h"

static data_visit_status copy_game(void *context, const game *g, failure *why)
{
    return game_output_add(context, g, why) ? DATA_CONTINUE : DATA_STOP;
}

int data_join(int argc, char **argv)
{
    bool cut_is_fine = false;
    const command_option options[] = {
        COMMAND_FLAG("cut-ok", &cut_is_fine, "take the whole games of a file that is cut off")};
    command_line command = {
        .name = "join",
        .operands = "OUT FILE...",
        .text = "Writes the games of all files, in their order, to the game file OUT.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_most = INT_MAX,
        .operands_least = 2};
    command_parsed parsed = data_command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    failure why;
    const char *name = *command.files++;
    command.file_count--;
    game_output *out = game_output_open(name, &why);
    if (!out) {
        return data_complain(&why);
    }
    if (!data_files_each(&command, cut_is_fine, copy_game, out, &why)) {
        game_output_drop(out);
        return data_complain(&why);
    }
    long games = game_output_count(out);
    if (!game_output_keep(out, &why)) {
        return data_complain(&why);
    }
    fprintf(data_told(name), "%s: %ld %s\n", name, games, plural((uint64_t)games, "game", "games"));
    return EXIT_SUCCESS;
}
