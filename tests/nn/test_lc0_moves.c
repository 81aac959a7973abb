/* Tests that each move has a number of its own, and that the numbers are those of Lc0. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess_walk.h"
#include "lc0_input.h"
#include "lc0_moves.h"

TestSuite(lc0_moves, .init = walk_start);

static int number_of_text(const position *pos, const char *text)
{
    const move m = gen_from_uci(pos, text);
    cr_assert_neq(m, MOVE_NONE, "%s", text);
    return lc0_number_of(LC0_INPUT_CLASSICAL, pos, m);
}

Test(lc0_moves, known_numbers)
{
    static const struct {
        const char *fen, *text;
        int number;
    } rows[] = {
        {FEN_START, "e2e4", 322},
        {FEN_START, "g1f3", 159},
        {FEN_START, "b1c3", 36},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "e7e5", 322},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "g8f6", 159},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1b1", 0},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1c1", 1},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", 103},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", 97},
        {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8", 103},
        {"3r4/4P3/8/8/8/8/8/k1K4R w - - 0 1", "h1h8", 193},
        {"3r4/4P3/8/8/8/8/8/k1K4R w - - 0 1", "e7e8n", 1515},
        {"3r4/4P3/8/8/8/8/8/k1K4R w - - 0 1", "e7e8q", 1828},
        {"3r4/4P3/8/8/8/8/8/k1K4R w - - 0 1", "e7d8r", 1826},
        {"8/8/8/8/8/8/p7/2K4k b - - 0 1", "a2a1q", 1792},
        {"8/8/8/8/8/8/7p/k1K5 b - - 0 1", "h2h1b", 1857},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const position pos = walk_fen(rows[i].fen);
        cr_expect_eq(number_of_text(&pos, rows[i].text), rows[i].number, "%s: %d", rows[i].text,
                     number_of_text(&pos, rows[i].text));
    }
}

/* Calls `visit` with each move that has a number, for White. */
static int each_move(void (*visit)(move m, int number))
{
    const position pos = walk_fen(FEN_START);
    int count = 0;
    for (int from = 0; from < SQUARES; from++) {
        for (int to = 0; to < SQUARES; to++) {
            const int files = abs(from % 8 - to % 8), ranks = abs(from / 8 - to / 8);
            const bool away = from != to && (files == 0 || ranks == 0 || files == ranks);
            const bool pawn = from / 8 == 6 && to / 8 == 7 && files <= 1;
            for (int kind = MOVE_PLAIN; kind <= MOVE_TO_QUEEN; kind++) {
                if (kind == MOVE_PLAIN ? away || files * ranks == 2
                                       : pawn && kind != MOVE_TO_KNIGHT) {
                    const move m = move_of((square)from, (square)to, (move_kind)kind);
                    visit(m, lc0_number_of(LC0_INPUT_CLASSICAL, &pos, m));
                    count++;
                }
            }
        }
    }
    return count;
}

static bool taken[LC0_MOVES];
static uint16_t places[LC0_MOVES];

static void take(move m, int number)
{
    cr_assert(number >= 0 && number < LC0_MOVES, "%04x: %d", m, number);
    cr_assert_not(taken[number], "%04x: %d", m, number);
    taken[number] = true;
}

/* Moves of one plane have one direction and one piece, and planes differ in them. */
static struct plane {
    bool used;
    int files, ranks;
    move_kind kind;
} planes[LC0_POLICY_PLANES];

static void check_place(move m, int number)
{
    const square from = move_from(m), to = move_to(m);
    const struct plane p = {true, square_file(to) - square_file(from),
                            square_rank(to) - square_rank(from), move_kind_of(m)};
    struct plane *stored = &planes[places[number] / SQUARES];
    cr_assert_eq(places[number] % SQUARES, from);
    cr_assert_lt(places[number] / SQUARES, 73);
    cr_assert(!stored->used ||
              (stored->files == p.files && stored->ranks == p.ranks && stored->kind == p.kind));
    *stored = p;
}

Test(lc0_moves, numbers_and_places_are_one_to_one)
{
    cr_expect_eq(each_move(take), LC0_MOVES);
    memset(places, 255, sizeof places);
    lc0_policy_places(places);
    each_move(check_place);
    for (int i = 0; i < 73; i++) {
        cr_expect(planes[i].used, "plane %d", i);
        for (int k = 0; k < i; k++) {
            cr_expect(planes[i].files != planes[k].files || planes[i].ranks != planes[k].ranks ||
                      planes[i].kind != planes[k].kind);
        }
    }
}

Test(lc0_moves, known_planes)
{
    static const struct {
        int number, plane;
    } rows[] = {{322, 1}, {159, 63}, {36, 56},   {0, 14},    {103, 16},  {97, 45},
                {193, 6}, {1515, 0}, {1828, 69}, {1826, 64}, {1792, 69}, {1857, 68}};
    lc0_policy_places(places);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(places[rows[i].number] / SQUARES, rows[i].plane, "%d: %d", rows[i].number,
                     places[rows[i].number] / SQUARES);
    }
}

static void check_numbers(const position *pos)
{
    move moves[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    for (lc0_input_format f = LC0_INPUT_CLASSICAL; f <= LC0_INPUT_CANONICAL_HECTOPLIES; f++) {
        memset(taken, 0, sizeof taken);
        for (int i = 0; i < count; i++) {
            take(moves[i], lc0_number_of(f, pos, moves[i]));
        }
    }
}

Test(lc0_moves, legal_moves_have_numbers_of_their_own)
{
    walk_special(check_numbers);
    walk_games(SLOW_BUILD ? 7 : 35, 120, check_numbers);
}
