/* Numeric addresses of the internet. */
#ifndef SYSTEM_ADDRESS_H
#define SYSTEM_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/failure.h"

/* An address and a port. */
typedef struct system_address {
    union {
        uint64_t aligned;
        unsigned char bytes[128];
    } socket;      /* in the system's form, a sockaddr */
    bool six;      /* of IPv6 */
    bool loopback; /* only this machine reaches it */
    bool all;      /* stands for all addresses of this machine */
} system_address;

/* Reads an address such as 127.0.0.1 or ::1, and no name. Returns false and fills `why` if the text
 * is none, or if Morpho does not listen to the net on this system (Windows). */
bool system_address_read(system_address *a, const char *text, int port, failure *why);

#endif
