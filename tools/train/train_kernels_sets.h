/* The compiled sets of kernels; train_kernels.c chooses one. */
#ifndef TOOLS_TRAIN_KERNELS_SETS_H
#define TOOLS_TRAIN_KERNELS_SETS_H

#include "train_kernels.h"

extern const train_kernels train_kernels_baseline;
#if defined(__x86_64__)
extern const train_kernels train_kernels_avx2;
extern const train_kernels train_kernels_avx512;
#endif

#endif
