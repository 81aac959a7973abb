#include "mcts_answers.h"

void mcts_find_killers(const mcts_tree *t, const mcts_node *parent, const mcts_node *node,
                       move killer[MCTS_KILLERS])
{
    uint32_t visits[MCTS_KILLERS] = {0, 0};
    for (int i = 0; i < tree_visited(t, parent); i++) {
        const mcts_node *sibling = tree_child(t, parent, i);
        const int best = sibling == node ? -1 : tree_best_child(t, sibling);
        if (best < 0) {
            continue;
        }
        const move answer = tree_child(t, sibling, best)->move;
        const uint32_t n = TREE_LOAD(tree_child(t, sibling, best)->visits);
        if (answer == killer[0]) {
            visits[0] = n > visits[0] ? n : visits[0];
        } else if (n > visits[0]) {
            killer[1] = killer[0];
            visits[1] = visits[0];
            killer[0] = answer;
            visits[0] = n;
        } else if (n > visits[1]) {
            killer[1] = answer;
            visits[1] = n;
        }
    }
}

void mcts_add_answers(const mcts_settings *s, const mcts_answers *answers, const move moves[],
                      int count, float logits[])
{
    for (int i = 0; i < count; i++) {
        if (moves[i] == answers->killer[0] || moves[i] == answers->killer[1]) {
            logits[i] += s->killer;
        }
        if (moves[i] == answers->counter) {
            logits[i] += s->counter;
        }
    }
}

/* The visits of a step's node, those that are pending included. */
static uint32_t visits_of(const mcts_step *step)
{
    return TREE_LOAD(step->node->visits) + step->pending.uncounted;
}

void mcts_keep_answer(const mcts *m, mcts_history *history, const mcts_step *from,
                      const mcts_step *to)
{
    const uint32_t visits = visits_of(from);
    if (visits > m->settings.answer_visits && visits_of(to) > (visits - 1) / 2) {
        hist_mcts_keep_counter_move(history, from->context.row[HIST_AFTER_1], to->node->move);
    }
}
