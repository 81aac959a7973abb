/* The net file that is embedded in the binary, weights/default.nn unless the build names another
 * one, for nets_load_bytes(). */
#ifndef WEIGHTS_DEFAULT_NET_H
#define WEIGHTS_DEFAULT_NET_H

#include <stddef.h>

extern const unsigned char default_net[];
extern const size_t default_net_size;

#endif
