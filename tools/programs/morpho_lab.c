/* morpho-lab: what a search or a technique is worth, measured. */
#include <stdlib.h>

#include "chess/attacks.h"
#include "command.h"
#include "morpho_lab_verbs.h"

static const command_verb verbs[] = {
    {"match", "two settings of Morpho play each other, through fastchess", lab_match},
    {"mcts", "rules of mcts: agreement with a long search, and playouts needed", lab_mcts},
    {"order", "rules of move ordering: nodes to a depth", lab_order},
    {"report", "every result on one page, and what each idea is worth", lab_report},
    {"suite", "suites of test positions: what both searches solve, and how soon", lab_suite},
    {"threads", "what more threads are worth to negamax", lab_threads},
    {"tune", "numbers of Morpho are moved towards those that win games", lab_tune},
};

int main(int argc, char **argv)
{
    const command_program program = {.name = "morpho-lab",
                                     .what =
                                         "measures what a search or a technique of Morpho is worth",
                                     .verbs = verbs,
                                     .verb_count = (int)(sizeof verbs / sizeof *verbs)};
    attacks_init(true);
    /* Engines that it starts must not read the user's file of options: a record names all settings
     * that count. */
    (void)setenv("MORPHO_CONFIG", "", 1);
    return command_main(&program, argc, argv);
}
