#include "search_fixture.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "random_net.h"
#include "weights/default_net.h"

enum { PATIENCE_MS = 60000 };

fixture f;

static void begin(nets *used, search_algorithm by, size_t hash_mb)
{
    failure why;
    attacks_init(true);
    f = (fixture){.nets = used,
                  .options = {.algorithm = by,
                              .hash_mb = hash_mb,
                              .threads = 1,
                              .multi_pv = 1,
                              .nets = used,
                              .kernels = kernels_best(),
                              .techniques = search_techniques_of(SETTING_MODERN),
                              .params = search_params_default()}};
    f.search = search_new(&f.options, &why);
    cr_assert_not_null(f.search, "%s", why.text);
    fixture_set(FEN_START);
}

nets *fixture_nets(int loudness)
{
    static const char *const outputs[] = {"value.l3", "value.l3b"};
    enum { USUAL = 3 }; /* makes a pawn or two of a random net's scores */
    failure why;
    random_net *net = random_net_make(&random_net_small);
    for (int i = 0; i < 2; i++) {
        const tensor *t = &net->tensors[random_net_index(net, outputs[i])];
        float *weights = random_net_data(net, outputs[i]);
        for (uint32_t k = 0; k < t->rows * t->columns; k++) {
            weights[k] *= (float)(USUAL * loudness);
        }
    }
    nets *n = random_net_load_tensors(net, &why);
    random_net_free(net);
    cr_assert_not_null(n, "%s", why.text);
    return n;
}

void fixture_begin(size_t hash_mb)
{
    begin(fixture_nets(1), SEARCH_MCTS, hash_mb);
}

void fixture_begin_negamax(size_t hash_mb, int loudness)
{
    begin(fixture_nets(loudness), SEARCH_NEGAMAX, hash_mb);
}

void fixture_begin_by(search_algorithm by, size_t hash_mb)
{
    if (by == SEARCH_MCTS) {
        fixture_begin(hash_mb);
    } else {
        fixture_begin_negamax(hash_mb, 1);
    }
}

void fixture_begin_strong(search_algorithm by, size_t hash_mb)
{
    failure why;
    nets *real = nets_load_bytes(default_net, default_net_size, "the default nets", &why);
    cr_assert_not_null(real, "%s", why.text);
    begin(real, by, hash_mb);
}

void fixture_configure(void)
{
    failure why;
    cr_assert(search_configure(f.search, &f.options, &why), "%s", why.text);
}

void fixture_end(void)
{
    search_free(f.search);
    nets_free(f.nets);
}

void fixture_set(const char *fen)
{
    failure why;
    cr_assert(fen_parse(&f.position, fen, NULL, &why), "%s", why.text);
    line_start(&f.game, &f.position);
}

void fixture_play(const char *uci)
{
    move m = gen_from_uci(&f.position, uci);
    cr_assert_neq(m, MOVE_NONE, "%s", uci);
    line_play(&f.game, &f.position, m);
}

void fixture_listen(void *user, const search *s, const search_info *info)
{
    (void)user;
    (void)s;
    f.last = *info;
    f.lines[info->multi_pv > 0 ? info->multi_pv - 1 : 0] = *info;
    f.reports++;
    f.finals += info->final;
    if (f.awaited && f.awaited(info)) {
        f.came = true;
    }
}

/* Arms the search: a call of another thread counts from now on. */
static void arm(void)
{
    f.reports = 0;
    f.finals = 0;
    search_arm(f.search);
}

search_result fixture_go(const search_limits *limits)
{
    arm();
    return search_go(f.search, &f.position, &f.game, limits, fixture_listen, NULL);
}

/* The thread that makes a call. */
typedef struct caller {
    const fixture_call *call;
    atomic_bool called;
} caller;

static void *call_later(void *context)
{
    caller *c = context;
    const struct timespec look = {0, 1000000L}, nap = {0, c->call->delay_ms * 1000000L};
    for (int i = 0; f.awaited && !f.came && i < PATIENCE_MS; i++) {
        nanosleep(&look, NULL);
    }
    nanosleep(&nap, NULL);
    c->called = true;
    c->call->call(f.search);
    return NULL;
}

bool fixture_any_report(const search_info *report)
{
    (void)report;
    return true;
}

search_result fixture_go_until(const search_limits *limits, const fixture_call *call)
{
    caller c = {.call = call};
    pthread_t thread;
    arm();
    f.awaited = call->awaited;
    f.came = false;
    cr_assert_eq(pthread_create(&thread, NULL, call_later, &c), 0);
    const search_result result =
        search_go(f.search, &f.position, &f.game, limits, fixture_listen, NULL);
    cr_expect(c.called, "the search ended too early");
    pthread_join(thread, NULL);
    f.awaited = NULL;
    return result;
}

position fixture_follow(const search_info *report)
{
    position pos = f.position;
    for (int i = 0; i < report->pv_length; i++) {
        cr_assert(gen_is_legal(&pos, report->pv[i]), "%s at %d", fixture_text(report->pv[i]), i);
        pos_make(&pos, report->pv[i]);
    }
    return pos;
}

fixture_answer fixture_ask(const char *fen, const search_limits *limits)
{
    fixture_answer a;
    memset(&a, 0, sizeof a);
    fixture_set(fen);
    const search_result result = fixture_go(limits);
    a.nodes = f.last.nodes;
    a.depth = f.last.depth;
    a.seldepth = f.last.seldepth;
    a.score = f.last.score.value;
    a.pv_length = f.last.pv_length;
    memcpy(a.pv, f.last.pv, (size_t)a.pv_length * sizeof a.pv[0]);
    cr_assert_eq(result.best, f.last.pv[0]);
    fixture_follow(&f.last);
    return a;
}

bool fixture_same(const fixture_answer *a, const fixture_answer *b)
{
    return a->nodes == b->nodes && a->depth == b->depth && a->seldepth == b->seldepth &&
           a->score == b->score && a->pv_length == b->pv_length &&
           memcmp(a->pv, b->pv, sizeof a->pv) == 0;
}

const char *fixture_text(move m)
{
    static char text[MOVE_TEXT_MAX];
    move_to_uci(m, false, text);
    return text;
}

static int64_t read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

fixture_moment fixture_now(void)
{
    return (fixture_moment){read_clock(CLOCK_MONOTONIC), read_clock(CLOCK_PROCESS_CPUTIME_ID)};
}

bool fixture_took(const fixture_moment *since, int64_t least, int64_t most)
{
    const fixture_moment now = fixture_now();
    return now.clock - since->clock >= least && now.work - since->work <= most;
}
