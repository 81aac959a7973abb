#include "negamax_parts.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* From WINDOW_DEPTH on, the first window is centred on the last score, unless that is beyond
 * WINDOW_SCORE_MAX. */
enum { WINDOW_DEPTH = 4, WINDOW_SCORE_MAX = 3000 };

/* Sets the window around the last score of the next line. */
static void open_window(const negamax *n, ab_stage *s)
{
    const int last = s->roots[s->pv_index].last_score;
    s->alpha = -SCORE_INFINITE;
    s->beta = SCORE_INFINITE;
    s->width = n->params.ab_aspiration;
    if (n->techniques.frame == AB_FRAME_MODERN && s->depth >= WINDOW_DEPTH &&
        last > -WINDOW_SCORE_MAX && last < WINDOW_SCORE_MAX) {
        s->alpha = last - s->width;
        s->beta = last + s->width;
    }
}

static void deepen(const negamax *n, ab_stage *s)
{
    s->depth++;
    s->pv_index = s->solved;
    for (int i = s->solved; i < s->root_count; i++) {
        ab_root_move *root = &s->roots[i];
        /* The score of a move that failed low is not the known one. */
        root->known = root->known == root->score ? root->known : -SCORE_INFINITE;
        root->last_score = root->score;
        root->score = -SCORE_INFINITE;
    }
    open_window(n, s);
}

void ab_stage_sort(ab_stage *s, int first)
{
    for (int i = first + 1; i < s->root_count; i++) {
        const ab_root_move moved = s->roots[i];
        int k = i;
        while (k > first && s->roots[k - 1].score < moved.score) {
            s->roots[k] = s->roots[k - 1];
            k--;
        }
        if (k != i) {
            s->roots[k] = moved;
        }
    }
}

/* Returns true if the score lies outside the window, and widens it on that side. */
static bool widen(ab_stage *s, int score)
{
    if (score <= s->alpha && s->alpha > -SCORE_INFINITE) {
        s->beta = (s->alpha + s->beta) / 2;
        s->alpha = score - s->width;
    } else if (score >= s->beta && s->beta < SCORE_INFINITE) {
        s->beta = score + s->width;
    } else {
        return false;
    }
    s->width += s->width / 2;
    if (s->alpha < -WINDOW_SCORE_MAX) {
        s->alpha = -SCORE_INFINITE;
    }
    if (s->beta > WINDOW_SCORE_MAX) {
        s->beta = SCORE_INFINITE;
    }
    return true;
}

/* Goes from one stage to the next: the same line in a wider window, the next line, or a deeper
 * iteration. */
static void advance(const negamax *n, ab_stage *s, int score)
{
    const int lines = n->multi_pv < s->root_count ? n->multi_pv : s->root_count;
    s->number++;
    ab_stage_sort(s, s->pv_index);
    if (widen(s, score)) {
        return;
    }
    if (++s->pv_index < lines) {
        open_window(n, s);
        return;
    }
    ab_stage_sort(s, s->solved);
    deepen(n, s);
}

static void copy(ab_stage *to, const ab_stage *from)
{
    const size_t moves = (size_t)from->root_count * sizeof from->roots[0];
    memcpy(to, from, offsetof(ab_stage, roots) + moves);
}

static void list_moves(ab_stage *s, const position *root, const search_limits *limits)
{
    move moves[MOVES_MAX];
    const int count = gen_legal(root, moves);
    s->root_count = 0;
    for (int i = 0; i < count; i++) {
        if (search_allows(limits, moves[i])) {
            s->roots[s->root_count++] = (ab_root_move){.move = moves[i],
                                                       .score = -SCORE_INFINITE,
                                                       .last_score = -SCORE_INFINITE,
                                                       .known = -SCORE_INFINITE,
                                                       .pv_length = 1,
                                                       .pv = {moves[i]}};
        }
    }
}

void ab_stage_begin(negamax *n, const position *root, const search_limits *limits)
{
    n->stage.number = 1;
    n->stage.depth = 0;
    n->stage.solved = 0;
    list_moves(&n->stage, root, limits);
    deepen(n, &n->stage);
    atomic_store(&n->stage_number, n->stage.number);
    for (int i = 0; i < n->worker_count; i++) {
        copy(&n->workers[i]->stage, &n->stage);
    }
}

void ab_stage_finish(ab_worker *w, int score)
{
    negamax *n = w->shared;
    pthread_mutex_lock(&n->stage_lock);
    if (n->stage.number == w->stage.number) {
        assert(!w->stopped);
        advance(n, &w->stage, score);
        copy(&n->stage, &w->stage);
        atomic_store(&n->stage_number, n->stage.number);
    } else {
        copy(&w->stage, &n->stage);
        w->stopped = w->overtaken = false;
    }
    pthread_mutex_unlock(&n->stage_lock);
}

/* Moves the root move `first` to the place `to`, and those between back by one. */
static ab_root_move *bring_to(ab_stage *s, move first, int to)
{
    int i = to;
    while (s->roots[i].move != first) {
        i++;
    }
    const ab_root_move moved = s->roots[i];
    memmove(&s->roots[to + 1], &s->roots[to], (size_t)(i - to) * sizeof moved);
    s->roots[to] = moved;
    return &s->roots[to];
}

void ab_stage_solve(ab_worker *w, const mate_line *found)
{
    negamax *n = w->shared;
    pthread_mutex_lock(&n->stage_lock);
    copy(&w->stage, &n->stage);
    ab_stage *s = &w->stage;
    ab_root_move *root = bring_to(s, found->moves[0], s->solved++);
    const int plies = found->length;
    root->score = plies % 2 ? score_mates_in(plies) : score_mated_in(plies);
    root->last_score = root->known = root->score;
    root->seldepth = root->pv_length = plies;
    memcpy(root->pv, found->moves, (size_t)plies * sizeof(move));
    if (!ab_is_solved(w)) {
        s->pv_index = s->solved;
        open_window(n, s);
    }
    s->number++;
    copy(&n->stage, s);
    atomic_store(&n->stage_number, s->number);
    pthread_mutex_unlock(&n->stage_lock);
}
