/* morpho-data: makes, examines and rearranges game files. */
#include "chess/attacks.h"
#include "command.h"
#include "morpho_data_files.h"

static const command_verb verbs[] = {
    {"stats", "what game files hold: games, results, scores, phases, duplicates; a picture",
     data_stats},
    {"check", "reads every byte and replays every game", data_check},
    {"show", "writes games as PGN", data_show},
    {"import", "makes a game file from PGN with [%eval] comments", data_import},
    {"generate", "plays games by a UCI engine as teacher, or by Morpho itself", data_generate},
    {"join", "writes several game files to one", data_join},
    {"split", "divides games among several files, by their starts or in turn", data_split},
    {"sample", "draws a number or share of games by chance", data_sample},
};

int main(int argc, char **argv)
{
    const command_program program = {.name = "morpho-data",
                                     .what = "makes, examines and rearranges game files",
                                     .verbs = verbs,
                                     .verb_count = (int)(sizeof verbs / sizeof *verbs)};
    attacks_init(true);
    return command_main(&program, argc, argv);
}
