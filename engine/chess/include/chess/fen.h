/* Reads and writes positions: FEN, X-FEN, Shredder-FEN, and EPD with its operations. */
#ifndef CHESS_FEN_H
#define CHESS_FEN_H

#include <stddef.h>

#include "base/failure.h"
#include "chess/position.h"

#define FEN_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum { FEN_TEXT_MAX = 128 };

/* What the reader had to leave out: bits of fen_notes. */
enum {
    FEN_RIGHTS_DROPPED = 1,    /* castling rights without their king or rook */
    FEN_EN_PASSANT_DROPPED = 2 /* an en passant square where no capture is possible */
};
typedef unsigned fen_notes;

/* Reads a position of four to six fields. The halfmove clock is 0 to 999, and 0 if it is missing.
 * The move number is 0 (read as 1) to 9999, and 1 if it is missing. K and Q stand for the outermost
 * rook of that wing (X-FEN), and the letter of a file stands for the rook on that file. Each side
 * has one king, at most 8 pawns and at most 16 pieces. At most two pieces give check to the side to
 * move, and the other side is not in check. Operations of EPD may follow the fields, each with its
 * ';'. `hmvc N;` and `fmvn N;` set the clocks, whether or not the fields gave them; the others are
 * ignored here. Any other text after the fields is an error. On failure it returns false, `why` has
 * the reason, and `pos` and `notes` do not change. `why` and `notes` may be NULL. */
bool fen_parse(position *pos, const char *text, fen_notes *notes, failure *why);

/* The same for a line of a file of positions, FEN or EPD, where the last ';' may be missing. Makes
 * `*operations` point to the text after the fields; it may be NULL, and does not change on
 * failure. */
bool fen_parse_line(position *pos, const char *text, const char **operations, failure *why);

/* Writes six fields that fen_parse() reads. A clock above its limit there is written as that limit.
 * Rights are written as the files of their rooks (Shredder) if `shredder` is true or if KQkq would
 * mean another rook, else as KQkq. */
void fen_write(const position *pos, bool shredder, char text[FEN_TEXT_MAX]);

/* True if the king or rook of a castling right is not on its square of standard chess. */
bool fen_is_chess960(const position *pos);

#endif
