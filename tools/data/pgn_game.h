/* Games of a PGN file as games of a game file.
 *
 * The move played is `best`, unless a comment [%best MOVE] names another (as game_pgn.h writes for
 * deviations). Scores come from comments [%eval P] (pawns) or [%eval #N] (mate), both from White's
 * view, as lichess writes them. Pawns beyond +-200 become +-200, mates beyond 1000 moves 1000. A
 * book move, which a comment {b} or {book} marks, has no score.
 *
 * Of matches, as fastchess writes them, players, times and endings are kept on demand. */
#ifndef TOOLS_PGN_GAME_H
#define TOOLS_PGN_GAME_H

#include "game_file.h"

typedef struct pgn_rules {
    bool eval_after; /* [%eval] after a move belongs to the position after it, else before it */
    bool skip_book;  /* games begin after their leading book moves */
    bool match;      /* keeps what pgn_games_match() gives, and takes scores from such comments as
                      * {+0.31/12 0.143s}; not together with skip_book */
} pgn_rules;

/* What was met so far. */
typedef struct pgn_counts {
    long games; /* broken and useless ones too */
    long chess960;
    long moves, book; /* of the games that were read; book moves that are skipped too */
    long scores, mates;
    long unreadable; /* [%eval] comments that are neither pawns nor mate */
} pgn_counts;

enum { PGN_TAG_MAX = 256 }; /* bytes of a tag that is kept, and its end */

/* The time and depth of a move in a match; both -1 if the file does not give them, as for book
 * moves. */
typedef struct pgn_match_ply {
    int depth, time_ms;
} pgn_match_ply;

/* What a match's file tells of a game beside its moves and scores. Names, reasons and tags may hold
 * any character. */
typedef struct pgn_match {
    char white[PGN_TAG_MAX], black[PGN_TAG_MAX], termination[PGN_TAG_MAX]; /* tags, or empty */
    char ending[PGN_TAG_MAX]; /* the reason in the last comment: "Black loses on time", or empty */
    pgn_match_ply *plies;     /* one a ply of the game */
    int ply_capacity;
} pgn_match;

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

/* Of the last game that was read, until the next call; asked for by the rule `match`. */
const pgn_match *pgn_games_match(const pgn_games *p);

const pgn_counts *pgn_games_counts(const pgn_games *p);

/* Bytes of the file taken so far, as they lie on the disk. */
long pgn_games_bytes(const pgn_games *p);

#endif
