/* Games of a PGN file as games of a game file.
 *
 * The move played is `best`, unless a comment [%best MOVE] names another (as game_pgn.h writes for
 * deviations). Scores come from comments [%eval P] (pawns) or [%eval #N] (mate), both from White's
 * view, as lichess writes them. Pawns beyond +-200 become +-200, mates beyond 1000 moves 1000. A
 * book move, which a comment {b} or {book} marks, has no score. */
#ifndef TOOLS_PGN_GAME_H
#define TOOLS_PGN_GAME_H

#include "game_file.h"

typedef struct pgn_rules {
    bool eval_after; /* [%eval] after a move belongs to the position after it, else before it */
    bool skip_book;  /* games begin after their leading book moves */
} pgn_rules;

/* What was met so far. */
typedef struct pgn_counts {
    long games; /* broken and useless ones too */
    long chess960;
    long moves, book; /* of the games that were read; book moves that are skipped too */
    long scores, mates;
    long unreadable; /* [%eval] comments that are neither pawns nor mate */
} pgn_counts;

typedef enum {
    PGN_GAME_READ,
    PGN_GAME_BROKEN,  /* something is wrong with it (`why`); the next one can be read */
    PGN_GAME_USELESS, /* no result, or no moves (`why`); the next one can be read */
    PGN_GAME_END,
    PGN_GAME_CUT, /* the compressed file is cut off (`why`); whole games before it were read */
    PGN_GAME_BAD  /* no PGN, or not readable (`why`); nothing more can be read */
} pgn_game_status;

typedef struct pgn_games pgn_games;

/* NULL and `why` if the file cannot be opened. attacks_init() must have run. */
pgn_games *pgn_games_open(const char *path, pgn_rules rules, failure *why);
void pgn_games_close(pgn_games *p);

/* Reads the next game into `g` (zeroed before its first use). `why` names file, line and game. The
 * first position is written with Shredder castling letters if the game is Chess960. */
pgn_game_status pgn_games_next(pgn_games *p, game *g, failure *why);

const pgn_counts *pgn_games_counts(const pgn_games *p);

/* Bytes of the file taken so far, as they lie on the disk. */
long pgn_games_bytes(const pgn_games *p);

#endif
