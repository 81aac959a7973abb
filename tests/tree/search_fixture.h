/* A small search, with a random net for tests that do not need a strong one. */
#ifndef TESTS_SEARCH_FIXTURE_H
#define TESTS_SEARCH_FIXTURE_H

#include <stdatomic.h>

#include "tree/search.h"

typedef struct fixture {
    nets *nets;
    search_options options;
    search *search;
    position position;
    line game;
    search_info last;                           /* the last report */
    search_info lines[MULTI_PV_MAX];            /* the last report of each line */
    int reports;                                /* the number of reports of the last search */
    int finals;                                 /* those of them that are final */
    bool (*awaited)(const search_info *report); /* of the call to come, or NULL */
    atomic_bool came;                           /* the report that is awaited */
} fixture;

extern fixture f;

/* Begins with a Monte-Carlo search of `hash_mb` and one thread at the start position, always with
 * the same net. */
void fixture_begin(size_t hash_mb);
void fixture_end(void);

/* Begins with negamax in the setting modern. The outputs of the value net are those of a random one
 * times `loudness`, from 1 (scores of a pawn or two) to 30 (scores of tens of pawns). */
void fixture_begin_negamax(size_t hash_mb, int loudness);

/* Nets of that kind, which must be freed. */
nets *fixture_nets(int loudness);

/* Begins with either search and such a net, or with the default nets. */
void fixture_begin_by(search_algorithm by, size_t hash_mb);
void fixture_begin_strong(search_algorithm by, size_t hash_mb);

/* Gives the changed f.options to the search; fails the test if it refuses them. */
void fixture_configure(void);

/* Sets the position to a FEN; plays a move, given as UCI text. Both must be legal. */
void fixture_set(const char *fen);
void fixture_play(const char *uci);

/* A test of the searches from `first` to `last`, one after the other. The test's file has begin(),
 * which begins the fixture with an algorithm. */
#define SEARCH_TEST(suite, name, first, last)                                                      \
    static void name##_in_one(void);                                                               \
    Test(suite, name)                                                                              \
    {                                                                                              \
        for (int by = first; by <= (int)last; by++) {                                              \
            begin((search_algorithm)by);                                                           \
            name##_in_one();                                                                       \
            fixture_end();                                                                         \
        }                                                                                          \
    }                                                                                              \
    static void name##_in_one(void)

#define BOTH_SEARCHES(suite, name)  SEARCH_TEST(suite, name, SEARCH_MCTS, SEARCH_NEGAMAX)
#define ONE_SEARCH(suite, name, by) SEARCH_TEST(suite, name, by, by)

/* Searches the position. */
search_result fixture_go(const search_limits *limits);

/* What another thread does to a running search. */
typedef struct fixture_call {
    void (*call)(search *s); /* search_stop() or search_ponderhit() */
    int delay_ms;            /* the least time before the call, below 1000 */
    /* The time begins with the first report for which this is true; if it is NULL, with the
     * search. */
    bool (*awaited)(const search_info *report);
} fixture_call;

/* Searches the position while another thread makes a call. Fails the test if the search ends
 * before it. */
search_result fixture_go_until(const search_limits *limits, const fixture_call *call);

/* True: any report is awaited. */
bool fixture_any_report(const search_info *report);

/* The listener that fixture_go() gives to a search. */
void fixture_listen(void *user, const search *s, const search_info *info);

/* The position at the end of the line of a report. Fails the test if one of its moves is not legal.
 */
position fixture_follow(const search_info *report);

/* What a search answers. */
typedef struct fixture_answer {
    uint64_t nodes;
    int depth, seldepth, score, pv_length;
    move pv[PLY_MAX];
} fixture_answer;

/* Sets the position and searches it. Fails the test if the reported line is not legal. */
fixture_answer fixture_ask(const char *fen, const search_limits *limits);

/* True if two answers are equal. */
bool fixture_same(const fixture_answer *a, const fixture_answer *b);

/* A moment in milliseconds, by a clock that never goes back and by the CPU time of this process. */
typedef struct fixture_moment {
    int64_t clock, work;
} fixture_moment;

fixture_moment fixture_now(void);

/* True if since that moment at least `least` milliseconds have passed, and this process has used at
 * most `most` milliseconds of CPU time. On a busy machine more time passes, but the CPU time stays
 * the same. */
bool fixture_took(const fixture_moment *since, int64_t least, int64_t most);

#define FIXTURE_KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

/* A move as UCI text, valid until the next call. */
const char *fixture_text(move m);

#endif
