/* Negamax search: principal variation search with iterative deepening (Marsland and Campbell 1982)
 * on one thread or several. Private to tree/; callers use tree/search.h. */
#ifndef TREE_NEGAMAX_H
#define TREE_NEGAMAX_H

#include "chess/repetition.h"
#include "control.h"
#include "tree/search_types.h"

typedef struct negamax negamax;

/* ab_new() returns NULL and fills `why` if memory is short. ab_free() frees the result; NULL is
 * fine. */
negamax *ab_new(const search_options *options, failure *why);
void ab_free(negamax *n);

/* Takes over all options except hash_mb. Another number of threads, other nets or other kernels
 * clear the histories. Other nets, other endgame tables or another Frame clear the table. On
 * failure (no such net, no memory) nothing changes. */
bool ab_configure(negamax *n, const search_options *options, failure *why);

/* Clears table and histories. */
void ab_new_game(negamax *n);

/* As search_go(), for a root with a legal move. */
search_result ab_go(negamax *n, const position *root, const line *game, search_control *control,
                    search_listener *listener, void *user, const search *owner);

/* As search_root_moves(). */
int ab_root_moves(const negamax *n, root_move moves[], int max);

/* As search_bytes_used() and search_bytes_total(). */
size_t ab_bytes_used(const negamax *n);
size_t ab_bytes_total(const negamax *n);

#endif
