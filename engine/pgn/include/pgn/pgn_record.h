/* Whole games of a PGN file: tags, moves and comments. Variations, NAGs and marks such as !? are
 * not kept. */
#ifndef PGN_PGN_RECORD_H
#define PGN_PGN_RECORD_H

#include <stddef.h>

#include "base/failure.h"
#include "chess/position.h"

/* Bounds of a game. A game that exceeds one is faulty. */
enum {
    PGN_RECORD_PLIES_MAX = 65535,
    PGN_RECORD_TAGS_MAX = 1000,
    PGN_RECORD_COMMENT_MAX = 60000 /* bytes of all comments at one place; fewer than the reader's
                                    * PGN_TEXT_MAX, so that a comment of this size can be read */
};
enum { PGN_RESULT_MAX = 8 };

typedef struct pgn_tag {
    char *name, *value;
} pgn_tag;

/* A game. It must be zero before its first use. */
typedef struct pgn_record {
    pgn_tag *tags; /* as in the file */
    size_t tag_count, tag_capacity;
    position first;
    bool chess960;
    move *moves;
    size_t ply_count, move_capacity;
    char **comments; /* ply_count + 1 texts: before the first move, then after each move; NULL:
                      * none. Several comments at one place are joined by blanks */
    size_t comment_count, comment_capacity;
    size_t bytes_before_result;  /* length of the last text without the comments that stood after
                                  * the result */
    char result[PGN_RESULT_MAX]; /* 1-0, 0-1, 1/2-1/2 or * */
    long line;                   /* where it begins, from 1 */
    failure remark; /* an oddity, with file, line and game: two results, a null move (it ends the
                     * moves), or a part that was left out; empty if there is none */
} pgn_record;

typedef enum {
    PGN_RECORD_READ,
    PGN_RECORD_FAULTY, /* the game has an error (`why`); the next one can be read */
    PGN_RECORD_END,
    PGN_RECORD_BAD /* the file cannot be read any further, or memory is short (`why`) */
} pgn_record_status;

typedef struct pgn_records pgn_records;

/* Opens a file, plain or gzip. Returns NULL and fills `why` if it cannot be opened. */
pgn_records *pgn_records_open(const char *path, failure *why);

/* The same with the bytes of a file, which last until pgn_records_close(). `name` stands for the
 * file in messages. */
pgn_records *pgn_records_open_bytes(const void *bytes, size_t size, const char *name, failure *why);
void pgn_records_close(pgn_records *p);

/* Reads the next game. `why` names file, line and game. A game ends with its result and the
 * comments after that on the same line. A game without a result ends at the next tag after its
 * moves, at a second tag Event, or at the end of the file. Its result is then that of its tag
 * Result, or *. The game is Chess960 if its tag Variant or its castling rights say so. */
pgn_record_status pgn_records_next(pgn_records *p, pgn_record *r, failure *why);

/* After PGN_RECORD_BAD: true if the compressed file is cut off, and all games before were read. */
bool pgn_records_cut(const pgn_records *p);

/* The number of games so far, faulty ones included. */
long pgn_records_count(const pgn_records *p);

/* The bytes of text up to the end of the last game or, if it has no result, of the next game's
 * first tag. */
int64_t pgn_records_offset(const pgn_records *p);

/* The number of compressed bytes that were read. */
int64_t pgn_records_bytes(const pgn_records *p);

/* The value of a tag, or NULL. */
const char *pgn_record_tag(const pgn_record *r, const char *name);

/* The result that a text names: 1-0, 0-1, 1/2-1/2 or *. NULL if it names none. */
const char *pgn_result(const char *text);

/* True if the tag Result and the word after the moves name different results; then `why` says so.
 * The result "*" never differs. */
bool pgn_results_differ(const char *tag, const char *word, failure *why);

/* True if both games begin with the same position and have the same moves. */
bool pgn_record_same_moves(const pgn_record *a, const pgn_record *b);

void pgn_record_free(pgn_record *r);

#endif
