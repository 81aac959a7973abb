/* A player that looks one ply ahead with a value net. */
#ifndef TOOLS_TRAIN_PLAYER_H
#define TOOLS_TRAIN_PLAYER_H

#include "train_judge.h"
#include "train_slices.h"

/* Lets the player choose a move in `wanted` positions, spread evenly over the set (all, if it has
 * fewer), and adds them to a player's table. The player chooses the child with the worst value for
 * the opponent. It knows mate, stalemate and insufficient material. Positions with one legal move
 * are skipped. Returns false and fills `why` if memory is short. */
bool train_player_add(train_judge *judge, const train_set *set, const train_recipe *recipe,
                      size_t wanted, train_slices *slices, failure *why);

#endif
