/* Exponential and logarithm that give the same bits on every machine (libm's differ by CPU): plain
 * float32 arithmetic in one fixed order, no table, no fused multiply-add. */
#ifndef NN_REAL_H
#define NN_REAL_H

/* e^x; relative error under 3e-7; x is clamped to [-87, 87]. */
float nn_exp(float x);

/* ln x for x > 0 (subnormals count as the smallest normal); absolute error under 3e-7 near 1 and
 * relative error under 3e-7 elsewhere. */
float nn_ln(float x);

/* 1 / (1 + e^-x), and its inverse for 0 < p < 1. */
float nn_sigmoid(float x);
float nn_logit(float p);

/* Turns `count` > 0 logits into probabilities in place: exp(x / temperature), normalised. */
void nn_softmax(float x[], int count, float temperature);

#endif
