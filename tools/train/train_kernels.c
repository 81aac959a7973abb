#include "train_kernels.h"

const train_kernels *train_kernels_at(int i)
{
    const train_kernels *sets[3] = {&train_kernels_baseline};
    int count = 1;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        sets[count++] = &train_kernels_avx2;
    }
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
        sets[count++] = &train_kernels_avx512;
    }
#endif
    return i >= 0 && i < count ? sets[i] : NULL;
}

const train_kernels *train_kernels_best(void)
{
    const train_kernels *best = train_kernels_at(0);
    for (int i = 1; train_kernels_at(i); i++) {
        best = train_kernels_at(i);
    }
    return best;
}
