#include "data_tally.h"

#include <stdlib.h>

#include "game_judgement.h"
#include "game_walk.h"

enum { BAND_MATE = TALLY_BANDS - 2, BAND_NONE = TALLY_BANDS - 1 };

/* The lower ends of the bands, in centipawns. */
static const int band_begin[BAND_MATE] = {0, 50, 100, 200, 300, 1000};
const char *const tally_band_name[TALLY_BANDS] = {"|score| < 50", "50 to 99",   "100 to 199",
                                                  "200 to 299",   "300 to 999", "1000 and more",
                                                  "mate",         "no score"};

static int band_of(int score)
{
    if (score == GAME_SCORE_NONE) {
        return BAND_NONE;
    }
    if (abs(score) >= GAME_SCORE_MATE) {
        return BAND_MATE;
    }
    int band = BAND_MATE - 1;
    while (abs(score) < band_begin[band]) {
        band--;
    }
    return band;
}

static void count_visits(tally *t, const game *g, const game_ply *ply)
{
    unsigned top = 0;
    uint16_t code = 0;
    for (unsigned i = 0; i < ply->visit_count; i++) {
        const game_visit *visit = &g->visits[ply->visit_first + i];
        if (visit->share > top) {
            top = visit->share;
            code = visit->code;
        }
    }
    t->visit_positions += ply->visit_count > 0;
    t->visit_moves += ply->visit_count;
    t->visit_top += top;
    t->visit_first += top > 0 && code == ply->best;
}

static void count_judged(tally *t, const game *g, const game_walk *walk)
{
    const game_ply *ply = &g->plies[walk->ply];
    t->judged++;
    t->bands[band_of(ply->score)]++;
    t->pieces[bb_count(pos_occupied(&walk->pos))]++;
    count_visits(t, g, ply);
}

/* `quiet`: no random move follows in the game. */
static void count_position(tally *t, const game *g, const game_walk *walk, bool quiet)
{
    const game_ply *ply = &g->plies[walk->ply];
    const position *pos = &walk->pos;
    t->positions++;
    t->black_to_move += pos->to_move == BLACK;
    t->in_check += pos_in_check(pos);
    t->legal_moves += walk->legal_count;
    t->deviations += game_ply_is_random(g, ply);
    t->after_last_deviation += quiet;
    if (game_ply_is_judged(g, ply)) {
        count_judged(t, g, walk);
    }
}

bool tally_game(tally *t, const game *g, tally_see *see, void *context, failure *why)
{
    game_walk walk;
    if (!game_walk_start(&walk, g, why)) {
        return false;
    }
    int quiet = g->ply_count; /* the first ply after the last deviation */
    while (quiet > 0 && !game_ply_is_random(g, &g->plies[quiet - 1])) {
        quiet--;
    }
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        if (!game_walk_check(&walk, g, why) || (see && !see(context, walk.pos.key, why))) {
            return false;
        }
        count_position(t, g, &walk, walk.ply >= quiet);
    }
    t->games++;
    t->games_deviating += quiet > 0;
    t->chess960 += (g->flags & GAME_CHESS960) != 0;
    t->with_visits += (g->flags & GAME_VISITS) != 0;
    t->relabelled += (g->flags & GAME_RELABELLED) != 0;
    t->results[g->result]++;
    t->lengths[g->ply_count < TALLY_LENGTHS ? g->ply_count : TALLY_LENGTHS - 1]++;
    t->plies_max = g->ply_count > t->plies_max ? g->ply_count : t->plies_max;
    return true;
}

void tally_add(tally *sum, const tally *more)
{
    const long longest = sum->plies_max > more->plies_max ? sum->plies_max : more->plies_max;
    long *to = &sum->plies_max;
    const long *from = &more->plies_max;
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++) {
        to[i] += from[i];
    }
    sum->plies_max = longest;
}

long tally_scored(const tally *t)
{
    return t->judged - t->bands[BAND_NONE];
}

long tally_within(const tally *t, int limit)
{
    long sum = 0;
    for (int i = 0; i < BAND_MATE && band_begin[i] < limit; i++) {
        sum += t->bands[i];
    }
    return sum;
}

int tally_median_length(const tally *t)
{
    long met = 0;
    int length = 0;
    while (length < TALLY_LENGTHS - 1 && 2 * (met + t->lengths[length]) < t->games) {
        met += t->lengths[length++];
    }
    return length;
}
