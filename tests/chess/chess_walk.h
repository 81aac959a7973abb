/* Positions for the chess tests: those of FENs, and those of random games. */
#ifndef TESTS_CHESS_WALK_H
#define TESTS_CHESS_WALK_H

#include "base/random_numbers.h"
#include "chess/movegen.h"
#include "chess/position.h"

#define FEN_KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

/* Fills the attack tables; for .init of a suite. */
void walk_start(void);

/* The position of a FEN, which must be valid. */
position walk_fen(const char *fen);

/* The position after moves such as "e2e4 e7e5", which must be legal. Castling is written in either
 * way. */
position walk_moves(const char *fen, const char *moves);

/* Calls `visit` with each position of `games` random games of at most `plies` moves. The games
 * begin in turn at the start positions of standard chess and Chess960, at crowded middlegames and
 * at endings. They are the same at each call. */
void walk_games(int games, int plies, void (*visit)(const position *pos));

/* Calls `visit` with positions that games seldom have: en passant, castling and promotions with
 * checks and pins, stalemate, and many moves. */
void walk_special(void (*visit)(const position *pos));

#endif
