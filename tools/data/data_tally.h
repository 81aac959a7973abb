/* Counts of the contents of game files, for `morpho-data stats` and its picture. */
#ifndef TOOLS_DATA_TALLY_H
#define TOOLS_DATA_TALLY_H

#include "game_file.h"

enum {
    TALLY_BANDS = 8, /* ranges of |score|; see tally_band_name[] */
    TALLY_PIECES = 33,
    TALLY_SCORES =
        101, /* bins of 20 centipawns from -1000 to 1000; 0 is in the middle of the middle one */
    TALLY_SCORE_BIN = 20,
    TALLY_PLIES = 40, /* bins of 10 plies since the first move of the game, by move number */
    TALLY_PLY_BIN = 10,
    TALLY_LENGTHS = 1024 /* games by recorded plies; longer games count in the last bin */
};

/* Counts of games, and of positions before a move. tally_add() adds them up. */
typedef struct tally {
    long games, chess960, with_visits, relabelled;
    long games_deviating; /* with a random move */
    long results[GAME_RESULTS];
    long lengths[TALLY_LENGTHS];
    int plies_max;
    long positions, black_to_move, legal_moves, in_check;
    long deviations, after_last_deviation; /* random moves; positions after the last of a game */

    /* Of the positions that game_ply_is_judged(): all but those that relabel left out. */
    long judged;             /* their number */
    long bands[TALLY_BANDS]; /* the last two are mates and positions without a score */
    long pieces[TALLY_PIECES];
    long plies[TALLY_PLIES];          /* later ones count in the last bin */
    long scores[TALLY_SCORES];        /* for the side to move, |score| up to 1010 */
    double outcomes[TALLY_SCORES];    /* sum of results (1, 0.5, 0; side to move) by score, over
                                       * positions after the last deviation */
    long outcome_count[TALLY_SCORES]; /* number of these positions */
    long visit_positions, visit_moves, visit_first; /* positions with visit shares; their moves;
                                                     * those whose most visited move is the best
                                                     * move */
    double visit_top;                               /* sum of the largest shares */
} tally;

extern const char *const tally_band_name[TALLY_BANDS];

/* Replays a game and counts it. Calls `see` (may be NULL) with each position's key; it returns
 * false and fills `why` to end the count. Returns false and fills `why`, without file and game, if
 * the game is faulty or `see` returned false. */
typedef bool tally_see(void *context, uint64_t key, failure *why);
bool tally_game(tally *t, const game *g, tally_see *see, void *context, failure *why);

void tally_add(tally *sum, const tally *more);

/* The number of positions with a score; and the number of those with |score| below `limit`, which
 * is 100, 300 or 1000. */
long tally_scored(const tally *t);
long tally_within(const tally *t, int limit);

/* The median length of the games; 0 without games. */
int tally_median_length(const tally *t);

#endif
