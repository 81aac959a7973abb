/* Syzygy endgame tables (Ronald de Man 2013), read by the library Fathom (Basil Falcinelli), which
 * is loaded at run time (Debian: libfathom1) or linked into the program. A WDL table has the result
 * of each position of its pieces, a DTZ table the plies to the next capture or pawn move of a win.
 *
 * The library has one set of tables in a process. syzygy_find(), syzygy_use() and syzygy_close()
 * are for one thread, while no other uses tables. In between any thread may call syzygy_probe(),
 * and so may processes that are forked meanwhile, if all tables were checked at once. The other
 * probes are for one thread of a process at a time. */
#ifndef SYZYGY_TABLEBASES_H
#define SYZYGY_TABLEBASES_H

#include "base/failure.h"
#include "chess/position.h"

/* Counts of tables. */
typedef struct syzygy_found {
    int wdl, dtz; /* number of tables of each kind */
    int pieces;   /* the largest number of pieces in a WDL table, kings included */
} syzygy_found;

/* How tables are checked. A table is whole if its size, its first bytes and its checksum are right.
 * Tables that are not whole are left out: a position whose result may depend on one is not looked
 * up, because the library trusts what it reads. */
typedef struct syzygy_checking {
    /* Tables of at most this number of pieces are checked by syzygy_find(), which reads them
     * completely. Larger ones are checked in a thread when they are first wanted, and left out
     * until then. */
    int pieces_at_once;
    /* Called about once a second while syzygy_find() reads, with the numbers of bytes; returns
     * false to end it. May be NULL. */
    bool (*tell)(void *user, int64_t done, int64_t all);
    void *user;
} syzygy_checking;

typedef struct syzygy_tables syzygy_tables;

/* Finds and checks the tables of a path: folders with system_list_separator between them. Folders
 * that cannot be read are left out, too. Returns NULL and fills `why` if no WDL table is left, if
 * the library cannot be loaded, or if how->tell() returned false. */
syzygy_tables *syzygy_find(const char *path, const syzygy_checking *how, failure *why);

/* Opens tables in the library; must be called before the first probe. Returns false and fills `why`
 * if other tables are open in this process. A table that vanishes while it is open may end the
 * process. */
bool syzygy_use(syzygy_tables *t, failure *why);

/* Calls syzygy_find(), which checks all tables at once, and syzygy_use(). Returns NULL and fills
 * `why` if one of them fails. */
syzygy_tables *syzygy_open(const char *path, failure *why);

/* Frees tables, so that others can be opened. NULL is fine. */
void syzygy_close(syzygy_tables *t);

/* Counts the tables that are not left out, as far as syzygy_find() has checked them. */
syzygy_found syzygy_found_in(const syzygy_tables *t);

/* Says which folder or table is left out, and why: the next one that was found since the last call,
 * in this process. Returns false if there is none. */
bool syzygy_next_problem(syzygy_tables *t, failure *why);

/* The result of a position for its side to move, with the best play of both sides. LATE: the
 * fifty-move rule turns it into a draw. ORDER: from bad to good. */
typedef enum {
    SYZYGY_LOST,
    SYZYGY_LOST_LATE,
    SYZYGY_DRAWN,
    SYZYGY_WON_LATE,
    SYZYGY_WON,
    SYZYGY_UNKNOWN /* too many pieces, castling rights, or a table is missing or left out */
} syzygy_result;

/* The result in the WDL tables. It counts from a halfmove clock of 0, whatever the position's clock
 * is. */
syzygy_result syzygy_probe(const syzygy_tables *t, const position *pos);

/* A move and its DTZ: the plies to the next capture or pawn move, which the winner wants soon and
 * the loser late. It is above 0 if the side to move wins, below 0 if it loses, and 0 in a draw.
 * Beyond 100 the fifty-move rule ends the game. It may be one ply too small. */
typedef struct syzygy_move {
    move move;
    int plies; /* this move included; a mating move has 1 */
} syzygy_move;

/* Fills in all legal moves and returns their number. Returns 0 if one of their results is not
 * known: too many pieces, castling rights, or a table that is missing or left out. DTZ tables of
 * seven pieces do not count, because the library misreads some of them. */
int syzygy_probe_moves(const syzygy_tables *t, const position *pos, syzygy_move moves[MOVES_MAX]);

/* A verdict on a position, with the fifty-move rule and the position's clock: a win that comes too
 * late is a draw. */
typedef struct syzygy_verdict {
    int result; /* for the side to move: 1 won, 0 drawn, -1 lost */
    move best;  /* keeps the result. Won: the shortest way to the next capture or pawn move that
                 * still wins; lost: the longest */
    int count;
    move keeping[MOVES_MAX]; /* all moves that keep the result */
} syzygy_verdict;

/* Fills in the verdict on a position with a legal move, by syzygy_probe_moves(). Returns false
 * where that returns 0. */
bool syzygy_judge(const syzygy_tables *t, const position *pos, syzygy_verdict *verdict);

#endif
