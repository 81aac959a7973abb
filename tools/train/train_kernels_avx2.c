#define KERNELS      train_kernels_avx2
#define KERNELS_NAME "avx2"
#include "train_kernels_body.inc"
