/* One interface to both searches, for the protocol, the tools and the tests.
 *
 * A search owns its memory (an arena or a table), its histories and its tree. It keeps them between
 * calls, so that the next move of a game can reuse them. Only one thread at a time may call these
 * functions. There are two exceptions: any thread may call search_stop() and search_ponderhit()
 * while search_go() runs. */
#ifndef TREE_SEARCH_H
#define TREE_SEARCH_H

#include "base/failure.h"
#include "chess/position.h"
#include "chess/repetition.h"
#include "tree/search_types.h"

/* Returns NULL and fills `why` if memory is short, or if `nets` has no net for the search.
 * search_free() frees the result. */
search *search_new(const search_options *options, failure *why);

/* Like search_new(), but where memory is short it tries half of hash_mb, half of that, and so on
 * down to HASH_MB_MIN. `why` must not be NULL. It has the reason of the first refusal, even if a
 * smaller size was granted; it is empty if there was none. */
search *search_new_fitting(const search_options *options, failure *why);

void search_free(search *s);

/* Returns false and fills `why` if the machine does not have this much memory left now. */
bool search_memory_fits(size_t hash_mb, failure *why);

/* Takes over changed options, and makes anew only what they change. For another algorithm or
 * hash_mb that is everything; the old memory is freed before the new is allocated. On failure it
 * returns false, fills `why`, and the search keeps its old options and can go on. If its memory was
 * already freed, it has lost what it had learnt, and has as much of its old hash_mb as could be
 * allocated; see search_hash_mb(). */
bool search_configure(search *s, const search_options *options, failure *why);

/* The hash_mb that the search has. It is 0 if search_configure() could not even allocate
 * HASH_MB_MIN again; then only search_free() may be called. */
size_t search_hash_mb(const search *s);

/* Clears tree and histories. */
void search_new_game(search *s);

/* Searches `root` until a limit or search_stop(). `game` is the game so far; its last key is that
 * of the root. If the endgame tables know the root, only the moves that keep its result are
 * searched. The listener may be NULL; `user` is passed to it. If no move is legal, or none of
 * searchmoves is, the call returns at once, except in infinite and ponder mode, where it waits for
 * the stop. */
search_result search_go(search *s, const position *root, const line *game,
                        const search_limits *limits, search_listener *listener, void *user);

/* True if the last search, or in a listener the running one, has as many threads as its options
 * say. If the system starts no more threads, a search goes on with those that it has. Otherwise
 * fills `why`. */
bool search_has_threads(const search *s, failure *why);

/* search_stop() ends the running search soon (well under 50 ms). search_ponderhit() starts the
 * clock of a search that ponders. Signals that arrive before search_go() has begun are kept for it.
 * search_arm() discards them; it must be called before the thread of a new search is started. */
void search_stop(search *s);
void search_ponderhit(search *s);
void search_arm(search *s);

/* Fills in at most `max` root moves of the last search, or in a listener of the running one, best
 * first. Returns their number. */
int search_root_moves(const search *s, root_move moves[], int max);

/* Fills in the root of the last search of MCTS, or in a listener of the running one, as the move
 * MOVE_NONE: visits, and what is expected for the side to move; `prior` is the sum of the priors of
 * all visited moves. Returns false for negamax and before the first search. */
bool search_root_stats(const search *s, root_move *root);

/* The same as search_root_moves() for the position after a legal line of at most PLY_MAX / 2 moves
 * from the root of the last search. It lists all legal moves, by visits and then by prior. `prior`
 * is the prior that the move would get now at a first visit, from the policy net and all that the
 * histories have learnt since; `prior_used` is the one that it got. Where the line has left the
 * tree, visits are 0 and q is -1. The net is evaluated at each call. Returns 0 for negamax, and if
 * no move is legal there. */
int search_line_moves(const search *s, const move played[], int length, root_move moves[], int max);

/* Fills in what the main table of the histories of MCTS would now add to the logit of a side's
 * move, by origin and target: logits[64 * from + to]. Castling goes from the king's square to the
 * rook's. With several threads it is the first one's table. Returns false for negamax, and if the
 * table is not in use or has no cells by squares (MctsHistory). */
bool search_square_logits(const search *s, colour side, float logits[SQUARES * SQUARES]);

/* The bytes in use, and the bytes in all: of the arena and the value table (MCTS), or of the
 * transposition table, where the use is an estimate (negamax). */
size_t search_bytes_used(const search *s);
size_t search_bytes_total(const search *s);

#endif
