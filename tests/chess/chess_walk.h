/* Positions for the chess tests: named ones, and those of random games. */
#ifndef TESTS_CHESS_WALK_H
#define TESTS_CHESS_WALK_H

#include "chess/movegen.h"
#include "chess/position.h"

#define FEN_KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

/* Slow builds (sanitizers, no optimisation) do less of the same. */
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
#define SLOW_BUILD 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW_BUILD 1
#endif
#endif
#ifndef SLOW_BUILD
#define SLOW_BUILD 0
#endif

/* For TestSuite(..., .init = walk_start): fills the attack tables. */
void walk_start(void);

/* The position of a FEN, which must be valid. */
position walk_fen(const char *fen);

/* Plays the moves of a text such as "e2e4 e7e5", which must be legal, in either castling notation.
 */
position walk_moves(const char *fen, const char *moves);

/* SplitMix64; the caller owns the state. */
uint64_t walk_random(uint64_t *state);

/* Calls `visit` with every position of `games` random games of at most `plies` moves, which begin
 * in turn at starting positions of standard chess and Chess960 and at crowded middlegames and
 * endings. Always the same games. */
void walk_games(int games, int plies, void (*visit)(const position *pos));

#endif
