/* Damaged endgame tables: each is named and left out, and the others answer as before. Skipped
 * without Fathom. */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/random_numbers.h"
#include "empty_folder.h"
#include "system/clock.h"
#include "syzygy/tables.h"

enum { NAMES = 10, TABLE_BYTES_MAX = 1 << 14 };

static const char *const names[NAMES] = {"KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw",
                                         "KPvK.rtbw", "KQvK.rtbz", "KRvK.rtbz", "KBvK.rtbz",
                                         "KNvK.rtbz", "KPvK.rtbz"};

static failure why;
static uint64_t state = 7; /* of the random numbers */

static int any_below(size_t count)
{
    return (int)random_below(&state, count);
}

/* A table of tests/data, and its copy that a test damages. */
typedef struct copy {
    const char *name;
    size_t size, before;
    uint8_t byte[TABLE_BYTES_MAX], good[TABLE_BYTES_MAX];
} copy;

static void read_copy(copy *c, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/syzygy/%s", TEST_DATA, name);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    c->name = name;
    c->size = c->before = fread(c->byte, 1, sizeof c->byte, file);
    fclose(file);
    cr_assert_lt(c->size, sizeof c->byte);
    memcpy(c->good, c->byte, c->size);
}

static void write_copy(const copy *c)
{
    FILE *file = fopen(c->name, "wb");
    cr_assert(file && fwrite(c->byte, 1, c->size, file) == c->size);
    fclose(file);
}

static void begin(void)
{
    attacks_init(true);
    if (!dlopen("libfathom.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
        cr_skip_test("libfathom1 is not installed");
    }
    empty_folder_enter();
    for (int i = 0; i < NAMES; i++) {
        copy c;
        read_copy(&c, names[i]);
        write_copy(&c);
    }
}

TestSuite(damaged_tables, .init = begin, .fini = empty_folder_leave, .timeout = 300);

/* ---- Positions that the tables know ---- */

enum { PIECES = 5, POSITIONS_OF_EACH = 40 };

typedef struct known_position {
    position pos;
    syzygy_result result;
    int moves; /* of which the tables know the plies */
} known_position;

static known_position known[PIECES][POSITIONS_OF_EACH];
static const char letters[PIECES + 1] = "QRBNP"; /* ORDER: that of the names */

static bool random_position(position *pos, char letter)
{
    char board[64] = {0}, fen[96];
    int at = 0;
    board[any_below(64)] = 'K';
    board[any_below(64)] = 'k';
    board[any_below(64)] = (char)(any_below(2) ? letter : letter + 'a' - 'A');
    for (int i = 0; i < 64; i++) {
        if (i % 8 == 0 && i > 0) {
            fen[at++] = '/';
        }
        fen[at++] = board[i] ? board[i] : '1';
    }
    snprintf(fen + at, sizeof fen - (size_t)at, " %c - - 0 1", any_below(2) ? 'w' : 'b');
    return fen_parse(pos, fen, NULL, NULL) && bb_count(pos_occupied(pos)) == 3;
}

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
            while (!random_position(&k->pos, letters[p])) {
            }
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

static void cut(copy *c)
{
    c->size = (size_t)any_below(c->size);
}

/* Sizes that a table can have. */
static void cut_to_blocks(copy *c)
{
    c->size = 64 * (size_t)any_below(c->size / 64) + 16;
}

static void put_zeroes(copy *c)
{
    const size_t at = (size_t)any_below(c->size);
    const size_t left = c->size - at;
    memset(c->byte + at, 0, left < 512 ? left : 512);
}

static void flip_bit(copy *c)
{
    c->byte[any_below(c->size)] ^= (uint8_t)(1 << any_below(8));
}

static void change_head(copy *c)
{
    c->byte[any_below(32)] = (uint8_t)any_below(256);
}

static void put_noise(copy *c)
{
    for (size_t at = (size_t)any_below(c->size); at < c->size && any_below(50); at++) {
        c->byte[at] = (uint8_t)any_below(256);
    }
}

static void swap_blocks(copy *c)
{
    uint8_t block[64], *a = c->byte + 64 * any_below(c->size / 64),
                       *b = c->byte + 64 * any_below(c->size / 64);
    memcpy(block, a, sizeof block);
    memmove(a, b, sizeof block);
    memcpy(b, block, sizeof block);
}

static void lengthen(copy *c)
{
    memset(c->byte + c->size, 0, 64);
    c->size += 64;
}

static bool is_changed(const copy *c)
{
    return c->size != c->before || memcmp(c->byte, c->good, c->size) != 0;
}

static void expect_left_out(const copy *c)
{
    syzygy_tables *t = syzygy_open(".", &why);
    cr_assert_not_null(t, "%s", why.text);
    const syzygy_found found = syzygy_found_in(t);
    cr_assert_eq(found.wdl + found.dtz, NAMES - 1);
    cr_assert(syzygy_next_problem(t, &why) && strstr(why.text, c->name), "%s: %s", c->name,
              why.text);
    cr_assert_not(syzygy_next_problem(t, &why));
    expect_others_known(t, c->name);
    syzygy_close(t);
}

Test(damaged_tables, random_damage)
{
    static void (*const damages[])(copy *) = {cut,         cut_to_blocks, put_zeroes,  flip_bit,
                                              change_head, put_noise,     swap_blocks, lengthen};
    enum { KINDS = sizeof damages / sizeof *damages, ROUNDS = 12 };
    learn();
    for (int done = 0; done < KINDS * ROUNDS;) {
        copy c;
        read_copy(&c, names[any_below(NAMES)]);
        damages[done % KINDS](&c);
        if (!is_changed(&c)) {
            continue;
        }
        write_copy(&c);
        expect_left_out(&c);
        read_copy(&c, c.name);
        write_copy(&c);
        done++;
    }
}

static void damage(const char *name)
{
    copy c;
    read_copy(&c, name);
    flip_bit(&c);
    write_copy(&c);
}

Test(damaged_tables, many_are_named)
{
    int named = 0;
    for (int i = 1; i < NAMES; i++) {
        damage(names[i]);
    }
    syzygy_tables *t = syzygy_open(".", &why);
    cr_assert_not_null(t, "%s", why.text);
    cr_expect(syzygy_found_in(t).wdl == 1 && syzygy_found_in(t).dtz == 0);
    while (syzygy_next_problem(t, &why)) {
        named++;
    }
    cr_expect_eq(named, NAMES - 1);
    syzygy_close(t);
    damage(names[0]);
    cr_expect_null(syzygy_open(".", &why), "none is left");
    cr_expect(strstr(why.text, ".rtbw: it is damaged: its checksum is wrong") ||
                  strstr(why.text, "its first bytes are wrong"),
              "%s", why.text);
}

/* A good table in a later folder does not help: the library reads the first one. */
Test(damaged_tables, one_that_hides_a_good_one)
{
    position pos;
    damage("KRvK.rtbw");
    syzygy_tables *t = syzygy_open(".:" TEST_DATA "/syzygy", &why);
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

/* A file of zeroes, which takes no room on the disk. */
static void write_large(const char *name, off_t parts)
{
    FILE *file = fopen(name, "wb");
    cr_assert(file && fputs("\x71\xe8\x23\x5d", file) >= 0);
    fclose(file);
    cr_assert_eq(truncate(name, (parts << 24) + 16), 0);
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
    write_large("KQQvKR.rtbw", 512);
    cr_expect_null(syzygy_find(".", &how, &why));
    cr_expect(strstr(why.text, "was stopped"), "%s", why.text);
    cr_expect_eq(calls, 1);
}

/* Nobody waits for the check of a large table, neither a search nor who closes the tables. */
Test(damaged_tables, a_long_check_beside_a_search)
{
    position pos;
    write_large("KQQvKR.rtbw", 512);
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
