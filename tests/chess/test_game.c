#include <criterion/criterion.h>

#include "chess/fen.h"
#include "chess/game.h"
#include "chess_walk.h"

TestSuite(game, .init = walk_start);

static line l;

static move read(const position *pos, const char *text)
{
    const move m = gen_from_uci(pos, text);
    cr_assert_neq(m, MOVE_NONE, "%s", text);
    return m;
}

static void play(position *pos, const char *text)
{
    line_play(&l, pos, read(pos, text));
}

/* A move of a search. */
static void try(position *pos, const char *text)
{
    pos_make(pos, read(pos, text));
    line_push(&l, pos->key);
}

/* Knights out and back: after four plies the position returns. */
static const char *const shuffle[4] = {"g1f3", "g8f6", "f3g1", "f6g8"};

static void play_shuffle(position *pos)
{
    for (int i = 0; i < 4; i++) {
        play(pos, shuffle[i]);
    }
}

static void search_shuffle(position *pos)
{
    for (int i = 0; i < 4; i++) {
        try(pos, shuffle[i]);
    }
}

Test(game, threefold_in_the_game)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    cr_expect_eq(line_occurrences(&l, &pos), 0);
    cr_expect_not(line_repeats(&l, pos.halfmove_clock));
    play_shuffle(&pos);
    cr_expect_eq(line_occurrences(&l, &pos), 1);
    cr_expect_not(line_repeats(&l, pos.halfmove_clock), "twice in the game is not yet a draw");
    play_shuffle(&pos);
    cr_expect_eq(line_occurrences(&l, &pos), 2);
    cr_expect(line_repeats(&l, pos.halfmove_clock));
}

Test(game, twofold_inside_the_search)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    search_shuffle(&pos);
    cr_expect(line_repeats(&l, pos.halfmove_clock), "the root itself counts");
    cr_expect_eq(l.root, 0);
    line_cut(&l, 1);
    pos = walk_fen(FEN_START);
    cr_expect_not(line_repeats(&l, pos.halfmove_clock));
}

Test(game, repetition_after_six_plies)
{
    static const char *const triangles[6] = {"e1d1", "e8d8", "d1d2", "d8d7", "d2e1", "d7e8"};
    position pos = walk_fen("4k3/p7/8/8/8/8/7P/4K3 w - - 0 1");
    line_start(&l, &pos);
    for (int i = 0; i < 6; i++) {
        cr_expect_not(line_repeats(&l, pos.halfmove_clock));
        try(&pos, triangles[i]);
    }
    cr_expect(line_repeats(&l, pos.halfmove_clock));
    cr_expect_eq(line_occurrences(&l, &pos), 1);
}

Test(game, before_the_root_once_is_not_enough)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    play(&pos, "g1f3");
    try(&pos, "g8f6");
    try(&pos, "f3g1");
    try(&pos, "f6g8");
    cr_expect_eq(line_occurrences(&l, &pos), 1);
    cr_expect_not(line_repeats(&l, pos.halfmove_clock),
                  "the first occurrence stands before the root");
    try(&pos, "g1f3");
    cr_expect(line_repeats(&l, pos.halfmove_clock), "the first occurrence is the root");
}

Test(game, before_the_root_twice_is_enough)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    play_shuffle(&pos);
    play(&pos, "b1c3");
    try(&pos, "b8c6");
    try(&pos, "c3b1");
    try(&pos, "c6b8");
    cr_expect_eq(line_occurrences(&l, &pos), 2);
    cr_expect(line_repeats(&l, pos.halfmove_clock));
}

Test(game, nothing_repeats_across_a_pawn_move)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    play_shuffle(&pos);
    play(&pos, "e2e4");
    play(&pos, "e7e5");
    cr_expect_eq(line_occurrences(&l, &pos), 0);
    /* Even an equal key from before the clock's reach must not count. */
    pos.halfmove_clock = 3;
    l.key[l.length - 5] = pos.key;
    cr_expect_eq(line_occurrences(&l, &pos), 0);
    pos.halfmove_clock = 4;
    cr_expect_eq(line_occurrences(&l, &pos), 1);
}

Test(game, lost_rights_and_en_passant_make_another_position)
{
    position pos = walk_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    line_start(&l, &pos);
    static const char *const rook_and_back[4] = {"a1b1", "e8d8", "b1a1", "d8e8"};
    for (int i = 0; i < 4; i++) {
        try(&pos, rook_and_back[i]);
    }
    cr_expect_not(line_repeats(&l, pos.halfmove_clock), "White may no longer castle queenside");

    pos = walk_moves("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4");
    line_start(&l, &pos);
    static const char *const kings[4] = {"e8d8", "e1d1", "d8e8", "d1e1"};
    for (int i = 0; i < 4; i++) {
        try(&pos, kings[i]);
    }
    cr_expect_not(line_repeats(&l, pos.halfmove_clock), "Black may no longer capture en passant");
}

Test(game, a_clock_from_a_fen_does_not_reach_before_the_line)
{
    position pos = walk_fen("4k3/8/8/8/8/8/8/4K2R w - - 90 80");
    line_start(&l, &pos);
    cr_expect_eq(line_occurrences(&l, &pos), 0);
    cr_expect_not(line_repeats(&l, pos.halfmove_clock));
}

Test(game, a_very_long_game_forgets_its_beginning_only)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    for (int i = 0; i < LINE_GAME_MAX; i++) {
        play_shuffle(&pos);
        cr_assert_leq(l.length, LINE_GAME_MAX);
        cr_assert_eq(l.root, l.length - 1);
        cr_assert_eq(l.key[l.root], pos.key);
        cr_assert_geq(line_occurrences(&l, &pos), i < 100 ? i : 100);
    }
}

Test(game, knows_the_last_moves)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    cr_expect_eq(l.last_count, 0);
    play(&pos, "g1f3");
    play(&pos, "e7e5");
    cr_expect_eq(l.last_count, 2);
    cr_expect_eq(piece_kind((piece)l.last[0].moved), PAWN);
    cr_expect_eq(piece_side((piece)l.last[0].moved), BLACK);
    cr_expect_eq(l.last[0].to, 36);
    cr_expect_eq(piece_kind((piece)l.last[1].moved), KNIGHT);
    cr_expect_eq(l.last[1].to, 21);
    const char *const more[] = {"f3e5", "d7d6", "e5f3", "c8g4", "f3e5"};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        play(&pos, more[i]);
    }
    cr_expect_eq(l.last_count, LINE_MOVES_MAX);
    cr_expect_eq(l.last[1].to, 30, "the bishop on g4");
    cr_expect_eq(l.last[LINE_MOVES_MAX - 1].to, 36);
    cr_expect_eq(piece_kind((piece)l.last[LINE_MOVES_MAX - 1].moved), PAWN);
    line_start(&l, &pos);
    cr_expect_eq(l.last_count, 0);
}
