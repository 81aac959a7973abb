#include "uci/bench.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>

#include "bench_positions.h"
#include "chess/fen.h"
#include "system/clock.h"
#include "uci/rate.h"
#include "uci/text.h"

enum { CHECKSUM_HASH_MB = 16 };

/* Typical for one move of MCTS. */
enum { SPEED_NODES = 200000, SPEED_HASH_MB = 256 };

/* The work of the checksum. MCTS: playouts until their mean length reaches the depth, so that any
 * change of net, kernel or search changes the count; the cap bounds the time. Negamax: a fixed
 * depth. */
static const struct {
    const char *unit;
    search_limits limits;
} parts[SEARCH_ALGORITHMS] = {
    [SEARCH_MCTS] = {"playouts", {.depth = 6, .nodes = 100000}},
    [SEARCH_NEGAMAX] = {"positions", {.depth = 13}},
};

typedef struct measure {
    uint64_t nodes;
    int64_t cpu_ns, wall_ns;
    size_t bytes;
} measure;

/* The arguments of the command. */
typedef struct bench_request {
    bool speed;
    bool part[SEARCH_ALGORITHMS];
    int depth; /* 0: the default of each part */
} bench_request;

/* The common data of all positions. */
typedef struct bench {
    search *searches[SEARCH_ALGORITHMS]; /* NULL: not in the request */
    int threads;                         /* of the speed of MCTS; all else has one */
    writer *out;
    const interrupt *stop;
} bench;

static bool take_request(const char *text, bench_request *request, failure *why)
{
    char word[TEXT_WORD_MAX];
    int64_t depth;
    *request = (bench_request){.speed = false};
    bool given = text_next_word(&text, word), named = false;
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        request->part[i] = given && text_equal(word, search_algorithm_words[i]);
        named |= request->part[i];
    }
    request->speed = given && text_equal(word, "speed");
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        request->part[i] |= !named;
    }
    if (named || request->speed) {
        given = text_next_word(&text, word);
    }
    if (given && !request->speed && text_integer(word, &depth) && depth >= 1 && depth <= PLY_MAX) {
        request->depth = (int)depth;
        given = text_next_word(&text, word);
    }
    return !given || fail(why,
                          "bench: expected [mcts|negamax] and an optional depth from 1 to %d, or "
                          "\"speed\"",
                          PLY_MAX);
}

static void keep_last(void *user, const search *s, const search_info *info)
{
    (void)s;
    *(uint64_t *)user = info->nodes;
}

/* Clears the search and searches one position. Returns false if interrupted. */
static bool run_position(const bench *b, search_algorithm part, const char *fen,
                         const search_limits *limits, measure *result, failure *why)
{
    search *s = b->searches[part];
    position root;
    line game;
    if (!fen_parse(&root, fen, NULL, why)) {
        return false;
    }
    line_start(&game, &root);
    search_new_game(s);
    search_arm(s);
    b->stop->watch(b->stop->user, s);
    bool wanted = b->stop->wanted(b->stop->user);
    result->nodes = 0;
    if (!wanted) {
        const int64_t cpu = system_cpu_ns(), wall = system_clock_ns();
        search_go(s, &root, &game, limits, keep_last, &result->nodes);
        result->cpu_ns = system_cpu_ns() - cpu;
        result->wall_ns = system_clock_ns() - wall;
        result->bytes = search_bytes_used(s);
    }
    b->stop->watch(b->stop->user, NULL);
    failure reason;
    if (!wanted && !search_has_threads(s, &reason)) {
        return fail(why, "bench: %s", reason.text);
    }
    return !wanted || fail(why, "bench: interrupted");
}

/* Runs one part on all positions. Depth 0 is the part's default. */
static bool run_part(const bench *b, search_algorithm part, int depth, bool each, measure *total,
                     failure *why)
{
    const int count = (int)(sizeof bench_positions / sizeof *bench_positions);
    search_limits limits = parts[part].limits;
    limits.depth = depth > 0 ? depth : limits.depth;
    *total = (measure){0};
    for (int i = 0; i < count; i++) {
        measure one;
        if (!run_position(b, part, bench_positions[i], &limits, &one, why)) {
            return false;
        }
        if (each) {
            writer_line(b->out, "%-7s %2d/%d: %7" PRIu64 " %s  %s", search_algorithm_words[part],
                        i + 1, count, one.nodes, parts[part].unit, bench_positions[i]);
        }
        total->nodes += one.nodes;
        total->cpu_ns += one.cpu_ns;
    }
    return true;
}

static void write_part(const bench *b, search_algorithm part, const measure *m)
{
    writer_line(b->out, "%s: %" PRIu64 " %s in %.2f s, %" PRIu64 " a CPU second",
                search_algorithm_words[part], m->nodes, parts[part].unit, (double)m->cpu_ns / 1e9,
                rate_per_second(m->nodes, m->cpu_ns));
}

static bool run_checksum(const bench *b, int depth, failure *why)
{
    measure each[SEARCH_ALGORITHMS] = {{0}}, total = {0};
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        if (b->searches[i] != NULL &&
            !run_part(b, (search_algorithm)i, depth, true, &each[i], why)) {
            return false;
        }
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        if (b->searches[i] != NULL) {
            write_part(b, (search_algorithm)i, &each[i]);
            total.nodes += each[i].nodes;
            total.cpu_ns += each[i].cpu_ns;
        }
    }
    writer_line(b->out, "%" PRIu64 " nodes %" PRIu64 " nps", total.nodes,
                rate_per_second(total.nodes, total.cpu_ns));
    return true;
}

static bool run_mcts_speed(const bench *b, failure *why)
{
    const search_limits limits = {.nodes = SPEED_NODES};
    const size_t count = sizeof speed_positions / sizeof *speed_positions;
    double rates = 0.0, wall_rates = 0.0, bytes = 0.0;
    measure one;
    for (size_t i = 0; i < count; i++) {
        if (!run_position(b, SEARCH_MCTS, speed_positions[i], &limits, &one, why)) {
            return false;
        }
        const double nodes = one.nodes > 0 ? (double)one.nodes : 1.0;
        const double rate = (double)rate_per_second(one.nodes, one.cpu_ns);
        writer_line(b->out, "%7" PRIu64 " playouts %7.0f a CPU second %6.1f bytes a playout  %s",
                    one.nodes, rate, (double)one.bytes / nodes, speed_positions[i]);
        rates += rate;
        wall_rates += (double)rate_per_second(one.nodes, one.wall_ns);
        bytes += (double)one.bytes / nodes;
    }
    writer_line(b->out, "average          %7.0f a CPU second %6.1f bytes a playout",
                rates / (double)count, bytes / (double)count);
    if (b->threads > 1) {
        writer_line(b->out, "%3d threads      %7.0f a second", b->threads,
                    wall_rates / (double)count);
    }
    return true;
}

static bool run_speed(const bench *b, failure *why)
{
    measure all;
    if (!run_mcts_speed(b, why) || !run_part(b, SEARCH_NEGAMAX, 0, false, &all, why)) {
        return false;
    }
    write_part(b, SEARCH_NEGAMAX, &all);
    return true;
}

static void free_searches(bench *b)
{
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        search_free(b->searches[i]);
    }
}

static bool make_searches(bench *b, const bench_request *request, const search_options *options,
                          failure *why)
{
    failure reason;
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        search_options own = *options;
        own.algorithm = (search_algorithm)i;
        own.threads = request->speed && i == SEARCH_MCTS ? b->threads : 1;
        own.multi_pv = 1;
        own.endgames.tables = NULL; /* the count is that of searches and nets alone */
        own.hash_mb = request->speed && i == SEARCH_MCTS ? SPEED_HASH_MB : CHECKSUM_HASH_MB;
        b->searches[i] = request->part[i] ? search_new(&own, &reason) : NULL;
        if (request->part[i] && b->searches[i] == NULL) {
            free_searches(b);
            return fail(why, "bench: %s: %s", search_algorithm_words[i], reason.text);
        }
    }
    return true;
}

bool bench_run(const char *arguments, const search_options *options, writer *out,
               const interrupt *stop, failure *why)
{
    assert(options->algorithm == SEARCH_MCTS);
    bench b = {.out = out, .stop = stop, .threads = options->threads};
    bench_request request;
    if (!take_request(arguments, &request, why) || !make_searches(&b, &request, options, why)) {
        return false;
    }
    const bool done = request.speed ? run_speed(&b, why) : run_checksum(&b, request.depth, why);
    free_searches(&b);
    return done;
}
