/* A value net as a player that looks one ply ahead. */
#ifndef TOOLS_TRAIN_PLAYER_H
#define TOOLS_TRAIN_PLAYER_H

#include "train_judge.h"
#include "train_slices.h"

/* Lets a value net choose a move in `wanted` positions spread evenly over the set (all, if it has
 * fewer), and adds them to a player's table. The player takes the move whose child is worst for the
 * opponent; mate, stalemate and bare boards are known to it. Positions with one legal move are
 * passed over. False and `why` if memory is short. */
bool train_player_add(train_judge *judge, const train_set *set, const train_recipe *recipe,
                      size_t wanted, train_slices *slices, failure *why);

#endif
