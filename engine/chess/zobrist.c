#include "zobrist.h"

#include "base/random_numbers.h"

uint64_t zobrist_piece[16][SQUARES];
uint64_t zobrist_castling[16];
uint64_t zobrist_en_passant[8];
uint64_t zobrist_black_to_move;

void zobrist_init(void)
{
    uint64_t state = 0x6d6f7270686f; /* "morpho" */
    for (int p = 0; p < 16; p++) {
        for (int s = 0; s < SQUARES; s++) {
            zobrist_piece[p][s] = random_next(&state);
        }
    }
    /* One key for each right, so that sets of rights combine by XOR. No key is zero. */
    uint64_t right[4];
    for (int i = 0; i < 4; i++) {
        right[i] = random_next(&state);
    }
    for (unsigned set = 0; set < 16; set++) {
        zobrist_castling[set] = 0;
        for (unsigned i = 0; i < 4; i++) {
            zobrist_castling[set] ^= set >> i & 1 ? right[i] : 0;
        }
    }
    for (int f = 0; f < 8; f++) {
        zobrist_en_passant[f] = random_next(&state);
    }
    zobrist_black_to_move = random_next(&state);
}
