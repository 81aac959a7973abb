/* Games of a PGN file, converted to games of a game file.
 *
 * The move played is `best`, unless a comment [%best MOVE] names another (game_pgn.h writes it for
 * deviations). Scores come from comments [%eval P] (pawns) or [%eval #N] (mate), both from White's
 * view, as lichess writes them, or from fields wv=P, as in the archive of TCEC. Pawns are clamped
 * to +-200, mates to 1000 moves. A book move has no score; its comment is
 * {b}, {book}, or {book, more}.
 *
 * For matches of fastchess, players, times and endings are available too. */
#ifndef TOOLS_PGN_GAME_H
#define TOOLS_PGN_GAME_H

#include "game_file.h"
#include "pgn/pgn_start.h"
#include "pgn_lines.h"

typedef struct pgn_rules {
    bool eval_after;   /* [%eval] after a move belongs to the position after it; else to the one
                        * before it */
    bool without_eval; /* [%eval] comments are ignored: no position has a score */
    bool skip_book;    /* games begin after their book moves */
    int line_plies;    /* moves that are kept of each line in a comment (pv=MOVES); 0: none */
    bool match;        /* keep the data of pgn_games_match(), and read scores from comments such as
                        * {+0.31/12 0.143s}; excludes skip_book */
} pgn_rules;

/* Counts so far. */
typedef struct pgn_counts {
    long games; /* all games, broken and useless ones included */
    long chess960;
    long moves, book; /* in the games that were read; skipped book moves count too */
    long scores, mates;
    long unreadable;            /* scores that are neither pawns nor a mate */
    long lines, line_positions; /* games that were made of lines, and their positions */
} pgn_counts;

/* The time and depth of a move in a match; both -1 if the file does not give them, as for book
 * moves. */
typedef struct pgn_match_ply {
    int depth, time_ms;
} pgn_match_ply;

/* The data of a match game besides moves and scores. Names, reasons and tags may contain any
 * character. */
typedef struct pgn_match {
    char white[PGN_TAG_MAX], black[PGN_TAG_MAX], termination[PGN_TAG_MAX]; /* tags; may be empty */
    char ending[PGN_TAG_MAX]; /* the reason in the last comment, as "Black loses on time"; may be
                               * empty */
    pgn_match_ply *plies;     /* one for each ply of the game */
    size_t ply_capacity;
} pgn_match;

typedef enum {
    PGN_GAME_READ,
    PGN_GAME_BROKEN,  /* the game has an error (`why`); the next one can be read */
    PGN_GAME_USELESS, /* no result, or no moves (`why`); the next one can be read */
    PGN_GAME_END,
    PGN_GAME_CUT, /* the compressed file is cut off (`why`); whole games before it were read */
    PGN_GAME_BAD  /* unreadable, not PGN, or memory is short (`why`); reading cannot go on */
} pgn_game_status;

typedef struct pgn_games pgn_games;

/* Returns NULL and fills `why` if the file cannot be opened. attacks_init() must have run. */
pgn_games *pgn_games_open(const char *path, pgn_rules rules, failure *why);
void pgn_games_close(pgn_games *p);

/* Reads the next game into `g`, which must be zero before its first use. `why` names file, line and
 * game. If the game is Chess960, the first position has Shredder castling letters. */
pgn_game_status pgn_games_next(pgn_games *p, game *g, failure *why);

/* What is odd about the last game although it was read, with file, line and game: a null move,
 * which ends its moves, or a part that was left out. Empty if nothing is; valid until the next
 * call. */
const char *pgn_games_remark(const pgn_games *p);

/* Data of the last game, valid until the next call. Available with the rule `match`. */
const pgn_match *pgn_games_match(const pgn_games *p);

/* The lines of the last game, if it was read, until the next call; NULL without the rule
 * `line_plies`. */
const pgn_lines *pgn_games_lines(const pgn_games *p);

const pgn_counts *pgn_games_counts(const pgn_games *p);

/* The number of compressed bytes that were read. */
int64_t pgn_games_bytes(const pgn_games *p);

#endif
