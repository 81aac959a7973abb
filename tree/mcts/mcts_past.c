#include "mcts_past.h"

lc0_past mcts_past(const mcts *m, const mcts_walk *w)
{
    lc0_past past = {.count = 0};
    for (int i = w->length; i > 0 && past.count < LC0_PAST; i--) {
        lc0_past_add(&past, &w->step[i].position, &w->path, w->path.root + i);
    }
    lc0_past_add_game(&past, &m->tree.position, &m->tree.game);
    return past;
}

lc0_past mcts_past_after_root(const mcts *m, const position *pos)
{
    lc0_past past = {.count = 0};
    line path = m->tree.game;
    line_push(&path, pos->key);
    lc0_past_add(&past, pos, &path, path.length - 1);
    lc0_past_add_game(&past, &m->tree.position, &m->tree.game);
    return past;
}
