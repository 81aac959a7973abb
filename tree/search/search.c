#include "tree/search.h"

#include <stdlib.h>

#include "chess/movegen.h"
#include "mcts.h"
#include "mcts_report.h"
#include "negamax.h"
#include "system/memory.h"

/* A search of either algorithm; only the part of its own algorithm is set. */
typedef struct searcher {
    mcts *mcts;
    negamax *negamax;
} searcher;

struct search {
    search_options options;
    search_control control;
    searcher by;
};

static bool make_searcher(searcher *made, const search_options *options, failure *why)
{
    *made = (searcher){NULL, NULL};
    if (options->algorithm == SEARCH_MCTS) {
        made->mcts = mcts_new(options, why);
        return made->mcts != NULL;
    }
    made->negamax = ab_new(options, why);
    return made->negamax != NULL;
}

static void free_searcher(searcher *by)
{
    mcts_free(by->mcts);
    ab_free(by->negamax);
}

/* Makes the search for its options. Where memory is short it tries half of hash_mb, half of that,
 * and so on. `why` has the reason of the first refusal. */
static bool make_what_fits(search *s, failure *why)
{
    bool made = make_searcher(&s->by, &s->options, why);
    while (!made && s->options.hash_mb / 2 >= HASH_MB_MIN) {
        s->options.hash_mb /= 2;
        made = make_searcher(&s->by, &s->options, NULL);
    }
    return made;
}

static search *allocate(const search_options *options, failure *why)
{
    search *s = calloc(1, sizeof *s);
    if (!s) {
        fail(why, "not enough memory for a search");
        return NULL;
    }
    s->options = *options;
    return s;
}

search *search_new(const search_options *options, failure *why)
{
    search *s = allocate(options, why);
    if (s && !make_searcher(&s->by, options, why)) {
        free(s);
        return NULL;
    }
    return s;
}

search *search_new_fitting(const search_options *options, failure *why)
{
    why->text[0] = '\0';
    search *s = allocate(options, why);
    if (s && !make_what_fits(s, why)) {
        free(s);
        return NULL;
    }
    return s;
}

bool search_memory_fits(size_t hash_mb, failure *why)
{
    void *memory = system_memory_take(hash_mb << 20, why);
    system_memory_give(memory);
    return memory != NULL;
}

size_t search_hash_mb(const search *s)
{
    return s->by.mcts || s->by.negamax ? s->options.hash_mb : 0;
}

void search_free(search *s)
{
    if (s) {
        free_searcher(&s->by);
        free(s);
    }
}

/* The old memory is freed before the new is allocated: the machine may not have both. */
static bool replace_searcher(search *s, const search_options *options, failure *why)
{
    free_searcher(&s->by);
    if (!make_searcher(&s->by, options, why)) {
        (void)make_what_fits(s, NULL);
        return false;
    }
    return true;
}

bool search_configure(search *s, const search_options *options, failure *why)
{
    if (options->algorithm != s->options.algorithm || options->hash_mb != s->options.hash_mb) {
        if (!replace_searcher(s, options, why)) {
            return false;
        }
    } else if (s->by.mcts ? !mcts_configure(s->by.mcts, options, why)
                          : !ab_configure(s->by.negamax, options, why)) {
        return false;
    }
    s->options = *options;
    return true;
}

void search_new_game(search *s)
{
    if (s->by.mcts) {
        mcts_new_game(s->by.mcts);
    } else {
        ab_new_game(s->by.negamax);
    }
}

search_result search_go(search *s, const position *root, const line *game,
                        const search_limits *limits, search_listener *listener, void *user)
{
    control_begin(&s->control, limits);
    move moves[MOVES_MAX];
    int count = gen_legal(root, moves), allowed = 0;
    for (int i = 0; i < count; i++) {
        allowed += search_allows(limits, moves[i]);
    }
    if (!allowed) {
        control_wait(&s->control);
        return (search_result){MOVE_NONE, MOVE_NONE};
    }
    control_ask_tables(&s->control, &s->options.endgames, root, game);
    if (s->by.negamax) {
        return ab_go(s->by.negamax, root, game, &s->control, listener, user, s);
    }
    return mcts_go(s->by.mcts, root, game, &s->control, listener, user, s);
}

bool search_has_threads(const search *s, failure *why)
{
    const int wanted = s->options.threads, missing = s->control.missing_threads;
    return missing == 0 ||
           fail(why, "the system starts only %d of %d threads", wanted - missing, wanted);
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
    return s->by.negamax ? ab_root_moves(s->by.negamax, moves, max)
                         : mcts_root_moves(s->by.mcts, moves, max);
}

bool search_root_stats(const search *s, root_move *root)
{
    return s->by.mcts && mcts_root(s->by.mcts, root);
}

int search_line_moves(const search *s, const move played[], int length, root_move moves[], int max)
{
    return s->by.mcts ? mcts_line_moves(s->by.mcts, played, length, moves, max) : 0;
}

bool search_square_logits(const search *s, colour side, float logits[SQUARES * SQUARES])
{
    return s->by.mcts && hist_square_logits(s->by.mcts->history, side, logits);
}

size_t search_bytes_used(const search *s)
{
    return s->by.negamax ? ab_bytes_used(s->by.negamax) : mcts_bytes_used(s->by.mcts);
}

size_t search_bytes_total(const search *s)
{
    return s->by.negamax ? ab_bytes_total(s->by.negamax) : mcts_bytes_total(s->by.mcts);
}
