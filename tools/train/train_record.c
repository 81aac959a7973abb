#include "train_record.h"

#include <string.h>

#include "base/random_numbers.h"

void train_record_pack(train_record *record, const position *pos)
{
    unsigned castling = (unsigned)pos->castling << 12, n = 0;
    memset(record->pieces, 0, sizeof record->pieces);
    record->occupied = pos_occupied(pos);
    for (bitboard left = record->occupied; left; n++) {
        piece p = pos->board[bb_pop(&left)];
        record->pieces[n / 2] |= (uint8_t)(p << 4 * (n % 2));
    }
    for (unsigned i = 0; i < 4; i++) {
        if (pos->castling >> i & 1) {
            castling |= (unsigned)square_file(pos->rook_from[i]) << 3 * i;
        }
    }
    record->castling = (uint16_t)castling;
    record->state = (uint8_t)(pos->en_passant | pos->to_move << 7);
}

void train_record_unpack(const train_record *record, position *pos)
{
    memset(pos, 0, sizeof *pos);
    memset(pos->board, PIECE_NONE, sizeof pos->board);
    unsigned n = 0;
    for (bitboard left = record->occupied; left; n++) {
        square s = bb_pop(&left);
        piece p = record->pieces[n / 2] >> 4 * (n % 2) & 15;
        pos->board[s] = p;
        pos->kind[piece_kind(p)] |= bb_of(s);
        pos->side[piece_side(p)] |= bb_of(s);
    }
    pos->to_move = record->state >> 7;
    pos->castling = (uint8_t)(record->castling >> 12);
    for (unsigned i = 0; i < 4; i++) {
        bool held = pos->castling >> i & 1;
        square rook = square_at(record->castling >> 3 * i & 7, i < 2 ? 0 : 7);
        pos->rook_from[i] = held ? rook : SQUARE_NONE;
    }
    pos->en_passant = record->state & 127;
    pos->fullmove_number = 1;
}

uint64_t train_record_key(const train_record *record)
{
    uint64_t words[sizeof record->pieces / sizeof(uint64_t)];
    memcpy(words, record->pieces, sizeof words);
    const uint64_t rights = (uint64_t)record->castling << 8 | record->state;
    uint64_t key = random_mix(record->occupied ^ UINT64_C(0x9e3779b97f4a7c15));
    key = random_mix(key ^ words[0]);
    key = random_mix(key ^ words[1]);
    return random_mix(key ^ rights) | 1;
}
