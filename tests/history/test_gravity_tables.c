/* The gravity tables of quiet moves and of captures against a reference in the plainest words, with
 * random weights, nodes and lessons; and each table at values computed by hand. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "lesson_fixture.h"

static const hist_trial knight = {1, 6, 21, HIST_QUIET, 0};
static const hist_trial other_knight = {1, 11, 21, HIST_QUIET, 0};
static const hist_trial pawn = {0, 12, 28, HIST_QUIET, 0};
static const hist_trial takes = {4, 3, 35, 0, 0};

static move_history *h;

static void begin(void)
{
    h = hist_moves_new(&(hist_settings){.growth = lesson_growth});
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_moves_free(h);
}

TestSuite(gravity_tables, .init = begin, .fini = end);

/* One table alone, of full weight in both sums. */
static hist_settings with_table(hist_table table)
{
    hist_settings s = {.growth = lesson_growth};
    s.weight_1024[HIST_TO_ORDER][table] = s.weight_1024[HIST_TO_JUDGE][table] = 1024;
    return s;
}

static void use(hist_settings s)
{
    hist_moves_configure(h, &s);
}

static int judged(hist_node node, hist_trial m)
{
    return hist_quiet_score(h, HIST_TO_JUDGE, &node, &m);
}
static int ordered(hist_node node, hist_trial m)
{
    return hist_quiet_score(h, HIST_TO_ORDER, &node, &m);
}

static hist_node with_pawns(uint64_t key)
{
    hist_node node = {.slot = {HIST_SLOT_NONE}};
    node.slot[HIST_PAWNS] = hist_pawn_slot(key);
    return node;
}

/* ---- The reference: cells by what they stand for, found one by one. ---- */

/* CAPTURES is one more table than the quiet moves have. */
enum { CELLS_MAX = 4096, CAPTURES = HIST_TABLES };

typedef struct plain_cell {
    int key[4]; /* a table, or HIST_AFTER_1 for all rows of moves; and what tells its cells apart */
    long value;
} plain_cell;

static plain_cell cells[CELLS_MAX];
static int cell_count;

/* NULL if the table has no cell for the move in that node. */
static plain_cell *find(const hist_settings *s, int table, const hist_node *node,
                        const hist_trial *m)
{
    plain_cell wanted = {{table, m->piece, m->to, 0}, 0};
    if (table <= HIST_AFTER_6) {
        wanted.key[0] = HIST_AFTER_1;
    }
    if (table <= HIST_PAWNS) {
        wanted.key[3] = node->slot[table];
    } else if (table == HIST_BUTTERFLY) {
        wanted.key[1] = m->piece < 6 ? 0 : 1;
        wanted.key[3] = m->from + 100 * (s->threats ? m->threats : 0);
    } else if (table == HIST_LOW_PLY) {
        wanted.key[1] = node->ply;
        wanted.key[3] = m->from;
    } else if (table == CAPTURES) {
        wanted.key[3] = m->victim;
    }
    if ((table <= HIST_PAWNS && node->slot[table] == HIST_SLOT_NONE) ||
        (table == HIST_LOW_PLY && node->ply >= HIST_LOW_PLIES)) {
        return NULL;
    }
    for (int i = 0; i < cell_count; i++) {
        const int *key = cells[i].key;
        if (key[0] == wanted.key[0] && key[1] == wanted.key[1] && key[2] == wanted.key[2] &&
            key[3] == wanted.key[3]) {
            return &cells[i];
        }
    }
    cr_assert_lt(cell_count, CELLS_MAX);
    cells[cell_count] = wanted;
    return &cells[cell_count++];
}

static void pull_plainly(plain_cell *cell, long change)
{
    cell->value += change - cell->value * labs(change) / HIST_LIMIT;
}

static void pull_quiet(const hist_settings *s, const hist_node *node, const hist_trial *m,
                       long change)
{
    for (int table = 0; table < HIST_TABLES; table++) {
        plain_cell *cell = find(s, table, node, m);
        if (cell && s->weight_1024[HIST_TO_ORDER][table] + s->weight_1024[HIST_TO_JUDGE][table]) {
            pull_plainly(cell, change);
        }
    }
}

static void learn_plainly(const hist_settings *s, const hist_lesson *lesson)
{
    const hist_growth *g = &s->growth;
    long bonus =
        (long)g->square * lesson->depth * lesson->depth + g->linear * lesson->depth + g->constant;
    bonus = bonus > g->most ? g->most : bonus < 0 ? 0 : bonus;
    if (lesson->best < 0) {
        return;
    }
    const bool best_is_quiet = lesson->tried[lesson->best].victim == HIST_QUIET;
    for (int i = 0; i < lesson->count; i++) {
        const hist_trial *m = &lesson->tried[i];
        const bool quiet = m->victim == HIST_QUIET;
        const long malus = bonus * (quiet ? g->malus_quiet_1024 : g->malus_capture_1024) / 1024;
        const long change = i == lesson->best ? bonus : malus > HIST_LIMIT ? -HIST_LIMIT : -malus;
        if (quiet && best_is_quiet) {
            pull_quiet(s, &lesson->node, m, change);
        } else if (!quiet && s->capture) {
            pull_plainly(find(s, CAPTURES, &lesson->node, m), change);
        }
    }
}

static long plain_score(const hist_settings *s, hist_sum sum, const hist_node *node,
                        const hist_trial *m)
{
    long score = 0;
    for (int table = 0; table < HIST_TABLES; table++) {
        const plain_cell *cell = find(s, table, node, m);
        const long weight =
            s->weight_1024[sum][table] / (table == HIST_LOW_PLY ? 1 + node->ply : 1);
        score += cell ? weight * cell->value : 0;
    }
    return score;
}

/* Of few moves and pawns, so that rows meet. */
static hist_node random_node(void)
{
    hist_node node = {.ply = (uint8_t)(rand() % (HIST_LOW_PLIES + 1))};
    for (int i = HIST_AFTER_1; i <= HIST_AFTER_6; i++) {
        node.slot[i] = rand() % 3 ? hist_slot(&lesson_moves[rand() % 3]) : HIST_SLOT_NONE;
    }
    node.slot[HIST_PAWNS] = hist_pawn_slot((uint64_t)(rand() % 3) * 77777);
    return node;
}

static hist_settings random_settings(void)
{
    hist_settings s = {.threats = rand() % 2,
                       .capture = rand() % 4 > 0,
                       .growth = {.square = rand() % 20,
                                  .linear = rand() % 300,
                                  .constant = rand() % 1000 - 500,
                                  .most = 1 + rand() % HIST_LIMIT,
                                  .malus_quiet_1024 = rand() % (HIST_WEIGHT_MAX + 1),
                                  .malus_capture_1024 = rand() % (HIST_WEIGHT_MAX + 1)}};
    for (int table = 0; table < HIST_TABLES; table++) {
        for (int sum = 0; sum < HIST_SUMS; sum++) {
            s.weight_1024[sum][table] = rand() % 3 ? rand() % (HIST_WEIGHT_MAX + 1) : 0;
        }
    }
    return s;
}

static void expect_as_reference(const hist_settings *s, const hist_node *node)
{
    int scores[LESSON_MOVES];
    hist_quiet_scores(h, node, lesson_moves, LESSON_MOVES, scores);
    for (int i = 0; i < LESSON_MOVES; i++) {
        const hist_trial *m = &lesson_moves[i];
        cr_assert_eq(scores[i], plain_score(s, HIST_TO_ORDER, node, m));
        for (int sum = 0; sum < HIST_SUMS; sum++) {
            cr_assert_eq(hist_quiet_score(h, (hist_sum)sum, node, m),
                         plain_score(s, (hist_sum)sum, node, m) / 1024);
        }
    }
}

/* Every move as if it took each victim in turn; returns how many have a history. */
static int expect_captures_as_reference(const hist_settings *s)
{
    int known = 0;
    for (int i = 0; i < LESSON_MOVES; i++) {
        hist_trial m = lesson_moves[i];
        for (m.victim = 0; m.victim < HIST_QUIET; m.victim++) {
            const long wanted = find(s, CAPTURES, NULL, &m)->value;
            cr_assert_eq(hist_capture_score(h, &m), wanted, "move %d takes %d", i, m.victim);
            known += wanted != 0;
        }
    }
    return known;
}

/* Captures meet one another on their squares, and differ in what they take. */
static void vary_victims(random_lesson *r)
{
    for (int i = 0; i < r->lesson.count; i++) {
        hist_trial *m = &r->tried[i];
        m->victim = (uint8_t)(m->victim == HIST_QUIET ? HIST_QUIET : rand() % HIST_QUIET);
    }
}

Test(gravity_tables, all_do_as_the_reference_whatever_their_weights)
{
    int captures = 0;
    srand(11);
    for (int round = 0; round < 12; round++) {
        const hist_settings s = random_settings();
        hist_settings readable = s;
        random_lesson r;
        hist_moves_clear(h);
        use(s);
        cell_count = 0;
        for (int i = 0; i < 100; i++) {
            lesson_random(&r, 20);
            vary_victims(&r);
            r.lesson.node = random_node();
            hist_moves_learn(h, &r.lesson);
            learn_plainly(&s, &r.lesson);
            const hist_node node = i % 2 ? r.lesson.node : random_node();
            expect_as_reference(&s, &node);
            captures += expect_captures_as_reference(&s);
        }
        /* A table that was off has learnt nothing. */
        readable.capture = true;
        use(readable);
        expect_captures_as_reference(&readable);
    }
    cr_expect_gt(captures, 10000, "captures with a history: %d", captures);
}

/* ---- By hand ---- */

static void teach(hist_node node, const hist_trial tried[], int count, int best, int depth)
{
    hist_moves_learn(
        h,
        &(hist_lesson){.node = node, .tried = tried, .count = count, .best = best, .depth = depth});
}

Test(gravity_tables, what_a_lesson_changes_by_hand)
{
    const hist_trial tried[] = {pawn, takes, knight};
    hist_settings s = with_table(HIST_BUTTERFLY);
    s.capture = true;
    s.growth = (hist_growth){.square = 2,
                             .linear = 10,
                             .constant = 5,
                             .most = 100,
                             .malus_quiet_1024 = 512,
                             .malus_capture_1024 = 2048};
    use(s);
    cr_expect_eq(hist_depth_bonus(h, 3), 2 * 9 + 10 * 3 + 5);
    cr_expect_eq(hist_depth_bonus(h, 9), 100);
    teach((hist_node){.ply = 0}, tried, 3, 2, 3);
    cr_expect_eq(judged((hist_node){.ply = 0}, knight), 53);
    cr_expect_eq(judged((hist_node){.ply = 0}, pawn), -26);
    cr_expect_eq(hist_capture_score(h, &takes), -106);

    s.growth.constant = -1000;
    use(s);
    cr_expect_eq(hist_depth_bonus(h, 3), 0, "never a loss for the best");
    s.growth = (hist_growth){.constant = HIST_LIMIT, .most = HIST_LIMIT, .malus_quiet_1024 = 8192};
    use(s);
    teach((hist_node){.ply = 0}, tried, 3, 2, 1);
    cr_expect_eq(judged((hist_node){.ply = 0}, pawn), -HIST_LIMIT, "the limit bounds a malus");
}

/* Success p with bonus B, failure with malus M settles at D (pB - (1 - p)M) / (pB + (1 - p)M): with
 * one success in five and half the malus at (20 - 40) / (20 + 40). */
Test(gravity_tables, a_malus_moves_the_fixed_point)
{
    hist_settings s = with_table(HIST_BY_PIECE);
    s.growth = (hist_growth){.constant = 100, .most = 100, .malus_quiet_1024 = 512};
    use(s);
    const hist_trial tried[] = {knight, pawn};
    const hist_node node = {.ply = 0};
    double sum = 0.0;
    srand(3);
    for (int i = 0; i < 100000; i++) {
        teach(node, tried, 2, rand() % 5 ? 1 : 0, 4);
        sum += i >= 2000 ? judged(node, knight) : 0;
    }
    cr_expect_float_eq(sum / 98000 / HIST_LIMIT, -1.0 / 3.0, 0.02);
}

Test(gravity_tables, pieces_and_targets_whatever_the_origin)
{
    const hist_node node = {.ply = 0};
    use(with_table(HIST_BY_PIECE));
    hist_quiet_adjust(h, &node, &knight, 700);
    cr_expect_eq(judged(node, knight), 700);
    cr_expect_eq(judged(node, other_knight), 700);
    cr_expect_eq(judged(node, (hist_trial){7, 6, 21, HIST_QUIET, 0}), 0, "the other side");
    cr_expect_eq(judged(node, (hist_trial){2, 6, 21, HIST_QUIET, 0}), 0, "another piece");
    cr_expect_eq(judged(node, (hist_trial){1, 6, 23, HIST_QUIET, 0}), 0, "another square");
}

Test(gravity_tables, other_pawns_have_histories_of_their_own)
{
    const uint64_t key = 0x123456789abcdef0u;
    use(with_table(HIST_PAWNS));
    const hist_node here = with_pawns(key), there = with_pawns(key + 1);
    hist_quiet_adjust(h, &here, &knight, 700);
    cr_expect_eq(judged(here, knight), 700);
    cr_expect_eq(judged(here, other_knight), 700, "from any square");
    cr_expect_eq(judged(there, knight), 0);
    cr_expect_eq(judged(with_pawns(key + HIST_PAWN_SLOTS), knight), 700, "a shared row");
    /* No row of pawns is one of a move, or of none. */
    for (uint64_t i = 0; i < HIST_PAWN_SLOTS; i++) {
        cr_expect_geq(hist_pawn_slot(i), HIST_MOVE_SLOTS);
    }
    cr_expect_eq(hist_pawn_slot(UINT64_MAX), HIST_MOVE_SLOTS + HIST_PAWN_SLOTS - 1);
}

Test(gravity_tables, low_plies_are_kept_apart_and_forgotten_at_a_new_search)
{
    hist_settings s = with_table(HIST_LOW_PLY);
    s.weight_1024[HIST_TO_JUDGE][HIST_BUTTERFLY] = 1024;
    use(s);
    for (uint8_t ply = 0; ply <= HIST_LOW_PLIES; ply++) {
        hist_quiet_adjust(h, &(hist_node){.ply = ply}, &knight, 600 + ply);
    }
    for (uint8_t ply = 0; ply < HIST_LOW_PLIES; ply++) {
        cr_expect_eq(ordered((hist_node){.ply = ply}, knight),
                     1024 / (1 + ply) * (600 + ply) / 1024, "ply %d", ply);
        cr_expect_eq(ordered((hist_node){.ply = ply}, other_knight), 0, "from another square");
    }
    cr_expect_eq(ordered((hist_node){.ply = HIST_LOW_PLIES}, knight), 0, "too deep");
    const int butterfly = judged((hist_node){.ply = HIST_LOW_PLIES}, knight);
    cr_expect_gt(butterfly, 600);
    hist_moves_new_search(h);
    for (uint8_t ply = 0; ply < HIST_LOW_PLIES; ply++) {
        cr_expect_eq(ordered((hist_node){.ply = ply}, knight), 0);
        cr_expect_eq(judged((hist_node){.ply = ply}, knight), butterfly, "all else is kept");
    }
}

Test(gravity_tables, moves_of_all_distances_share_their_rows)
{
    const uint16_t slot = hist_slot(&pawn);
    hist_settings s = with_table(HIST_AFTER_4);
    s.weight_1024[HIST_TO_JUDGE][HIST_AFTER_6] = 512;
    use(s);
    hist_node four = {.ply = 0}, six = {.ply = 0}, two = {.ply = 0};
    four.slot[HIST_AFTER_4] = six.slot[HIST_AFTER_6] = two.slot[HIST_AFTER_2] = slot;
    hist_quiet_adjust(h, &four, &knight, 800);
    cr_expect_eq(judged(four, knight), 800);
    cr_expect_eq(judged(six, knight), 400, "by the weight of its place");
    cr_expect_eq(judged(two, knight), 0, "not in use");
    cr_expect_eq(ordered(four, knight), 800);
    cr_expect_eq(ordered(six, knight), 0, "in use, but not in this sum");
    hist_quiet_adjust(h, &two, &knight, 800);
    cr_expect_eq(judged(four, knight), 800, "what is not in use is not written");
}

Test(gravity_tables, clear_forgets_tables_that_are_no_longer_in_use)
{
    hist_node node = with_pawns(5);
    node.slot[HIST_AFTER_1] = hist_slot(&pawn);
    for (int table = 0; table < HIST_TABLES; table++) {
        use(with_table((hist_table)table));
        hist_quiet_adjust(h, &node, &knight, 500);
    }
    use((hist_settings){.growth = lesson_growth});
    hist_moves_clear(h);
    for (int table = 0; table < HIST_TABLES; table++) {
        use(with_table((hist_table)table));
        cr_expect_eq(judged(node, knight), 0, "table %d", table);
    }
}
