/* morpho-data: makes, examines and rearranges game files. */
#include "chess/attacks.h"
#include "command.h"
#include "morpho_data_files.h"

static const command_verb verbs[] = {
    {"stats", "what game files hold: games, results, scores, phases, duplicates; a picture",
     data_stats},
    {"check", "reads every byte and replays every game: are the files sound?", data_check},
    {"show", "games as PGN", data_show},
    {"import", "games in PGN, with [%eval] comments or without, made a game file", data_import},
    {"generate", "games by a UCI engine as teacher, or by Morpho itself", data_generate},
    {"relabel", "games with new judgements by a UCI engine, or by Morpho itself", data_relabel},
    {"join", "several game files made one", data_join},
    {"split", "games dealt out to several files, by their starts or in turn", data_split},
    {"sample", "a number or share of games drawn by chance", data_sample},
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
