/* Reads and writes FEN, X-FEN, Shredder-FEN, and the first four fields of an EPD record. */
#ifndef CHESS_FEN_H
#define CHESS_FEN_H

#include <stddef.h>

#include "chess/failure.h"
#include "chess/position.h"

#define FEN_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum { FEN_TEXT_MAX = 128 };

/* What the reader had to leave out: bits of fen_notes. */
enum {
    FEN_RIGHTS_DROPPED = 1,    /* castling rights without their king or rook */
    FEN_EN_PASSANT_DROPPED = 2 /* an en passant square where no capture is possible */
};
typedef unsigned fen_notes;

/* Reads a position of four fields (the clocks are then 0 and 1) or six: halfmove clock 0 to 999,
 * move number 0 (read as 1) to 9999. K and Q stand for the outermost rook of that wing (X-FEN), and
 * the letter of a file stands for the rook on that file. Each side has one king, at most 8 pawns
 * and at most 16 pieces. At most two pieces give check to the side to move, and the other side is
 * not in check. Any text after the fields is an error. On failure it returns false, `why` has the
 * reason, and `pos` and `notes` do not change. `why` and `notes` may be NULL. */
bool fen_parse(position *pos, const char *text, fen_notes *notes, failure *why);

/* Reads the four position fields at the start of an EPD record, and makes `*operations` point to
 * the text after them. The clocks are 0 and 1. On failure it returns false, `why` (or NULL) has the
 * reason, and `pos` and `*operations` do not change. */
bool fen_parse_epd(position *pos, const char *text, const char **operations, failure *why);

/* Writes six fields that fen_parse() reads: greater clocks than it takes are written as its
 * greatest. Rights are written as the files of their rooks (Shredder) if `shredder` is
 * true or if KQkq would mean another rook, else as KQkq. */
void fen_write(const position *pos, bool shredder, char text[FEN_TEXT_MAX]);

/* True if a castling right has its king or rook on another square than in standard chess. */
bool fen_is_chess960(const position *pos);

#endif
