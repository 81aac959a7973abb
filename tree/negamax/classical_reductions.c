#include "negamax_parts.h"

/* The five exemptions of Pro Deo. */
static bool is_exempt_by_prodeo(const negamax *n, const ab_node *node, const ab_visit *v,
                                const ab_candidate *c)
{
    return c->move == v->table_move || v->in_check || c->check ||
           c->described.victim < HIST_PROMOTION ||
           node->eval > v->alpha + n->techniques.prodeo_margin;
}

/* The exemptions of peak and romstad, which reduce late quiet moves. They are those of Glaurung,
 * without the one that needs the threat of the null move's refutation. */
static bool is_exempt(const negamax *n, const ab_node *node, const ab_visit *v,
                      const ab_candidate *c)
{
    return c->number == 1 || c->move == v->table_move || v->in_check || c->check || c->noisy ||
           move_kind_of(c->move) == MOVE_CASTLING || ab_is_killer(n, node, c->move);
}

/* The first move of the principal variation is never reduced. */
static bool may_reduce(const ab_visit *v, const ab_candidate *c)
{
    return v->ply > 0 && v->depth >= 2 && !(v->pv && c->number == 1);
}

static int prodeo_plies(const ab_worker *w, const ab_node *node, const ab_visit *v,
                        const ab_candidate *c)
{
    return may_reduce(v, c) && !is_exempt_by_prodeo(w->shared, node, v, c) &&
           hist_reduces(w->history, &c->described, v->depth);
}

static int plies(const ab_worker *w, const ab_node *node, const ab_visit *v, const ab_candidate *c)
{
    return may_reduce(v, c) && !is_exempt(w->shared, node, v, c) &&
           hist_reduces(w->history, &c->described, v->depth);
}

static bool applies(const ab_visit *v, const ab_candidate *c)
{
    (void)v;
    return c->reduction > 0;
}

/* Romstad prunes by the counters that reduce, at depth 1 too. */
static bool romstad_prunes(const ab_worker *w, const ab_node *node, const ab_visit *v,
                           const ab_candidate *c, int reduced)
{
    (void)reduced;
    return !is_exempt(w->shared, node, v, c) && hist_reduces(w->history, &c->described, v->depth);
}

const ab_reducer ab_reducer_prodeo = {prodeo_plies, applies, ab_has_bad_history, 0};
const ab_reducer ab_reducer_peak = {plies, applies, ab_has_bad_history, 0};
const ab_reducer ab_reducer_romstad = {plies, applies, romstad_prunes, 0};
