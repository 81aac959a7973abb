/* morpho-data: makes, examines and rearranges game files. */
#include <stdlib.h>

#include "chess/attacks.h"
#include "command.h"
#include "morpho_data_files.h"

static const command_verb verbs[] = {
    {"stats", "prints what game files hold: results, scores, phases, duplicates", data_stats},
    {"check", "reads every byte and replays every game to find faults", data_check},
    {"show", "writes games as PGN", data_show},
    {"import", "converts PGN, with [%eval] comments or without, to a game file", data_import},
    {"generate", "plays games with a UCI engine as teacher, or with Morpho itself", data_generate},
    {"relabel", "writes games with new judgements, by a UCI engine or by Morpho", data_relabel},
    {"join", "writes games of several files to one or several; all, or some at random", data_join},
};

int main(int argc, char **argv)
{
    const command_program program = {.name = DATA_PROGRAM,
                                     .what = "makes, examines and rearranges game files",
                                     .verbs = verbs,
                                     .verb_count = (int)(sizeof verbs / sizeof *verbs)};
    attacks_init(true);
    /* Engines that it starts must not read the user's file of options: a record names all settings
     * that count. */
    (void)setenv("MORPHO_CONFIG", "", 1);
    return command_main(&program, argc, argv);
}
