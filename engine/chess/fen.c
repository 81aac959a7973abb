#include "chess/fen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "epd_operation.h"
#include "position_internal.h"

enum {
    PIECES_MAX = 16, /* of one side; the nets' feature lists hold twice as many */
    PAWNS_MAX = 8,
    CHECKERS_MAX = 2,
    HALFMOVE_CLOCK_MAX = 999,
    FULLMOVE_NUMBER_MAX = 9999,
    QUOTED_MAX = 120, /* characters of the text that a message quotes */
    REASON_MAX = 256
};

static const char blanks[] = " \t\r\n";
static const char piece_letters[] = "PNBRQK??pnbrqk"; /* indexed by piece code */
static const char castling_letters[] = "KQkq";        /* indexed by right */
static const char *const side_names[2] = {"White", "Black"};

typedef struct reader {
    const char *text; /* the whole text, for messages */
    const char *at;   /* the unread rest */
    bool is_line;     /* of a file: the last operation's ';' may be missing */
    position pos;
    fen_notes notes;
    failure *why;
} reader;

/* A field is a piece of the text without blanks. */
typedef struct field {
    const char *start;
    int length;
} field;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
refuse(const reader *r, const char *format, ...)
{
    char reason[REASON_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    const char *more = strlen(r->text) > QUOTED_MAX ? "..." : "";
    return fail(r->why, "FEN '%.*s%s': %s", QUOTED_MAX, r->text, more, reason);
}

static field next_field(reader *r)
{
    r->at += strspn(r->at, blanks);
    size_t length = strcspn(r->at, blanks);
    /* No valid field comes near the limit, so a field that is cut here is refused later, also a
     * number. */
    field f = {r->at, length < QUOTED_MAX ? (int)length : QUOTED_MAX};
    r->at += length;
    return f;
}

/* The piece that a letter stands for, or PIECE_NONE. */
static piece piece_named(char letter)
{
    const char *found = letter && letter != '?' ? strchr(piece_letters, letter) : NULL;
    return found ? (piece)(found - piece_letters) : PIECE_NONE;
}

/* Reads the ranks, from the eighth to the first, with slashes between. */
static bool read_board(reader *r)
{
    const field f = next_field(r);
    int rank = 7, file = 0;
    if (f.length == 0) {
        return refuse(r, "the board is missing");
    }
    for (int i = 0; i <= f.length; i++) {
        const char c = i < f.length ? f.start[i] : '/';
        const piece p = piece_named(c);
        if (rank < 0) {
            return refuse(r, "the board has more than 8 ranks");
        }
        if (c == '/' && file != 8) {
            return refuse(r, "rank %d has %d %s", rank + 1, file,
                          plural((uint64_t)file, "file", "files"));
        }
        if (c == '/') {
            rank--;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else if (p == PIECE_NONE) {
            return refuse(r, "rank %d has '%c', which is neither a piece nor a gap of 1 to 8",
                          rank + 1, c);
        } else if (file++ < 8) {
            pos_put(&r->pos, p, square_at(file - 1, rank));
        }
    }
    return rank < 0 || refuse(r, "the board has %d %s", 7 - rank,
                              plural((uint64_t)(7 - rank), "rank", "ranks"));
}

static bool check_men(const reader *r)
{
    const position *pos = &r->pos;
    for (int side = WHITE; side <= BLACK; side++) {
        int kings = bb_count(pos_pieces(pos, (colour)side, KING));
        int pawns = bb_count(pos_pieces(pos, (colour)side, PAWN));
        int pieces = bb_count(pos->side[side]);
        if (kings != 1) {
            return refuse(r, "%s has %d kings", side_names[side], kings);
        }
        if (pieces > PIECES_MAX) {
            return refuse(r, "%s has %d pieces", side_names[side], pieces);
        }
        if (pawns > PAWNS_MAX) {
            return refuse(r, "%s has %d pawns", side_names[side], pawns);
        }
    }
    bitboard misplaced = pos->kind[PAWN] & (bb_rank(0) | bb_rank(7));
    if (misplaced) {
        square s = bb_first(misplaced);
        return refuse(r, "a pawn stands on %c%c", 'a' + square_file(s), '1' + square_rank(s));
    }
    return true;
}

static bool read_side(reader *r)
{
    field f = next_field(r);
    if (f.length == 0) {
        return refuse(r, "the side to move is missing");
    }
    if (f.length != 1 || (*f.start != 'w' && *f.start != 'b')) {
        return refuse(r, "side to move '%.*s' is neither w nor b", f.length, f.start);
    }
    r->pos.to_move = *f.start == 'w' ? WHITE : BLACK;
    return true;
}

static bool check_checks(const reader *r)
{
    const position *pos = &r->pos;
    colour us = (colour)pos->to_move, them = us ^ 1;
    if (pos_attackers(pos, pos_king(pos, them), pos_occupied(pos)) & pos->side[us]) {
        return refuse(r, "%s is in check, but it is %s's turn", side_names[them], side_names[us]);
    }
    int checkers = bb_count(pos_checkers(pos));
    if (checkers > CHECKERS_MAX) {
        return refuse(r, "%s's king is in check from %d pieces at once", side_names[us], checkers);
    }
    return true;
}

/* The rook that is farthest out on a wing, seen from the king, or SQUARE_NONE. */
static square outermost_rook(const position *pos, colour side, wing w)
{
    square king = pos_king(pos, side);
    bitboard rooks = pos_pieces(pos, side, ROOK) & bb_rank(side == WHITE ? 0 : 7);
    if (!rooks || square_rank(king) != (side == WHITE ? 0 : 7)) {
        return SQUARE_NONE;
    }
    square rook = w == KINGSIDE ? (square)(63 - __builtin_clzll(rooks)) : bb_first(rooks);
    return (rook > king) == (w == KINGSIDE) ? rook : SQUARE_NONE;
}

/* The rook that a Shredder letter names and its wing, or SQUARE_NONE. */
static square rook_on_file(const position *pos, colour side, int file, wing *w)
{
    square king = pos_king(pos, side), rook = square_at(file, side == WHITE ? 0 : 7);
    *w = rook > king ? KINGSIDE : QUEENSIDE;
    bool stands = pos->board[rook] == piece_of(side, ROOK);
    return stands && square_rank(king) == square_rank(rook) ? rook : SQUARE_NONE;
}

/* One letter: KQkq name the outermost rook (X-FEN), A to H and a to h a rook's file. */
static bool read_right(reader *r, char letter)
{
    position *pos = &r->pos;
    colour side = letter >= 'a' ? BLACK : WHITE;
    char upper = (char)(letter & ~32);
    square rook;
    wing w = KINGSIDE;
    if (upper >= 'A' && upper <= 'H') {
        rook = rook_on_file(pos, side, upper - 'A', &w);
    } else {
        w = upper == 'K' ? KINGSIDE : QUEENSIDE;
        rook = outermost_rook(pos, side, w);
    }
    if (rook == SQUARE_NONE) {
        r->notes |= FEN_RIGHTS_DROPPED;
        return true;
    }
    unsigned bit = castling_bit(side, w);
    if (pos->castling & bit) {
        return refuse(r, "castling rights give %s's %sside twice", side_names[side],
                      w == KINGSIDE ? "king" : "queen");
    }
    pos->castling |= (uint8_t)bit;
    pos->rook_from[2 * (int)side + (int)w] = rook;
    return true;
}

static bool read_castling(reader *r)
{
    field f = next_field(r);
    if (f.length == 0) {
        return refuse(r, "castling rights are missing");
    }
    if (f.length == 1 && *f.start == '-') {
        return true;
    }
    if (f.length > 4 || strspn(f.start, "KQkqABCDEFGHabcdefgh") < (size_t)f.length) {
        return refuse(r, "castling rights '%.*s' are not made of KQkq or rooks' files", f.length,
                      f.start);
    }
    for (int i = 0; i < f.length; i++) {
        if (memchr(f.start, f.start[i], (size_t)i)) {
            return refuse(r, "castling rights '%.*s' repeat %c", f.length, f.start, f.start[i]);
        }
        if (!read_right(r, f.start[i])) {
            return false;
        }
    }
    return true;
}

/* True if the last move can have been the double push behind `target`, and the pawn can be
 * captured. */
static bool en_passant_is_possible(const position *pos, square target)
{
    colour us = (colour)pos->to_move;
    /* The squares that the pawn left and crossed. */
    bitboard empty = bb_of(target) | bb_of(target ^ 24);
    return !(pos_occupied(pos) & empty) && pos->board[target ^ 8] == piece_of(us ^ 1, PAWN) &&
           pos_en_passant_is_legal(pos, target);
}

static bool read_en_passant(reader *r)
{
    field f = next_field(r);
    if (f.length == 0) {
        return refuse(r, "the en passant square is missing");
    }
    if (f.length == 1 && *f.start == '-') {
        return true;
    }
    position *pos = &r->pos;
    char rank = pos->to_move == WHITE ? '6' : '3';
    if (f.length != 2 || f.start[0] < 'a' || f.start[0] > 'h' || f.start[1] != rank) {
        return refuse(r, "en passant square '%.*s' is neither - nor on rank %c", f.length, f.start,
                      rank);
    }
    square target = square_at(f.start[0] - 'a', rank - '1');
    if (en_passant_is_possible(pos, target)) {
        pos->en_passant = target;
    } else {
        r->notes |= FEN_EN_PASSANT_DROPPED;
    }
    return true;
}

static bool read_number(const reader *r, field f, const char *name, int max, uint16_t *number)
{
    int value = 0;
    bool good = f.length > 0 && f.length < QUOTED_MAX;
    for (int i = 0; i < f.length && good; i++) {
        good = f.start[i] >= '0' && f.start[i] <= '9';
        value = 10 * value + f.start[i] - '0';
        good = good && value <= max;
    }
    if (!good) {
        return refuse(r, "%s '%.*s' is not a number from 0 to %d", name, f.length, f.start, max);
    }
    *number = (uint16_t)value;
    return true;
}

static bool read_halfmove(reader *r, field f, const char *name)
{
    return read_number(r, f, name, HALFMOVE_CLOCK_MAX, &r->pos.halfmove_clock);
}

/* Some programs number moves from 0; that is read as 1. */
static bool read_fullmove(reader *r, field f, const char *name)
{
    position *pos = &r->pos;
    if (!read_number(r, f, name, FULLMOVE_NUMBER_MAX, &pos->fullmove_number)) {
        return false;
    }
    if (pos->fullmove_number == 0) {
        pos->fullmove_number = 1;
    }
    return true;
}

/* True if operations follow. No operation begins like a number: that is a clock. */
static bool operations_follow(const reader *r)
{
    const char *at = r->at + strspn(r->at, blanks), *end = at + strlen(at);
    while (end > at && strchr(blanks, end[-1])) {
        end--;
    }
    return at < end && !strchr("-0123456789", *at) && (r->is_line || end[-1] == ';');
}

/* Reads both clocks, the first one alone, or none. */
static bool read_clocks(reader *r)
{
    bool good = true;
    for (int i = 0; i < 2 && good && !operations_follow(r); i++) {
        field f = next_field(r);
        good = f.length == 0 || (i == 0 ? read_halfmove(r, f, "halfmove clock")
                                        : read_fullmove(r, f, "fullmove number"));
    }
    return good;
}

/* Reads the clocks among the operations, which is all that a position has there. What follows a
 * quote that is not closed is not looked at. */
static bool read_operations(reader *r)
{
    epd_operation o;
    if (!operations_follow(r)) {
        field rest = next_field(r);
        return rest.length == 0 ||
               refuse(r, "text '%.*s' follows the position", rest.length, rest.start);
    }
    for (const char *at = r->at; epd_operation_next(&o, &at) && !o.open;) {
        const field operand = {o.operand,
                               o.operand_length < QUOTED_MAX ? (int)o.operand_length : QUOTED_MAX};
        if ((epd_operation_is(&o, "hmvc") && !read_halfmove(r, operand, "hmvc")) ||
            (epd_operation_is(&o, "fmvn") && !read_fullmove(r, operand, "fmvn"))) {
            return false;
        }
    }
    return true;
}

static bool read_position(reader *r)
{
    pos_clear(&r->pos);
    if (!read_board(r) || !check_men(r) || !read_side(r) || !check_checks(r) || !read_castling(r) ||
        !read_en_passant(r) || !read_clocks(r) || !read_operations(r)) {
        return false;
    }
    r->pos.key = pos_key_computed(&r->pos);
    return true;
}

bool fen_parse(position *pos, const char *text, fen_notes *notes, failure *why)
{
    reader r = {.text = text, .at = text, .why = why};
    if (!read_position(&r)) {
        return false;
    }
    *pos = r.pos;
    if (notes) {
        *notes = r.notes;
    }
    return true;
}

bool fen_parse_line(position *pos, const char *text, const char **operations, failure *why)
{
    reader r = {.text = text, .at = text, .is_line = true, .why = why};
    if (!read_position(&r)) {
        return false;
    }
    *pos = r.pos;
    if (operations) {
        *operations = r.at + strspn(r.at, blanks);
    }
    return true;
}

static char *write_board(const position *pos, char *text)
{
    for (int rank = 7; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < 8; file++) {
            piece p = pos->board[square_at(file, rank)];
            if (p == PIECE_NONE) {
                gap++;
                continue;
            }
            if (gap) {
                *text++ = (char)('0' + gap);
                gap = 0;
            }
            *text++ = piece_letters[p];
        }
        if (gap) {
            *text++ = (char)('0' + gap);
        }
        if (rank) {
            *text++ = '/';
        }
    }
    return text;
}

static square right_rook(const position *pos, int right)
{
    return pos->castling >> right & 1 ? pos->rook_from[right] : SQUARE_NONE;
}

/* True if a right does not belong to the outermost rook, which KQkq mean. */
static bool needs_files(const position *pos)
{
    for (int right = 0; right < 4; right++) {
        square rook = right_rook(pos, right);
        if (rook != SQUARE_NONE &&
            rook != outermost_rook(pos, (colour)(right / 2), (wing)(right % 2))) {
            return true;
        }
    }
    return false;
}

static char *write_castling(const position *pos, bool shredder, char *text)
{
    bool files = shredder || needs_files(pos);
    if (!pos->castling) {
        *text++ = '-';
    }
    for (int right = 0; right < 4; right++) {
        square rook = right_rook(pos, right);
        if (rook != SQUARE_NONE) {
            char first = right < 2 ? 'A' : 'a';
            *text++ = files ? (char)(first + square_file(rook)) : castling_letters[right];
        }
    }
    return text;
}

void fen_write(const position *pos, bool shredder, char text[FEN_TEXT_MAX])
{
    char *end = text + FEN_TEXT_MAX;
    text = write_board(pos, text);
    *text++ = ' ';
    *text++ = pos->to_move == WHITE ? 'w' : 'b';
    *text++ = ' ';
    text = write_castling(pos, shredder, text);
    *text++ = ' ';
    if (pos->en_passant == SQUARE_NONE) {
        *text++ = '-';
    } else {
        *text++ = (char)('a' + square_file(pos->en_passant));
        *text++ = (char)('1' + square_rank(pos->en_passant));
    }
    const unsigned halfmove = pos->halfmove_clock, fullmove = pos->fullmove_number;
    snprintf(text, (size_t)(end - text), " %u %u",
             halfmove < HALFMOVE_CLOCK_MAX ? halfmove : HALFMOVE_CLOCK_MAX,
             fullmove < FULLMOVE_NUMBER_MAX ? fullmove : FULLMOVE_NUMBER_MAX);
}

bool fen_is_chess960(const position *pos)
{
    static const square standard[4] = {H1, A1, H8, A8};
    for (int right = 0; right < 4; right++) {
        square rook = right_rook(pos, right);
        if (rook != SQUARE_NONE &&
            (rook != standard[right] || square_file(pos_king(pos, (colour)(right / 2))) != 4)) {
            return true;
        }
    }
    return false;
}
