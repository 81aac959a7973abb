#include "system/address.h"

bool system_address_read(system_address *a, const char *text, int port, failure *why)
{
    (void)port;
    *a = (system_address){.six = false};
    return fail(why, "%.64s: Morpho does not listen to the net on Windows", text);
}
