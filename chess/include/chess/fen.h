/* FEN in and out: FEN, X-FEN, Shredder-FEN, and the first four fields of an EPD record. */
#ifndef CHESS_FEN_H
#define CHESS_FEN_H

#include <stddef.h>

#include "chess/failure.h"
#include "chess/position.h"

#define FEN_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum { FEN_TEXT_MAX = 128 };

/* What was normalised while reading; bits of fen_notes. */
enum {
    FEN_RIGHTS_DROPPED = 1,    /* castling rights without their king or rook */
    FEN_EN_PASSANT_DROPPED = 2 /* an en passant square that nobody can capture on */
};
typedef unsigned fen_notes;

/* Reads a position. Four fields suffice (clocks then are 0 and 1), or six: halfmove clock 0 to 999,
 * move number 0 (read as 1) to 9999. K and Q mean the outermost rook of that wing (X-FEN), a file
 * letter the rook there. At most 16 men a side and two that give check; text after the fields is
 * refused. On failure `pos` is untouched and `why` (may be NULL) says what is wrong. `notes` may be
 * NULL. */
bool fen_parse(position *pos, const char *text, fen_notes *notes, failure *why);

/* Reads the four position fields at the start of an EPD record and tells where its operations
 * begin. */
bool fen_parse_epd(position *pos, const char *text, const char **operations, failure *why);

/* Writes six fields. Castling letters are KQkq, or the rooks' files (Shredder) if `shredder`, or if
 * KQkq would not say which rook is meant. */
void fen_write(const position *pos, bool shredder, char text[FEN_TEXT_MAX]);

/* True if a castling right belongs to a king or rook that stands elsewhere than in standard chess.
 */
bool fen_is_chess960(const position *pos);

#endif
