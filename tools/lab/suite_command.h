/* What the verbs that search the positions of suites share: their options, files and nets. Only
 * morpho-lab uses this. */
#ifndef TOOLS_SUITE_COMMAND_H
#define TOOLS_SUITE_COMMAND_H

#include "command.h"
#include "nn/net.h"
#include "suite.h"
#include "thread_pool.h"
#include "tree/search.h"

/* What they all may be told. */
typedef struct suite_wishes {
    long threads, hash_mb, limit;
    const char *weights, *out;
} suite_wishes;

/* The rows of a verb's options for those; each verb says what its searches make of the first two.
 */
/* clang-format off */
#define SUITE_OPTION_THREADS(wishes, fewest, text)                                                 \
    {                                                                                              \
        .name = "threads", .value = "N", .whole = &(wishes)->threads, .least = (fewest),           \
        .most = THREAD_POOL_MAX, .help = (text)                                                    \
    }
#define SUITE_OPTION_HASH(wishes, text)                                                            \
    {                                                                                              \
        .name = "hash", .value = "MB", .whole = &(wishes)->hash_mb, .least = HASH_MB_MIN,          \
        .most = HASH_MB_MAX, .help = (text)                                                        \
    }
#define SUITE_OPTION_WEIGHTS(wishes)                                                               \
    {                                                                                              \
        .name = "weights", .value = "FILE", .text = &(wishes)->weights,                            \
        .help = "a net file in place of the built-in net"                                          \
    }
#define SUITE_OPTION_OUT(wishes)                                                                   \
    {                                                                                              \
        .name = "out", .value = "CSV", .text = &(wishes)->out,                                     \
        .help = "the record; made, or gone on with"                                                \
    }
#define SUITE_OPTION_LIMIT(wishes)                                                                 \
    {                                                                                              \
        .name = "limit", .value = "COUNT", .whole = &(wishes)->limit, .least = 1,                  \
        .most = SUITE_POSITIONS_MAX, .help = "only the first positions"                            \
    }
/* clang-format on */

/* Reads the command line's files, each as given or in the data folder; of all their positions the
 * first wishes->limit, if that is not 0. False and `why` on the first fault; free with suite_free()
 * in either case. */
bool suite_command_read(suite *s, const command_line *c, const suite_wishes *wishes, failure *why);

/* The nets that are wished for: the built-in ones if none are. NULL and `why` if they cannot be
 * had; free with nets_free(). */
nets *suite_command_nets(const suite_wishes *wishes, failure *why);

#endif
