/* Counts of the contents of game files, for `morpho-data stats`. */
#ifndef TOOLS_DATA_TALLY_H
#define TOOLS_DATA_TALLY_H

#include "game_record.h"

enum {
    TALLY_BANDS = 8, /* ranges of |score|; see tally_band_name[] */
    TALLY_PIECES = 33,
    TALLY_LENGTHS = 1024 /* games by recorded plies; longer games count in the last one */
};

/* Counts of games, and of positions before a move. All members have one type, for tally_add(). */
typedef struct tally {
    long plies_max;
    long games, chess960, with_visits, relabelled;
    long games_deviating; /* with a random move */
    long results[GAME_RESULTS];
    long lengths[TALLY_LENGTHS];
    long positions, black_to_move, legal_moves, in_check;
    long deviations, after_last_deviation; /* random moves; positions after the last of a game */

    /* Of the positions that game_ply_is_judged(): all but those that relabel left out. */
    long judged;             /* their number */
    long bands[TALLY_BANDS]; /* the last two are mates and positions without a score */
    long pieces[TALLY_PIECES];
    long visit_positions, visit_moves, visit_first; /* positions with visit shares; their moves;
                                                     * those whose most visited move is the best
                                                     * move */
    long visit_top;                                 /* sum of the largest shares, in 1/65535 */
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
