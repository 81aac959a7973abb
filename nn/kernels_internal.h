/* The implementations that kernels.c chooses from. */
#ifndef NN_KERNELS_INTERNAL_H
#define NN_KERNELS_INTERNAL_H

#include "nn/kernels.h"

extern const kernels kernels_scalar;
#if defined(__x86_64__)
extern const kernels kernels_avx2;
extern const kernels kernels_avx512;
#elif defined(__aarch64__)
extern const kernels kernels_neon;
#endif

#endif
