/* Tests the table of opening names. */
#include <criterion/criterion.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "opening_names.h"

enum { MOVES = 16 };

static opening_names *names;

static void begin(void)
{
    failure why;
    attacks_init(true);
    names = opening_names_new(&why);
    cr_assert_not_null(names, "%s", why.text);
}

static void end(void)
{
    opening_names_free(names);
}

/* Finds the name of a game from a position. */
static bool find(const char *fen, const char *const sans[], opening_name *found)
{
    move moves[MOVES];
    pgn_record game = {.moves = moves};
    cr_assert(fen_parse(&game.first, fen, NULL, NULL));
    position pos = game.first;
    while (sans[game.ply_count] != NULL) {
        moves[game.ply_count] = san_parse(&pos, sans[game.ply_count]);
        pos_make(&pos, moves[game.ply_count++]);
    }
    return opening_names_find(names, &game, found);
}

Test(opening_names, all_of_the_table_is_read, .init = begin, .fini = end)
{
    cr_expect_gt(opening_names_count(names), 3800);
}

Test(opening_names, the_last_position_with_a_name_counts, .init = begin, .fini = end)
{
    opening_name found;
    cr_assert(find(FEN_START, (const char *const[]){"e4", "c5", "h3", "h5", NULL}, &found));
    cr_expect_str_eq(found.code, "B20");
    cr_expect_str_eq(found.name, "Sicilian Defense");
    cr_expect_eq(found.ply, 2);
}

Test(opening_names, the_order_of_moves_does_not_count, .init = begin, .fini = end)
{
    opening_name found, other;
    cr_assert(find(FEN_START, (const char *const[]){"d4", "Nf6", "c4", "g6", NULL}, &found));
    cr_assert(find(FEN_START, (const char *const[]){"c4", "g6", "d4", "Nf6", NULL}, &other));
    cr_expect_str_eq(found.name, other.name);
    cr_expect_eq(other.ply, 4);
}

Test(opening_names, a_game_from_elsewhere_has_none, .init = begin, .fini = end)
{
    opening_name found;
    cr_expect_not(
        find("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", (const char *const[]){"e4", "Kd7", NULL}, &found));
    cr_expect_not(find(FEN_START, (const char *const[]){NULL}, &found), "the start has no name");
}
