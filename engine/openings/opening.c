#include "openings/opening.h"

#include <assert.h>
#include <stdlib.h>

#include "base/random_numbers.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/portable_math.h"

/* Openings that are drawn before the plan counts as hopeless: about a second's work. */
enum { DRAWS_MAX = 2000 };

void opening_root(position *pos, const book *b, uint64_t *random)
{
    if (b != NULL) {
        book_position(b, (uint32_t)random_below(random, book_count(b)), pos);
        return;
    }
    const bool good = fen_parse(pos, FEN_START, NULL, NULL);
    assert(good);
    (void)good;
}

/* Draws one of the moves by the policy net. */
static move draw_move(const position *pos, const move moves[], int count, float temperature,
                      const backend *net, uint64_t *random)
{
    float share[MOVES_MAX], at = random_uniform(random);
    backend_policy(net, pos, NULL, moves, count, share);
    nn_softmax(share, count, temperature);
    for (int i = 0; i < count; i++) {
        at -= share[i];
        if (at < 0.0f) {
            return moves[i];
        }
    }
    return moves[count - 1]; /* the shares were rounded down */
}

/* Returns false if the moves lead to a position without legal moves. */
static bool play(position *pos, const opening_plan *plan, const backend *net, uint64_t *random)
{
    move moves[MOVES_MAX];
    int left = plan->plies > 0 ? plan->plies + (int)random_below(random, 2) : 0;
    int count = gen_legal(pos, moves);
    for (; left > 0 && count > 0; left--) {
        pos_make(pos, draw_move(pos, moves, count, plan->temperature, net, random));
        count = gen_legal(pos, moves);
    }
    return count > 0;
}

static bool is_balanced(const position *pos, int score_max, const backend *net)
{
    const win_draw_loss value = backend_value(net, pos, NULL);
    return abs(value_centipawns(net->nets->value.centipawns, value.win + 0.5f * value.draw)) <=
           score_max;
}

bool opening_draw(position *pos, const book *b, const opening_plan *plan, const backend *net,
                  uint64_t *random, failure *why)
{
    for (int i = 0; i < DRAWS_MAX; i++) {
        opening_root(pos, b, random);
        if (play(pos, plan, net, random) && !pos_insufficient_material(pos) &&
            pos->halfmove_clock < 100 && is_balanced(pos, plan->score_max, net)) {
            return true;
        }
    }
    return fail(why, "none of %d openings goes on and has a score within %d centipawns", DRAWS_MAX,
                plan->score_max);
}
