/* Searches of several threads that are stopped, or get their ponderhit, at random moments, while
 * the options change, endgame tables among them, and games begin anew between them. A listener
 * looks into the running search. The answers must be legal moves. Under ThreadSanitizer, with which
 * Criterion does not run, every race ends the program.
 *
 *   race_threads ROUNDS [TABLES]     exit status 0 and no output, or a message
 *
 * TABLES is a folder of endgame tables, which are left out without Fathom. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random_numbers.h"
#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "tree/search.h"
#include "weights/default_net.h"

enum { LISTED = 8 };

static const char *const positions[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1",
    "8/8/8/3k4/8/8/4R3/4K3 w - - 90 80",
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
    "8/8/8/8/4k3/8/1p6/K1R1n3 w - - 0 1",
    "4k3/8/4K3/8/4P3/8/5p2/8 w - - 0 1",
};

static uint64_t seed = 1;

/* A random number below `limit`. */
static int below(int limit)
{
    return (int)random_below(&seed, (uint64_t)limit);
}

static void give_up(const char *what)
{
    fprintf(stderr, "race_threads: %s\n", what);
    exit(EXIT_FAILURE);
}

/* Looks at what a user sees while the search goes on. */
static void look(void *user, const search *s, const search_info *info)
{
    root_move moves[LISTED];
    (void)user;
    if (search_root_moves(s, moves, LISTED) < 1) {
        give_up("no root moves");
    }
    (void)search_line_moves(s, info->pv, 1, moves, LISTED);
    (void)search_bytes_used(s);
}

/* The calls of another thread during a search. */
typedef struct caller {
    search *s;
    long ponderhit_us, stop_us; /* after the one before */
    pthread_t thread;
} caller;

static void nap(long us)
{
    nanosleep(&(struct timespec){0, us * 1000}, NULL);
}

static void *make_calls(void *own)
{
    const caller *c = own;
    nap(c->ponderhit_us);
    search_ponderhit(c->s);
    nap(c->stop_us);
    search_stop(c->s);
    return NULL;
}

static void change_options(search *s, search_options *o, const syzygy_tables *tables)
{
    failure why;
    search_techniques *t = &o->techniques;
    o->threads = below(5) ? 4 : 1 + below(8);
    o->hash_mb = below(3) ? 1 : 2;
    o->multi_pv = 1 + below(3);
    t->mcts_widening = below(2);
    t->mcts_policy = below(4) > 0;
    t->mcts_killers = t->mcts_counter_move = below(2);
    t->mcts_history_refresh = below(MCTS_REFRESHES);
    t->mcts_history_pruning = below(2);
    t->mcts_correction = below(2);
    o->params.history_refresh_visits = 2;
    o->endgames = (search_endgames){.tables = below(4) ? tables : NULL,
                                    .pieces_max = 7,
                                    .depth_least = 1,
                                    .fifty_moves = below(2)};
    if (!search_configure(s, o, &why)) {
        give_up(why.text);
    }
}

static search_limits random_limits(void)
{
    static const search_limits limits[] = {{.infinite = true},
                                           {.mate = 2},
                                           {.depth = 3},
                                           {.nodes = 2000},
                                           {.time_ms_soft = 5, .time_ms_hard = 15}};
    search_limits l = limits[below(sizeof limits / sizeof *limits)];
    l.ponder = below(2);
    return l;
}

static move search_once(search *s, const position *pos, const line *game)
{
    const search_limits limits = random_limits();
    caller c = {.s = s, .ponderhit_us = below(8000), .stop_us = below(40000)};
    search_arm(s);
    if (pthread_create(&c.thread, NULL, make_calls, &c) != 0) {
        give_up("cannot start a thread");
    }
    const search_result result = search_go(s, pos, game, &limits, look, NULL);
    pthread_join(c.thread, NULL);
    if (!gen_is_legal(pos, result.best)) {
        give_up("an illegal move");
    }
    return result.best;
}

/* A few moves of a game. */
static void play(search *s, const char *fen)
{
    position pos;
    line game;
    if (!fen_parse(&pos, fen, NULL, NULL)) {
        give_up("a bad position");
    }
    line_start(&game, &pos);
    for (int i = 0; i < 3 && gen_any(&pos); i++) {
        line_play(&game, &pos, search_once(s, &pos, &game));
    }
}

int main(int argc, char **argv)
{
    failure why;
    if (argc < 2 || argc > 3) {
        give_up("usage: race_threads ROUNDS [TABLES]");
    }
    attacks_init(true);
    nets *n = nets_load_bytes(default_net, default_net_size, "the default nets", &why);
    syzygy_tables *tables = argc > 2 ? syzygy_open(argv[2], &why) : NULL;
    if (!n || (argc > 2 && !tables && !strstr(why.text, "Fathom cannot be loaded"))) {
        give_up(why.text);
    }
    search_options options = {.algorithm = SEARCH_MCTS,
                              .hash_mb = 1,
                              .threads = 4,
                              .multi_pv = 1,
                              .nets = n,
                              .kernels = kernels_best(),
                              .techniques = search_techniques_of(SETTING_MODERN),
                              .params = search_params_default()};
    search *s = search_new(&options, &why);
    if (!s) {
        give_up(why.text);
    }
    for (int i = atoi(argv[1]); i > 0; i--) {
        if (below(2)) {
            change_options(s, &options, tables);
        }
        if (below(3) == 0) {
            search_new_game(s);
        }
        play(s, positions[below(sizeof positions / sizeof *positions)]);
    }
    search_free(s);
    syzygy_close(tables);
    nets_free(n);
    return EXIT_SUCCESS;
}
