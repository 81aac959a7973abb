/* What a clock grants to one move. It stands here, and not with the protocol, for the tools that
 * judge how games were timed. */
#ifndef TREE_CLOCK_SHARE_H
#define TREE_CLOCK_SHARE_H

#include <stdint.h>

enum { CLOCK_OVERHEAD_MS_DEFAULT = 20 }; /* kept for the way to the client */

typedef struct clock_share {
    int64_t soft_ms; /* what the clock would spend */
    int64_t hard_ms; /* never exceeded; at least soft_ms, which is at least 1 */
} clock_share;

/* For a clock with `time_ms` left, `moves_to_go` moves before the next control (0: to the end of
 * the game). The hard share leaves the overhead and a good part of the remaining time untouched. */
clock_share clock_share_of(int64_t time_ms, int64_t increment_ms, int64_t moves_to_go,
                           int64_t overhead_ms);

#endif
