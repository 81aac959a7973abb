/* What the games of a match say about one engine besides the score. */
#ifndef TOOLS_GAMES_TALLY_H
#define TOOLS_GAMES_TALLY_H

#include "pgn_game.h"
#include "statistics.h"
#include "time_control.h"

enum {
    GAMES_AT_ONCE_MS = 2,    /* a move that took no longer was hardly searched */
    GAMES_LAG_SCORE = 150,   /* centipawns; beyond it a score says that the game is decided */
    GAMES_ENDINGS_MAX = 32,  /* kinds of endings that are counted separately */
    GAMES_ENDING_BYTES = 96, /* of a kind's text with its NUL */
    GAMES_MOVES_MAX = 300    /* moves of one game whose times are kept */
};

/* Numbers whose quartiles are computed. */
typedef struct number_list {
    double *values;
    size_t count, capacity;
} number_list;

/* A kind of ending: how many games ended in this way. */
typedef struct games_ending {
    char text[GAMES_ENDING_BYTES]; /* printable; names the engine, not the colour */
    int count;
} games_ending;

/* The times of the engine's n-th moves, in seconds: the time that they took and, if the tally has a
 * clock, the soft and the hard limit that Morpho's clock would set (tree/clock.h). */
typedef struct games_times {
    number_list used, soft, hard;
} games_times;

typedef struct games_tally {
    const char *name; /* of the engine */
    bool has_clock;
    time_control clock;               /* if there is one; of the whole game */
    int won, drawn, lost;             /* games */
    int others;                       /* games that it did not play, or played on both sides */
    int own_forfeits, their_forfeits; /* on time */
    games_ending endings[GAMES_ENDINGS_MAX];
    int ending_count;
    int more_endings;      /* games that ended in kinds beyond the table */
    long timed_moves;      /* the engine's moves with a time */
    int64_t time_ms;       /* of the timed moves */
    long open_moves;       /* timed moves with a choice and without a mate score */
    long at_once;          /* open moves that took GAMES_AT_ONCE_MS at most */
    number_list plies;     /* of the games */
    number_list depths;    /* of the open moves */
    number_list own_lag;   /* of lost games: plies from the opponent's first score above
                            * GAMES_LAG_SCORE to the engine's first score below -GAMES_LAG_SCORE */
    number_list their_lag; /* of won games: the same with the sides exchanged */
    games_times times[GAMES_MOVES_MAX]; /* [n]: of the moves number n + 1 that have a time */
} games_tally;

/* An empty tally for the engine `name`, which must outlive it. `clock` is copied; NULL: the tally
 * has none. Free it with games_tally_free(). NULL if memory is short. */
games_tally *games_tally_new(const char *name, const time_control *clock);
void games_tally_free(games_tally *t);

/* Counts one game, as pgn_games_next() and pgn_games_match() give it. Returns false and fills
 * `why`, without file and game, if memory is short or the game cannot be replayed; then the tally
 * cannot be used any more. */
bool games_tally_add(games_tally *t, const game *g, const pgn_match *match, failure *why);

/* The number of games that the engine won, drew and lost. */
int games_tally_games(const games_tally *t);

/* Orders the endings, the most frequent first. */
void games_tally_order(games_tally *t);

/* Sorts the numbers and returns their quartiles, as quartiles_of(). */
quartiles games_quartiles(number_list *list);

/* Draws the median and the quartiles of the time that the engine took, against the number of its
 * move, as the file `path` (.svg or .png). For a tally with a clock it also draws the medians of
 * the limits. The picture ends before the first number that fewer than a tenth of the games
 * reached. Sorts the tally's times. Returns false and fills `why` as plot_draw() does, or if no
 * move has a time. */
bool games_picture_write(const char *path, games_tally *t, failure *why);

#endif
