/* Contempt: what a draw is worth to each side. The tree's values and shares of draws know nothing
 * of it, so neither do histories, corrections and reports. It counts where moves are compared. */
#include "mcts.h"
#include "nn/real.h"

bool mcts_set_contempt(mcts *m, const search_control *control, const position *root)
{
    const int of_white = control_contempt_of_white(control, root);
    const bool same = of_white == m->contempt_of_white;
    const float centipawns = m->backend.nets->value.centipawns;
    m->contempt_of_white = of_white;
    m->draw_worth[WHITE] = nn_sigmoid((float)-of_white / centipawns) - 0.5f;
    m->draw_worth[BLACK] = -m->draw_worth[WHITE];
    return same;
}
