/* Tests the layout of the cells, and the descriptions of moves and contexts. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "chess/movegen.h"
#include "chess_walk.h"
#include "history/tables.h"

TestSuite(history_tables, .init = walk_start);

enum { SIDES = 2, SQUARES_64 = 64, PIECES_12 = 12, THREATS_4 = 4, VICTIMS_6 = 6 };

/* The number of cells in a row, for each move key. */
static const int cells_of_key[HIST_MOVE_KEYS] = {
    [HIST_KEY_SQUARES] = 64 * 64,
    [HIST_KEY_FROM_TO] = 2 * 64 * 64,
    [HIST_KEY_THREATS_FROM_TO] = 4 * 2 * 64 * 64,
    [HIST_KEY_PIECE_TO] = 12 * 64,
    [HIST_KEY_PIECE_TO_VICTIM] = 12 * 64 * 6,
};

/* The number of rows for each context key. A move before has a row for each piece and square, and
 * one for no move. */
static const int rows_of_context[HIST_CONTEXT_KEYS] = {
    [HIST_ANYWHERE] = 1,          [HIST_AFTER_1] = 12 * 64 + 1,
    [HIST_AFTER_2] = 12 * 64 + 1, [HIST_AFTER_4] = 12 * 64 + 1,
    [HIST_AFTER_6] = 12 * 64 + 1, [HIST_SAME_PAWNS] = 512,
    [HIST_SAME_KING] = 64,        [HIST_AT_PLY] = 6,
};

/* ---- Memory ---- */

Test(history_tables, memories_do_not_overlap_and_leave_no_gap)
{
    int next = 0;
    for (int i = 0; i < HIST_MEMORIES; i++) {
        cr_expect_eq(hist_memories[i].first, next, "memory %d", i);
        cr_expect_gt(hist_memories[i].count, 0);
        next = hist_memories[i].first + hist_memories[i].count;
    }
    cr_expect_eq(next, HIST_ALL_CELLS);
}

Test(history_tables, every_row_and_cell_of_a_table_lies_within_its_memory)
{
    for (int i = 0; i < HIST_TABLES; i++) {
        const hist_table_row *table = &hist_table_rows[i];
        const hist_memory *memory = &hist_memories[table->memory];
        const int rows = rows_of_context[table->context], cells = cells_of_key[table->key];
        hist_context context = {.row = {HIST_NO_MOVE}};
        cr_expect_eq(table->row_cells, cells, "table %d: rows do not overlap", i);
        cr_expect_eq(hist_row_cell(table, &context), memory->first, "table %d", i);
        context.row[table->context] = (uint16_t)(rows - 1);
        const int last = hist_row_cell(table, &context) + cells - 1;
        cr_expect_eq(last, memory->first + memory->count - 1, "table %d", i);
    }
}

/* ---- Cells of a row ---- */

static bool *taken;

static void expect_own_cell(hist_move_key key, hist_move m)
{
    const int cell = hist_cell(key, &m);
    cr_assert(cell >= 0 && cell < cells_of_key[key], "key %d: cell %d", (int)key, cell);
    cr_assert_not(taken[cell], "key %d: cell %d is taken", (int)key, cell);
    taken[cell] = true;
}

/* Of all moves that the key tells apart. `pieces` are one of each side for a key that asks for
 * sides, and all for one that asks for pieces. */
static void expect_own_cells(hist_move_key key, const int pieces[], int piece_count, int froms,
                             int threats, int victims)
{
    taken = calloc((size_t)cells_of_key[key], sizeof *taken);
    cr_assert_not_null(taken);
    for (int i = 0; i < piece_count * froms * SQUARES_64 * threats * victims; i++) {
        int rest = i;
        hist_move m = {.to = (uint8_t)(rest % SQUARES_64)};
        m.from = (uint8_t)((rest /= SQUARES_64) % froms);
        m.threats = (uint8_t)((rest /= froms) % threats);
        m.victim = (uint8_t)((rest /= threats) % victims);
        m.piece = (uint8_t)pieces[rest / victims];
        expect_own_cell(key, m);
    }
    for (int i = 0; i < cells_of_key[key]; i++) {
        cr_assert(taken[i], "key %d: nobody has cell %d", (int)key, i);
    }
    free(taken);
}

Test(history_tables, moves_that_a_key_tells_apart_have_cells_of_their_own)
{
    static const int all[PIECES_12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    static const int of_sides[][SIDES] = {{0, 6}, {5, 11}, {3, 8}};
    for (int i = 0; i < 3; i++) {
        expect_own_cells(HIST_KEY_SQUARES, of_sides[i], 1, SQUARES_64, 1, 1);
        expect_own_cells(HIST_KEY_FROM_TO, of_sides[i], SIDES, SQUARES_64, 1, 1);
        expect_own_cells(HIST_KEY_THREATS_FROM_TO, of_sides[i], SIDES, SQUARES_64, THREATS_4, 1);
    }
    expect_own_cells(HIST_KEY_PIECE_TO, all, PIECES_12, 1, 1, 1);
    expect_own_cells(HIST_KEY_PIECE_TO_VICTIM, all, PIECES_12, 1, 1, VICTIMS_6);
}

/* ---- Descriptions ---- */

Test(history_tables, a_move_says_what_it_takes_and_what_threatens_it)
{
    static const char en_passant[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    static const char promotions[] = "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1";
    const struct {
        const char *fen, *uci;
        hist_move described;
    } cases[] = {
        {FEN_KIWIPETE, "e5d7", {1, 36, 51, PAWN, 2}},
        {FEN_KIWIPETE, "e2a6", {2, 12, 40, BISHOP, 1}},
        {FEN_KIWIPETE, "a2a3", {0, 8, 16, HIST_QUIET, 2}},
        {FEN_KIWIPETE, "f3g3", {4, 21, 22, HIST_QUIET, 0}},
        /* Castling: the king to the rook's square, which takes nothing. */
        {FEN_KIWIPETE, "e1g1", {5, 4, 7, HIST_QUIET, 0}},
        {FEN_KIWIPETE, "e1c1", {5, 4, 0, HIST_QUIET, 0}},
        {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", {11, 60, 56, HIST_QUIET, 0}},
        {en_passant, "e5d6", {0, 36, 43, PAWN, 0}},
        {en_passant, "e5e6", {0, 36, 44, HIST_QUIET, 0}},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", {6, 27, 20, PAWN, 0}},
        {promotions, "c7d8q", {0, 50, 59, ROOK, 2}},
        {promotions, "c7d8r", {0, 50, 59, ROOK, 2}},
        {promotions, "c7c8n", {0, 50, 58, HIST_PROMOTION, 2}},
        {"4k3/8/8/8/8/8/6p1/4K3 b - - 0 1", "g2g1q", {6, 14, 6, HIST_PROMOTION, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const position pos = walk_fen(cases[i].fen);
        const bitboard threats = pos_attacked_by(&pos, (colour)(pos.to_move ^ 1));
        const hist_move want = cases[i].described;
        const move m = gen_from_uci(&pos, cases[i].uci);
        const hist_move got = hist_move_of(&pos, threats, m);
        cr_assert_neq(m, MOVE_NONE, "%s", cases[i].uci);
        cr_expect_eq(got.piece, want.piece, "%s", cases[i].uci);
        cr_expect_eq(got.from, want.from, "%s", cases[i].uci);
        cr_expect_eq(got.to, want.to, "%s", cases[i].uci);
        cr_expect_eq(got.victim, want.victim, "%s", cases[i].uci);
        cr_expect_eq(got.threats, want.threats, "%s: %d", cases[i].uci, got.threats);
        cr_expect_eq(got.threats, (threats >> want.from & 1) | (threats >> want.to & 1) << 1);
        cr_expect_eq(hist_move_of(&pos, 0, m).threats, 0, "nobody asks for threats");
    }
}

enum { LINE = 9, PASSED = 4 };

/* The row of the move that led from `ply` of the line, NULL of which is a null move. */
static uint16_t plain_row(const int piece_to[][2], int ply)
{
    return (uint16_t)(ply < 0 || ply == PASSED ? 0 : 1 + 64 * piece_to[ply][0] + piece_to[ply][1]);
}

Test(history_tables, a_context_knows_the_moves_before_across_null_moves_and_the_root)
{
    static const char *const moves[LINE] = {"e2e4", "c7c5", "g1f3", "d7d6", NULL,
                                            "d6d5", "f1b5", "b8c6", "b5c6"};
    static const int piece_to[LINE][2] = {{0, 28}, {6, 34}, {1, 21}, {6, 43}, {0, 0},
                                          {6, 35}, {2, 33}, {7, 42}, {2, 42}};
    uint16_t rows[HIST_MOVES_BEFORE + LINE] = {0};
    position pos = walk_moves("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "");
    for (int ply = 0;; ply++) {
        uint16_t *last = rows + HIST_MOVES_BEFORE - 1 + ply;
        const hist_context context = hist_context_of(&pos, last, ply);
        cr_expect_eq(context.row[HIST_ANYWHERE], 0);
        cr_expect_eq(context.row[HIST_AFTER_1], plain_row(piece_to, ply - 1), "ply %d", ply);
        cr_expect_eq(context.row[HIST_AFTER_2], plain_row(piece_to, ply - 2), "ply %d", ply);
        cr_expect_eq(context.row[HIST_AFTER_4], plain_row(piece_to, ply - 4), "ply %d", ply);
        cr_expect_eq(context.row[HIST_AFTER_6], plain_row(piece_to, ply - 6), "ply %d", ply);
        cr_expect_eq(context.row[HIST_SAME_PAWNS], pos_pawn_key(&pos) % 512, "ply %d", ply);
        cr_expect_eq(context.row[HIST_SAME_KING], pos.to_move == WHITE ? 4 : 60);
        cr_expect_eq(context.row[HIST_AT_PLY], ply < 5 ? ply : 5);
        if (ply == LINE) {
            break;
        }
        if (ply == PASSED) {
            last[1] = HIST_NO_MOVE;
            pos_make_null(&pos);
        } else {
            const move m = gen_from_uci(&pos, moves[ply]);
            const hist_move described = hist_move_of(&pos, 0, m);
            last[1] = hist_row_after(&described);
            pos_make(&pos, m);
        }
    }
}
