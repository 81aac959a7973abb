/* A small search with a random net, for tests that do not need a strong search. */
#ifndef TESTS_SEARCH_FIXTURE_H
#define TESTS_SEARCH_FIXTURE_H

#include "tree/search.h"

typedef struct fixture {
    nets *nets;
    search_options options;
    search *search;
    position position;
    line game;
    search_info last;   /* the last report */
    search_info *lines; /* MULTI_PV_MAX of them: the last report of each line */
    int reports;
    int finals;
} fixture;

/* A search of `hash_mb`; the same net each time. */
void fixture_begin(fixture *f, size_t hash_mb);
void fixture_end(fixture *f);

/* The same for negamax, one thread and the modern setting, over a net whose outputs are those of a
 * random one times `loudness` (1 to 30): from a pawn or two to tens of them. */
void fixture_begin_negamax(fixture *f, size_t hash_mb, int loudness);

/* Takes over f->options, as changed; fails the test if the search refuses. */
void fixture_configure(fixture *f);

void fixture_set(fixture *f, const char *fen);
void fixture_play(fixture *f, const char *uci);
search_result fixture_go(fixture *f, const search_limits *limits);

/* The listener that fixture_go() gives to a search; `user` is the fixture. */
void fixture_listen(void *user, const search *s, const search_info *info);

/* What a search answers, to be compared. */
typedef struct fixture_answer {
    uint64_t nodes;
    int depth, seldepth, score, pv_length;
    move pv[PLY_MAX];
} fixture_answer;

/* Sets the position and searches it; fails the test if the line that is reported is not legal. */
fixture_answer fixture_ask(fixture *f, const char *fen, const search_limits *limits);
bool fixture_same(const fixture_answer *a, const fixture_answer *b);

/* A moment, in milliseconds: of a clock that never goes back, and of this process's own work. */
typedef struct fixture_moment {
    int64_t clock, work;
} fixture_moment;

fixture_moment fixture_now(void);

/* True if at least so many milliseconds have passed since, and at most so many in work: a busy
 * machine makes a test wait, but not work. */
bool fixture_took(const fixture_moment *since, int64_t least, int64_t most);

#define FIXTURE_KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

/* A move as UCI text, valid until the next call. */
const char *fixture_text(move m);

#endif
