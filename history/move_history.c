#include "history/move_history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { SLOTS = 1 + 12 * 64, CELLS = 12 * 64 };

const char *const hist_age_words[] = {"halve", "keep", "clear", NULL};
HIST_ASSERT_WORDS(hist_age_words, HIST_AGES);

struct move_history {
    hist_tables tables;
    int16_t butterfly[2][4][64][64];     /* side, threats, from, to */
    int16_t capture[12][64][HIST_QUIET]; /* piece, to, victim */
    int16_t continuation[SLOTS][CELLS];  /* earlier slot, 64 * piece + to */
};

move_history *hist_moves_new(hist_tables tables)
{
    move_history *h = malloc(sizeof *h);
    if (h) {
        hist_moves_configure(h, tables);
        hist_moves_clear(h);
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
    memset(h->capture, 0, sizeof h->capture);
    memset(h->continuation, 0, sizeof h->continuation);
}

void hist_moves_configure(move_history *h, hist_tables tables)
{
    h->tables = tables;
}

static int cell_of(const hist_trial *m)
{
    return 64 * m->piece + m->to;
}

static unsigned threats_of(const move_history *h, const hist_trial *m)
{
    return h->tables.threats ? m->threats : 0;
}

int hist_quiet_score(const move_history *h, const hist_node *node, const hist_trial *m)
{
    int score = 0;
    if (h->tables.quiet) {
        score += 2 * h->butterfly[m->piece / 6][threats_of(h, m)][m->from][m->to];
    }
    if (h->tables.continuation) {
        const int cell = cell_of(m);
        for (int i = 0; i < HIST_SLOTS; i++) {
            score += h->continuation[node->slot[i]][cell];
        }
    }
    return score;
}

void hist_quiet_scores(const move_history *h, const hist_node *node, const hist_trial moves[],
                       int count, int scores[])
{
    for (int i = 0; i < count; i++) {
        scores[i] = hist_quiet_score(h, node, &moves[i]);
    }
}

int hist_capture_score(const move_history *h, const hist_trial *m)
{
    return h->tables.capture ? h->capture[m->piece][m->to][m->victim] : 0;
}

static void pull(int16_t *cell, int bonus)
{
    *cell = (int16_t)(*cell + bonus - *cell * abs(bonus) / HIST_LIMIT);
}

void hist_quiet_adjust(move_history *h, const hist_node *node, const hist_trial *m, int bonus)
{
    assert(abs(bonus) <= HIST_LIMIT);
    if (h->tables.quiet) {
        pull(&h->butterfly[m->piece / 6][threats_of(h, m)][m->from][m->to], bonus);
    }
    if (h->tables.continuation) {
        const int cell = cell_of(m);
        for (int i = 0; i < HIST_SLOTS; i++) {
            if (node->slot[i] != HIST_SLOT_NONE) {
                pull(&h->continuation[node->slot[i]][cell], bonus);
            }
        }
    }
}

static void learn_capture(move_history *h, const hist_trial *m, int bonus)
{
    if (h->tables.capture) {
        pull(&h->capture[m->piece][m->to][m->victim], bonus);
    }
}

int hist_depth_bonus(int depth)
{
    /* Grows with the work behind the news, and levels out before one node can outvote all. */
    const int bonus = 4 * depth * depth + 180 * depth - 110;
    return bonus < 1700 ? bonus : 1700;
}

void hist_moves_learn(move_history *h, const hist_lesson *lesson)
{
    assert(lesson->count <= HIST_TRIED_MAX && lesson->best < lesson->count && lesson->depth > 0);
    if (lesson->best < 0) {
        return;
    }
    const int bonus = hist_depth_bonus(lesson->depth);
    const bool best_is_quiet = lesson->tried[lesson->best].victim == HIST_QUIET;
    for (int i = 0; i < lesson->count; i++) {
        const hist_trial *m = &lesson->tried[i];
        const int change = i == lesson->best ? bonus : -bonus;
        if (m->victim != HIST_QUIET) {
            learn_capture(h, m, change);
        } else if (best_is_quiet) {
            hist_quiet_adjust(h, &lesson->node, m, change);
        }
    }
}
