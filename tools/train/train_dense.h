/* The dense layers after the products: L1 -> L2 -> outputs, with clipped squares between them, in
 * one set or in one for each bucket of positions (nn/net.h). The losses of value and negamax nets
 * call them. Private to the passes. */
#ifndef TOOLS_TRAIN_DENSE_H
#define TOOLS_TRAIN_DENSE_H

#include "train_pass.h"

/* The values of one position. */
typedef struct dense_state {
    float a1[TRAIN_L1_MAX], a2[TRAIN_L2_MAX]; /* clipped sums, before squaring */
    float x1[TRAIN_L1_MAX], x2[TRAIN_L2_MAX]; /* squared */
    float d1[TRAIN_L1_MAX], d2[TRAIN_L2_MAX]; /* gradients of the sums */
    float out[VALUE_OUTPUTS];                 /* outputs, then their gradients */
} dense_state;

/* Allocates what the passes of a net with dense layers need. train_pass_free() frees it. Returns
 * false if memory is short. */
bool train_dense_init(train_pass *pass);

/* Begins a learning pass: transposes the weights for the way back. */
void train_dense_begin(train_pass *pass);

/* Begins a slice of a learning pass: sets its gradients to zero. */
void train_dense_clear(train_pass *pass, size_t slice);

/* Computes the outputs of position `at`. */
void train_dense_forward(const train_pass *pass, size_t at, dense_state *s);

/* Uses the gradients in s->out. Adds the position's part to the slice's gradients of all weights
 * and biases but the weights of the first dense layer. Writes the gradients of that layer's sums
 * (to row_factor) and of the products. */
void train_dense_backward(train_pass *pass, size_t slice, size_t at, dense_state *s);

/* The number of tasks after all slices, and one of them, from 0. For each bucket and each group
 * of the first dense layer's rows, one task computes the gradient of these rows. The last task adds
 * up the slices' gradients. Any thread may run any task. */
size_t train_dense_tasks(const train_arch *arch);
void train_dense_task(train_pass *pass, size_t task);

#endif
