#include "blas.h"

#include <assert.h>
#include <dlfcn.h>
#include <string.h>

/* The name that the dynamic linker knows; the number is that of the interface. */
static const char *const library_name = "libopenblas.so.0";

static_assert(sizeof(void *) == sizeof(void (*)(void)), "POSIX: dlsym finds functions, too");

/* Fills one function pointer, which C does not let us cast from an object pointer. */
static bool find(void *library, const char *name, void *function, failure *why)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL || fail(why, "%s has no %s", library_name, name);
}

bool blas_open(blas *b, failure *why)
{
    void (*set_threads)(int);
    /* Unloading would leave its buffers behind, and the next loading would take new ones. */
    blas found = {.library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)};
    if (found.library == NULL) {
        return fail(why, "OpenBLAS cannot be loaded (Debian: apt install libopenblas0): %s",
                    dlerror());
    }
    if (!find(found.library, "openblas_set_num_threads", &set_threads, why) ||
        !find(found.library, "cblas_sgemm", &found.gemm, why) ||
        !find(found.library, "cblas_sgemv", &found.gemv, why) ||
        !find(found.library, "cblas_sdot", &found.dot, why) ||
        !find(found.library, "cblas_saxpy", &found.axpy, why)) {
        dlclose(found.library);
        return false;
    }
    set_threads(1);
    *b = found;
    return true;
}

void blas_close(blas *b)
{
    dlclose(b->library);
    *b = (blas){.library = NULL};
}
