/* Exponential and logarithm with the same bits on every machine (those of libm differ between
 * CPUs): float32 arithmetic in one fixed order, without tables and fused multiply-add. */
#ifndef NN_PORTABLE_MATH_H
#define NN_PORTABLE_MATH_H

/* e^x; relative error under 3e-7; x is clamped to [-87, 87]. */
float nn_exp(float x);

/* ln x for x > 0 (subnormals count as the smallest normal); absolute error under 3e-7 near 1 and
 * relative error under 3e-7 elsewhere. */
float nn_ln(float x);

/* 1 / (1 + e^-x), and its inverse for 0 < p < 1. */
float nn_sigmoid(float x);
float nn_logit(float p);

/* Converts `count` > 0 logits to probabilities in place: exp(x / temperature), normalised.
 * `temperature` is above 0. */
void nn_softmax(float x[], int count, float temperature);

#endif
