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
typedef struct suite_options {
    long threads, hash_mb, limit;
    const char *weights, *out;
} suite_options;

/* The rows of a verb's options for those; each verb says what its searches make of the first two.
 */
/* clang-format off */
#define SUITE_OPTION_THREADS(arguments, fewest, text)                                                 \
    {                                                                                              \
        .name = "threads", .value = "N", .whole = &(arguments)->threads, .least = (fewest),           \
        .most = THREAD_POOL_MAX, .help = (text)                                                    \
    }
#define SUITE_OPTION_HASH(arguments, text)                                                            \
    {                                                                                              \
        .name = "hash", .value = "MB", .whole = &(arguments)->hash_mb, .least = HASH_MB_MIN,          \
        .most = HASH_MB_MAX, .help = (text)                                                        \
    }
#define SUITE_OPTION_WEIGHTS(arguments)                                                               \
    {                                                                                              \
        .name = "weights", .value = "FILE", .text = &(arguments)->weights,                            \
        .help = "a net file in place of the built-in net"                                          \
    }
#define SUITE_OPTION_OUT(arguments)                                                                   \
    {                                                                                              \
        .name = "out", .value = "CSV", .text = &(arguments)->out,                                     \
        .help = "the record; made, or gone on with"                                                \
    }
#define SUITE_OPTION_LIMIT(arguments)                                                                 \
    {                                                                                              \
        .name = "limit", .value = "COUNT", .whole = &(arguments)->limit, .least = 1,                  \
        .most = SUITE_POSITIONS_MAX, .help = "only the first positions"                            \
    }
/* clang-format on */

/* Reads the command line's files, each as given or in the data folder; of all their positions the
 * first arguments->limit, if that is not 0. False and `why` on the first fault; free with
 * suite_free() in either case. */
bool suite_command_read(suite *s, const command_line *c, const suite_options *arguments,
                        failure *why);

/* The nets that are wished for: the built-in ones if none are. NULL and `why` if they cannot be
 * had; free with nets_free(). */
nets *suite_command_nets(const suite_options *arguments, failure *why);

#endif
