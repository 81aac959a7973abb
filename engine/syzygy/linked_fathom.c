/* Fathom as a part of the program. */
#include <stddef.h>
#include <stdint.h>

#include "fathom.h"
#include "tbprobe.h"

bool fathom_load(fathom *f, failure *why)
{
    (void)why;
    *f = (fathom){.init = tb_init,
                  .probe = tb_probe_wdl_impl,
                  .probe_root = tb_probe_root_impl,
                  .largest = &TB_LARGEST};
    return true;
}

void fathom_unload(fathom *f)
{
    f->init = NULL;
}
