#include "blas.h"

#include "system/environment.h"

enum { INTERFACE = 0 };

bool blas_open(blas *b, failure *why)
{
    void (*set_threads)(int);
    /* OpenBLAS starts a thread for each core as it is loaded, unless this says otherwise. */
    system_variable_set("OPENBLAS_NUM_THREADS", "1");
    blas found;
    failure reason;
    if (!system_library_open(&found.openblas, "openblas", INTERFACE, &reason)) {
        return fail(why, "OpenBLAS cannot be loaded: %s", reason.text);
    }
    if (!system_library_find(&found.openblas, "openblas_set_num_threads", &set_threads, why) ||
        !system_library_find(&found.openblas, "cblas_sgemm", &found.gemm, why) ||
        !system_library_find(&found.openblas, "cblas_sgemv", &found.gemv, why) ||
        !system_library_find(&found.openblas, "cblas_sdot", &found.dot, why) ||
        !system_library_find(&found.openblas, "cblas_saxpy", &found.axpy, why)) {
        system_library_close(&found.openblas);
        return false;
    }
    set_threads(1);
    *b = found;
    return true;
}

void blas_close(blas *b)
{
    system_library_close(&b->openblas);
}
