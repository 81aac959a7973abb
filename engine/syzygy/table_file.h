/* The file of one endgame table: what its name says, and whether it is whole. */
#ifndef SYZYGY_TABLE_FILE_H
#define SYZYGY_TABLE_FILE_H

#include <stdatomic.h>

#include "base/failure.h"
#include "chess/position.h"

/* The largest number of pieces of a table, and the number of piece types besides the king. */
enum { SYZYGY_PIECES_MAX = 7, TABLE_KINDS = 5 };

/* The numbers of both sides' queens, rooks, bishops, knights and pawns. */
typedef struct table_pieces {
    int8_t of[2][TABLE_KINDS];
} table_pieces;

table_pieces table_pieces_of(const position *pos);

/* True if captures, and at most `promotions` promotions without capture, can turn the pieces `from`
 * into the pieces `to`, in these or in exchanged colours. */
bool table_pieces_lead(const table_pieces *from, const table_pieces *to, int promotions);

typedef enum { TABLE_GOOD, TABLE_DAMAGED, TABLE_UNCHECKED, TABLE_WANTED } table_state;

typedef struct table_file {
    char *path;
    bool is_dtz;
    table_pieces pieces;
    int count; /* of the pieces, kings included */
    int64_t bytes;
    atomic_int state; /* table_state */
} table_file;

/* Fills in kind and pieces by a name such as "KRPvKR.rtbw". Returns false for names that no table
 * has. The side with more pieces comes first; of equals, the stronger one. */
bool table_file_read_name(table_file *f, const char *name);

/* True if the file is whole: size, first bytes and checksum are right. Else `why` names the file
 * and says what is wrong, unless `*quit` became true meanwhile. `done`, if it is not NULL, is
 * called at intervals with the number of bytes read since the last call. */
typedef void table_progress(void *user, int64_t bytes);
bool table_file_check(const table_file *f, const atomic_bool *quit, table_progress *done,
                      void *user, failure *why);

#endif
