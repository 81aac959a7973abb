/* A match, run of fastchess by run of fastchess, and its record: a row a run. Its columns:
 *
 *   first,second,both,limit,book,seed              the match, in words (see match_plan.h); the
 *                                                  limit has the test that may end it, if any
 *   program,files                                  checksums of what took part
 *   machine,start                                  and the run's first opening; these are the key
 *   bench,commit,defaults                          what else made the row (lab_origin.h); the
 *                                                  defaults are those of the program
 *   games,won,drawn,lost,p0,p1,p2,p3,p4,forfeits   its results, pairs by points in halves */
#ifndef TOOLS_MATCH_RUN_H
#define TOOLS_MATCH_RUN_H

#include "lab_origin.h"
#include "match_plan.h"
#include "statistics.h"

typedef struct match_row {
    const char *first, *second, *both, *limit, *book;
    long long seed, start;
    uint32_t program, files;
    lab_origin origin;
    long long games, won, drawn, lost, pairs[MATCH_PAIR_SCORES], forfeits;
} match_row;

extern const lab_schema match_schema;

match_counts match_row_counts(const match_row *row);

/* The number of openings of a screen. The first openings of an order test an idea, and only others
 * can confirm it. */
enum { MATCH_SCREEN_OPENINGS = 1000 };

/* Plays the games of a match that the record (NULL: there is none) does not hold, until all games
 * are played or the sequential test has ended. Counts all games of the match. SIGINT and SIGTERM
 * must be blocked; they end the match. */
bool match_run(const match_plan *plan, lab_record *record, match_counts *counts, failure *why);

/* Called after every game with the counts so far; the pairs are those that are complete. */
typedef void match_listener(void *user, const match_counts *counts);

/* Plays `games` games (even) from the opening `start` on, and waits for their end. SIGINT and
 * SIGTERM end the match early; they must be blocked, and stay pending. False and `why` if the match
 * ended before the last game. No process is left running. */
bool match_play(const match_plan *plan, long start, long games, match_counts *counts,
                match_listener *listener, void *user, failure *why);

#endif
