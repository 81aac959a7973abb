#include "zobrist.h"

uint64_t zobrist_piece[16][SQUARES];
uint64_t zobrist_castling[16];
uint64_t zobrist_en_passant[8];
uint64_t zobrist_black_to_move;

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void zobrist_init(void)
{
    uint64_t state = 0x6d6f7270686f; /* "morpho" */
    for (int p = 0; p < 16; p++) {
        for (int s = 0; s < SQUARES; s++) {
            zobrist_piece[p][s] = next_random(&state);
        }
    }
    /* One key for each right, so that sets of rights combine by XOR. No key is zero. */
    uint64_t right[4];
    for (int i = 0; i < 4; i++) {
        right[i] = next_random(&state);
    }
    for (unsigned set = 0; set < 16; set++) {
        zobrist_castling[set] = 0;
        for (unsigned i = 0; i < 4; i++) {
            zobrist_castling[set] ^= set >> i & 1 ? right[i] : 0;
        }
    }
    for (int f = 0; f < 8; f++) {
        zobrist_en_passant[f] = next_random(&state);
    }
    zobrist_black_to_move = next_random(&state);
}
