/* Tests of the input planes of nets of Lc0: by hand, against a plain reference, and by the
 * symmetries of canonical formats. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "chess_walk.h"
#include "lc0_input.h"
#include "lc0_moves.h"

TestSuite(lc0_input, .init = walk_start);

#define ALL (~UINT64_C(0))

enum { EACH = 13, CASTLING = 104, SIDE = 108, CLOCK = 109, UNUSED = 110, ONES = 111 };

/* A game: its positions in order, and which had occurred before. */
enum { GAME_MAX = 256 };
typedef struct game {
    position at[GAME_MAX];
    bool repeated[GAME_MAX];
    int count;
} game;

static void game_begin(game *g, const position *pos)
{
    g->at[0] = *pos;
    g->repeated[0] = false;
    g->count = 1;
}

static void game_add(game *g, move m)
{
    cr_assert_lt(g->count, GAME_MAX);
    position *pos = &g->at[g->count];
    *pos = pos[-1];
    pos_make(pos, m);
    g->repeated[g->count] = false;
    for (int i = g->count - 2; i >= 0; i -= 2) {
        g->repeated[g->count] |= g->at[i].key == pos->key;
    }
    g->count++;
}

static void game_of(game *g, const char *fen, const char *moves)
{
    const position pos = walk_fen(fen);
    game_begin(g, &pos);
    for (const char *m = moves; *m; m += strspn(m, " ")) {
        char text[MOVE_TEXT_MAX] = "";
        const size_t length = strcspn(m, " ");
        memcpy(text, m, length);
        game_add(g, gen_from_uci(&g->at[g->count - 1], text));
        m += length;
    }
}

/* The planes of the game's last position. */
static lc0_planes planes_of(lc0_input_format format, const game *g)
{
    lc0_past past = {0};
    lc0_planes planes;
    for (int i = g->count - 1; i >= 0 && past.count < LC0_PAST; i--) {
        past.at[past.count] = &g->at[i];
        past.repeated[past.count++] = g->repeated[i];
    }
    memset(&planes, 255, sizeof planes);
    lc0_fill_planes(format, &past, &planes);
    return planes;
}

static lc0_planes planes_after(lc0_input_format format, const char *fen, const char *moves)
{
    static game g;
    game_of(&g, fen, moves);
    return planes_of(format, &g);
}

static void check_empty(const lc0_planes *p, int from)
{
    for (int i = from; i < LC0_PAST; i++) {
        for (int k = 0; k < EACH; k++) {
            cr_expect_eq(p->masks[EACH * i + k], 0, "plane %d of position %d", k, i);
        }
    }
}

/* ---- By hand ---- */

Test(lc0_input, start_position)
{
    static const bitboard pieces[EACH] = {0xff00,
                                          0x42,
                                          0x24,
                                          0x81,
                                          0x08,
                                          0x10,
                                          0x00ff000000000000,
                                          0x4200000000000000,
                                          0x2400000000000000,
                                          0x8100000000000000,
                                          0x0800000000000000,
                                          0x1000000000000000,
                                          0};
    const lc0_planes p = planes_after(LC0_INPUT_CLASSICAL, FEN_START, "");
    cr_expect_arr_eq(p.masks, pieces, sizeof pieces);
    check_empty(&p, 1);
    for (int i = CASTLING; i < LC0_PLANES; i++) {
        cr_expect_eq(p.masks[i] && p.values[i] != 0, i < SIDE || i == ONES, "plane %d", i);
    }
    const lc0_planes q = planes_after(LC0_INPUT_CASTLING_PLANES, FEN_START, "");
    cr_expect_eq(q.masks[CASTLING], 0x0100000000000001);
    cr_expect_eq(q.masks[CASTLING + 1], 0x8000000000000080);
    cr_expect_eq(q.masks[CASTLING + 2], 0);
    cr_expect_eq(q.masks[CASTLING + 3], 0);
}

Test(lc0_input, black_sees_the_board_from_its_side)
{
    const lc0_planes p = planes_after(LC0_INPUT_CLASSICAL, FEN_START, "e2e4 b8c6 g1f3");
    cr_expect_eq(p.masks[0], 0xff00, "our pawns");
    cr_expect_eq(p.masks[1], 0x40040, "our knights, g8 and c6: %llx",
                 (unsigned long long)p.masks[1]);
    cr_expect_eq(p.masks[6], 0x00ef001000000000, "their pawns");
    cr_expect_eq(p.masks[7], 0x0200200000000000, "their knights, b1 and f3");
    cr_expect_eq(p.masks[EACH + 7], 0x4200000000000000, "their knights before");
    cr_expect_eq(p.masks[2 * EACH + 1], 0x42, "our knights before that");
    cr_expect_eq(p.masks[3 * EACH + 6], 0x00ff000000000000);
    check_empty(&p, 4);
    cr_expect_eq(p.masks[SIDE], ALL);
    cr_expect_eq(p.masks[UNUSED], 0);
    cr_expect_eq(p.masks[CLOCK], ALL);
    cr_expect_eq(p.values[CLOCK], 2);
    cr_expect_eq(p.values[ONES], 1);
}

Test(lc0_input, castling_rights)
{
    static const struct {
        const char *rights;
        bitboard classical; /* planes that are set: ours on the a-side and the h-side, theirs */
    } rows[] = {{"w K", 2}, {"w Q", 1}, {"w k", 8}, {"w q", 4}, {"b K", 8}, {"b Qk", 6}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char fen[64];
        snprintf(fen, sizeof fen, "r3k2r/8/8/8/8/8/8/R3K2R %s - 0 1", rows[i].rights);
        const lc0_planes p = planes_after(LC0_INPUT_CLASSICAL, fen, "");
        for (int k = 0; k < 4; k++) {
            cr_expect_eq(p.masks[CASTLING + k], rows[i].classical >> k & 1 ? ALL : 0, "%s", fen);
        }
    }
    const char *const fen = "1r2k1r1/8/8/8/8/8/8/R1R2K1R b HCg - 0 1";
    const lc0_planes p = planes_after(LC0_INPUT_CASTLING_PLANES, fen, "");
    cr_expect_eq(p.masks[CASTLING], bb_of(square_at(2, 7)));
    cr_expect_eq(p.masks[CASTLING + 1], bb_of(square_at(7, 7)) | bb_of(square_at(6, 0)));
    const lc0_planes q = planes_after(LC0_INPUT_CLASSICAL, fen, "");
    cr_expect_eq(q.masks[CASTLING], 0);
    cr_expect_eq(q.masks[CASTLING + 1], ALL);
}

Test(lc0_input, a_gap_is_filled_unless_the_game_began_at_the_start)
{
    const lc0_planes p =
        planes_after(LC0_INPUT_CLASSICAL, "4k3/8/8/8/8/8/P7/4K3 w - - 7 9", "a2a4");
    for (int i = 1; i < LC0_PAST; i++) {
        cr_expect_eq(p.masks[EACH * i + 6], bb_of(square_at(0, 6)), "position %d", i);
        cr_expect_eq(p.masks[EACH * i + 12], 0);
    }
    static const struct {
        const char *fen;
        bool filled;
    } rows[] = {{FEN_START, false},
                {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 12 30", false},
                {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", true},
                {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", true},
                {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAkq - 0 1", true},
                {"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1", true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const lc0_planes q = planes_after(LC0_INPUT_CLASSICAL, rows[i].fen, "");
        for (int k = 1; k < LC0_PAST; k++) {
            cr_expect_eq(q.masks[EACH * k] != 0, rows[i].filled, "%s", rows[i].fen);
        }
    }
}

/* In the gap the pawn has not moved yet. */
Test(lc0_input, en_passant_fills_the_gap_with_the_pawn_before_its_move)
{
    const char *const fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    lc0_planes p = planes_after(LC0_INPUT_CLASSICAL, fen, "");
    cr_expect_eq(p.masks[6], bb_of(square_at(3, 4)));
    for (int i = 1; i < LC0_PAST; i++) {
        cr_expect_eq(p.masks[EACH * i + 6], bb_of(square_at(3, 6)));
        cr_expect_eq(p.masks[EACH * i], bb_of(square_at(4, 4)));
    }
    p = planes_after(LC0_INPUT_CLASSICAL, fen, "e1e2");
    cr_expect_eq(p.masks[EACH], bb_of(square_at(3, 3)));
    cr_expect_eq(p.masks[2 * EACH], bb_of(square_at(3, 1)));
    p = planes_after(LC0_INPUT_CANONICAL, fen, "");
    check_empty(&p, 1);
    cr_expect_eq(p.masks[SIDE], bb_of(square_at(3, 7)));
}

Test(lc0_input, repetitions)
{
    const lc0_planes p =
        planes_after(LC0_INPUT_CLASSICAL, FEN_START, "g1f3 g8f6 f3g1 f6g8 g1f3 b8c6 f3g1");
    const lc0_planes q = planes_after(LC0_INPUT_CLASSICAL, "4k3/8/8/8/8/8/8/4K2R w K - 5 20",
                                      "h1h2 e8e7 h2h1 e7e8 h1h2 e8e7");
    for (int i = 0; i < LC0_PAST; i++) {
        cr_expect_eq(p.masks[EACH * i + 12], i == 2 || i == 3 ? ALL : 0, "position %d", i);
        cr_expect_eq(q.masks[EACH * i + 12], i < 2 ? ALL : 0, "position %d", i);
    }
}

/* ---- A plain reference of the classical formats ---- */

/* What plane `k` of position `i` has on a square of the mover's view. */
static bool has_piece(const game *g, int i, int k, int s)
{
    const int last = g->count - 1, at = i <= last ? last - i : 0;
    const position *pos = &g->at[at], *seen = &g->at[last];
    const int file = s % 8, rank = seen->to_move == BLACK ? 7 - s / 8 : s / 8;
    const colour owner = (colour)(k < 6 ? seen->to_move : !seen->to_move);
    piece here = pos->board[square_at(file, rank)];
    if (i > last && pos->en_passant != SQUARE_NONE && square_file(pos->en_passant) == file) {
        const int step = square_rank(pos->en_passant) == 2 ? 1 : -1;
        if (rank == square_rank(pos->en_passant) + step) {
            here = PIECE_NONE;
        } else if (rank == square_rank(pos->en_passant) - step) {
            here = piece_of((colour)!pos->to_move, PAWN);
        }
    }
    return here == piece_of(owner, (piece_type)(k % 6));
}

static void check_classical(const game *g)
{
    const lc0_planes p = planes_of(LC0_INPUT_CLASSICAL, g);
    const position *last = &g->at[g->count - 1];
    char begin[FEN_TEXT_MAX];
    fen_write(&g->at[0], false, begin);
    const bool from_start = strcmp(begin, FEN_START) == 0;
    for (int i = 0; i < LC0_PAST; i++) {
        const bool shown = i < g->count || !from_start;
        for (int k = 0; k < EACH - 1; k++) {
            for (int s = 0; s < SQUARES; s++) {
                cr_assert_eq(p.masks[EACH * i + k] >> s & 1, shown && has_piece(g, i, k, s),
                             "plane %d of position %d, square %d", k, i, s);
            }
        }
        const bool repeated = shown && g->repeated[i < g->count ? g->count - 1 - i : 0];
        cr_assert_eq(p.masks[EACH * i + 12], repeated ? ALL : 0);
    }
    cr_assert_eq(p.masks[SIDE], last->to_move == BLACK ? ALL : 0);
    cr_assert_eq(p.values[CLOCK], (float)last->halfmove_clock);
}

static game walked;

static void check_walked(const position *pos)
{
    /* A position that follows from none of the last game begins another. */
    move moves[MOVES_MAX], found = MOVE_NONE;
    const int count = walked.count ? gen_legal(&walked.at[walked.count - 1], moves) : 0;
    for (int i = 0; i < count; i++) {
        position next = walked.at[walked.count - 1];
        pos_make(&next, moves[i]);
        found = next.key == pos->key ? moves[i] : found;
    }
    if (found == MOVE_NONE) {
        game_begin(&walked, pos);
    } else {
        game_add(&walked, found);
    }
    check_classical(&walked);
}

Test(lc0_input, equals_a_plain_reference)
{
    walk_special(check_walked);
    walk_games(SLOW_BUILD ? 7 : 21, 60, check_walked);
}

/* ---- Canonical formats ---- */

Test(lc0_input, canonical_formats_end_where_no_game_comes_back)
{
    const char *const quiet = "4k2r/8/8/8/8/8/P7/4K3 w k - 3 9";
    static const struct {
        const char *moves;
        int shown;
    } rows[] = {{"", 8}, {"e1e2 h8h7", 1}, {"a2a4", 1}, {"a2a4 e8e7 e1e2 e7e8", 3}, {"e1e2", 8}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const lc0_planes p = planes_after(LC0_INPUT_CANONICAL, quiet, rows[i].moves);
        for (int k = 0; k < rows[i].shown; k++) {
            cr_expect_neq(p.masks[EACH * k + 5], 0, "%s: position %d", rows[i].moves, k);
        }
        check_empty(&p, rows[i].shown);
    }
    /* The position with an en passant square is left out. */
    const lc0_planes p =
        planes_after(LC0_INPUT_CANONICAL, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e1e2 e8e7");
    check_empty(&p, 2);
    const lc0_planes clock = planes_after(LC0_INPUT_CANONICAL_HECTOPLIES, quiet, "");
    cr_expect_eq(clock.values[CLOCK], 0.03f);
    cr_expect_eq(planes_after(LC0_INPUT_CANONICAL, quiet, "").values[CLOCK], 3);
}

Test(lc0_input, the_king_comes_to_one_part_of_the_board)
{
    static const struct {
        const char *fen;
        unsigned transform;
    } rows[] = {
        {"3r4/4k3/8/8/8/8/8/6K1 w - - 0 1", 0},
        {"3r4/4k3/8/8/8/8/8/1K6 w - - 0 1", LC0_FLIP},
        {"3r4/4k3/8/6K1/8/8/8/8 w - - 0 1", LC0_MIRROR | LC0_TRANSPOSE},
        {"3r4/4k3/8/1K6/8/8/8/8 w - - 0 1", LC0_FLIP | LC0_MIRROR | LC0_TRANSPOSE},
        {"3r4/4k3/2K5/8/8/8/8/8 w - - 0 1", LC0_FLIP | LC0_MIRROR},
        {"8/8/8/2K5/8/8/P7/3k3r b - - 0 1", LC0_FLIP},
        {"8/P7/8/8/8/8/3k4/K7 w - - 0 1", LC0_FLIP},
        {"8/P7/8/8/8/7k/8/3K4 w - - 0 1", LC0_FLIP},
        {"4k3/8/8/8/8/8/8/RK6 w Q - 0 1", 0},
        /* Our king is on the diagonal from a8 to h1. The first set that differs on its sides
         * decides: all pieces, ours, kings, queens, rooks, knights. */
        {"1R6/8/2k5/8/8/8/6K1/8 b - - 0 1", LC0_FLIP},
        {"8/R7/2k5/8/8/8/6K1/8 b - - 0 1", LC0_FLIP | LC0_TRANSPOSE},
        {"1R6/r7/2k5/8/8/8/6K1/8 w - - 0 1", LC0_TRANSPOSE},
        {"1r6/R7/2k5/8/8/8/6K1/8 w - - 0 1", 0},
        {"1k6/q7/8/8/8/8/6K1/8 w - - 0 1", LC0_TRANSPOSE},
        {"1r6/k7/8/8/8/8/6K1/8 w - - 0 1", 0},
        {"1Q6/R7/2k5/8/8/8/6K1/8 b - - 0 1", LC0_FLIP},
        {"1R6/Q7/2k5/8/8/8/6K1/8 b - - 0 1", LC0_FLIP | LC0_TRANSPOSE},
        {"1R6/N7/2k5/8/8/8/6K1/8 b - - 0 1", LC0_FLIP},
        {"1N6/R7/2k5/8/8/8/6K1/8 b - - 0 1", LC0_FLIP | LC0_TRANSPOSE},
        {"1N6/B7/2k5/8/8/8/6K1/8 b - - 0 1", LC0_FLIP},
        {"1B6/N7/2k5/8/8/8/6K1/8 b - - 0 1", LC0_FLIP | LC0_TRANSPOSE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const position pos = walk_fen(rows[i].fen);
        cr_expect_eq(lc0_transform(LC0_INPUT_CANONICAL, &pos), rows[i].transform, "%s: %u",
                     rows[i].fen, lc0_transform(LC0_INPUT_CANONICAL, &pos));
        cr_expect_eq(lc0_transform(LC0_INPUT_CASTLING_PLANES, &pos), 0);
    }
}

/* The position with all squares turned. */
static position image(const position *pos, unsigned transform)
{
    position turned;
    pos_clear(&turned);
    for (int s = 0; s < SQUARES; s++) {
        if (pos->board[s] != PIECE_NONE) {
            pos_put(&turned, pos->board[s], lc0_square((square)s, WHITE, transform));
        }
    }
    turned.to_move = pos->to_move;
    turned.halfmove_clock = pos->halfmove_clock;
    turned.key = pos_key_computed(&turned);
    return turned;
}

/* True if an image of a position is the position itself. */
static bool is_symmetric(const position *pos)
{
    bool symmetric = false;
    for (unsigned transform = 1; transform < 8 && !pos->kind[PAWN]; transform++) {
        const position turned = image(pos, transform);
        symmetric = symmetric || memcmp(turned.board, pos->board, sizeof pos->board) == 0;
    }
    return symmetric;
}

/* The images of a position have the same planes, and moves that are images the same number, unless
 * two moves of one position are images of each other. */
static void check_images(const position *pos)
{
    static game g;
    move moves[MOVES_MAX];
    if (pos->castling || pos->en_passant != SQUARE_NONE) {
        return;
    }
    game_begin(&g, pos);
    const lc0_planes planes = planes_of(LC0_INPUT_CANONICAL, &g);
    const int count = is_symmetric(pos) ? 0 : gen_legal(pos, moves);
    for (unsigned transform = 1; transform < (pos->kind[PAWN] ? 2 : 8); transform++) {
        const position turned = image(pos, transform);
        game_begin(&g, &turned);
        const lc0_planes others = planes_of(LC0_INPUT_CANONICAL, &g);
        cr_assert_arr_eq(planes.masks, others.masks, sizeof planes.masks);
        cr_assert_eq(lc0_planes_hash(&planes), lc0_planes_hash(&others));
        for (int i = 0; i < count; i++) {
            const move m =
                move_of(lc0_square(move_from(moves[i]), WHITE, transform),
                        lc0_square(move_to(moves[i]), WHITE, transform), move_kind_of(moves[i]));
            cr_assert_eq(lc0_number_of(LC0_INPUT_CANONICAL, pos, moves[i]),
                         lc0_number_of(LC0_INPUT_CANONICAL, &turned, m));
        }
    }
}

Test(lc0_input, images_of_a_position_have_the_same_planes)
{
    /* In the last rows both kings are on the diagonal from a8 to h1, and ever fewer sets of pieces
     * differ on its sides. */
    static const char *const fens[] = {
        "8/8/3q4/2k5/8/8/1K2RN2/8 w - - 0 1", "8/8/3q4/2k5/8/8/1K2RN2/8 b - - 0 1",
        "7r/6b1/5k2/8/8/2K5/8/8 w - - 0 1",   "7k/8/5n1n/8/8/8/8/K7 b - - 0 1",
        "n6k/8/8/8/8/8/8/KR5b w - - 0 1",     "8/8/2k5/8/8/8/6K1/R7 b - - 0 1",
        "1R6/8/2k5/8/8/8/6K1/8 b - - 0 1",    "1R6/r7/2k5/8/8/8/6K1/8 w - - 0 1",
        "1Q6/R7/2k5/8/8/8/6K1/8 b - - 0 1",   "1R6/N7/2k5/8/8/8/6K1/8 b - - 0 1",
        "1N6/B7/2k5/8/8/8/6K1/8 b - - 0 1",   "1B6/B7/2k5/8/8/8/6K1/8 b - - 0 1"};
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        const position pos = walk_fen(fens[i]);
        check_images(&pos);
    }
    walk_games(14, 120, check_images);
}

/* ---- The hash ---- */

Test(lc0_input, the_hash_tells_planes_apart)
{
    const lc0_planes p = planes_after(LC0_INPUT_CLASSICAL, FEN_START, "e2e4 e7e5 g1f3");
    const uint64_t hash = lc0_planes_hash(&p);
    for (int i = 0; i < LC0_PLANES; i++) {
        for (int s = 0; s < SQUARES; s++) {
            lc0_planes other = p;
            other.masks[i] ^= bb_of((square)s);
            cr_assert_neq(lc0_planes_hash(&other), hash, "plane %d, square %d", i, s);
        }
    }
    lc0_planes other = p;
    other.values[CLOCK] = 2;
    cr_expect_neq(lc0_planes_hash(&other), hash);
    other = p;
    other.masks[0] = p.masks[1];
    other.masks[1] = p.masks[0];
    cr_expect_neq(lc0_planes_hash(&other), hash);
    other = p;
    cr_expect_eq(lc0_planes_hash(&other), hash);
}
