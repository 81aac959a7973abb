/* The value net. A move changes two to four of its inputs, so a search updates the sums along its
 * path. No allocation; any thread.
 *
 * Each side has its own view of a position: ranks are flipped for Black, and files are mirrored
 * while that side's king stands on e to h. An input is a piece in that view: 384 * (the other
 * side's) + 64 * type + square. A net with places has such inputs for each of four places of that
 * side's king in the view: a1 or b1, c1 or d1, the second rank, and the rest. The sums of a view
 * are an array of net->sums int16 that the caller owns, aligned to KERNEL_ALIGNMENT bytes. */
#ifndef NN_VALUE_NET_H
#define NN_VALUE_NET_H

#include "nn/features.h"
#include "nn/kernels.h"
#include "nn/net.h"

/* How `side` sees the position, with or without places: the `view` of the functions below. Sums of
 * one view cannot be updated to those of another. */
unsigned value_view(const position *pos, colour side, bool places);

/* The number of a view among those of its side: below VALUE_VIEWS, or without places 0 or 1. */
enum { VALUE_VIEWS = 8 };
unsigned value_view_number(unsigned view);

/* The input of a piece on a square. */
uint16_t value_row(piece p, square s, colour side, unsigned view);

/* Writes the active rows in `side`'s view and returns their number (2 to 32). */
int value_rows(const position *pos, colour side, bool places, uint16_t rows[FEATURES_MAX]);

/* The pieces that a legal move removes and adds, as rows in White's view without mirroring and
 * places. value_step_rows() converts them to other views. It is small, so that a search can
 * record one per ply and use it later, or never. */
typedef struct value_step {
    uint16_t removed[2], added[2];      /* entries past the counts mean nothing */
    uint8_t removed_count, added_count; /* 1 or 2 */
    uint8_t crosses; /* bit `side` is set if that side's king crosses the border between two views:
                      * its view changes, and its sums need a refresh */
} value_step;

value_step value_step_of(const position *before, move m, bool places);

/* The same as rows of `side`'s view. The step must not change that view. */
void value_step_rows(const value_step *step, colour side, unsigned view, row_changes *changes);

/* The sums of at most 32 active rows. */
void value_sum(const value_net *net, const kernels *k, int16_t *sums, const uint16_t *rows,
               int count);

/* sums = from + changes; `sums` may be `from`. */
void value_update(const value_net *net, const kernels *k, int16_t *sums, const int16_t *from,
                  const row_changes *changes);

/* The log odds of winning for the side to move. Arguments are the sums of its view and of the
 * opponent's, and the number of pieces on the board (2 to 32). */
float value_logit(const value_net *net, const kernels *k, const int16_t *own, const int16_t *other,
                  int pieces);

/* The same from scratch. */
float value_logit_of(const value_net *net, const kernels *k, const position *pos);

/* The logit in centipawns, rounded and clipped to +-NET_SCORE_MAX. */
int value_evaluate(const value_net *net, const kernels *k, const int16_t *own, const int16_t *other,
                   int pieces);

/* The three of an expected score, where only that is known. The share of draws is a parabola, as in
 * games of equal opponents: 0.35 at an even score. */
win_draw_loss win_draw_loss_of(float q);

/* The centipawns of an expected score q: scale * ln(q / (1 - q)), clipped to +-NET_SCORE_MAX. */
int value_centipawns(float scale, float q);

#endif
