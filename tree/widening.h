/* The law of progressive widening (Coulom 2007; as progressive unpruning, Chaslot et al. 2008), by
 * which late moves of a node wait for visits. */
#ifndef TREE_WIDENING_H
#define TREE_WIDENING_H

#include <stdint.h>

#include "chess/move.h"

/* Writes the visits of a node for which each waiting move waits: the first one for `first`, each
 * later one for growth / 1000 times as many as the one before. Numbers stay below 4e9. */
void widening_make(uint32_t visits[MOVES_MAX], int first, int growth);

#endif
