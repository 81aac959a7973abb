/* What `morpho page` shows, as JSON: the opinions of both searches, the course of a search, and the
 * histories. */
#ifndef SHELL_PAGE_DATA_H
#define SHELL_PAGE_DATA_H

#include "json_writer.h"
#include "opening_names.h"
#include "review.h"

typedef struct page_opinion {
    review review;
    double cpu_seconds; /* of the process */
    int count;          /* moves; 0 if the game is over */
    root_move moves[MOVES_MAX];
} page_opinion;

/* A position of the page. */
typedef struct page_position {
    position pos;
    bool chess960;
    move played; /* the move that led to it; MOVE_NONE for the first one */
    page_opinion by[SEARCH_ALGORITHMS];
} page_position;

/* Searches the position with mcts, and then with negamax until it has used as much CPU time as
 * mcts, and at least 20 ms. `searches` has one search of each algorithm, and `game` ends with the
 * position. The listener gets the reports of both; it may be NULL. */
void page_opinions_take(page_position *at, search *const searches[], const line *game,
                        const search_limits *limits, search_listener *listener, void *user);

/* Writes what page_position_put() writes first: the position, and the move that led to it. */
void page_position_begin(json_writer *j, const page_position *at);

/* Writes a position as an object of JSON, with at most `moves` moves of mcts. Moves are as UCI
 * writes them in Chess960, where castling is king takes rook; a line is one text. */
void page_position_put(json_writer *j, const page_position *at, int moves);

/* Writes the tags of a game that the page shows, as the object "tags". */
void page_tags_put(json_writer *j, const pgn_record *game);

/* Writes the opening of a game, if it has a name, as the object "opening". */
void page_opening_put(json_writer *j, const opening_names *names, const pgn_record *game);

/* Writes the losses that make a mistake, by the number of the sign, as the object "losses". */
void page_losses_put(json_writer *j);

/* The course of a search of mcts: snapshots of the root moves. */
typedef struct page_curves page_curves;

/* Returns NULL and fills `why` if memory is short. page_curves_free() frees the result; NULL is
 * fine. */
page_curves *page_curves_new(failure *why);
void page_curves_free(page_curves *c);

/* Makes the curves empty. */
void page_curves_clear(page_curves *c);

/* The listener of the search (`user` is the page_curves). With the limit report_growth the curves
 * are reproducible. */
void page_curves_listen(void *user, const search *s, const search_info *info);

/* Writes the curves of the moves with the most visits at the end as an object of JSON: playouts,
 * the root's Q, and for each move its visits and Q, all of the same length. */
void page_curves_put(json_writer *j, const char *key, const page_curves *c);

/* Writes the butterfly history of each side as an object of JSON: the cells that are not 0, as
 * origin, target and logit, in turn. */
void page_histories_put(json_writer *j, const char *key, const search *s);

#endif
