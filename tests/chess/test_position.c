#include <criterion/criterion.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess_walk.h"

TestSuite(position, .init = walk_start);

/* The XOR of the piece keys of some men: the key of a board with nothing else. */
static uint64_t key_of_men(const position *pos, bitboard men)
{
    position alone;
    pos_clear(&alone);
    for (bitboard left = men; left;) {
        const square s = bb_pop(&left);
        pos_put(&alone, pos->board[s], s);
    }
    return alone.key;
}

static void check_part_keys(const position *pos)
{
    const bitboard *kind = pos->kind;
    cr_assert_eq(pos_pawn_key(pos), key_of_men(pos, kind[PAWN]));
    cr_assert_eq(pos_minor_key(pos), key_of_men(pos, kind[KNIGHT] | kind[BISHOP]));
    for (colour side = WHITE; side <= BLACK; side++) {
        cr_assert_eq(pos_non_pawn_key(pos, side), key_of_men(pos, pos->side[side] & ~kind[PAWN]));
    }
}

static void check_consistent(const position *pos)
{
    cr_assert_eq(pos->key, pos_key_computed(pos));
    check_part_keys(pos);
    bitboard types = 0;
    for (int type = PAWN; type < PIECE_TYPES; type++) {
        cr_assert_eq(types & pos->kind[type], 0, "two types on one square");
        types |= pos->kind[type];
    }
    cr_assert_eq(types, pos_occupied(pos));
    cr_assert_eq(pos->side[WHITE] & pos->side[BLACK], 0);
    for (square s = 0; s < SQUARES; s++) {
        piece p = pos->board[s];
        if (p == PIECE_NONE) {
            cr_assert_eq(types & bb_of(s), 0);
        } else {
            cr_assert(pos_pieces(pos, piece_side(p), piece_kind(p)) & bb_of(s));
        }
    }
    for (int right = 0; right < 4; right++) {
        if (pos->castling >> right & 1) {
            cr_assert_eq(pos->board[pos->rook_from[right]], piece_of((colour)(right / 2), ROOK));
            cr_assert_eq(square_rank(pos->rook_from[right]),
                         square_rank(pos_king(pos, (colour)(right / 2))));
        }
    }
    colour us = (colour)pos->to_move;
    cr_assert_eq(pos_attacked_by(pos, us) & pos_pieces(pos, us ^ 1, KING), 0,
                 "the side that moved left its king in check");
}

static void check_attackers(const position *pos)
{
    bitboard attacked[2] = {pos_attacked_by(pos, WHITE), pos_attacked_by(pos, BLACK)};
    for (square s = 0; s < SQUARES; s++) {
        bitboard attackers = pos_attackers(pos, s, pos_occupied(pos));
        cr_assert_eq((attackers & pos->side[WHITE]) != 0, (attacked[WHITE] & bb_of(s)) != 0);
        cr_assert_eq((attackers & pos->side[BLACK]) != 0, (attacked[BLACK] & bb_of(s)) != 0);
    }
    cr_assert_eq(pos_check_info(pos).checkers, pos_checkers(pos));
}

/* The maps by kind of attacker, and what hangs, square by square from the attackers themselves. */
static void check_attack_maps(const position *pos)
{
    static const int worth[PIECE_TYPES] = {1, 3, 3, 5, 9, 100};
    const attack_maps maps = pos_attack_maps(pos);
    const attack_map *map = maps.of;
    const bitboard minors = pos->kind[KNIGHT] | pos->kind[BISHOP];
    for (square s = 0; s < SQUARES; s++) {
        const bitboard attackers = pos_attackers(pos, s, pos_occupied(pos)), on = bb_of(s);
        for (colour side = WHITE; side <= BLACK; side++) {
            const bitboard own = attackers & pos->side[side];
            cr_assert_eq((map[side].all & on) != 0, own != 0);
            cr_assert_eq((map[side].twice & on) != 0, bb_count(own) > 1);
            cr_assert_eq((map[side].pawns & on) != 0, (own & pos->kind[PAWN]) != 0);
            cr_assert_eq((map[side].minors & on) != 0, (own & minors) != 0);
            cr_assert_eq((map[side].rooks & on) != 0, (own & pos->kind[ROOK]) != 0);
        }
        if (pos->board[s] == PIECE_NONE) {
            continue;
        }
        const colour side = (colour)piece_side(pos->board[s]);
        const int value = worth[piece_kind(pos->board[s])];
        const bool defended = attackers & pos->side[side];
        bool hangs = false;
        for (bitboard left = attackers & pos->side[side ^ 1]; left;) {
            const int attacker = worth[piece_kind(pos->board[bb_pop(&left)])];
            hangs = hangs || !defended || (value < 100 && attacker < value);
        }
        const bitboard hanging = pos_hanging(pos, side, &maps);
        cr_assert_eq((hanging & on) != 0, hangs, "square %d", s);
    }
}

Test(position, boards_and_key_agree_along_random_games)
{
    walk_games(SLOW_BUILD ? 70 : 700, 200, check_consistent);
}

Test(position, attackers_and_attacked_squares_agree)
{
    walk_games(SLOW_BUILD ? 35 : 210, 150, check_attackers);
}

Test(position, attack_maps_agree_along_random_games)
{
    walk_games(SLOW_BUILD ? 10 : 60, 150, check_attack_maps);
}

static void check_null_move(const position *pos)
{
    if (pos_in_check(pos)) {
        return;
    }
    position passed = *pos;
    pos_make_null(&passed);
    check_consistent(&passed);
    cr_assert_neq(passed.key, pos->key);
    cr_assert_eq(passed.to_move, pos->to_move ^ 1);
    cr_assert_eq(passed.en_passant, SQUARE_NONE);
}

Test(position, null_moves_pass_the_turn)
{
    walk_games(35, 100, check_null_move);
}

Test(position, clocks)
{
    static const struct {
        const char *moves;
        int halfmove_clock, fullmove_number;
    } cases[] = {{"g1f3", 1, 1},
                 {"g1f3 g8f6", 2, 2},
                 {"g1f3 g8f6 e2e4", 0, 2},
                 {"g1f3 g8f6 f3e5 f6e4 e5d7", 0, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const position pos = walk_moves(FEN_START, cases[i].moves);
        cr_expect_eq(pos.halfmove_clock, cases[i].halfmove_clock, "%s", cases[i].moves);
        cr_expect_eq(pos.fullmove_number, cases[i].fullmove_number, "%s", cases[i].moves);
    }
}

Test(position, clocks_stay_at_their_greatest)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    position pos;
    fen_parse(&pos, FEN_START, NULL, NULL);
    for (int ply = 0; ply < 2 * UINT16_MAX + 2; ply++) {
        pos_make(&pos, gen_from_uci(&pos, moves[ply % 4]));
    }
    cr_expect_eq(pos.halfmove_clock, UINT16_MAX);
    cr_expect_eq(pos.fullmove_number, UINT16_MAX);
    pos_make_null(&pos);
    cr_expect_eq(pos.halfmove_clock, UINT16_MAX);
}

Test(position, en_passant_only_when_the_capture_is_legal)
{
    cr_expect_eq(walk_moves(FEN_START, "e2e4").en_passant, SQUARE_NONE, "no pawn beside");
    cr_expect_eq(walk_moves(FEN_START, "e2e4 a7a6 e4e5 d7d5").en_passant, square_at(3, 5));
    /* Both pawns leave the rank between king and rook. */
    cr_expect_eq(walk_moves("8/2p5/8/KP5r/8/8/8/7k b - - 0 1", "c7c5").en_passant, SQUARE_NONE);
    /* The capturer is pinned on a file; the victim is a shield on a diagonal. */
    cr_expect_eq(walk_moves("4r2k/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5").en_passant, SQUARE_NONE);
    cr_expect_eq(walk_fen("b6k/8/8/3pP3/4K3/8/8/8 w - d6 0 1").en_passant, SQUARE_NONE);
    /* A pinned pawn may capture along its pin. */
    cr_expect_eq(walk_moves("7k/2bp4/8/4P3/5K2/8/8/8 b - - 0 1", "d7d5").en_passant,
                 square_at(3, 5));
    /* Capturing the pawn that gives check is legal. */
    cr_expect_eq(walk_moves("8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1", "d2d4").en_passant,
                 square_at(3, 2));
}

Test(position, key_knows_the_capturable_file)
{
    position open = walk_moves("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4");
    position closed = walk_fen("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    cr_expect_neq(open.key, closed.key);
    cr_expect_eq(walk_moves(FEN_START, "e2e4").key,
                 walk_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").key);
}

Test(position, keys_are_the_same_in_every_build)
{
    cr_expect_eq(walk_fen(FEN_START).key, UINT64_C(0xcbfc12f1d1495166));
}

typedef struct material_case {
    const char *fen;
    bool insufficient;
} material_case;

Test(position, insufficient_material)
{
    static const material_case cases[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
        {"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},   /* f8 and c1 are both dark */
        {"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false}, /* c8 is light */
        {"4k3/8/8/8/8/B1B5/8/B3K3 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false},
        {"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
        {"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", false},
        {"3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position pos = walk_fen(cases[i].fen);
        cr_expect_eq(pos_insufficient_material(&pos), cases[i].insufficient, "%s", cases[i].fen);
    }
}

/* Rays walked step by step. */
static bitboard ray_attacks(square s, bitboard occupied, const int steps[4][2])
{
    bitboard reached = 0;
    for (int i = 0; i < 4; i++) {
        int file = square_file(s) + steps[i][0], rank = square_rank(s) + steps[i][1];
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            bitboard here = bb_of(square_at(file, rank));
            reached |= here;
            if (occupied & here) {
                break;
            }
            file += steps[i][0];
            rank += steps[i][1];
        }
    }
    return reached;
}

Test(position, sliders_equal_rays)
{
    static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static const int diagonal[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    for (int allow_pext = 0; allow_pext < 2; allow_pext++) {
        attacks_init(allow_pext);
        cr_assert(allow_pext || !attack_table.use_pext);
        uint64_t state = 11;
        for (int i = 0; i < 2000; i++) {
            bitboard occupied = random_next(&state) & random_next(&state);
            square s = (square)(random_next(&state) % SQUARES);
            cr_assert_eq(attacks_rook(s, occupied), ray_attacks(s, occupied, straight));
            cr_assert_eq(attacks_bishop(s, occupied), ray_attacks(s, occupied, diagonal));
        }
    }
}

/* How many keys of plain moves were guessed. */
static long guessed;

static void check_guesses(const position *pos)
{
    move moves[MOVES_MAX];
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        position after = *pos;
        pos_make(&after, moves[i]);
        if (move_kind_of(moves[i]) == MOVE_PLAIN && after.castling == pos->castling &&
            after.en_passant == SQUARE_NONE) {
            cr_assert_eq(pos_key_guess(pos, moves[i]), after.key);
            guessed++;
        }
    }
}

Test(position, the_key_after_a_plain_move_is_guessed)
{
    guessed = 0;
    walk_games(20, 60, check_guesses);
    cr_expect_gt(guessed, 10000);
}
