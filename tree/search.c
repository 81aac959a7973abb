#include "tree/search.h"

#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "mcts.h"
#include "nn/real.h"

struct search {
    search_options options;
    search_control control;
    mcts mcts;
};

int search_centipawns(const value_net *net, float q)
{
    float low = 1e-5f;
    float p = q < low ? low : q > 1.0f - low ? 1.0f - low : q;
    int value = (int)(net->centipawns * nn_logit(p));
    return value > SCORE_CP_MAX ? SCORE_CP_MAX : value < -SCORE_CP_MAX ? -SCORE_CP_MAX : value;
}

search *search_new(const search_options *options, failure *why)
{
    search *s = calloc(1, sizeof *s);
    if (!s) {
        fail(why, "no memory for a search");
        return NULL;
    }
    s->options = *options;
    if (!mcts_init(&s->mcts, options, why)) {
        free(s);
        return NULL;
    }
    position pos;
    line game;
    pos_clear(&pos);
    line_start(&game, &pos);
    tree_reset(&s->mcts.tree, &pos, &game);
    return s;
}

void search_free(search *s)
{
    if (s) {
        mcts_free(&s->mcts);
        free(s);
    }
}

bool search_configure(search *s, const search_options *options, failure *why)
{
    if (options->hash_mb != s->options.hash_mb) {
        mcts fresh;
        /* The new arena is made before the old one goes, so that a refusal costs nothing. */
        if (!mcts_init(&fresh, options, why)) {
            return false;
        }
        tree_reset(&fresh.tree, &s->mcts.tree.position, &s->mcts.tree.game);
        mcts_free(&s->mcts);
        s->mcts = fresh;
    } else {
        mcts_configure(&s->mcts, options);
    }
    s->options = *options;
    return true;
}

void search_new_game(search *s)
{
    mcts_new_game(&s->mcts);
}

search_result search_go(search *s, const position *root, const line *game,
                        const search_limits *limits, search_listener *listener, void *user)
{
    control_begin(&s->control, limits);
    move moves[MOVES_MAX];
    int count = gen_legal(root, moves), allowed = 0;
    for (int i = 0; i < limits->move_count; i++) {
        for (int k = 0; k < count; k++) {
            allowed += moves[k] == limits->moves[i];
        }
    }
    if (!count || (limits->move_count && !allowed)) {
        control_wait(&s->control);
        return (search_result){MOVE_NONE, MOVE_NONE};
    }
    return mcts_go(&s->mcts, root, game, &s->control, listener, user, s);
}

void search_stop(search *s)
{
    atomic_store(&s->control.stop, true);
}

void search_ponderhit(search *s)
{
    atomic_store(&s->control.ponderhit, true);
}

void search_arm(search *s)
{
    atomic_store(&s->control.stop, false);
    atomic_store(&s->control.ponderhit, false);
}

int search_root_moves(const search *s, root_move moves[], int max)
{
    return mcts_root_moves(&s->mcts, moves, max);
}

size_t search_bytes_used(const search *s)
{
    return (size_t)s->mcts.tree.arena.taken * ARENA_UNIT;
}

size_t search_bytes_total(const search *s)
{
    return s->mcts.tree.arena.bytes;
}
