#include "chess/san.h"

#include <stddef.h>
#include <string.h>

#include "chess/movegen.h"

static const char piece_letters[] = "PNBRQK", german_letters[] = "BSLTDK";

static piece_type mover_of(const position *pos, move m)
{
    return piece_kind(pos->board[move_from(m)]);
}

/* Writes as much of the origin as is needed to distinguish `m` from other moves of such a piece to
 * its target. */
static char *write_origin(const position *pos, move m, char *text)
{
    move moves[MOVES_MAX];
    int count = gen_legal(pos, moves);
    square from = move_from(m);
    bool others = false, same_file = false, same_rank = false;
    for (int i = 0; i < count; i++) {
        square other = move_from(moves[i]);
        if (other == from || move_to(moves[i]) != move_to(m) ||
            pos->board[other] != pos->board[from] || move_kind_of(moves[i]) == MOVE_CASTLING) {
            continue;
        }
        others = true;
        same_file |= square_file(other) == square_file(from);
        same_rank |= square_rank(other) == square_rank(from);
    }
    if (others && (!same_file || same_rank)) {
        *text++ = (char)('a' + square_file(from));
    }
    if (same_file) {
        *text++ = (char)('1' + square_rank(from));
    }
    return text;
}

static char *write_ordinary(const position *pos, move m, char *text)
{
    bool capture = pos_is_capture(pos, m);
    if (mover_of(pos, m) != PAWN) {
        *text++ = piece_letters[mover_of(pos, m)];
        text = write_origin(pos, m, text);
    } else if (capture) {
        *text++ = (char)('a' + square_file(move_from(m)));
    }
    if (capture) {
        *text++ = 'x';
    }
    *text++ = (char)('a' + square_file(move_to(m)));
    *text++ = (char)('1' + square_rank(move_to(m)));
    if (move_is_promotion(m)) {
        *text++ = '=';
        *text++ = piece_letters[move_kind_of(m)];
    }
    return text;
}

void san_write(const position *pos, move m, char text[SAN_TEXT_MAX])
{
    if (move_kind_of(m) == MOVE_CASTLING) {
        const char *castling = move_to(m) > move_from(m) ? "O-O" : "O-O-O";
        size_t length = strlen(castling);
        memcpy(text, castling, length);
        text += length;
    } else {
        text = write_ordinary(pos, m, text);
    }
    position after = *pos;
    pos_make(&after, m);
    if (pos_in_check(&after)) {
        *text++ = gen_any(&after) ? '+' : '#';
    }
    *text = '\0';
}

/* The contents of a SAN text. Parts that it does not give are -1 or false. */
typedef struct description {
    int castling; /* a wing */
    int piece;    /* a piece type */
    int from_file, from_rank;
    int to_file, to_rank;
    int promotion; /* a piece type */
    bool takes;    /* x, or : or -, which some programs write */
} description;

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

/* The piece type of one of the letters NBRQK or SLTDK (and of nbrqk if `any_case`), or -1. */
static int piece_named(char c, bool any_case)
{
    for (int type = KNIGHT; type <= KING; type++) {
        if (c == piece_letters[type] || c == german_letters[type] ||
            (any_case && c == (piece_letters[type] | 32))) {
            return type;
        }
    }
    return -1;
}

/* Reads O-O or O-O-O; its first character may be a zero. Returns the rest of the text, or NULL. */
static const char *read_castling(description *d, const char *text)
{
    int letters = 0;
    char letter = *text;
    while (*text == letter && letters < 4) {
        letters++;
        text += text[1] == '-' && text[2] == letter ? 2 : 1;
    }
    d->castling = letters == 2 ? KINGSIDE : QUEENSIDE;
    return letters == 2 || letters == 3 ? text : NULL;
}

/* True for two files alone, with which some programs write a pawn's capture: ed, exd. */
static bool is_short_capture(const description *d)
{
    return d->piece == PAWN && d->from_file >= 0 && d->from_rank < 0 && d->to_rank < 0 &&
           (d->to_file == d->from_file + 1 || d->to_file == d->from_file - 1);
}

/* Reads [file][rank][x]file rank. Returns the rest of the text, or NULL. */
static const char *read_squares(description *d, const char *text)
{
    while (is_file(*text) || is_rank(*text) || *text == 'x' || *text == ':' || *text == '-') {
        char c = *text++;
        if (is_file(c)) {
            if (d->from_file >= 0 || d->from_rank >= 0) {
                return NULL;
            }
            d->from_file = d->to_file;
            d->from_rank = d->to_rank;
            d->to_file = c - 'a';
            d->to_rank = -1;
        } else if (is_rank(c)) {
            if (d->to_rank >= 0) {
                return NULL;
            }
            d->to_rank = c - '1';
        } else if (d->takes) {
            return NULL;
        } else {
            d->takes = true;
        }
    }
    return (d->to_file >= 0 && d->to_rank >= 0) || is_short_capture(d) ? text : NULL;
}

static const char *read_ordinary(description *d, const char *text)
{
    d->piece = piece_named(*text, false);
    if (d->piece >= 0) {
        text++;
    } else {
        d->piece = PAWN;
        text += *text == 'P';
    }
    text = read_squares(d, text);
    if (!text) {
        return NULL;
    }
    const char *letter = text + (*text == '=');
    d->promotion = piece_named(*letter, true);
    return d->promotion >= 0 ? letter + 1 : text;
}

static bool fits(const position *pos, move m, const description *d)
{
    bool castles = move_kind_of(m) == MOVE_CASTLING;
    square from = move_from(m), to = move_to(m);
    if (castles || d->castling >= 0) {
        return castles && d->castling == (to > from ? KINGSIDE : QUEENSIDE);
    }
    /* All dialects name the file of a pawn that captures, so d5 is never a capture. */
    bool push = d->piece == PAWN && d->from_file < 0;
    const int promotion = move_is_promotion(m) ? (int)move_kind_of(m) : -1;
    return (int)mover_of(pos, m) == d->piece && d->to_file == square_file(to) &&
           (d->to_rank < 0 || d->to_rank == square_rank(to)) &&
           (d->from_file < 0 || d->from_file == square_file(from)) &&
           (d->from_rank < 0 || d->from_rank == square_rank(from)) &&
           (!push || square_file(from) == d->to_file) &&
           (d->promotion == promotion || (d->promotion < 0 && promotion == QUEEN));
}

/* The move that a text in algebraic notation describes. */
static move described(const position *pos, const char *text)
{
    description d = {.castling = -1,
                     .from_file = -1,
                     .from_rank = -1,
                     .to_file = -1,
                     .to_rank = -1,
                     .promotion = -1};
    bool castles = *text == 'O' || *text == '0' || *text == 'o';
    text = castles ? read_castling(&d, text) : read_ordinary(&d, text);
    if (!text || text[strspn(text, "+#!?")]) {
        return MOVE_NONE;
    }
    move moves[MOVES_MAX], found = MOVE_NONE;
    int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        if (fits(pos, moves[i], &d)) {
            if (found != MOVE_NONE) {
                return MOVE_NONE;
            }
            found = moves[i];
        }
    }
    return found;
}

/* A text that can be read in both ways is the same move in both: two squares are algebraic notation
 * only for a pawn's move, and name the whole move. */
move san_parse(const position *pos, const char *text)
{
    const move m = described(pos, text);
    return m != MOVE_NONE ? m : gen_from_uci(pos, text);
}
