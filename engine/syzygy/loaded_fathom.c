/* Fathom as a library that is loaded at run time. */
#include <stddef.h>

#include "fathom.h"

enum { LIBRARY_INTERFACE = 1 };

bool fathom_load(fathom *f, failure *why)
{
    failure reason;
    if (!system_library_open(&f->library, "fathom", LIBRARY_INTERFACE, &reason)) {
        return fail(why, "Fathom cannot be loaded: %s", reason.text);
    }
    return system_library_find(&f->library, "tb_init", &f->init, why) &&
           system_library_find(&f->library, "tb_probe_wdl_impl", &f->probe, why) &&
           system_library_find(&f->library, "tb_probe_root_impl", &f->probe_root, why) &&
           system_library_find(&f->library, "TB_LARGEST", &f->largest, why);
}

void fathom_unload(fathom *f)
{
    if (f->library.handle != NULL) {
        system_library_close(&f->library);
    }
}
