/* What one side attacks, kept apart by the attacker's value: made once a position, for the inputs
 * of the nets and for the classes of moves. */
#ifndef NN_ATTACK_MAP_H
#define NN_ATTACK_MAP_H

#include "chess/position.h"

typedef struct attack_map {
    bitboard pawns, minors, rooks;
    bitboard all;   /* by any piece; equals pos_attacked_by() */
    bitboard twice; /* by two pieces or more */
} attack_map;

/* Both sides' maps of a position, by colour. */
typedef struct attack_maps {
    attack_map of[2];
} attack_maps;

/* Own pieces' squares included, pins ignored. */
attack_maps attack_maps_of(const position *pos);

#endif
