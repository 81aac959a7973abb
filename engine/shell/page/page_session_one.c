/* One position, which both searches look at at the same time. */
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "page_session_parts.h"
#include "system/clock.h"
#include "system/threads.h"
#include "tree_view.h"

/* How often the searches report, and how often the tree is copied at most. */
enum { REPORT_MS = 200, TREE_MS = 1500 };
/* The time of a search that has no other limit. Unlike an infinite one it ends if all is proven. */
enum { DAY_MS = 24 * 3600 * 1000 };
static const int64_t ms_ns = 1000000;

/* The part of the tree that the page shows. */
static const tree_view_limits tree_limits = {.plies = 8, .children = 6, .share = 0.005};

/* One search of a position. */
typedef struct one_search {
    page_session *session;
    search_algorithm algorithm;
    search_limits limits;
    line game;
    position pos;
    page_opinion past; /* what the same search knew before it went on */
    int64_t cpu_begun;
} one_search;

/* Writes JSON to a text of its own; NULL if memory is short. */
static char *write_tree(const search *s, const position *root)
{
    tree_view view = {.nodes = NULL};
    memory_stream to;
    failure why;
    char *text = NULL;
    if (tree_view_take(&view, s, root, &tree_limits, &why) && memory_stream_open(&to)) {
        json_writer j = {.out = to.stream};
        tree_view_put_node(&j, NULL, &view, 0);
        if (memory_stream_close(&to)) {
            text = to.text;
        } else {
            free(to.text);
        }
    }
    tree_view_free(&view);
    return text;
}

static char *write_history(const search *s)
{
    memory_stream to;
    if (!memory_stream_open(&to)) {
        return NULL;
    }
    json_writer j = {.out = to.stream};
    page_histories_put(&j, NULL, s);
    if (memory_stream_close(&to)) {
        return to.text;
    }
    free(to.text);
    return NULL;
}

/* Copies tree and histories. `s` is that of mcts. */
static void take_tree(page_session *session, const search *s, const position *root)
{
    char *tree = write_tree(s, root), *history = write_history(s);
    looked_at *one = &session->one;
    pthread_mutex_lock(&session->lock);
    free(one->tree);
    free(one->history);
    one->tree = tree;
    one->history = history;
    one->tree_ns = system_clock_ns();
    session->version++;
    pthread_mutex_unlock(&session->lock);
}

static double cpu_seconds(const one_search *o)
{
    return o->past.cpu_seconds + 1e-9 * (double)(system_thread_cpu_ns() - o->cpu_begun) *
                                     o->session->threads[o->algorithm];
}

/* Puts a report to what was known before the search went on: its playouts are all that the tree
 * has, and an iteration of negamax counts from the depth on that was reached before. */
static void keep_report(one_search *o, const search *s, search_info *info)
{
    page_opinion *now = &o->session->one.at.by[o->algorithm];
    root_move root;
    if (search_root_stats(s, &root)) {
        info->nodes = root.visits > 0 ? root.visits - 1 : 0;
        page_curves_listen(o->session->one.curves, s, info);
    } else {
        info->nodes += o->past.review.nodes;
    }
    info->time_ms += o->past.review.time_ms;
    now->cpu_seconds = cpu_seconds(o);
    if (o->algorithm == SEARCH_MCTS || info->depth >= o->past.review.depth) {
        review_take(&now->review, info);
        now->count = search_root_moves(s, now->moves, MOVES_MAX);
    } else {
        now->review.nodes = info->nodes;
        now->review.time_ms = info->time_ms;
    }
}

/* The search_listener of a position. A stop may come just before the search is armed. */
static void listen_to_one(void *user, const search *s, const search_info *info)
{
    one_search *o = user;
    page_session *session = o->session;
    search_info now = *info;
    pthread_mutex_lock(&session->lock);
    keep_report(o, s, &now);
    session->version++;
    const bool stop = session->stop;
    const bool tree_due =
        o->algorithm == SEARCH_MCTS && system_clock_ns() - session->one.tree_ns > TREE_MS * ms_ns;
    pthread_mutex_unlock(&session->lock);
    if (stop) {
        search_stop(session->searches[o->algorithm]);
    }
    if (tree_due) {
        take_tree(session, s, &o->pos);
    }
}

/* The work of a thread. */
static void *run_one(void *user)
{
    one_search *o = user;
    page_session *session = o->session;
    o->cpu_begun = system_thread_cpu_ns();
    const review found = review_position(session->searches[o->algorithm], &o->pos, &o->game,
                                         &o->limits, listen_to_one, o);
    pthread_mutex_lock(&session->lock);
    page_opinion *now = &session->one.at.by[o->algorithm];
    if (found.over) {
        now->review = found;
    } else {
        now->cpu_seconds = cpu_seconds(o);
    }
    session->version++;
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

void session_search_one(page_session *session, int64_t ms)
{
    const int64_t time = ms > 0 ? ms : DAY_MS;
    const search_limits limits = {
        .time_ms_soft = time, .time_ms_hard = time, .time_exact = true, .report_ms = REPORT_MS};
    one_search *both = calloc(SEARCH_ALGORITHMS, sizeof *both);
    pthread_t other;
    if (both == NULL) {
        return;
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        both[i] = (one_search){.session = session,
                               .algorithm = (search_algorithm)i,
                               .limits = limits,
                               .game = session->one.state.played,
                               .pos = session->one.at.pos,
                               .past = session->one.at.by[i]};
    }
    const bool two = system_thread_start(&other, run_one, &both[SEARCH_NEGAMAX]);
    run_one(&both[SEARCH_MCTS]);
    if (two) {
        pthread_join(other, NULL);
    } else {
        run_one(&both[SEARCH_NEGAMAX]);
    }
    if (!session->one.at.by[SEARCH_MCTS].review.over) {
        take_tree(session, session->searches[SEARCH_MCTS], &session->one.at.pos);
    }
    free(both);
}

/* An opinion of a position that nobody has searched. */
static page_opinion nothing_known(void)
{
    return (page_opinion){.review = {.score = {.kind = SCORE_CENTIPAWNS, .draw = 1.0f},
                                     .human_played = -1.0f,
                                     .human_best = -1.0f}};
}

/* The last move of the line. */
static move last_move(const task *t)
{
    const char *word = strrchr(t->line, ' ');
    const position *before = line_before(&t->state.played, 1);
    return before != NULL && word != NULL ? gen_from_uci(before, word + 1) : MOVE_NONE;
}

void session_take_one(page_session *session, const task *t)
{
    looked_at *one = &session->one;
    looked_at *next = calloc(1, sizeof *next);
    if (next == NULL) {
        return;
    }
    next->number = ++session->number;
    next->state = t->state;
    memcpy(next->line, t->line, sizeof next->line);
    next->at.pos = t->state.root;
    next->at.chess960 = fen_is_chess960(&t->state.root);
    next->at.played = last_move(t);
    next->curves = one->curves;
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        next->at.by[i] = nothing_known();
    }
    page_curves_clear(one->curves);
    free(one->tree);
    free(one->history);
    *one = *next;
    free(next);
    session->has_one = true;
    session->shows_game = false;
}

/* A game without tags and moves. There is nothing to show before mcts has its first line. */
void session_put_one(json_writer *j, const page_session *session)
{
    const looked_at *one = &session->one;
    const review *mcts = &one->at.by[SEARCH_MCTS].review;
    if (mcts->line_length == 0 && !mcts->over) {
        return;
    }
    json_array_begin(j, "games");
    json_object_begin(j, NULL);
    json_array_begin(j, "positions");
    page_position_put(j, &one->at, MOVES_MAX);
    json_array_end(j);
    json_object_end(j);
    json_array_end(j);
    if (one->tree != NULL && one->history != NULL) {
        page_curves_put(j, "curves", one->curves);
        json_value(j, "history", one->history);
        json_value(j, "tree", one->tree);
    }
}
