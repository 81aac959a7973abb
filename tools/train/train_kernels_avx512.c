#define KERNELS      train_kernels_avx512
#define KERNELS_NAME "avx512"
#include "train_kernels_body.inc"
