/* The policy net's logits of the positions that a thread asked about last. A search meets a
 * position again when other moves lead to it, and when it needs more of its moves. The table has a
 * place for each of 8,192 positions and takes 1.7 MB; a new position takes the place of an older
 * one. */
#ifndef NN_RECENT_LOGITS_H
#define NN_RECENT_LOGITS_H

#include <stdbool.h>

#include "chess/position.h"

typedef struct recent_logits recent_logits;

/* Makes an empty table for one thread. NULL if memory is short. recent_logits_free(NULL) is fine.
 */
recent_logits *recent_logits_new(void);
void recent_logits_free(recent_logits *recent);

/* Forgets all positions. Must be called before the net is another one. */
void recent_logits_clear(recent_logits *recent);

/* Copies what was kept for the same moves in the same order. Returns false if nothing was. */
bool recent_logits_find(const recent_logits *recent, const position *pos, const move moves[],
                        int count, float logits[]);

/* Keeps the logits of moves. Positions with many moves are not kept. */
void recent_logits_keep(recent_logits *recent, const position *pos, const move moves[], int count,
                        const float logits[]);

#endif
