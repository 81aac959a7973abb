#include "review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"

static const float inaccuracy_loss = 0.05f, mistake_loss = 0.1f, blunder_loss = 0.2f;

typedef struct reader {
    review *review;
    search_listener *listener;
    void *user;
} reader;

void review_take(review *r, const search_info *info)
{
    r->score = info->score;
    r->nodes = info->nodes;
    r->depth = info->depth;
    r->time_ms = info->time_ms;
    r->line_length = info->pv_length < REVIEW_LINE_MAX ? info->pv_length : REVIEW_LINE_MAX;
    memcpy(r->line, info->pv, (size_t)r->line_length * sizeof r->line[0]);
}

/* Keeps the best line of each report. */
static void keep_best(void *user, const search *s, const search_info *info)
{
    const reader *own = user;
    if (info->multi_pv > 1) {
        return;
    }
    if (own->listener != NULL) {
        own->listener(own->user, s, info);
    }
    review_take(own->review, info);
}

review review_position(search *s, const position *pos, const line *game,
                       const search_limits *limits, search_listener *listener, void *user)
{
    review r = {.over = true,
                .score = {.kind = SCORE_CENTIPAWNS, .draw = 1.0f},
                .human_played = -1.0f,
                .human_best = -1.0f};
    if (!gen_any(pos)) {
        if (pos_in_check(pos)) {
            r.score = (search_score){.kind = SCORE_MATE, .loss = 1.0f};
        }
        return r;
    }
    if (pos->halfmove_clock >= 100 || pos_insufficient_material(pos) ||
        line_occurrences(game, pos) >= 2) {
        return r;
    }
    reader own = {&r, listener, user};
    r.over = false;
    search_arm(s);
    search_go(s, pos, game, limits, keep_best, &own);
    return r;
}

void review_ask_human(review *r, const human *h, const position *pos, const line *game, move played)
{
    if (r->line_length > 0) {
        r->human_played = human_probability(h, pos, game, played);
        r->human_best = human_probability(h, pos, game, r->line[0]);
    }
}

float review_expected(const review *r)
{
    return r->score.win + 0.5f * r->score.draw;
}

static bool is_best(const review *before, move played)
{
    return before->line_length > 0 && before->line[0] == played;
}

float review_loss(const review *before, const review *after, move played)
{
    const float loss = review_expected(before) - (1.0f - review_expected(after));
    return is_best(before, played) || before->over || loss < 0.0f ? 0.0f : loss;
}

/* The expected score of a position by one of two searches; what either has proven counts. */
static float agreed_expected(const review pair[2], int by)
{
    for (int i = 0; i < 2 && !pair[i].over; i++) {
        const search_score *s = &pair[i].score;
        if (s->kind == SCORE_MATE || abs(s->value) > SCORE_CP_MAX) {
            return s->value > 0 ? 1.0f : 0.0f;
        }
    }
    return review_expected(&pair[by]);
}

float review_agreed_loss(const review before[2], const review after[2], move played)
{
    float least = before[0].over ? 0.0f : 1.0f;
    for (int i = 0; i < 2; i++) {
        const float loss = agreed_expected(before, i) - (1.0f - agreed_expected(after, i));
        least = fminf(least, is_best(&before[i], played) ? 0.0f : fmaxf(loss, 0.0f));
    }
    return least;
}

int review_nag(float loss)
{
    return loss >= blunder_loss ? 4 : loss >= mistake_loss ? 2 : loss >= inaccuracy_loss ? 6 : 0;
}

float review_least_loss(int nag)
{
    return nag == 4 ? blunder_loss : nag == 2 ? mistake_loss : inaccuracy_loss;
}
