#include "blas.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* The dynamic linker's name; the number is that of the interface. */
static const char *const library_name = "libopenblas.so.0";

static_assert(sizeof(void *) == sizeof(void (*)(void)), "POSIX: dlsym finds functions, too");

/* Sets a function pointer. C does not allow the cast from an object pointer. */
static bool find(void *handle, const char *name, void *function, failure *why)
{
    void *address = dlsym(handle, name);
    memcpy(function, &address, sizeof address);
    return address != NULL || fail(why, "%s has no %s", library_name, name);
}

bool blas_open(blas *b, failure *why)
{
    void (*set_threads)(int);
    /* OpenBLAS starts a thread for each core as it is loaded, unless this says otherwise. */
    setenv("OPENBLAS_NUM_THREADS", "1", true);
    /* Unloading would leak the library's buffers, and loading it again would allocate new ones. */
    blas found = {.handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)};
    if (found.handle == NULL) {
        return fail(why, "OpenBLAS cannot be loaded (Debian: apt install libopenblas0): %s",
                    dlerror());
    }
    if (!find(found.handle, "openblas_set_num_threads", &set_threads, why) ||
        !find(found.handle, "cblas_sgemm", &found.gemm, why) ||
        !find(found.handle, "cblas_sgemv", &found.gemv, why) ||
        !find(found.handle, "cblas_sdot", &found.dot, why) ||
        !find(found.handle, "cblas_saxpy", &found.axpy, why)) {
        dlclose(found.handle);
        return false;
    }
    set_threads(1);
    *b = found;
    return true;
}

void blas_close(blas *b)
{
    dlclose(b->handle);
    *b = (blas){.handle = NULL};
}
