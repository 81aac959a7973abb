/* The few routines of OpenBLAS that the float32 nets need. The library is loaded when it is asked
 * for and not linked: a program that never asks neither needs it installed nor pays for it (linked,
 * it costs 2 ms and 3 MB at every start, measured with 0.3.21). */
#ifndef NN_BLAS_H
#define NN_BLAS_H

#include <stdbool.h>

#include "chess/failure.h"

/* Values that the CBLAS interface fixes. */
enum { BLAS_ROW_MAJOR = 101, BLAS_PLAIN = 111, BLAS_TRANSPOSED = 112 };

/* Routines as in the CBLAS reference; all matrices are row-major, increments count floats. */
typedef struct blas {
    void *handle;
    /* c[m][n] = alpha * a[m][k] * b[k][n] + beta * c */
    void (*gemm)(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
                 const float *a, int a_stride, const float *b, int b_stride, float beta, float *c,
                 int c_stride);
    /* y = alpha * a * x + beta * y, with a[m][n] plain or transposed */
    void (*gemv)(int order, int transpose, int m, int n, float alpha, const float *a, int a_stride,
                 const float *x, int x_step, float beta, float *y, int y_step);
    float (*dot)(int n, const float *x, int x_step, const float *y, int y_step);
    /* y += alpha * x */
    void (*axpy)(int n, float alpha, const float *x, int x_step, float *y, int y_step);
} blas;

/* Loads the library and tells it to compute on the calling thread alone. False and `why` if it is
 * not on this machine or lacks a routine; nothing is kept then. */
bool blas_open(blas *b, failure *why);
void blas_close(blas *b);

#endif
