/* What the games of a match say about one engine besides the score. */
#ifndef TOOLS_GAMES_TALLY_H
#define TOOLS_GAMES_TALLY_H

#include "pgn_game.h"
#include "statistics.h"

enum {
    GAMES_AT_ONCE_MS = 2,    /* a move that took no longer was hardly searched */
    GAMES_LAG_SCORE = 150,   /* beyond it a score says that the game is decided */
    GAMES_ENDINGS_MAX = 32,  /* kinds that are counted separately */
    GAMES_ENDING_BYTES = 96, /* of a kind's text and its end */
    GAMES_MOVES_MAX = 300    /* moves of one game whose times are kept */
};

/* Numbers whose quartiles are computed. */
typedef struct number_list {
    double *values;
    size_t count, capacity;
} number_list;

typedef struct games_ending {
    char text[GAMES_ENDING_BYTES]; /* printable ASCII; names the engine, not the colour */
    int count;
} games_ending;

/* The time that a clock begins with, and the increment. */
typedef struct games_clock {
    int64_t time_ms, increment_ms;
} games_clock;

/* The times of the engine's n-th moves, in seconds: the time that they took, and with a clock the
 * soft and the hard limit that the clock would set. */
typedef struct games_times {
    number_list used, soft, hard;
} games_times;

typedef struct games_tally {
    const char *name; /* of the engine */
    bool has_clock;
    games_clock clock;
    int won, drawn, lost;
    int others;                       /* games that it did not play, or on both sides */
    int own_forfeits, their_forfeits; /* on time */
    games_ending endings[GAMES_ENDINGS_MAX];
    int ending_count, more_endings; /* games that end in kinds beyond the table */
    long open_moves, at_once; /* moves with a time and a choice, without a mate score; and those
                               * of them that took GAMES_AT_ONCE_MS at most */
    long timed_moves;
    int64_t time_ms;           /* of the timed moves */
    number_list plies, depths; /* of games; of the open moves */
    number_list own_lag;       /* of lost games: plies from the first score of the opponent beyond
                                * GAMES_LAG_SCORE to the engine's own first one below its negative */
    number_list their_lag;     /* the same of won games, with the sides exchanged */
    games_times times[GAMES_MOVES_MAX];
} games_tally;

/* Games of `name`, which must outlive the tally; `clock` may be NULL. NULL if memory is short. */
games_tally *games_tally_new(const char *name, const games_clock *clock);
void games_tally_free(games_tally *t);

/* Counts one game as pgn_games_next() has read it. False and `why`, without file and game, if
 * memory is short; then the tally cannot be used any more. */
bool games_tally_add(games_tally *t, const game *g, const pgn_match *match, failure *why);

int games_tally_games(const games_tally *t);

/* Orders the endings, the most frequent first. */
void games_tally_order(games_tally *t);

/* Sorts the numbers. Of an even count the median is the greater of the two in the middle. */
quartiles games_quartiles(number_list *list);

/* Draws the median and the quartiles of the time that the engine took, against the number of its
 * move, as the file `path` (.svg or .png). For a tally with a clock it also draws the medians of
 * the limits. Numbers that fewer than a tenth of the games reached are left out. False and `why` as
 * from plot_draw(), or if no move has a time. Sorts the tally's numbers. */
bool games_picture_write(const char *path, games_tally *t, failure *why);

#endif
