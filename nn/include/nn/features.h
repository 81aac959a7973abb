/* The inputs of the policy net, and its row for a move. Engine, trainer and tools all use
 * these functions, so that they cannot differ.
 *
 * A view turns the board so that the side to move plays upwards (ranks are flipped for Black) and
 * its king stands on files a to d (files are mirrored if it stands on e to h). */
#ifndef NN_FEATURES_H
#define NN_FEATURES_H

#include "chess/position.h"

/* The input row of a piece: 768 * state + 384 * (the opponent's piece) + 64 * type + square, in the
 * view. States: 0 neither attacked nor defended, 1 attacked but not hanging, 2 defended but not
 * attacked, 3 hanging (pos_hanging()). A net with 768 inputs uses the row modulo 768. Source: the
 * attacked and defended inputs of Monty (2024), whose four states do not depend on the attacker.
 *
 * With `pins` the states are computed from attacks that respect pins (pos_pin_attacks()): a piece
 * that is pinned to its king attacks and defends only along the line of the pin. Source: the
 * threats of Vine (2025). */
enum { FEATURE_ROWS = 3072, FEATURE_ROWS_PLAIN = 768, FEATURES_MAX = 32 };

/* Moves by piece type, from and to on an empty board (pawns: pushes and captures), then promotions
 * (from file, direction, piece), castling (2 wings), double pushes (8 files). */
enum { POLICY_ROWS = 3876 };

/* Classes of moves: properties that a hidden unit of a small net can hardly express. Each move has
 * two classes:
 *
 *   trade     its piece's type (6), what it captures (5 types or nothing), whether the exchanges on
 *             its target square lose, hold or win material (3), whether it gives check (2)
 *   standing  its piece's type (6); whether the piece was unattacked, attacked or hanging before
 *             the move (3); how many loose or greater pieces it attacks from its new square (0, 1,
 *             more); whether another own piece hung before the move (2); the least piece that
 *             guards the new square against it (none, another, minor, pawn); whether an own pawn
 *             attacks that square (2)
 *
 * A check counts if the moved piece gives it, or a piece behind the square that the moved piece
 * leaves. Checks by a castling rook do not count, nor those along a line that a promoting pawn or a
 * pawn taken en passant leaves. The new square of castling is the rook's old square.
 *
 * A policy net may have a row for each class after the rows of the moves. The logit of a move is
 * then the sum of its three rows. */
enum { POLICY_CLASSES = 216 + 864, POLICY_ROWS_CLASSED = POLICY_ROWS + POLICY_CLASSES };
enum { MOVE_CLASSES = 2 };

/* Writes the active rows, ordered by square in the view, and returns their number (2 to 32). */
int feature_rows(const position *pos, bool pins, uint16_t rows[FEATURES_MAX]);

/* The classes of each legal move, from 0 to POLICY_CLASSES - 1; `maps` are pos_attack_maps(pos). */
void feature_move_classes(const position *pos, const attack_maps *maps, const move moves[],
                          int count, uint16_t classes[][MOVE_CLASSES]);

/* The rows of the policy net that a position's moves need: one for each move, in order; then, if
 * the net has classes, one for each class that occurs. */
enum { QUERY_ROWS_MAX = (1 + MOVE_CLASSES) * MOVES_MAX };
typedef struct policy_query {
    uint16_t rows[QUERY_ROWS_MAX];
    uint16_t place[MOVES_MAX][MOVE_CLASSES]; /* index in `rows` of each move's classes */
    uint16_t moves, count;                   /* number of moves, and of all rows */
} policy_query;

/* Fills in the query of `count` legal moves (at most MOVES_MAX), with or without classes. */
void feature_policy_query(policy_query *query, const position *pos, const move moves[], int count,
                          bool classes);

/* feature_rows() and feature_policy_query() in one call, which computes the attack maps once.
 * Returns the number of rows of the position. */
int feature_policy_inputs(policy_query *query, uint16_t rows[FEATURES_MAX], const position *pos,
                          bool pins, const move moves[], int count, bool classes);

/* Converts the outputs of a query's rows, answers[query->count], to the logits of its moves, which
 * are then the first query->moves of the array. */
static inline void policy_query_sum(const policy_query *query, float answers[])
{
    if (query->count > query->moves) {
        for (int i = 0; i < query->moves; i++) {
            answers[i] += answers[query->place[i][0]] + answers[query->place[i][1]];
        }
    }
}

#endif
