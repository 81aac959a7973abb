/* morpho-train: trains Morpho's nets on game files and exports them to a net file. */
#include "morpho_train.h"
#include "chess/attacks.h"
#include "command.h"

static const command_verb verbs[] = {
    {"value", "trains a value net, for both searches", verb_value},
    {"policy", "trains a policy net, for mcts", verb_policy},
    {"evaluate", "prints figures of nets on games that were not trained on", verb_evaluate},
    {"export", "rounds checkpoints to integers and writes the net file", verb_export},
};

int main(int argc, char **argv)
{
    const command_program program = {.name = TRAIN_PROGRAM,
                                     .what = "trains the nets of the chess engine Morpho",
                                     .verbs = verbs,
                                     .verb_count = (int)(sizeof verbs / sizeof *verbs)};
    attacks_init(true);
    return command_main(&program, argc, argv);
}
