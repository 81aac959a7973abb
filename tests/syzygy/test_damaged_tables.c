/* Damaged endgame tables: each is named and left out, and the others answer as before. Skipped
 * without Fathom. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/random_numbers.h"
#include "chess/fen.h"
#include "system/clock.h"
#include "syzygy/tablebases.h"
#include "syzygy_fixture.h"

static failure why;
static uint64_t state = 7; /* of the random numbers */

static int any_below(size_t count)
{
    return (int)random_below(&state, count);
}

static void begin(void)
{
    syzygy_fixture_begin();
    for (int i = 0; i < SYZYGY_TABLES; i++) {
        table_copy(syzygy_names[i]);
    }
}

TestSuite(damaged_tables, .init = begin, .fini = syzygy_fixture_end, .timeout = 300);

/* ---- Positions that the tables know ---- */

enum { PIECES = 5, POSITIONS_OF_EACH = 40 };

typedef struct known_position {
    position pos;
    syzygy_result result;
    int moves; /* of which the tables know the plies */
} known_position;

static known_position known[PIECES][POSITIONS_OF_EACH];
static const char letters[PIECES + 1] = "QRBNP"; /* ORDER: that of the names */

static int count_moves(const syzygy_tables *t, const position *pos)
{
    syzygy_move moves[MOVES_MAX];
    return syzygy_probe_moves(t, pos, moves);
}

/* Asks the tables while they are good. */
static void learn(void)
{
    syzygy_tables *t = syzygy_open(".", &why);
    cr_assert_not_null(t, "%s", why.text);
    cr_assert_not(syzygy_next_problem(t, &why));
    for (int p = 0; p < PIECES; p++) {
        for (int i = 0; i < POSITIONS_OF_EACH; i++) {
            known_position *k = &known[p][i];
            random_three(&k->pos, letters[p], &state);
            k->result = syzygy_probe(t, &k->pos);
            k->moves = count_moves(t, &k->pos);
            cr_assert_neq(k->result, SYZYGY_UNKNOWN);
        }
    }
    syzygy_close(t);
}

/* The others answer as before, except that a promoted pawn may become the piece that is left out.
 */
static void expect_others_known(const syzygy_tables *t, const char *bad)
{
    const bool is_wdl = strstr(bad, ".rtbw") != NULL;
    for (int p = 0; p < PIECES; p++) {
        const bool is_bad = bad[1] == letters[p];
        for (int i = 0; i < POSITIONS_OF_EACH; i++) {
            const known_position *k = &known[p][i];
            const bool lacks_result = is_bad && is_wdl;
            cr_assert_eq(syzygy_probe(t, &k->pos), lacks_result ? SYZYGY_UNKNOWN : k->result);
            const bool lacks_moves = is_bad || (is_wdl && letters[p] == 'P');
            cr_assert_eq(count_moves(t, &k->pos), lacks_moves ? 0 : k->moves);
        }
    }
}

/* ---- Damage ---- */

static void cut(table_bytes *t)
{
    t->size = (size_t)any_below(t->size);
}

/* To a size that a table can have. */
static void cut_to_blocks(table_bytes *t)
{
    t->size = 64 * (size_t)any_below(t->size / 64) + 16;
}

static void lengthen(table_bytes *t)
{
    memset(t->byte + t->size, 0, 64);
    t->size += 64;
}

static void flip_bit(table_bytes *t)
{
    t->byte[any_below(t->size)] ^= (uint8_t)(1 << any_below(8));
}

static void swap_blocks(table_bytes *t)
{
    uint8_t block[64], *a = t->byte + 64 * any_below(t->size / 64),
                       *b = t->byte + 64 * any_below(t->size / 64);
    memcpy(block, a, sizeof block);
    memmove(a, b, sizeof block);
    memcpy(b, block, sizeof block);
}

static void expect_left_out(const char *name)
{
    syzygy_tables *t = syzygy_open(".", &why);
    cr_assert_not_null(t, "%s", why.text);
    const syzygy_found found = syzygy_found_in(t);
    cr_assert_eq(found.wdl + found.dtz, SYZYGY_TABLES - 1);
    cr_assert(syzygy_next_problem(t, &why) && strstr(why.text, name), "%s: %s", name, why.text);
    cr_assert_not(syzygy_next_problem(t, &why));
    expect_others_known(t, name);
    syzygy_close(t);
}

Test(damaged_tables, random_damage)
{
    static void (*const damages[])(table_bytes *) = {cut, cut_to_blocks, lengthen, flip_bit,
                                                     swap_blocks};
    enum { KINDS = sizeof damages / sizeof *damages, ROUNDS = 12 };
    learn();
    for (int done = 0; done < KINDS * ROUNDS;) {
        table_bytes good, bad;
        const char *name = syzygy_names[any_below(SYZYGY_TABLES)];
        table_read(&good, name);
        bad = good;
        damages[done % KINDS](&bad);
        if (bad.size == good.size && memcmp(bad.byte, good.byte, bad.size) == 0) {
            continue;
        }
        table_write(&bad, name);
        expect_left_out(name);
        table_write(&good, name);
        done++;
    }
}

static void damage(const char *name)
{
    table_bytes t;
    table_read(&t, name);
    flip_bit(&t);
    table_write(&t, name);
}

Test(damaged_tables, many_are_named)
{
    int named = 0;
    for (int i = 1; i < SYZYGY_TABLES; i++) {
        damage(syzygy_names[i]);
    }
    syzygy_tables *t = syzygy_open(".", &why);
    cr_assert_not_null(t, "%s", why.text);
    cr_expect(syzygy_found_in(t).wdl == 1 && syzygy_found_in(t).dtz == 0);
    while (syzygy_next_problem(t, &why)) {
        named++;
    }
    cr_expect_eq(named, SYZYGY_TABLES - 1);
    syzygy_close(t);
    damage(syzygy_names[0]);
    cr_expect_null(syzygy_open(".", &why), "none is left");
    cr_expect(strstr(why.text, ".rtbw: it is "), "%s", why.text);
}

Test(damaged_tables, each_fault_is_named)
{
    static const struct {
        const char *head;
        int64_t size;
        const char *fault;
    } cases[] = {
        {"\x71\xe8\x23\x5d", 100, "it is cut off"},
        {"", 0, "it is cut off"},
        {"\x71\xe8\x23\x5d", 16, "it is cut off"},
        {"\xd7\x66\x0c\xa5", 80, "it is no Syzygy table"}, /* that of a DTZ table */
        {"text", 80, "it is no Syzygy table"},
        {"\x71\xe8\x23\x5d", 80, "it is damaged: its checksum is wrong"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table_make("KRvK.rtbw", cases[i].head, cases[i].size);
        syzygy_tables *t = syzygy_open(".", &why);
        cr_assert_not_null(t, "%s", why.text);
        cr_expect(syzygy_next_problem(t, &why) && strstr(why.text, "KRvK.rtbw: ") &&
                      strstr(why.text, cases[i].fault),
                  "%s", why.text);
        syzygy_close(t);
    }
}

/* A good table in a later folder does not help: the library reads the first one. */
Test(damaged_tables, one_that_hides_a_good_one)
{
    position pos;
    damage("KRvK.rtbw");
    syzygy_tables *t = syzygy_open(".:" SYZYGY_DATA, &why);
    cr_assert_not_null(t, "%s", why.text);
    cr_assert(fen_parse(&pos, "4k3/8/8/8/8/8/8/K2R4 w - - 0 1", NULL, NULL));
    cr_expect_eq(syzygy_probe(t, &pos), SYZYGY_UNKNOWN);
    cr_expect_eq(syzygy_found_in(t).wdl, 4);
    syzygy_close(t);
}

/* ---- Tables that are checked when they are first wanted ---- */

static syzygy_tables *open_unchecked(void)
{
    const syzygy_checking none_at_once = {.pieces_at_once = 2};
    syzygy_tables *t = syzygy_find(".", &none_at_once, &why);
    cr_assert(t && syzygy_use(t, &why), "%s", why.text);
    return t;
}

static void wait_for_problem(syzygy_tables *t)
{
    for (int i = 0; !syzygy_next_problem(t, &why); i++) {
        cr_assert_lt(i, 60000);
        system_pause_ms(1);
    }
}

static void wait_until_known(const syzygy_tables *t, const known_position *k)
{
    for (int i = 0; syzygy_probe(t, &k->pos) == SYZYGY_UNKNOWN; i++) {
        cr_assert_lt(i, 60000);
        system_pause_ms(1);
    }
    cr_expect_eq(syzygy_probe(t, &k->pos), k->result);
}

Test(damaged_tables, checked_when_wanted)
{
    learn();
    damage("KRvK.rtbw");
    damage("KBvK.rtbw");
    damage("KQvK.rtbz");
    syzygy_tables *t = open_unchecked();
    cr_expect_eq(syzygy_found_in(t).wdl, 5, "they are not checked yet");
    for (int p = 0; p < PIECES; p++) {
        if (letters[p] == 'Q' || letters[p] == 'P' || letters[p] == 'N') {
            wait_until_known(t, &known[p][0]);
        }
    }
    cr_expect_not(syzygy_next_problem(t, &why), "nobody has wanted them: %s", why.text);
    cr_expect_eq(syzygy_probe(t, &known[1][0].pos), SYZYGY_UNKNOWN);
    wait_for_problem(t);
    cr_expect(strstr(why.text, "KRvK.rtbw"), "%s", why.text);
    cr_expect_eq(syzygy_probe(t, &known[1][0].pos), SYZYGY_UNKNOWN);
    cr_expect_eq(count_moves(t, &known[0][0].pos), 0);
    wait_for_problem(t);
    cr_expect(strstr(why.text, "KQvK.rtbz"), "%s", why.text);
    cr_expect_eq(syzygy_probe(t, &known[0][1].pos), known[0][1].result);
    syzygy_close(t);
}

/* ---- Long checks ---- */

/* A table of zeroes, which takes no room on the disk. */
static void make_large(void)
{
    table_make("KQQvKR.rtbw", "\x71\xe8\x23\x5d", (INT64_C(512) << 24) + 16);
}

static bool stop_check(void *user, int64_t done, int64_t all)
{
    int *calls = user;
    ++*calls;
    cr_expect(done > 0 && done < all);
    return false;
}

Test(damaged_tables, a_long_check_is_told_and_stopped)
{
    int calls = 0;
    const syzygy_checking how = {.pieces_at_once = 7, .tell = stop_check, .user = &calls};
    make_large();
    cr_expect_null(syzygy_find(".", &how, &why));
    cr_expect(strstr(why.text, "was stopped"), "%s", why.text);
    cr_expect_eq(calls, 1);
}

/* Nobody waits for the check of a large table, neither a search nor who closes the tables. */
Test(damaged_tables, a_long_check_beside_a_search)
{
    position pos;
    make_large();
    const syzygy_checking how = {.pieces_at_once = 4};
    syzygy_tables *t = syzygy_find(".", &how, &why);
    cr_assert(t && syzygy_use(t, &why), "%s", why.text);
    cr_expect(syzygy_found_in(t).wdl == 6 && syzygy_found_in(t).pieces == 5);
    cr_assert(fen_parse(&pos, "4k2r/8/8/8/8/8/8/KQQ5 w - - 0 1", NULL, NULL));
    const int64_t begun = system_clock_ns();
    cr_expect_eq(syzygy_probe(t, &pos), SYZYGY_UNKNOWN);
    system_pause_ms(50);
    cr_expect_eq(syzygy_probe(t, &pos), SYZYGY_UNKNOWN);
    cr_expect_not(syzygy_next_problem(t, &why), "%s", why.text);
    syzygy_close(t);
    cr_expect_lt((system_clock_ns() - begun) / 1000000000, 10);
}
