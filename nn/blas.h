/* The routines of OpenBLAS that the float32 nets need. The library is loaded on demand and not
 * linked. So it need not be installed, and a program that does not use it pays nothing. Linked, it
 * would cost 2 ms and 3 MB at every start (measured with 0.3.21). */
#ifndef NN_BLAS_H
#define NN_BLAS_H

#include "system/library.h"

/* Constants of the CBLAS interface. */
enum { BLAS_ROW_MAJOR = 101, BLAS_PLAIN = 111, BLAS_TRANSPOSED = 112 };

/* The routines as in the CBLAS reference. Increments count floats. */
typedef struct blas {
    system_library openblas;
    /* c = alpha * a * b + beta * c, with a[rows][inner] and b[inner][columns], each plain or
     * transposed, and c[rows][columns] */
    void (*gemm)(int order, int a_transpose, int b_transpose, int rows, int columns, int inner,
                 float alpha, const float *a, int a_stride, const float *b, int b_stride,
                 float beta, float *c, int c_stride);
    /* y = alpha * a * x + beta * y, with a[rows][columns] plain or transposed */
    void (*gemv)(int order, int transpose, int rows, int columns, float alpha, const float *a,
                 int a_stride, const float *x, int x_step, float beta, float *y, int y_step);
    float (*dot)(int n, const float *x, int x_step, const float *y, int y_step);
    /* y += alpha * x */
    void (*axpy)(int n, float alpha, const float *x, int x_step, float *y, int y_step);
} blas;

/* Loads the library and makes it compute on the calling thread only. Returns false, fills `why` and
 * keeps nothing if it is not installed or lacks a routine. */
bool blas_open(blas *b, failure *why);
void blas_close(blas *b);

#endif
