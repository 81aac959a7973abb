#include "history/move_history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "words.h"

enum {
    WEIGHT_ONE = 1024,
    ROWS = HIST_MOVE_SLOTS + HIST_PAWN_SLOTS,
    ROWS_USUAL = 2,                /* for which a loop would cost more than they do */
    ROWS_READ_MAX = HIST_SLOTS + 1 /* of one node, that by piece too */
};

static_assert((int64_t)HIST_TABLES * HIST_LIMIT * HIST_WEIGHT_MAX <= INT32_MAX, "sums fit 32 bits");

const char *const hist_age_words[] = {"halve", "keep", "clear", NULL};
HIST_ASSERT_WORDS(hist_age_words, HIST_AGES);

/* Rows of a node: their places among its slots. */
typedef struct row_list {
    int count;
    struct {
        int place, weight;
    } row[HIST_SLOTS];
} row_list;

/* A sum's tables; weight 0 is one that does not count. */
typedef struct reading {
    row_list rows;
    int butterfly, piece;
    int low_ply[HIST_LOW_PLIES + 1]; /* by ply; the last one is 0 */
} reading;

struct move_history {
    hist_settings settings;
    reading readings[HIST_SUMS];
    row_list written; /* without weights */
    bool used[HIST_TABLES];
    unsigned threats;                   /* the bits of a trial's that count */
    bool continuation_used, pawns_used; /* at some time: their rows are much to clear */
    int16_t butterfly[4][HIST_FROM_TO]; /* threats; side, from, to */
    int16_t piece[HIST_PIECE_TO];
    int16_t low_ply[HIST_LOW_PLIES][HIST_SQUARES]; /* ply; from, to: the ply tells the side */
    int16_t capture[HIST_PIECE_TO][HIST_QUIET];    /* piece, to; victim */
    int16_t row[ROWS][HIST_PIECE_TO];              /* slot; piece, to */
};

move_history *hist_moves_new(const hist_settings *settings)
{
    move_history *h = calloc(1, sizeof *h);
    if (h) {
        hist_moves_configure(h, settings);
    }
    return h;
}

void hist_moves_free(move_history *h)
{
    free(h);
}

void hist_moves_clear(move_history *h)
{
    memset(h->butterfly, 0, sizeof h->butterfly);
    memset(h->piece, 0, sizeof h->piece);
    memset(h->low_ply, 0, sizeof h->low_ply);
    memset(h->capture, 0, sizeof h->capture);
    if (h->continuation_used) {
        memset(h->row, 0, HIST_MOVE_SLOTS * sizeof h->row[0]);
    }
    if (h->pawns_used) {
        memset(h->row[HIST_MOVE_SLOTS], 0, HIST_PAWN_SLOTS * sizeof h->row[0]);
    }
}

void hist_moves_new_search(move_history *h)
{
    if (h->used[HIST_LOW_PLY]) {
        memset(h->low_ply, 0, sizeof h->low_ply);
    }
}

static void append(row_list *list, int place, int weight)
{
    list->row[list->count].place = place;
    list->row[list->count++].weight = weight;
}

static reading reading_of(const int weight[HIST_TABLES])
{
    reading r = {.butterfly = weight[HIST_BUTTERFLY], .piece = weight[HIST_BY_PIECE]};
    for (int i = 0; i < HIST_SLOTS; i++) {
        if (weight[i]) {
            append(&r.rows, i, weight[i]);
        }
    }
    for (int ply = 0; ply < HIST_LOW_PLIES; ply++) {
        r.low_ply[ply] = weight[HIST_LOW_PLY] / (1 + ply);
    }
    return r;
}

void hist_moves_configure(move_history *h, const hist_settings *settings)
{
    assert(settings->growth.most >= 0 && settings->growth.most <= HIST_LIMIT);
    h->settings = *settings;
    h->threats = settings->threats ? 3 : 0;
    h->written.count = 0;
    for (int i = 0; i < HIST_TABLES; i++) {
        h->used[i] = false;
        for (int sum = 0; sum < HIST_SUMS; sum++) {
            const int weight = settings->weight_1024[sum][i];
            assert(weight >= 0 && weight <= HIST_WEIGHT_MAX);
            h->used[i] |= weight > 0;
        }
        if (i < HIST_SLOTS && h->used[i]) {
            append(&h->written, i, 0);
            h->continuation_used |= i != HIST_PAWNS;
            h->pawns_used |= i == HIST_PAWNS;
        }
    }
    for (int sum = 0; sum < HIST_SUMS; sum++) {
        h->readings[sum] = reading_of(settings->weight_1024[sum]);
    }
}

int hist_quiet_score(const move_history *h, hist_sum sum, const hist_node *node,
                     const hist_trial *m)
{
    const reading *r = &h->readings[sum];
    const int cell = hist_piece_to(m);
    int score = 0;
    if (r->butterfly) {
        score += r->butterfly * h->butterfly[m->threats & h->threats][hist_from_to(m)];
    }
    for (int i = 0; i < r->rows.count; i++) {
        score += r->rows.row[i].weight * h->row[node->slot[r->rows.row[i].place]][cell];
    }
    if (r->piece) {
        score += r->piece * h->piece[cell];
    }
    if (r->low_ply[node->ply]) {
        score += r->low_ply[node->ply] * h->low_ply[node->ply][hist_squares(m)];
    }
    return score / WEIGHT_ONE;
}

void hist_quiet_scores(const move_history *h, const hist_node *node, const hist_trial moves[],
                       int count, int scores[])
{
    const reading *r = &h->readings[HIST_TO_ORDER];
    const unsigned threats = h->threats;
    const int butterfly = r->butterfly, low = r->low_ply[node->ply];
    const int16_t *row[ROWS_READ_MAX];
    int weight[ROWS_READ_MAX], rows = 0;
    for (; rows < r->rows.count; rows++) {
        row[rows] = h->row[node->slot[r->rows.row[rows].place]];
        weight[rows] = r->rows.row[rows].weight;
    }
    if (r->piece) {
        row[rows] = h->piece;
        weight[rows++] = r->piece;
    }
    for (; rows < ROWS_USUAL; rows++) {
        row[rows] = h->row[HIST_SLOT_NONE];
        weight[rows] = 0;
    }
    for (int i = 0; i < count; i++) {
        const hist_trial *m = &moves[i];
        const int cell = hist_piece_to(m);
        scores[i] = butterfly * h->butterfly[m->threats & threats][hist_from_to(m)] +
                    weight[0] * row[0][cell] + weight[1] * row[1][cell];
    }
    for (int k = ROWS_USUAL; k < rows; k++) {
        for (int i = 0; i < count; i++) {
            scores[i] += weight[k] * row[k][hist_piece_to(&moves[i])];
        }
    }
    for (int i = 0; low && i < count; i++) {
        scores[i] += low * h->low_ply[node->ply][hist_squares(&moves[i])];
    }
}

int hist_capture_score(const move_history *h, const hist_trial *m)
{
    return h->settings.capture ? h->capture[hist_piece_to(m)][m->victim] : 0;
}

static void pull(int16_t *cell, int bonus)
{
    *cell = (int16_t)hist_pulled(*cell, bonus, HIST_LIMIT);
}

void hist_quiet_adjust(move_history *h, const hist_node *node, const hist_trial *m, int bonus)
{
    assert(abs(bonus) <= HIST_LIMIT);
    const int cell = hist_piece_to(m);
    if (h->used[HIST_BUTTERFLY]) {
        pull(&h->butterfly[m->threats & h->threats][hist_from_to(m)], bonus);
    }
    for (int i = 0; i < h->written.count; i++) {
        const uint16_t slot = node->slot[h->written.row[i].place];
        if (slot != HIST_SLOT_NONE) {
            pull(&h->row[slot][cell], bonus);
        }
    }
    if (h->used[HIST_BY_PIECE]) {
        pull(&h->piece[cell], bonus);
    }
    if (h->used[HIST_LOW_PLY] && node->ply < HIST_LOW_PLIES) {
        pull(&h->low_ply[node->ply][hist_squares(m)], bonus);
    }
}

static void learn_capture(move_history *h, const hist_trial *m, int bonus)
{
    if (h->settings.capture) {
        pull(&h->capture[hist_piece_to(m)][m->victim], bonus);
    }
}

int hist_depth_bonus(const move_history *h, int depth)
{
    /* Grows with the work behind the news, and levels out before one node can outvote all. */
    const hist_growth *g = &h->settings.growth;
    const int bonus = g->square * depth * depth + g->linear * depth + g->constant;
    return bonus < 0 ? 0 : bonus < g->most ? bonus : g->most;
}

static int malus_of(int bonus, int factor_1024)
{
    const int malus = bonus * factor_1024 / WEIGHT_ONE;
    return malus < HIST_LIMIT ? malus : HIST_LIMIT;
}

void hist_moves_learn(move_history *h, const hist_lesson *lesson)
{
    assert(lesson->count <= HIST_TRIED_MAX && lesson->best < lesson->count && lesson->depth > 0);
    if (lesson->best < 0) {
        return;
    }
    const hist_growth *g = &h->settings.growth;
    const int bonus = hist_depth_bonus(h, lesson->depth);
    const int malus_quiet = malus_of(bonus, g->malus_quiet_1024);
    const int malus_capture = malus_of(bonus, g->malus_capture_1024);
    const bool best_is_quiet = lesson->tried[lesson->best].victim == HIST_QUIET;
    for (int i = 0; i < lesson->count; i++) {
        const hist_trial *m = &lesson->tried[i];
        const bool best = i == lesson->best;
        if (m->victim != HIST_QUIET) {
            learn_capture(h, m, best ? bonus : -malus_capture);
        } else if (best_is_quiet) {
            hist_quiet_adjust(h, &lesson->node, m, best ? bonus : -malus_quiet);
        }
    }
}
