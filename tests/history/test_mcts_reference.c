/* Compares all tables of MCTS with a simple reference, with random weights, contexts and
 * bonuses. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "history/mcts_history.h"
#include "plain_tables.h"
#include "result_fixture.h"

/* With MctsCapturesApart, captures use only their own table. */
static plain_cell *find(hist_table table, const hist_mcts_settings *s, const hist_context *context,
                        const hist_move *m)
{
    const bool quiet = m->victim == HIST_QUIET, of_captures = table == HIST_TABLE_CAPTURES;
    return s->captures == HIST_CAPTURES_APART && !quiet && !of_captures
               ? NULL
               : plain_find(table, context, m);
}

static void learn_plainly(const hist_mcts_settings *s, const hist_context *context,
                          const hist_move *m, int bonus)
{
    for (int i = 0; i < HIST_TABLES; i++) {
        plain_cell *cell = s->percent[i] ? find((hist_table)i, s, context, m) : NULL;
        if (cell && s->learning == HIST_LEARN_GRAVITY) {
            cell->value += bonus - cell->value * labs(bonus) / s->gravity;
        } else if (cell) {
            cell->value += bonus;
            cell->count++;
            if (cell->count == s->mean_limit) {
                cell->value /= 2;
                cell->count /= 2;
            }
        }
    }
}

static double plain_logit(const hist_mcts_settings *s, const hist_context *context,
                          const hist_move *m)
{
    double logit = 0.0;
    for (int i = 0; i < HIST_TABLES; i++) {
        const plain_cell *cell = find((hist_table)i, s, context, m);
        const double weight = s->percent[i] / 100.0 / plain_divisor((hist_table)i, context);
        if (cell) {
            logit += weight * (double)cell->value /
                     (s->learning == HIST_LEARN_GRAVITY
                          ? (double)s->logit_divisor
                          : (double)(cell->count + s->mean_prior) * s->mean_divisor);
        }
    }
    return logit;
}

static hist_mcts_settings random_settings(hist_learning learning)
{
    hist_mcts_settings settings = {.main = HIST_MAIN_BUTTERFLY,
                                   .learning = learning,
                                   .signal = HIST_SIGNAL_VALUE,
                                   .bonus_scale = 400,
                                   .gravity = 8192,
                                   .logit_divisor = 16384,
                                   .mean_divisor = 1600,
                                   .mean_prior = 16,
                                   .mean_limit = 5,
                                   .correction.memory = 1.0f};
    for (int i = 0; i < HIST_TABLES; i++) {
        settings.percent[i] = rand() % 3 ? rand() % 400 : 0;
    }
    return settings;
}

Test(mcts_reference, all_tables_do_as_the_reference_whatever_their_weights)
{
    int known = 0;
    srand(5);
    for (int round = 0; round < 20; round++) {
        hist_mcts_settings settings =
            random_settings(round % 2 ? HIST_LEARN_MEAN : HIST_LEARN_GRAVITY);
        settings.captures = round % 3 ? HIST_CAPTURES_EVERYWHERE : HIST_CAPTURES_APART;
        mcts_history *h = hist_mcts_new(&settings);
        cr_assert_not_null(h);
        plain_tables_begin();
        for (int i = 0; i < 300; i++) {
            const hist_context told = plain_random_context(), asked = plain_random_context();
            const hist_move *m = &result_moves[rand() % RESULT_MOVES];
            const int size = rand() % 129 - 64; /* of the signal, in 1/16 */
            float logits[RESULT_MOVES] = {0.0f};
            hist_learn_playout(h, &told, m, hist_playout_of(0.5f + (float)size / 128.0f),
                               0.5f - (float)size / 128.0f);
            learn_plainly(&settings, &told, m, size * 25);
            hist_add_logits(h, &asked, result_moves, RESULT_MOVES, logits);
            for (int k = 0; k < RESULT_MOVES; k++) {
                const double wanted = plain_logit(&settings, &asked, &result_moves[k]);
                cr_assert_float_eq(logits[k], wanted, 1e-4, "%g, not %g", logits[k], wanted);
                known += wanted != 0.0;
            }
        }
        hist_mcts_free(h);
    }
    cr_expect_gt(known, 10000, "%d logits", known);
}
