#include "attack_map.h"

#include "chess/attacks.h"

static void add(attack_map *map, bitboard *class, bitboard attacks)
{
    map->twice |= map->all & attacks;
    map->all |= attacks;
    *class |= attacks;
}

static attack_map map_of(const position *pos, colour side)
{
    const bitboard occupied = pos_occupied(pos), own = pos->side[side];
    const bitboard ahead = bb_forward(own & pos->kind[PAWN], side);
    bitboard others = 0; /* queens and king have no class of their own */
    attack_map map = {0};
    add(&map, &map.pawns, bb_east(ahead));
    add(&map, &map.pawns, bb_west(ahead));
    for (bitboard b = own & pos->kind[KNIGHT]; b;) {
        add(&map, &map.minors, attacks_knight(bb_pop(&b)));
    }
    for (bitboard b = own & pos->kind[BISHOP]; b;) {
        add(&map, &map.minors, attacks_bishop(bb_pop(&b), occupied));
    }
    for (bitboard b = own & pos->kind[ROOK]; b;) {
        add(&map, &map.rooks, attacks_rook(bb_pop(&b), occupied));
    }
    for (bitboard b = own & pos->kind[QUEEN]; b;) {
        add(&map, &others, attacks_queen(bb_pop(&b), occupied));
    }
    add(&map, &others, attacks_king(pos_king(pos, side)));
    return map;
}

attack_maps attack_maps_of(const position *pos)
{
    return (attack_maps){{map_of(pos, WHITE), map_of(pos, BLACK)}};
}
