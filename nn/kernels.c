#include "nn/kernels.h"

#include <string.h>

#include "kernels_internal.h"

#if defined(__x86_64__)
const char *const kernels_names[] = {"auto", "scalar", "avx2", "avx512", NULL};
#elif defined(__aarch64__)
const char *const kernels_names[] = {"auto", "scalar", "neon", NULL};
#else
const char *const kernels_names[] = {"auto", "scalar", NULL};
#endif

enum { KERNELS_MAX = sizeof kernels_names / sizeof *kernels_names - 2 }; /* less "auto" and NULL */

/* Fills `list`, slowest first. The builtin also checks what the operating system supports. */
static int kernels_runnable(const kernels *list[KERNELS_MAX])
{
    int count = 0;
    list[count++] = &kernels_scalar;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        list[count++] = &kernels_avx2;
    }
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vnni")) {
        list[count++] = &kernels_avx512;
    }
#elif defined(__aarch64__)
    list[count++] = &kernels_neon;
#endif
    return count;
}

const kernels *kernels_at(int i)
{
    const kernels *list[KERNELS_MAX];
    return i >= 0 && i < kernels_runnable(list) ? list[i] : NULL;
}

const kernels *kernels_best(void)
{
    const kernels *list[KERNELS_MAX];
    return list[kernels_runnable(list) - 1];
}

const kernels *kernels_by_name(const char *name)
{
    if (strcmp(name, "auto") == 0) {
        return kernels_best();
    }
    const kernels *list[KERNELS_MAX];
    const int count = kernels_runnable(list);
    for (int i = 0; i < count; i++) {
        if (strcmp(name, list[i]->name) == 0) {
            return list[i];
        }
    }
    return NULL;
}
