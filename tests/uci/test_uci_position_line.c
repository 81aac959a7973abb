#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "uci/position_line.h"

static game_state game;
static failure why;

static void set_up(void)
{
    attacks_init(true);
    game_state_init(&game);
}

TestSuite(position_line, .init = set_up);

Test(position_line, begins_at_the_start_position)
{
    char fen[FEN_TEXT_MAX];
    fen_write(&game.root, false, fen);
    cr_assert(game.valid);
    cr_assert_str_eq(fen, FEN_START);
    cr_assert_eq(game.played.length, 1);
}

Test(position_line, keeps_the_keys_of_the_game)
{
    cr_assert(position_line_read(&game, "startpos moves g1f3 g8f6 f3g1 f6g8", &why));
    cr_assert_eq(game.played.length, 5);
    cr_assert_eq(game.played.root, 4);
    cr_assert_eq(game.played.key[4], game.root.key);
    cr_assert_eq(line_occurrences(&game.played, &game.root), 1);
}

Test(position_line, a_refused_line_changes_nothing_but_valid)
{
    cr_assert(position_line_read(&game, "fen 4k3/8/8/8/8/8/8/4K2R w K - moves e1g1", &why));
    const game_state before = game;
    static const char *const bad[] = {
        "",    "startpos moves e2e4 e2e4", "fen 8/8/8/8/8/8/8/8 w - - 0 1", "startpos e2e4",
        "fen", "startpos moves e2e4x",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_not(position_line_read(&game, bad[i], &why), "\"%s\" is accepted", bad[i]);
        cr_expect_not(game.valid);
        cr_expect_eq(memcmp(&game.root, &before.root, sizeof game.root), 0);
        cr_expect_eq(game.played.length, before.played.length);
        cr_expect(strncmp(why.text, "position: ", 10) == 0, "\"%s\" does not say where", why.text);
    }
    cr_assert(position_line_read(&game, "startpos", &why));
    cr_assert(game.valid);
}

Test(position_line, a_game_longer_than_the_keys_kept_is_no_trouble)
{
    static const char *const moves[] = {" g1f3", " g8f6", " f3g1", " f6g8"};
    enum { PLIES = 5 * LINE_GAME_MAX };
    char *text = calloc(PLIES * 5 + 32, 1);
    strcpy(text, "startpos moves");
    for (size_t i = 0, used = strlen(text); i < PLIES; i++, used += 5) {
        strcpy(text + used, moves[i % 4]);
    }
    cr_assert(position_line_read(&game, text, &why), "%s", why.text);
    cr_assert_leq(game.played.length, LINE_GAME_MAX);
    cr_assert_eq(game.played.key[game.played.root], game.root.key);
    cr_assert_gt(line_occurrences(&game.played, &game.root), 2);
    free(text);
}
