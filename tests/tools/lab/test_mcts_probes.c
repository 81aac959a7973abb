/* Tests the probes of a long search: which positions they are, how far a short search is from them,
 * and how a record holds them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "mcts_probes.h"

static position start;
static mcts_reference r; /* large */

static void begin(void)
{
    failure why;
    attacks_init(true);
    cr_assert(fen_parse(&start, FEN_START, NULL, &why), "%s", why.text);
}

TestSuite(mcts_probes, .init = begin);

static bool reads(const char *text)
{
    return mcts_probes_read(&r, &start, text);
}

Test(mcts_probes, what_is_written_is_read)
{
    static const char text[] = ":e2e4=900 d2d4=1|e2e4:e7e5=7|e2e4 e7e5:g1f3=4294967295 f1c4=2";
    char *written;
    size_t size;
    cr_assert(reads(text));
    cr_assert_eq(r.count, 3);
    cr_assert(r.probe[0].length == 0 && r.probe[0].count == 2 && r.probe[0].visits[0] == 900);
    cr_assert(r.probe[2].length == 2 && r.probe[2].visits[0] == UINT32_MAX);
    FILE *out = open_memstream(&written, &size);
    mcts_probes_write(out, &r, false);
    fclose(out);
    cr_assert_str_eq(written, text);
    free(written);
}

Test(mcts_probes, divergence_by_hand)
{
    const uint32_t visits[] = {3, 1, 0};
    const double half[] = {0.5, 0.25, 0.25}, same[] = {0.75, 0.25, 0.0}, none[] = {1.0, 0.0, 0.0};
    cr_assert_float_eq(mcts_divergence(visits, half, 3), 0.75 * log(1.5), 1e-12);
    cr_assert_float_eq(mcts_divergence(visits, same, 3), 0.0, 1e-12);
    /* A share of nothing counts as the least that the tree can hold. */
    cr_assert_float_eq(mcts_divergence(visits, none, 3),
                       0.75 * log(0.75) + 0.25 * log(0.25 * 65535.0), 1e-12);
}

Test(mcts_probes, no_sites_are_fine)
{
    r.count = 5;
    cr_assert(reads("") && r.count == 0);
}

Test(mcts_probes, anything_else_is_refused)
{
    static const char *const bad[] = {"x",
                                      ":",
                                      ":e2e4",
                                      ":e2e4=",
                                      ":e2e4=0",
                                      ":e2e4=-1",
                                      ":e2e4=1 ",
                                      ":e2e4=1|",
                                      "|:e2e4=1",
                                      ":e2e5=1",
                                      ":e2e4=1x",
                                      "e2e4:e7e5=1",
                                      ":e2e4=1|:d2d4=1",
                                      ":e2e4=4294967296",
                                      ":e2e4=1||e2e4:e7e5=1",
                                      ":e2e4e2e4=1",
                                      ":e2e4=1|e2e4 e2e4:e7e5=1",
                                      ":e2e4=1|e2e4:e2e4=1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!reads(bad[i]), "\"%s\"", bad[i]);
    }
}

/* As many probes as there may be, and one more; lines of the greatest length, and one move more. */
Test(mcts_probes, limits_hold)
{
    char text[4096] = ":e2e4=1", played[256] = "";
    for (int i = 1; i < MCTS_PROBES_MAX; i++) {
        strcat(text, "|e2e4:e7e5=1");
    }
    cr_expect(reads(text));
    strcat(text, "|e2e4:e7e5=1");
    cr_expect(!reads(text));
    for (int ply = 0; ply < MCTS_PROBE_PLIES_MAX; ply++) {
        static const char *const there_and_back[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
        strcat(strcat(played, ply ? " " : ""), there_and_back[ply % 4]);
    }
    snprintf(text, sizeof text, ":g1f3=1|%s:e2e4=1", played);
    cr_expect(reads(text));
    snprintf(text, sizeof text, ":g1f3=1|%s g1f3:e7e5=1", played);
    cr_expect(!reads(text));
}

/* ---- Searches, with the net that the repository has ---- */

static nets *net;
static search *searched;
static move best;

static void begin_search(void)
{
    failure why;
    begin();
    net = nets_load(TEST_DATA "/../../weights/default.nn", &why);
    cr_assert_not_null(net, "%s", why.text);
    search_options options = {.algorithm = SEARCH_MCTS,
                              .hash_mb = 16,
                              .threads = 1,
                              .multi_pv = 1,
                              .nets = net,
                              .kernels = kernels_best(),
                              .techniques = search_techniques_of(SETTING_MODERN),
                              .params = search_params_default()};
    options.techniques.mcts_widening = false; /* so that many moves are tried, and proven */
    searched = search_new(&options, &why);
    cr_assert_not_null(searched, "%s", why.text);
}

static void end_search(void)
{
    search_free(searched);
    nets_free(net);
}

TestSuite(mcts_probes_of_searches, .init = begin_search, .fini = end_search);

static void search_for(const char *fen, uint64_t playouts)
{
    const search_limits limits = {.nodes = playouts};
    position pos;
    line game;
    failure why;
    cr_assert(fen_parse(&pos, fen, NULL, &why), "%s", why.text);
    line_start(&game, &pos);
    search_new_game(searched);
    search_arm(searched);
    best = search_go(searched, &pos, &game, &limits, NULL, NULL).best;
}

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

/* A rook that leaves its rank allows a mate. */
#define BACK_RANK "1r4k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1"

/* Without a move of the pawn it is a draw after two moves, which suits White: the king's moves are
 * proven, and visited most. */
#define FIFTY_MOVES "r3k3/1r6/8/8/8/8/6P1/4K3 w - - 98 90"

/* Each side has one move, with its king, and after four plies the position repeats. */
#define LOCKED "4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1"

/* ---- The reference: every line of the tree that may be a probe ---- */

enum { CANDIDATES_MAX = 4096, LINE_MAX = 64 };

typedef struct candidate {
    move played[LINE_MAX];
    int length;
    uint32_t playouts; /* through it */
    bool chosen;
} candidate;

static candidate candidates[CANDIDATES_MAX];
static int candidate_count;
static int left_proven, left_unmoved; /* visited enough, but proven, or without a visited move */

static int visited_moves(const move played[], int length, root_move visited[])
{
    root_move moves[MOVES_MAX];
    const int count = search_line_moves(searched, played, length, moves, MOVES_MAX);
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (moves[i].visits) {
            visited[found++] = moves[i];
        }
    }
    return found;
}

/* Adds the lines behind this one that 100 playouts or more went through. */
static void list_candidates(const move played[], int length)
{
    root_move moves[MOVES_MAX], below[MOVES_MAX];
    const int count = visited_moves(played, length, moves);
    for (int i = 0; i < count; i++) {
        candidate c = {.length = length + 1, .playouts = moves[i].visits};
        cr_assert(length < LINE_MAX && candidate_count < CANDIDATES_MAX);
        memcpy(c.played, played, (size_t)length * sizeof *played);
        c.played[length] = moves[i].move;
        if (c.playouts < 100) {
            continue;
        }
        const bool moved = visited_moves(c.played, c.length, below) > 0;
        if (moved && !moves[i].proven) {
            candidates[candidate_count++] = c;
            list_candidates(c.played, c.length);
        }
        left_proven += moved && moves[i].proven;
        left_unmoved += !moved && !moves[i].proven;
    }
}

static bool is_line(const candidate *c, const mcts_probe *probe)
{
    return c->length == probe->length &&
           memcmp(c->played, probe->played, (size_t)c->length * sizeof *c->played) == 0;
}

static candidate *find_candidate(const mcts_probe *probe)
{
    int i = 0;
    while (i < candidate_count && !is_line(&candidates[i], probe)) {
        i++;
    }
    cr_assert_lt(i, candidate_count, "a probe of length %d that should be none", probe->length);
    return &candidates[i];
}

/* The moves and visits of a probe are all those of the search there. */
static void expect_moves(const mcts_probe *probe)
{
    root_move visited[MOVES_MAX];
    const int count = visited_moves(probe->played, probe->length, visited);
    cr_assert_eq(probe->count, count);
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < count && probe->moves[k] != visited[i].move) {
            k++;
        }
        cr_assert(k < count && probe->visits[k] == visited[i].visits);
    }
}

/* Gathers the probes: the root, then the 16 most visited candidates or all. */
static void expect_sites(void)
{
    const move none = MOVE_NONE;
    uint32_t least = UINT32_MAX, most_left = 0;
    candidate_count = 0;
    list_candidates(&none, 0);
    mcts_probes_gather(searched, best, &r);
    cr_assert_eq(r.best, best);
    cr_assert_eq(r.count, 1 + (candidate_count < 16 ? candidate_count : 16));
    cr_assert_eq(r.probe[0].length, 0);
    expect_moves(&r.probe[0]);
    for (int i = 1; i < r.count; i++) {
        candidate *c = find_candidate(&r.probe[i]);
        cr_assert_not(c->chosen, "a probe twice");
        c->chosen = true;
        least = c->playouts < least ? c->playouts : least;
        expect_moves(&r.probe[i]);
    }
    for (int i = 0; i < candidate_count; i++) {
        most_left = !candidates[i].chosen && candidates[i].playouts > most_left
                        ? candidates[i].playouts
                        : most_left;
    }
    cr_assert_leq(most_left, least, "another one was visited more");
}

Test(mcts_probes_of_searches, sites_are_what_was_visited_most_and_is_not_proven)
{
    static const char *const fens[] = {FEN_START, KIWIPETE, BACK_RANK, FIFTY_MOVES, LOCKED};
    static const uint64_t playouts[] = {101, 1200, 6000};
    int few = 0, many = 0;
    for (int i = 0; i < 15; i++) {
        search_for(fens[i / 3], playouts[i % 3]);
        expect_sites();
        few += candidate_count > 0 && candidate_count < 16;
        many += candidate_count > 16;
    }
    cr_expect(few > 2 && many > 2, "%d searches with fewer probes than may be, %d with more", few,
              many);
    cr_expect(left_proven > 0 && left_unmoved > 0, "%d proven, %d without moves", left_proven,
              left_unmoved);
}

/* Mate in one, nothing but to be mated, and nothing but draws. */
Test(mcts_probes_of_searches, a_decided_root_has_no_sites)
{
    static const char *const fens[] = {"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
                                       "7k/p7/6K1/8/8/8/8/1R6 b - - 0 1",
                                       "8/8/4k3/8/8/4K3/8/8 w - - 0 1"};
    for (int i = 0; i < 3; i++) {
        root_move moves[MOVES_MAX];
        search_for(fens[i], 5000);
        cr_assert_gt(search_root_moves(searched, moves, MOVES_MAX), 0);
        mcts_probes_gather(searched, best, &r);
        cr_expect_eq(r.count, 0, "position %d", i);
        cr_expect_eq(r.best, best);
        const mcts_measure m = mcts_probes_measure(searched, &r);
        cr_expect(m.visits == -1 && m.root == -1 && m.inner == -1);
    }
}

/* ---- Measures ---- */

typedef double share(const root_move *m, const root_move all[], int count);

static double prior_of(const root_move *m, const root_move all[], int count)
{
    (void)all;
    (void)count;
    return (double)m->prior;
}

static double part_of_visits(const root_move *m, const root_move all[], int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += 0.5 + all[i].visits;
    }
    return (0.5 + m->visits) / sum;
}

/* The Kullback-Leibler divergence of a probe's visits from those shares, in the search now. */
static double diverges(const mcts_probe *probe, share *of)
{
    root_move all[MOVES_MAX];
    double visits = 0.0, sum = 0.0;
    const int count = search_line_moves(searched, probe->played, probe->length, all, MOVES_MAX);
    for (int i = 0; i < probe->count; i++) {
        visits += probe->visits[i];
    }
    for (int i = 0; i < probe->count; i++) {
        int k = 0;
        while (all[k].move != probe->moves[i]) {
            k++;
            cr_assert_lt(k, count);
        }
        const double wanted = probe->visits[i] / visits, p = of(&all[k], all, count);
        sum += wanted * log(wanted / (p > 1.0 / 65535.0 ? p : 1.0 / 65535.0));
    }
    return sum;
}

static void expect_millionths(int64_t measured, double nats)
{
    cr_expect(fabs((double)measured - nats * 1e6) <= 1.0, "%ld, not %g", (long)measured,
              nats * 1e6);
}

static void expect_measures(void)
{
    const mcts_measure m = mcts_probes_measure(searched, &r);
    double sum = 0.0;
    for (int i = 1; i < r.count; i++) {
        sum += diverges(&r.probe[i], prior_of);
    }
    expect_millionths(m.root, diverges(&r.probe[0], prior_of));
    expect_millionths(m.visits, diverges(&r.probe[0], part_of_visits));
    if (r.count > 1) {
        expect_millionths(m.inner, sum / (r.count - 1));
    } else {
        cr_expect_eq(m.inner, -1);
    }
}

Test(mcts_probes_of_searches, measures_are_divergences_from_the_long_search)
{
    static const char *const fens[] = {KIWIPETE, BACK_RANK, FEN_START};
    for (int i = 0; i < 3; i++) {
        search_for(fens[i], 2500);
        mcts_probes_gather(searched, best, &r);
        cr_assert_gt(r.count, 2);
        expect_measures();
        for (uint64_t playouts = 1; playouts < 1000; playouts *= 8) {
            search_for(fens[i], playouts);
            expect_measures();
        }
        for (r.count = 2; r.count; r.count--) {
            expect_measures();
        }
    }
}

/* After one playout its move has one and a half of the eleven visits that the twenty moves are
 * given, and each other one half a visit. */
Test(mcts_probes_of_searches, visits_by_hand)
{
    search_for(FEN_START, 1);
    r.count = 1;
    r.probe[0] = (mcts_probe){.count = 2, .visits = {3, 1}};
    r.probe[0].moves[0] = best;
    r.probe[0].moves[1] = gen_from_uci(&start, "a2a3");
    cr_assert(r.probe[0].moves[1] != MOVE_NONE && r.probe[0].moves[1] != best);
    const mcts_measure m = mcts_probes_measure(searched, &r);
    expect_millionths(m.visits, 0.75 * log(0.75 * 11.0 / 1.5) + 0.25 * log(0.25 * 11.0 / 0.5));
    cr_expect_eq(m.inner, -1);
}
