#include "uci/bench.h"

#include <inttypes.h>
#include <stddef.h>

#include "bench_positions.h"
#include "chess/fen.h"
#include "uci/text.h"
#include "uci/timing.h"

/* The checksum's work: playouts until their mean length reaches the depth, so that any change of
 * net, kernel or search moves the count; the cap bounds the time. */
enum { CHECKSUM_DEPTH = 6, CHECKSUM_NODES_MAX = 100000, CHECKSUM_HASH_MB = 16 };

/* What the speed of a whole move looks like. */
enum { SPEED_NODES = 200000, SPEED_HASH_MB = 256 };

typedef struct measure {
    uint64_t nodes;
    int64_t cpu_ns;
    size_t bytes;
} measure;

static void keep_last(void *user, const search *s, const search_info *info)
{
    (void)s;
    *(uint64_t *)user = info->nodes;
}

/* Searches one position from nothing; false if interrupted. */
static bool run_position(search *s, const char *fen, const search_limits *limits,
                         const interrupt *stop, measure *result, failure *why)
{
    position root;
    line game;
    if (!fen_parse(&root, fen, NULL, why)) {
        return false;
    }
    line_start(&game, &root);
    search_new_game(s);
    search_arm(s);
    if (stop->wanted(stop->user)) {
        return fail(why, "bench: interrupted");
    }
    result->nodes = 0;
    int64_t begun = timing_cpu_ns();
    search_go(s, &root, &game, limits, keep_last, &result->nodes);
    result->cpu_ns = timing_cpu_ns() - begun;
    result->bytes = search_bytes_used(s);
    return true;
}

static bool run_checksum(search *s, int depth, writer *out, const interrupt *stop, failure *why)
{
    const search_limits limits = {.depth = depth, .nodes = CHECKSUM_NODES_MAX};
    const int count = (int)(sizeof bench_positions / sizeof *bench_positions);
    measure total = {0}, one;
    for (int i = 0; i < count; i++) {
        if (!run_position(s, bench_positions[i], &limits, stop, &one, why)) {
            return false;
        }
        writer_line(out, "position %2d/%d: %6" PRIu64 " playouts  %s", i + 1, count, one.nodes,
                    bench_positions[i]);
        total.nodes += one.nodes;
        total.cpu_ns += one.cpu_ns;
    }
    writer_line(out, "%" PRIu64 " nodes %" PRIu64 " nps", total.nodes,
                timing_rate(total.nodes, total.cpu_ns));
    return true;
}

static bool run_speed(search *s, writer *out, const interrupt *stop, failure *why)
{
    const search_limits limits = {.nodes = SPEED_NODES};
    const size_t count = sizeof speed_positions / sizeof *speed_positions;
    double rates = 0.0, bytes = 0.0;
    measure one;
    for (size_t i = 0; i < count; i++) {
        if (!run_position(s, speed_positions[i], &limits, stop, &one, why)) {
            return false;
        }
        double nodes = one.nodes > 0 ? (double)one.nodes : 1.0;
        double rate = (double)timing_rate(one.nodes, one.cpu_ns);
        writer_line(out, "%7" PRIu64 " playouts %7.0f a CPU second %6.1f bytes a playout  %s",
                    one.nodes, rate, (double)one.bytes / nodes, speed_positions[i]);
        rates += rate;
        bytes += (double)one.bytes / nodes;
    }
    writer_line(out, "average          %7.0f a CPU second %6.1f bytes a playout",
                rates / (double)count, bytes / (double)count);
    return true;
}

bool bench_run(const char *arguments, const search_options *options, writer *out,
               const interrupt *stop, failure *why)
{
    char word[TEXT_WORD_MAX], extra[TEXT_WORD_MAX];
    int64_t depth = CHECKSUM_DEPTH;
    bool given = text_next_word(&arguments, word);
    bool speed = given && text_equal(word, "speed");
    if ((given && !speed && (!text_integer(word, &depth) || depth < 1 || depth > PLY_MAX)) ||
        text_next_word(&arguments, extra)) {
        return fail(why, "bench: give nothing, a depth from 1 to %d, or \"speed\"", PLY_MAX);
    }
    search_options own = *options;
    own.hash_mb = speed ? SPEED_HASH_MB : CHECKSUM_HASH_MB;
    search *s = search_new(&own, why);
    if (s == NULL) {
        return false;
    }
    stop->watch(stop->user, s);
    bool done = speed ? run_speed(s, out, stop, why) : run_checksum(s, (int)depth, out, stop, why);
    stop->watch(stop->user, NULL);
    search_free(s);
    return done;
}
