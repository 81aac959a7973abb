/* Reads and writes FEN, X-FEN, Shredder-FEN, and the first four fields of an EPD record. */
#ifndef CHESS_FEN_H
#define CHESS_FEN_H

#include <stddef.h>

#include "chess/failure.h"
#include "chess/position.h"

#define FEN_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum { FEN_TEXT_MAX = 128 };

/* What was normalised in reading; bits of fen_notes. */
enum {
    FEN_RIGHTS_DROPPED = 1,    /* castling rights without their king or rook */
    FEN_EN_PASSANT_DROPPED = 2 /* an en passant square where no capture is possible */
};
typedef unsigned fen_notes;

/* Reads a position of four fields (the clocks are then 0 and 1) or six: halfmove clock 0 to 999,
 * move number 0 (read as 1) to 9999. K and Q mean the outermost rook of that wing (X-FEN), a file
 * letter the rook on that file. At most 16 pieces of a side and two checkers are allowed. Text
 * after the fields is an error. On failure `pos` does not change, and `why` has the reason. `why`
 * and `notes` may be NULL. */
bool fen_parse(position *pos, const char *text, fen_notes *notes, failure *why);

/* Reads the four position fields at the start of an EPD record. `*operations` points to the text
 * after them. */
bool fen_parse_epd(position *pos, const char *text, const char **operations, failure *why);

/* Writes six fields. Castling letters are the files of the rooks (Shredder) if `shredder` or if
 * KQkq would be ambiguous, else KQkq. */
void fen_write(const position *pos, bool shredder, char text[FEN_TEXT_MAX]);

/* True if a castling right has its king or rook on another square than in standard chess. */
bool fen_is_chess960(const position *pos);

#endif
