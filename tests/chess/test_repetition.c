#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/repetition.h"
#include "chess_walk.h"

TestSuite(repetition, .init = walk_start);

static line l;

/* Plays moves of the game, or makes them as a search does. Blanks separate them. */
static void play_all(position *pos, const char *moves, bool in_search)
{
    char text[256];
    snprintf(text, sizeof text, "%s", moves);
    for (char *uci = strtok(text, " "); uci; uci = strtok(NULL, " ")) {
        const move m = gen_from_uci(pos, uci);
        cr_assert_neq(m, MOVE_NONE, "%s", uci);
        if (in_search) {
            pos_make(pos, m);
            line_push(&l, pos->key);
        } else {
            line_play(&l, pos, m);
        }
    }
}

/* Knights out and back: after four plies the position returns. */
#define SHUFFLE "g1f3 g8f6 f3g1 f6g8 "

Test(repetition, repetitions)
{
    static const struct {
        const char *fen, *game, *search;
        int occurrences;
        bool repeats;
    } cases[] = {
        {FEN_START, "", "", 0, false},
        {FEN_START, SHUFFLE, "", 1, false}, /* twice in the game is not yet a draw */
        {FEN_START, SHUFFLE SHUFFLE, "", 2, true},
        {FEN_START, "", SHUFFLE, 1, true}, /* the root itself counts */
        {FEN_START, "", "g1f3 g8f6 f3g1", 0, false},
        {"4k3/p7/8/8/8/8/7P/4K3 w - - 0 1", "", "e1d1 e8d8 d1d2 d8d7 d2e1 d7e8", 1, true},
        /* The first occurrence is before the root, or is the root, or there are two before it. */
        {FEN_START, "g1f3", "g8f6 f3g1 f6g8", 1, false},
        {FEN_START, "g1f3", "g8f6 f3g1 f6g8 g1f3", 1, true},
        {FEN_START, SHUFFLE "b1c3", "b8c6 c3b1 c6b8", 2, true},
        {FEN_START, SHUFFLE "e2e4 e7e5", "", 0, false},
        /* White may no longer castle, or Black no longer capture en passant. */
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "a1b1 e8d8 b1a1 d8e8", 0, false},
        {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e8d8 e1d1 d8e8 d1e1", 0, false},
        /* A clock from a FEN does not reach before the line. */
        {"4k3/8/8/8/8/8/8/4K2R w - - 90 80", "", "", 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position pos = walk_fen(cases[i].fen);
        line_start(&l, &pos);
        play_all(&pos, cases[i].game, false);
        const int root = l.root;
        play_all(&pos, cases[i].search, true);
        cr_expect_eq(l.root, root);
        cr_expect_eq(line_occurrences(&l, &pos), cases[i].occurrences, "case %zu", i);
        cr_expect_eq(line_repeats(&l, pos.halfmove_clock), cases[i].repeats, "case %zu", i);
    }
}

Test(repetition, an_equal_key_beyond_the_clock_does_not_count)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    play_all(&pos, SHUFFLE "e2e4 e7e5", false);
    pos.halfmove_clock = 3;
    l.key[l.length - 5] = pos.key;
    cr_expect_eq(line_occurrences(&l, &pos), 0);
    pos.halfmove_clock = 4;
    cr_expect_eq(line_occurrences(&l, &pos), 1);
}

Test(repetition, a_very_long_game_forgets_its_beginning_only)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    for (int i = 0; i < LINE_GAME_MAX; i++) {
        play_all(&pos, SHUFFLE, false);
        cr_assert_leq(l.length, LINE_GAME_MAX);
        cr_assert_eq(l.root, l.length - 1);
        cr_assert_eq(l.key[l.root], pos.key);
        cr_assert_geq(line_occurrences(&l, &pos), i < 100 ? i : 100);
    }
}

Test(repetition, knows_the_last_moves)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    cr_expect_eq(l.last_count, 0);
    play_all(&pos, "g1f3 e7e5", false);
    cr_expect_eq(l.last_count, 2);
    cr_expect_eq(piece_kind((piece)l.last[0].moved), PAWN);
    cr_expect_eq(piece_side((piece)l.last[0].moved), BLACK);
    cr_expect_eq(l.last[0].to, 36);
    cr_expect_eq(piece_kind((piece)l.last[1].moved), KNIGHT);
    cr_expect_eq(l.last[1].to, 21);
    play_all(&pos, "f3e5 d7d6 e5f3 c8g4 f3e5", false);
    cr_expect_eq(l.last_count, LINE_MOVES_MAX);
    cr_expect_eq(l.last[1].to, 30, "the bishop on g4");
    cr_expect_eq(l.last[LINE_MOVES_MAX - 1].to, 36);
    cr_expect_eq(piece_kind((piece)l.last[LINE_MOVES_MAX - 1].moved), PAWN);
    line_start(&l, &pos);
    cr_expect_eq(l.last_count, 0);
}

Test(repetition, knows_the_last_positions)
{
    position pos = walk_fen(FEN_START), before[12];
    line_start(&l, &pos);
    cr_expect_null(line_before(&l, 1));
    for (int i = 0; i < 12; i++) {
        move moves[MOVES_MAX];
        gen_legal(&pos, moves);
        before[i] = pos;
        line_play(&l, &pos, moves[0]);
        for (int plies = 1; plies <= LINE_POSITIONS_MAX; plies++) {
            const position *found = line_before(&l, plies);
            cr_assert_eq(found == NULL, plies > i + 1, "%d plies before ply %d", plies, i + 1);
            cr_assert(!found || found->key == before[i + 1 - plies].key);
        }
        cr_assert_null(line_before(&l, LINE_POSITIONS_MAX + 1));
    }
    line_start(&l, &pos);
    cr_expect_null(line_before(&l, 1));
}

Test(repetition, says_of_each_position_whether_it_had_occurred)
{
    position pos = walk_fen(FEN_START);
    line_start(&l, &pos);
    play_all(&pos, "g1f3 g8f6 f3g1 f6g8 g1f3", false);
    play_all(&pos, "g8f6 e2e4", true);
    static const bool wanted[] = {false, false, false, false, true, true, true, false};
    for (int at = 0; at < l.length; at++) {
        cr_expect_eq(line_had_occurred(&l, at, at), wanted[at], "position %d", at);
    }
    cr_expect_not(line_had_occurred(&l, 5, 3), "further back than the clock says");
}
