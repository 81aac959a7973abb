/* One search, whichever the algorithm: what the protocol, the tools and the tests talk to.
 *
 * A search owns its memory (an arena or a table), its histories and its tree, and keeps them
 * between calls so that a game that goes on reuses them. All calls come from one thread at a time,
 * except search_stop and search_ponderhit, which any thread may call while search_go runs. */
#ifndef TREE_SEARCH_H
#define TREE_SEARCH_H

#include "chess/failure.h"
#include "chess/game.h"
#include "chess/position.h"
#include "tree/search_types.h"

/* NULL and `why` if memory is short. */
search *search_new(const search_options *options, failure *why);

/* The same with half of hash_mb where memory is short, and half of that, down to HASH_MB_MIN. `why`
 * is empty unless the whole was refused. */
search *search_new_fitting(const search_options *options, failure *why);

void search_free(search *s);

/* False and `why` if the machine has not got so much memory for a search now. */
bool search_memory_fits(size_t hash_mb, failure *why);

/* Takes over changed options; re-makes only what a change touches. Another algorithm or hash_mb
 * makes all anew, and the old memory goes before the new is asked for. On failure the search keeps
 * its old options and works on; if its memory had gone already, it has learnt nothing, and got back
 * what there was of its hash_mb: search_hash_mb tells. */
bool search_configure(search *s, const search_options *options, failure *why);

/* The hash_mb that the search works with; 0 if even HASH_MB_MIN was not to be had when it was
 * configured, and it is fit for search_free alone. */
size_t search_hash_mb(const search *s);

/* Forgets tree and histories. */
void search_new_game(search *s);

/* Searches `root`, whose game so far is `game` (last key = root's), until a limit or search_stop.
 * The listener may be NULL. Without a legal move it returns at once, but for infinite and ponder,
 * which wait for their stop. */
search_result search_go(search *s, const position *root, const line *game,
                        const search_limits *limits, search_listener *listener, void *user);

/* Ends the search under way soon (well under 50 ms). A stop that arrives before search_go has begun
 * is kept for it; search_arm forgets it, and is to be called before the thread of a new search
 * starts. */
void search_stop(search *s);
void search_ponderhit(search *s);
void search_arm(search *s);

/* Fills at most `max` root moves of the last or running search, and returns how many. */
int search_root_moves(const search *s, root_move moves[], int max);

/* The same of all legal moves behind a legal line of at most PLY_MAX / 2 moves from the root of the
 * last search, the most visited first, then by prior. `prior` is not what the search used but what
 * it would give the move now, were it to reach the position for the first time: the policy net's
 * and all that histories and their kin have learnt since. Where the line has left the tree visits
 * are 0 and q is -1. Of mcts only: none for negamax, and none if the game is over there. */
int search_line_moves(const search *s, const move played[], int length, root_move moves[], int max);

/* Bytes of the arena that hold something now, and its size. */
size_t search_bytes_used(const search *s);
size_t search_bytes_total(const search *s);

#endif
