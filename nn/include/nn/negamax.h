/* The net of negamax search, for which a move changes two to four inputs: sums are kept along the
 * path and updated, not made anew. No allocation; any thread.
 *
 * Each side has its own view of a position: ranks are flipped for Black, files are mirrored while
 * that side's king stands on e to h. An input is a piece in that view: 384 * (the other side's) +
 * 64 * type + square. A view's sums are an array of net->sums int16 that the caller owns, aligned
 * to KERNEL_ALIGNMENT bytes, real value times NET_NEGAMAX_UNITS. */
#ifndef NN_NEGAMAX_H
#define NN_NEGAMAX_H

#include "nn/features.h"
#include "nn/net.h"

/* Scores are within this, so that a search has room for mates. */
enum { NEGAMAX_SCORE_MAX = 10000 };

/* XOR mask that carries a square into `side`'s view. Sums of different views cannot be updated into
 * each other. */
unsigned negamax_view(const position *pos, colour side);

/* The input of a piece on a square. */
uint16_t negamax_row(piece p, square s, colour side, unsigned view);

/* Writes the active rows in `side`'s view and returns how many (2 to 32). */
int negamax_rows(const position *pos, colour side, uint16_t rows[FEATURES_MAX]);

/* What a legal move takes off the board and puts on it: rows in White's view without mirroring,
 * which negamax_step_rows() carries into any other. Small, so that a search can note one a ply and
 * need it later or never. */
typedef struct negamax_step {
    uint16_t removed[2], added[2];
    uint8_t removed_count, added_count; /* 1 or 2 */
    uint8_t crosses; /* bit `side` is set if that side's king crosses the middle, which changes its
                        view: then that side's sums need a refresh */
} negamax_step;

negamax_step negamax_step_of(const position *before, move m);

/* The same as rows of `side`'s view, which the step does not change. */
void negamax_step_rows(const negamax_step *step, colour side, unsigned view, row_changes *changes);

/* Both at once: the rows that a legal move in `before` changes in `side`'s view. False if the move
 * changes the view. */
bool negamax_changes(const position *before, move m, colour side, row_changes *changes);

/* The sums of a list of at most 32 active rows, and those of a position. */
void negamax_sum(const negamax_net *net, const kernels *k, int16_t *sums, const uint16_t *rows,
                 int count);
void negamax_refresh(const negamax_net *net, const kernels *k, int16_t *sums, const position *pos,
                     colour side);

/* sums = from with the changes applied; `sums` may be `from`. */
void negamax_update(const negamax_net *net, const kernels *k, int16_t *sums, const int16_t *from,
                    const row_changes *changes);

/* The log odds of winning for the side to move, given the sums of its view and of the opponent's
 * and the number of pieces on the board (2 to 32). */
float negamax_logit(const negamax_net *net, const kernels *k, const int16_t *own,
                    const int16_t *other, int pieces);

/* The same in centipawns, rounded. */
int negamax_evaluate(const negamax_net *net, const kernels *k, const int16_t *own,
                     const int16_t *other, int pieces);

/* The output row for a number of pieces. */
static inline int negamax_bucket(int pieces)
{
    return (pieces - 2) / 4;
}

#endif
