#include <inttypes.h>

#include "bench_positions.h"
#include "system/clock.h"
#include "uci/text.h"
#include "verbs.h"

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

static bool take_request(const char *text, bench_request *wanted, failure *why)
{
    char word[TEXT_WORD_MAX];
    int64_t depth;
    *wanted = (bench_request){.speed = false};
    bool given = text_next_word(&text, word), named = false;
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        wanted->part[i] = given && text_equal(word, search_algorithm_words[i]);
        named |= wanted->part[i];
    }
    wanted->speed = given && text_equal(word, "speed");
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        wanted->part[i] |= !named;
    }
    if (named || wanted->speed) {
        given = text_next_word(&text, word);
    }
    if (given && !wanted->speed && text_integer(word, &depth) && depth >= 1 && depth <= PLY_MAX) {
        wanted->depth = (int)depth;
        given = text_next_word(&text, word);
    }
    return !given || fail(why,
                          "expected [mcts|negamax] and an optional depth from 1 to %d, or "
                          "\"speed\"",
                          PLY_MAX);
}

/* Clears the search and searches one position. Returns false if interrupted. */
static bool run_position(const bench *b, search_algorithm part, const char *fen,
                         const search_limits *limits, measure *result, failure *why)
{
    search *s = b->searches[part];
    request r = {.limits = *limits};
    search_info last = {.nodes = 0};
    position root;
    if (!fen_parse(&root, fen, NULL, why)) {
        return false;
    }
    request_set(&r, &root);
    search_new_game(s);
    const int64_t cpu = system_cpu_ns(), wall = system_clock_ns();
    const bool whole = verb_search(s, &r, b->stop, verb_keep_last, &last);
    result->cpu_ns = system_cpu_ns() - cpu;
    result->wall_ns = system_clock_ns() - wall;
    result->bytes = search_bytes_used(s);
    result->nodes = last.nodes;
    return whole ? search_has_threads(s, why) : fail(why, "interrupted");
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
                system_rate(m->nodes, m->cpu_ns));
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
                system_rate(total.nodes, total.cpu_ns));
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
        const double rate = (double)system_rate(one.nodes, one.cpu_ns);
        writer_line(b->out, "%7" PRIu64 " playouts %7.0f a CPU second %6.1f bytes a playout  %s",
                    one.nodes, rate, (double)one.bytes / nodes, speed_positions[i]);
        rates += rate;
        wall_rates += (double)system_rate(one.nodes, one.wall_ns);
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

static bool make_searches(bench *b, const bench_request *wanted, const search_options *options,
                          failure *why)
{
    failure reason;
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        search_options own = *options;
        own.algorithm = (search_algorithm)i;
        own.threads = wanted->speed && i == SEARCH_MCTS ? b->threads : 1;
        own.multi_pv = 1;
        own.endgames.tables = NULL; /* the count is that of searches and nets alone */
        own.hash_mb = wanted->speed && i == SEARCH_MCTS ? SPEED_HASH_MB : CHECKSUM_HASH_MB;
        b->searches[i] = wanted->part[i] ? search_new(&own, &reason) : NULL;
        if (wanted->part[i] && b->searches[i] == NULL) {
            return fail(why, "%s: %s", search_algorithm_words[i], reason.text);
        }
    }
    return true;
}

/* Runs the checksum of one search or of both, or measures speed. Nets, kernels, histories,
 * techniques and parameters are the engine's; bench chooses the search, Hash and MultiPV itself.
 * Each search has its own memory, and is cleared before each position. It has one thread, but for
 * the speed of mcts. The checksum writes a line for each position, then for each search "NAME: N
 * playouts ..." or "NAME: N positions ...". Its last line is "N nodes M nps", the sum of both
 * searches, by CPU time. */
bool bench_run(verb_call *call, failure *why)
{
    bench_request wanted;
    if (!take_request(call->text, &wanted, why) || !engine_load_nets(call->engine, why)) {
        return false;
    }
    const search_options options = engine_search_options(call->engine, SEARCH_MCTS);
    bench b = {.out = call->out, .stop = call->stop, .threads = options.threads};
    const bool done = make_searches(&b, &wanted, &options, why) &&
                      (wanted.speed ? run_speed(&b, why) : run_checksum(&b, wanted.depth, why));
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        search_free(b.searches[i]);
    }
    return done;
}
