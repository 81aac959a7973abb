#define KERNELS      train_kernels_baseline
#define KERNELS_NAME "baseline"
#include "train_kernels_body.inc"
