#include "negamax_parts.h"

#include <assert.h>

#include "chess/checks.h"

/* Threads defer each other's moves from BUSY_DEPTH on. A node defers at most DEFERRED_MAX moves,
 * and searches further ones at once. */
enum { BUSY_DEPTH = 3, DEFERRED_MAX = 16 };

/* The largest number of double extensions in one line. */
enum { DOUBLE_EXTENSIONS_MAX = 7 };

/* Singular extension: searches the table move deeper if no other move comes near it (Anantharaman,
 * Campbell and Hsu 1988; in today's form, by a reduced search without that move). Returns true
 * if the other moves cut too (multi-cut); `*cut` is then the node's score. */
static bool others_cut(ab_worker *w, ab_node *node, const ab_visit *v, ab_candidate *c, int *cut)
{
    const search_params *p = &w->shared->params;
    const int aim = v->table_score - p->ab_singular_margin_1024 * v->depth / 1024;
    node->excluded = c->move;
    const int score = ab_search(w, node, aim - 1, aim, (v->depth - 1) / 2, v->cut_node);
    node->excluded = MOVE_NONE;
    if (w->stopped) {
        return false;
    }
    if (score < aim) {
        c->extension = 1;
        if (!v->pv && score < aim - p->ab_double_margin &&
            node->extensions < DOUBLE_EXTENSIONS_MAX) {
            c->extension = 2;
        }
    } else if (aim >= v->beta) {
        *cut = aim;
        return true;
    } else {
        c->extension = v->table_score >= v->beta ? -2 : v->cut_node ? -1 : 0;
    }
    return false;
}

static bool may_be_singular(const ab_worker *w, const ab_node *node, const ab_visit *v, move m)
{
    const negamax *n = w->shared;
    return n->techniques.singular && v->ply > 0 && node->excluded == MOVE_NONE && v->hit &&
           m == v->known.move && v->depth >= n->params.ab_singular_depth &&
           v->known.depth >= v->depth - 3 && v->known.bound != TT_UPPER &&
           !score_is_decided(v->table_score) && v->ply < 2 * w->stage.depth;
}

/* The depth at which a move is searched again that did better than its reduced search expected: a
 * ply deeper if it did far better, a ply less deep if it hardly did (Stockfish 2022). */
static int depth_again(const ab_worker *w, const ab_visit *v, int score, int depth)
{
    const search_params *p = &w->shared->params;
    if (w->shared->techniques.frame != AB_FRAME_MODERN || v->ply == 0) {
        return depth;
    }
    return depth + (score > v->best + p->ab_deeper) - (score < v->best + p->ab_shallower);
}

/* Searches a move that was made. Late moves are reduced at first. All but the first move have a
 * null window at first, and are searched again if they do better than expected (Marsland and
 * Campbell 1982). */
static int search_move(ab_worker *w, ab_node *node, const ab_visit *v, const ab_candidate *c,
                       int alpha)
{
    const negamax *n = w->shared;
    int depth = v->depth - 1 + c->extension;
    int score = -SCORE_INFINITE;
    bool full = !v->pv || c->number > 1;
    if (n->techniques.late_move_reductions && n->reducer->applies(v, c)) {
        const int least = n->reducer->depth_least;
        int reduced = depth - c->reduction;
        reduced = reduced < least ? least : reduced > depth ? depth : reduced;
        hist_note_reduction(w->history, &c->described);
        node[1].reduction = depth - reduced;
        score = -ab_search(w, node + 1, -alpha - 1, -alpha, reduced, true);
        node[1].reduction = 0;
        full = score > alpha && reduced < depth;
        if (full) {
            depth = depth_again(w, v, score, depth);
            full = reduced < depth;
        }
    }
    if (full && !w->stopped) {
        score = -ab_search(w, node + 1, -alpha - 1, -alpha, depth, !v->cut_node);
    }
    if (v->pv && !w->stopped && (c->number == 1 || score > alpha)) {
        score = -ab_search(w, node + 1, -v->beta, -alpha, depth, false);
    }
    return score;
}

/* Records the score and nodes of a root move. `best`: it became the best move. */
static void note_root_move(ab_worker *w, const ab_node *node, const ab_visit *v, move m, int score,
                           bool best, uint64_t nodes)
{
    for (int i = w->stage.pv_index; i < w->stage.root_count; i++) {
        ab_root_move *root = &w->stage.roots[i];
        if (root->move != m) {
            continue;
        }
        root->nodes += nodes;
        root->score = best ? score : -SCORE_INFINITE;
        if (score > v->alpha) {
            root->known = score;
        }
        if (best) {
            root->seldepth = w->seldepth;
            root->pv[0] = m;
            root->pv_length = 1;
            for (int k = 0; k < node[1].pv_length; k++) {
                root->pv[root->pv_length++] = node[1].pv[k];
            }
        }
        if (score > v->alpha && score < v->beta) {
            ab_complete_line(w, root);
        }
        return;
    }
}

/* True if the root does not search the move: an earlier line has it, or it is not among
 * searchmoves. */
static bool is_left_out(const ab_worker *w, const ab_visit *v, const ab_node *node, move m)
{
    if (m == node->excluded) {
        return true;
    }
    if (v->ply > 0) {
        return false;
    }
    for (int i = w->stage.pv_index; i < w->stage.root_count; i++) {
        if (w->stage.roots[i].move == m) {
            return false;
        }
    }
    return true;
}

/* The effect of a searched move on its node. */
typedef enum { MOVE_FAILED_OR_RAISED, MOVE_SETTLES_NODE, SEARCH_UNWINDS } move_effect;

/* Steps b to d of the search of a move. */
static move_effect try_move(ab_worker *w, ab_node *node, ab_visit *v, ab_candidate *c)
{
    /* b. Extend or reduce it by the singular search. */
    if (may_be_singular(w, node, v, c->move)) {
        int cut;
        if (others_cut(w, node, v, c, &cut)) {
            v->best = cut;
            v->best_move = MOVE_NONE;
            v->decided = true;
            return MOVE_SETTLES_NODE;
        }
        if (w->stopped) {
            return SEARCH_UNWINDS;
        }
    }

    /* c. Make it and search it. */
    const uint64_t nodes = ab_worker_nodes(w);
    node->described = c->described;
    busy_begin(&w->shared->busy, c->busy_key);
    ab_make(w, node, c->move);
    node[1].extensions += c->extension > 1;
    const int score = search_move(w, node, v, c, v->alpha);
    ab_unmake(w);
    busy_end(&w->shared->busy, c->busy_key);
    if (w->stopped) {
        return SEARCH_UNWINDS;
    }

    /* d. Keep it if it is better. */
    const bool best = score > v->alpha || (v->ply == 0 && c->number == 1);
    if (v->ply == 0) {
        note_root_move(w, node, v, c->move, score, best, ab_worker_nodes(w) - nodes);
        if (w->stopped) {
            return SEARCH_UNWINDS;
        }
    }
    const hist_outcome outcome = score <= v->alpha ? HIST_FAILED
                                 : score < v->beta ? HIST_RAISED
                                                   : HIST_CUT;
    const int place = hist_result_add(&v->result, &c->described, outcome);
    hist_learn_move(w->history, &c->described, outcome);
    if (score > v->best) {
        v->best = score;
        v->top_move = c->move;
        v->result.top = place;
        if (score > v->alpha) {
            v->best_move = c->move;
            v->result.best = place;
            if (v->pv) {
                ab_keep_line(node, c->move);
            }
            if (score >= v->beta) {
                node->cuts += 1 + (c->number == 1);
                return MOVE_SETTLES_NODE;
            }
            v->alpha = score;
        }
    }
    return MOVE_FAILED_OR_RAISED;
}

/* Searches the moves. Returns false if the search unwinds. */
static bool search_moves(ab_worker *w, ab_node *node, ab_visit *v)
{
    const check_squares squares = pos_check_squares(&node->pos);
    const bool pieces = ab_has_pieces(&node->pos);
    const bool shares =
        w->shared->worker_count > 1 && v->depth >= BUSY_DEPTH && node->excluded == MOVE_NONE;
    const pick_source from = ab_pick_source(w, node, v->table_move, v->depth);
    ab_candidate deferred[DEFERRED_MAX];
    int deferred_count = 0;
    move_picker picker;
    bool skip_quiets = false;
    move m;
    move_effect effect = MOVE_FAILED_OR_RAISED;
    picker_begin(&picker, &from);
    while (effect == MOVE_FAILED_OR_RAISED &&
           (m = picker_next(&picker, skip_quiets)) != MOVE_NONE) {
        if (is_left_out(w, v, node, m)) {
            continue;
        }
        ab_candidate c = {.move = m, .number = ++v->count, .noisy = move_is_noisy(&node->pos, m)};
        tt_prefetch(&w->shared->table, pos_key_guess(&node->pos, m));
        if (shares && c.number > 1) {
            c.busy_key = busy_key(node->pos.key, m);
            busy_prefetch(&w->shared->busy, c.busy_key);
        }
        c.check = pos_gives_check(&node->pos, &squares, m);
        c.described = hist_move_of(&node->pos, node->threats, m);
        c.history = hist_judge(w->history, &node->context, &c.described);
        c.reduction = w->shared->reducer->plies(w, node, v, &c);

        /* a. Skip pruned moves, and defer moves that another thread is searching. */
        if (v->ply > 0 && pieces && !score_is_lost(v->best) &&
            ab_is_skipped(w, node, v, &c, &skip_quiets)) {
            continue;
        }
        if (deferred_count < DEFERRED_MAX && busy_has(&w->shared->busy, c.busy_key)) {
            deferred[deferred_count++] = c;
            continue;
        }
        effect = try_move(w, node, v, &c);
    }
    for (int i = 0; i < deferred_count && effect == MOVE_FAILED_OR_RAISED; i++) {
        effect = try_move(w, node, v, &deferred[i]);
    }
    return effect != SEARCH_UNWINDS;
}

/* Steps 3 and 4: the table's entry and the evaluation of the node. */
static void assess(ab_worker *w, ab_node *node, ab_visit *v)
{
    const negamax *n = w->shared;
    v->hit = tt_probe(&n->table, node->pos.key, &v->known);
    v->table_score = v->hit ? tt_score_out(v->known.score, v->ply) : SCORE_NONE;
    v->table_move = v->hit ? v->known.move : MOVE_NONE;
    if (v->ply == 0) {
        v->table_move = w->stage.roots[w->stage.pv_index].move;
    }
    v->table_move_noisy = v->table_move != MOVE_NONE &&
                          gen_is_legal_given(&node->pos, &node->checks, v->table_move) &&
                          move_is_noisy(&node->pos, v->table_move);
    if (v->in_check) {
        node->raw = node->eval = v->eval = SCORE_NONE;
        return;
    }
    if (node->excluded == MOVE_NONE) {
        node->eval = ab_evaluate(w, node, v->hit ? v->known.evaluation : SCORE_NONE);
    }
    v->eval = node->eval;
    if (v->hit && ab_table_counts(n, &node->pos, v->known.score) &&
        tt_bound_corrects(v->known.bound, v->table_score, v->eval)) {
        v->eval = v->table_score;
    }
    const int before = node[-2].eval;
    v->improving =
        n->techniques.improving && v->ply >= 2 && (before == SCORE_NONE || node->eval > before);
    v->gained = v->ply > 0 && node[-1].eval != SCORE_NONE && node->eval > -node[-1].eval;
}

/* Changes the depth of a reduced node by what its evaluation says of the move before: a ply more if
 * the move was better than its reduction says, a ply less if it was worse (Stockfish 2024). */
static void judge_reduction(const ab_worker *w, const ab_node *node, ab_visit *v)
{
    if (w->shared->techniques.frame != AB_FRAME_MODERN || node->reduction == 0 || v->in_check ||
        node->excluded != MOVE_NONE || node[-1].eval == SCORE_NONE) {
        return;
    }
    if (node->reduction >= 3 && !v->gained && v->depth < AB_DEPTH_MAX) {
        v->depth++;
    } else if (v->depth >= 2 && node->eval + node[-1].eval > w->shared->params.ab_hindsight) {
        v->depth--;
    }
}

/* The score of a node that fails high. The bound of a shallow search is uncertain, so it is moved
 * towards beta (Stockfish 2024). */
static int softened(const ab_visit *v)
{
    const bool sure = score_is_decided(v->best) || score_is_decided(v->beta) || v->ply == 0;
    return sure ? v->best : (v->best * v->depth + v->beta) / (v->depth + 1);
}

/* True if an entry of the table may settle the node. On the principal variation it may only if
 * threads share the work and the entry is an exact result of this search: without it the threads
 * would repeat a tenth of all nodes. A single thread gains nothing by it and would have shorter
 * lines. */
static bool may_settle(const ab_worker *w, const ab_visit *v)
{
    return !v->pv || (v->ply > 0 && v->known.bound == TT_EXACT && v->known.now &&
                      w->shared->worker_count > 1);
}

/* True if the position may be in the endgame tables, and should be looked up. A singular search
 * leaves out a move, which tables do not. */
static bool may_be_in_tables(const ab_worker *w, const ab_node *node, const ab_visit *v)
{
    return endgames_may_know(w->shared->endgame_pieces, &node->pos) && v->ply > 0 &&
           node->excluded == MOVE_NONE;
}

/* Sets all fields but the window, the kind of the node, and those of the steps 3, 4 and 8. */
static void begin_visit(ab_visit *v, const ab_node *node, int ply, int depth)
{
    v->depth = depth < AB_DEPTH_MAX ? depth : AB_DEPTH_MAX;
    v->ply = ply;
    v->least = -SCORE_INFINITE;
    v->most = SCORE_INFINITE;
    v->in_check = node->checks.checkers != 0;
    v->improving = v->gained = v->decided = false;
}

int ab_search(ab_worker *w, ab_node *node, int alpha, int beta, int depth, bool cut_node)
{
    const negamax *n = w->shared;
    const search_techniques *use = &n->techniques;
    const int old_alpha = alpha;
    int score;

    /* 1. Depth 0: quiescence search. */
    if (depth <= 0) {
        return ab_quiescence(w, node, alpha, beta);
    }
    ab_visit v;
    begin_visit(&v, node, ab_ply(w, node), depth);
    v.alpha = alpha;
    v.beta = beta;
    v.pv = beta - alpha > 1;
    v.cut_node = cut_node;

    /* 2. The end of the game or of the path, and mate distance pruning. */
    node->pv_length = 0;
    if (ab_must_stop(w)) {
        return 0;
    }
    if (v.ply > 0) {
        if (ab_is_draw(w, node)) {
            return ab_draw(w, v.ply);
        }
        if (v.ply >= AB_PLY_MAX - 1) {
            return v.in_check ? SCORE_DRAW : ab_evaluate(w, node, SCORE_NONE);
        }
        const int worst = score_mated_in(v.ply), most = score_mates_in(v.ply + 1);
        v.alpha = v.alpha > worst ? v.alpha : worst;
        v.beta = v.beta < most ? v.beta : most;
        if (v.alpha >= v.beta) {
            return v.alpha;
        }
    }
    w->seldepth = v.ply > w->seldepth ? v.ply : w->seldepth;

    /* 3. The transposition table: an earlier result may settle the node. */
    /* 4. The static evaluation, replaced by the table's score where that is better known, and
     * whether it improves, which margins and reductions use. It also tells how good the move before
     * was. */
    assess(w, node, &v);
    if (v.hit && may_settle(w, &v) && node->excluded == MOVE_NONE && v.known.depth >= v.depth &&
        ab_table_counts(n, &node->pos, v.known.score) &&
        tt_bound_settles(v.known.bound, v.table_score, v.beta)) {
        if (v.pv) {
            ab_recall_line(w, node);
        }
        if (v.table_score >= v.beta && v.table_move != MOVE_NONE && !v.table_move_noisy &&
            gen_is_legal_given(&node->pos, &node->checks, v.table_move)) {
            ab_learn_table_cut(w, node, &v, v.table_move, hist_depth_bonus(w->history, v.depth) / 2,
                               v.known.depth);
        }
        return v.table_score;
    }
    if (use->killer_scope == AB_KILLERS_OF_GRANDPARENT) {
        node[2].killers[0] = node[2].killers[1] = MOVE_NONE;
    }
    node[2].cuts = 0;

    ab_learn_difference(w, node, &v);
    judge_reduction(w, node, &v);

    /* 5. The endgame tables: the result of the position, or a bound of its score. */
    if (may_be_in_tables(w, node, &v) && ab_tables_settle(w, node, &v, &score)) {
        return score;
    }

    /* 6. Cuts of the whole node (negamax_cuts.c). */
    if (ab_cut_early(w, node, &v, &score)) {
        return score;
    }
    if (w->stopped) {
        return 0;
    }

    /* 7. Internal iterative reduction: without a table move the order is poor, so it is cheaper to
     * search less deep and come back with one (Schroeder 2020). */
    if (use->frame == AB_FRAME_MODERN && (v.pv || cut_node) && v.table_move == MOVE_NONE &&
        v.depth >= n->params.ab_internal_depth && node->excluded == MOVE_NONE) {
        v.depth--;
    }

    /* 8. The moves. */
    v.best = v.least;
    v.best_move = v.top_move = MOVE_NONE;
    v.count = 0;
    hist_result_begin(&v.result, &node->context, v.depth, v.pv);
    if (!search_moves(w, node, &v)) {
        return 0;
    }
    if (v.decided) {
        return v.best;
    }

    /* 9. No move: mate, stalemate, or only the excluded move. */
    if (v.count == 0) {
        return node->excluded != MOVE_NONE ? v.alpha
               : v.in_check                ? score_mated_in(v.ply)
                                           : ab_draw(w, v.ply);
    }
    assert(v.best > -SCORE_INFINITE); /* the first move is never skipped */
    v.best = v.best < v.most ? v.best : v.most;
    const bool cut = v.best >= v.beta;
    if (cut && use->frame == AB_FRAME_MODERN) {
        v.best = softened(&v);
    }

    /* 10. Learning, and the entry of the table. */
    if (v.best <= old_alpha) {
        ab_learn_unanswered(w, node, &v);
    }
    ab_learn(w, node, &v);
    ab_correct(w, node, &v);
    if (ab_is_whole(w, node, &v)) {
        const tt_data data = {.move = v.best_move,
                              .score = (int16_t)tt_score_in(v.best, v.ply),
                              .evaluation = (int16_t)node->raw,
                              .depth = (int8_t)v.depth,
                              .bound = cut                          ? TT_LOWER
                                       : v.best > old_alpha && v.pv ? TT_EXACT
                                                                    : TT_UPPER};
        tt_store(&w->shared->table, node->pos.key, &data);
    }
    return v.best;
}
