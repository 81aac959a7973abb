/* A game, and the bytes of a game file (.games.gz). Its positions may have the evaluation of a
 * teacher, or of Morpho itself.
 *
 *   file   := (header | record)*   a header comes first, and again where files were joined by cat
 *   header := "MORPHOGM"  u16 version = 1  u16 flags = 0  u32 reserved = 0
 *   record := u32 length of the rest (at most 1 MiB)  u8 result  u8 flags  u8 n  n bytes of FEN
 *             u16 plies, then that many plies
 *   ply    := u16 best  i16 score  [u16 played if bit 15 of best  [u16 reply if the game has
 *             replies]]  [u8 k, k x (u16 move, u16 share) if the game has visit shares]
 *             [u8 k, k x (u16 move, i16 score) if the game has further lines]
 *
 * Numbers are little endian, in one or more gzip members. A move is coded as bits 0-5 from, 6-11
 * to, 12-14 promotion (0 none, 1 knight ... 4 queen). Bit 15 of `played` is set only in relabelled
 * games, for a random move (game_ply_is_random()). `reply` is the best reply to `best`, or 0 if it
 * is not known. */
#ifndef TOOLS_GAME_RECORD_H
#define TOOLS_GAME_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/failure.h"

enum {
    GAME_RECORD_MAX = 1 << 20, /* bytes of one record */
    GAME_HEADER_BYTES = 16,
    GAME_FEN_MAX = 256, /* the 255 bytes of a FEN and its NUL */
    GAME_PLIES_MAX = 65535,
    GAME_FILE_VERSION = 1
};

/* Results from White's view, as in the file. */
typedef enum { GAME_BLACK_WON, GAME_DRAWN, GAME_WHITE_WON, GAME_RESULTS } game_result;

/* Flags of a game. */
enum {
    GAME_CHESS960 = 1,   /* castling is written as king takes own rook */
    GAME_VISITS = 2,     /* plies have visit shares */
    GAME_RELABELLED = 4, /* a judge looked at the game later */
    GAME_REPLIES = 8,    /* plies that deviate have the best reply to the best move */
    GAME_LINES = 16,     /* plies have the scores of moves other than the best one */
    GAME_FLAGS = GAME_CHESS960 | GAME_VISITS | GAME_RELABELLED | GAME_REPLIES | GAME_LINES
};

/* Scores are centipawns for the side to move within +-20000, or mates: 32000 - n is mate in n. */
enum {
    GAME_SCORE_NONE = -32768,
    GAME_SCORE_MAX = 20000,
    GAME_SCORE_MATE = 31000, /* absolute scores from here on are mates */
    GAME_SCORE_MATE_NOW = 32000
};

/* The absolute score of a mate in this number of moves, 0 or more. A mate that is too long for the
 * range of scores has the score of the longest mate. */
static inline int game_mate_score(long moves)
{
    return moves < GAME_SCORE_MATE_NOW - GAME_SCORE_MATE ? GAME_SCORE_MATE_NOW - (int)moves
                                                         : GAME_SCORE_MATE;
}

typedef struct game_visit {
    uint16_t code;  /* the move */
    uint16_t share; /* of the visits, in 1/65535 */
} game_visit;

/* A move that is not the best one, and its score for the side that makes it. */
typedef struct game_line {
    uint16_t code;
    int16_t score; /* never GAME_SCORE_NONE */
} game_line;

typedef struct game_ply {
    uint16_t best;   /* the teacher's move, in the file's coding without bit 15 */
    uint16_t played; /* the move that was played; it equals `best` unless the ply deviates */
    uint16_t reply;  /* the best reply to `best`; 0: not known */
    int16_t score;
    bool deviates;        /* bit 15 of the file's best */
    bool random;          /* bit 15 of the file's played; see game_ply_is_random() */
    uint8_t visit_count;  /* number of entries of game.visits for this ply */
    uint32_t visit_first; /* index of the first of them */
    uint8_t line_count;   /* the same of game.lines */
    uint32_t line_first;
} game_ply;

/* One game. It must be zero before the first use. The reader grows its arrays, and game_free()
 * empties it. */
typedef struct game {
    game_result result;
    uint8_t flags;
    char fen[GAME_FEN_MAX];
    int ply_count;
    game_ply *plies;
    game_visit *visits;
    uint32_t visit_count;
    game_line *lines;
    uint32_t line_count;
    size_t ply_capacity, visit_capacity, line_capacity;
} game;

void game_free(game *g);

/* Append a ply, a visit share or a line. They return NULL if memory is short. */
game_ply *game_add_ply(game *g);
game_visit *game_add_visit(game *g);
game_line *game_add_line(game *g);

/* The meaning of plies for training. In a game of a teacher, the teacher judged each position, and
 * a move that is not the best was played at random. In a relabelled game a judge looked at
 * positions later:
 *   - A position with neither score nor visit shares was not judged. It is no training
 *     data, and is kept only to replay the game.
 *   - A move that is not the judge's best is an ordinary move of a player, unless it is marked as
 *     random. */

/* True if the position before this ply may be learnt from. */
bool game_ply_is_judged(const game *g, const game_ply *ply);

/* True if the move of this ply was played at random, so that the result of the game says little
 * about the positions up to it. */
bool game_ply_is_random(const game *g, const game_ply *ply);

/* The first ply from `ply` on with a random move; g->ply_count if there is none. */
int game_next_random(const game *g, int ply);

/* Writes a game's record, its length first, and returns the number of bytes. Returns 0 and fills
 * `why` with the reason alone if the record is too long. */
size_t game_encode(const game *g, uint8_t record[GAME_RECORD_MAX + 4], failure *why);

/* Reads a record that game_encode() wrote, its length first, as game_reader_next() would. Returns
 * false and fills `why` with ply and reason alone if it is faulty. */
bool game_decode(const uint8_t *record, size_t size, game *g, failure *why);

/* The length field of a record: the number of bytes after it. */
uint32_t game_record_length(const uint8_t record[4]);

/* The bytes of a file's header. */
void game_header(uint8_t header[GAME_HEADER_BYTES]);

/* True if these are the first bytes of a header, and not the length of a record. */
bool game_header_begins(const uint8_t bytes[4]);

/* True if these are the bytes of a header. Otherwise fills `why` with the reason alone. */
bool game_header_check(const uint8_t header[GAME_HEADER_BYTES], failure *why);

#endif
