/* The dense layers after the products. */
#ifndef NN_DENSE_H
#define NN_DENSE_H

#include "nn/net.h"

/* Computes out[d->outputs] by the set of layers `bucket` (0 to d->buckets - 1) from
 * products[d->inputs], which are aligned for the kernels. */
void dense_run(const dense_layers *d, const kernels *k, const uint8_t *products, int bucket,
               float *out);

#endif
